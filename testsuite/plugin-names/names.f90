! Names of references and loops in Fortran.
! SPDX-License-Identifier: GPL-3.0-or-later
module names
  real(8) :: u(513,513), p(513,513), cu(513,513)
  real(8), allocatable :: w(:,:), v(:)
  type cell
    real(8) :: e, f(3)
  end type
  type grid
    real(8), allocatable :: h(:,:)
  end type
contains
  subroutine static(n)
    integer :: n, i, j
    do j = 1, n                               ! loop: +2 i
      do i = 1, n
        cu(i+1,j) = (p(i+1,j) + p(i,j+1)) * u(i+1,j) ! names: cu(i+1,j) p(i+1,j) p(i,j+1) u(i+1,j)
      end do
    end do
  end subroutine
  subroutine dummies(a, b, n, m, c)
    integer :: n, m, i, j
    real(8) :: a(n,m), b(0:n,-1:m), c(:,:)
    do j = 2, m                               ! loop: +2 i
      do i = 2, n-1
        a(i,j) = b(i-1,j-1) + c(i+1,2*j) + w(i,j) + v(i-2) ! names: a(i,j) b(i-1,j-1) c(i+1,j*2) w(i,j) v(i-2)
      end do
    end do
  end subroutine
  subroutine gather(a, x, col, n)
    integer :: n, i, col(n)
    integer(8) :: k
    real(8) :: a(n), x(*), s(100)
    do i = 1, n                               ! loop: +1 i
      a(i) = x(col(i))                        ! names: a(i) x(col(i)) col(i)
    end do
    do k = 1, n-1                             ! loop: +1 k
      s(k) = x(k+1) * 3 + x(2*k)              ! names: s(k) ?x(k+1) ?x(k*2)
    end do
    a(1) = s(n)
  end subroutine
  subroutine arrays(a)
    real(8) :: a(:)
    a = a * 2                                 ! names: ?a(:)
    w = w + 1                                 ! names: ?w(:,:) ?w
  end subroutine
  subroutine common(n)
    integer :: n, i, j
    real(8) :: cx, cy
    common /block/ cx(514,514), cy(514,514)
    do j = 2, n                               ! loop: +2 i
      do i = 2, n
        cx(i,j) = cy(i,j-1) * cy(i+1,j+1)     ! names: cx(i,j) cy(i,j-1) cy(i+1,j+1)
      end do
    end do
  end subroutine
  subroutine derived(c, g, n)
    integer :: n, i
    type(cell) :: c(n)
    type(grid) :: g
    do i = 1, n                               ! loop: +1 i
      c(i)%e = c(i)%e + c(i)%f(2)             ! names: c(i)%e c(i)%f(2)
    end do
    do i = 1, n, 2                            ! loop: +1 i
      g%h(i,2) = g%h(i,1) + 1                 ! names: g%h(i,2) g%h(i,1)
    end do
  end subroutine
  subroutine product(a, b, c, n)
    integer :: n, i, j, k
    real(8) :: a(n,n), b(n,n), c(n,n)
    do j = 1, n                               ! loop: +3 i
      do k = 1, n
        do i = 1, n
          c(i,j) = c(i,j) + a(i,k) * b(k,j)   ! names: c(i,j) a(i,k) b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine parallel(a, b, n)
    integer :: n, i, j
    real(8) :: a(n,n), b(n,n)
    !$omp parallel do private(i)
    do j = 2, n-1
      do i = 2, n-1
        a(i,j) = b(i-1,j) + b(i,j+1)          ! names: a(i,j) ?b(i-1,j) ?b(i,j+1)
      end do
    end do
  end subroutine
end module
