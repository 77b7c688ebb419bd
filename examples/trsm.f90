! SPDX-License-Identifier: GPL-3.0-or-later
! trsm.f90: a blocked triangular solve, L X = B, with OpenMP.
!
! Usage: trsm [ORDER [RIGHT-HAND-SIDES [REPEATS]]]
!
! The interface and the loops are those of the BLAS: column-major arrays with
! a leading dimension, a diagonal block solved column by column, then the
! rows below updated by a matrix product.  Threads take panels of columns of
! B, so that every result is the same whatever their number.
! Prints the residual's bound and checksums.

module blas_like
  implicit none
  integer, parameter :: dp = kind (1d0)
  integer, parameter :: nb = 48   ! order of a diagonal block
  integer, parameter :: nc = 32   ! columns of a thread's panel

contains

  ! B := inv(L) B; L lower triangular of order M, B with N columns.
  subroutine solve_block (m, n, l, ldl, b, ldb)
    integer, intent (in) :: m, n, ldl, ldb
    real (dp), intent (in) :: l(ldl, *)
    real (dp), intent (inout) :: b(ldb, *)
    integer :: i, j, k

    do j = 1, n   ! hot: solve_block
       do k = 1, m
          b(k, j) = b(k, j) / l(k, k)
          do i = k + 1, m
             b(i, j) = b(i, j) - b(k, j) * l(i, k)
          end do
       end do
    end do
  end subroutine solve_block

  ! C := C - A B; A of M by K, B of K by N.
  subroutine update (m, n, k, a, lda, b, ldb, c, ldc)
    integer, intent (in) :: m, n, k, lda, ldb, ldc
    real (dp), intent (in) :: a(lda, *), b(ldb, *)
    real (dp), intent (inout) :: c(ldc, *)
    integer :: i, j, p
    real (dp) :: t

    do j = 1, n   ! hot: update
       do p = 1, k
          t = b(p, j)
          do i = 1, m
             c(i, j) = c(i, j) - t * a(i, p)
          end do
       end do
    end do
  end subroutine update

  ! B := inv(L) B, blocked, panels of columns in parallel.
  subroutine trsm_lower (m, n, l, ldl, b, ldb)
    integer, intent (in) :: m, n, ldl, ldb
    real (dp), intent (in) :: l(ldl, *)
    real (dp), intent (inout) :: b(ldb, *)
    integer :: j, jn, k, kn

    !$omp parallel do schedule (static) private (jn, k, kn)
    do j = 1, n, nc
       jn = min (nc, n - j + 1)
       do k = 1, m, nb
          kn = min (nb, m - k + 1)
          call solve_block (kn, jn, l(k, k), ldl, b(k, j), ldb)
          if (k + kn <= m) then
             call update (m - k - kn + 1, jn, kn, l(k + kn, k), ldl, &
                          b(k, j), ldb, b(k + kn, j), ldb)
          end if
       end do
    end do
    !$omp end parallel do
  end subroutine trsm_lower

  ! R := |B - L X|, the largest element.
  real (dp) function residual (m, n, l, ldl, x, ldx, b, ldb)
    integer, intent (in) :: m, n, ldl, ldx, ldb
    real (dp), intent (in) :: l(ldl, *), x(ldx, *), b(ldb, *)
    real (dp) :: r(m)
    integer :: j, k

    residual = 0
    do j = 1, n
       r = b(1:m, j)
       do k = 1, m
          r(k:m) = r(k:m) - l(k:m, k) * x(k, j)
       end do
       residual = max (residual, maxval (abs (r)))
    end do
  end function residual

end module blas_like

program trsm
  use blas_like
  implicit none
  real (dp), allocatable :: l(:, :), b(:, :), x(:, :)
  integer :: m, n, repeats, i, j, k
  real (dp) :: r

  m = argument (1, 1536)
  n = argument (2, m)
  repeats = argument (3, 1)
  allocate (l(m, m), b(m, n), x(m, n))

  ! Well conditioned: a strong diagonal.
  do j = 1, m
     do i = 1, m
        l(i, j) = merge (modulo (7 * i + 13 * j, 32) / (32.0_dp * m), &
                         0.0_dp, i > j)
     end do
     l(j, j) = 1.0_dp + modulo (j, 4) * 0.25_dp
  end do
  do j = 1, n
     do i = 1, m
        b(i, j) = 1.0_dp + modulo (3 * i + 5 * j, 64) / 64.0_dp
     end do
  end do

  do k = 1, repeats
     x = b
     call trsm_lower (m, n, l, m, x, m)
  end do

  print '(a, i0, a, i0, a)', 'trsm: order ', m, ', ', n, ' right-hand sides'
  print '(a, es24.16)', 'sum of x    ', sum (x)
  print '(a, es24.16)', 'sum of x**2 ', sum (x ** 2)
  r = residual (m, min (n, 16), l, m, x, m, b, m)
  if (.not. r < 1e-10_dp * m) then
     print '(a)', 'the residual is too large'
     stop 1
  end if
  print '(a)', 'the residual is small'

contains

  ! Command line argument NUMBER as a positive integer, or DEFAULT.
  integer function argument (number, default)
    integer, intent (in) :: number, default
    character (len = 32) :: text
    integer :: status

    argument = default
    call get_command_argument (number, text)
    if (text == '') return
    read (text, *, iostat = status) argument
    if (status /= 0 .or. argument < 1) then
       print '(2a)', 'trsm: not a positive number: ', trim (text)
       stop 2
    end if
  end function argument
end program trsm
