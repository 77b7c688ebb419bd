! SPDX-License-Identifier: GPL-3.0-or-later
! kernels.f90: the Fortran kernels; see bench.h.

! Shallow water, in the manner of SPEC swim's calc1.
subroutine calc1 (reps, n, cu, cv, z, h, u, v, p)
  implicit none
  integer, intent(in) :: reps, n
  double precision, intent(inout), dimension(n, n) :: cu, cv, z, h
  double precision, intent(in), dimension(n, n) :: u, v, p
  double precision :: fsdx, fsdy
  integer :: i, j, r

  fsdx = 4d-3
  fsdy = 3d-3
  do r = 1, reps
    do j = 1, n - 1
      do i = 1, n - 1
        cu(i+1, j) = 0.5d0 * (p(i+1, j) + p(i, j)) * u(i+1, j)
        cv(i, j+1) = 0.5d0 * (p(i, j+1) + p(i, j)) * v(i, j+1)
        z(i+1, j+1) = (fsdx * (v(i+1, j+1) - v(i, j+1)) &
                       - fsdy * (u(i+1, j+1) - u(i+1, j))) &
                      / (p(i, j) + p(i+1, j) + p(i+1, j+1) + p(i, j+1))
        h(i, j) = p(i, j) &
                  + 0.25d0 * (u(i+1, j) * u(i+1, j) + u(i, j) * u(i, j) &
                              + v(i, j+1) * v(i, j+1) + v(i, j) * v(i, j))
      end do
    end do
    fsdx = -fsdx
  end do
end subroutine

! The same of its calc2.
subroutine calc2 (reps, n, unew, vnew, pnew, uold, vold, pold, cu, cv, z, h)
  implicit none
  integer, intent(in) :: reps, n
  double precision, intent(inout), dimension(n, n) :: unew, vnew, pnew
  double precision, intent(in), dimension(n, n) :: uold, vold, pold
  double precision, intent(in), dimension(n, n) :: cu, cv, z, h
  double precision :: tdts8, tdtsdx, tdtsdy
  integer :: i, j, r

  tdts8 = 1d-3
  tdtsdx = 2d-3
  tdtsdy = 3d-3
  do r = 1, reps
    do j = 1, n - 1
      do i = 1, n - 1
        unew(i+1, j) = uold(i+1, j) &
          + tdts8 * (z(i+1, j+1) + z(i+1, j)) &
            * (cv(i+1, j+1) + cv(i, j+1) + cv(i, j) + cv(i+1, j)) &
          - tdtsdx * (h(i+1, j) - h(i, j))
        vnew(i, j+1) = vold(i, j+1) &
          - tdts8 * (z(i+1, j+1) + z(i, j+1)) &
            * (cu(i+1, j+1) + cu(i, j+1) + cu(i, j) + cu(i+1, j)) &
          - tdtsdy * (h(i, j+1) - h(i, j))
        pnew(i, j) = pold(i, j) - tdtsdx * (cu(i+1, j) - cu(i, j)) &
          - tdtsdy * (cv(i, j+1) - cv(i, j))
      end do
    end do
    tdts8 = -tdts8
  end do
end subroutine

! Array syntax: no explicit inner loops.
subroutine syntax (reps, n, a, b, c)
  implicit none
  integer, intent(in) :: reps, n
  double precision, intent(inout) :: a(n)
  double precision, intent(in) :: b(n), c(n)
  double precision :: s
  integer :: r

  s = 0.5d0
  do r = 1, reps
    a(:) = a(:) + s * (b(:) - c(:))
    s = -s
  end do
end subroutine

! Matrix times vector, by columns.
subroutine gemv (reps, n, y, a, x)
  implicit none
  integer, intent(in) :: reps, n
  double precision, intent(inout) :: y(n)
  double precision, intent(in) :: a(n, n), x(n)
  double precision :: s
  integer :: i, j, r

  s = 1
  do r = 1, reps
    do j = 1, n
      do i = 1, n
        y(i) = y(i) + s * x(j) * a(i, j)
      end do
    end do
    s = -s
  end do
end subroutine

! A lower triangular system with a unit diagonal, by columns.
subroutine solve (reps, n, x, a)
  implicit none
  integer, intent(in) :: reps, n
  double precision, intent(inout) :: x(n)
  double precision, intent(in) :: a(n, n)
  integer :: i, j, r

  do r = 1, reps
    do j = 1, n
      do i = j + 1, n
        x(i) = x(i) - x(j) * a(i, j)
      end do
    end do
  end do
end subroutine
