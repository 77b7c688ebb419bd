! SPDX-License-Identifier: GPL-3.0-or-later
! algebra.f90: the Fortran kernels of linear algebra; see bench.h.  The
! repetitions work on elements, or columns, from o on; step is in elements.

! Array syntax: no explicit inner loops.
subroutine syntax (step, reps, n, a, b, c)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: a(*)
  double precision, intent(in) :: b(*), c(*)
  double precision :: s
  integer :: r, o

  s = 0.5d0
  o = 0
  do r = 1, reps
    a(o+1:o+n) = a(o+1:o+n) + s * (b(o+1:o+n) - c(o+1:o+n))
    s = -s
    o = o + step
  end do
end subroutine

! Matrix times vector, by columns.
subroutine gemv (step, reps, n, y, a, x)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: y(*)
  double precision, intent(in) :: a(n, *), x(*)
  double precision :: s
  integer :: i, j, r, o

  s = 1
  o = 0
  do r = 1, reps
    do j = 1, n
      do i = 1, n
        y(o+i) = y(o+i) + s * x(o+j) * a(i, o/n+j)
      end do
    end do
    s = -s
    o = o + step
  end do
end subroutine

! A lower triangular system with a unit diagonal, by columns.
subroutine solve (step, reps, n, x, a)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: x(*)
  double precision, intent(in) :: a(n, *)
  integer :: i, j, r, o

  o = 0
  do r = 1, reps
    do j = 1, n
      do i = j + 1, n
        x(o+i) = x(o+i) - x(o+j) * a(i, o/n+j)
      end do
    end do
    o = o + step
  end do
end subroutine

! The lower sweep of a solver for five unknowns on each of n points of a
! line: what the point before it adds, then a block of 5 by 5, eliminated in a
! local array.
subroutine blocks5 (step, reps, n, v, b, l, d)
  implicit none
  integer, intent(in) :: step, reps, n
  double precision, intent(inout) :: v(5, *)
  double precision, intent(in) :: b(5, *), l(5, 5, *), d(5, 5, *)
  double precision :: t(5), a(5, 5), f
  integer :: i, j, k, p, r, o

  o = 0
  do r = 1, reps
    do k = 2, n
      do i = 1, 5
        t(i) = b(i, o+k)
        do j = 1, 5
          t(i) = t(i) - l(i, j, o/5+k) * v(j, o+k-1)
        end do
      end do
      do j = 1, 5
        do i = 1, 5
          a(i, j) = d(i, j, o/5+k)
        end do
      end do
      do p = 1, 4
        do i = p + 1, 5
          f = a(i, p) / a(p, p)
          do j = p + 1, 5
            a(i, j) = a(i, j) - f * a(p, j)
          end do
          t(i) = t(i) - f * t(p)
        end do
      end do
      do i = 5, 1, -1
        do j = i + 1, 5
          t(i) = t(i) - a(i, j) * t(j)
        end do
        t(i) = t(i) / a(i, i)
        v(i, o+k) = t(i)
      end do
    end do
    o = o + step / 5
  end do
end subroutine
