! SPDX-License-Identifier: GPL-3.0-or-later
! grid.f90: the Fortran kernels on grids; see bench.h.  The repetitions work
! on columns from o on; step is in elements.

! Shallow water, in the manner of SPEC swim's calc1.
subroutine calc1 (step, reps, n, cu, cv, z, h, u, v, p)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout), dimension(n, *) :: cu, cv, z, h
  double precision, intent(in), dimension(n, *) :: u, v, p
  double precision :: fsdx, fsdy
  integer :: i, j, r, o

  fsdx = 4d-3
  fsdy = 3d-3
  o = 0
  do r = 1, reps
    do j = o + 1, o + n - 1
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
    o = o + step / n
  end do
end subroutine

! The same of its calc2.
subroutine calc2 (step, reps, n, unew, vnew, pnew, uold, vold, pold, cu, cv, &
                  z, h)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout), dimension(n, *) :: unew, vnew, pnew
  double precision, intent(in), dimension(n, *) :: uold, vold, pold
  double precision, intent(in), dimension(n, *) :: cu, cv, z, h
  double precision :: tdts8, tdtsdx, tdtsdy
  integer :: i, j, r, o

  tdts8 = 1d-3
  tdtsdx = 2d-3
  tdtsdy = 3d-3
  o = 0
  do r = 1, reps
    do j = o + 1, o + n - 1
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
    o = o + step / n
  end do
end subroutine

! Over-relaxation in place, every second point at a time.
subroutine redblack (step, reps, n, u, f)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: u(n, *)
  double precision, intent(in) :: f(n, *)
  integer :: i, j, r, o, colour

  o = 0
  do r = 1, reps
    do colour = 0, 1
      do j = o + 2, o + n - 1
        do i = 2 + mod(j + colour, 2), n - 1, 2
          u(i, j) = u(i, j) + 0.3d0 * (u(i-1, j) + u(i+1, j) + u(i, j-1) &
                                       + u(i, j+1) - 4 * u(i, j) - f(i, j))
        end do
      end do
    end do
    o = o + step / n
  end do
end subroutine
