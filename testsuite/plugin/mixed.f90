! SPDX-License-Identifier: GPL-3.0-or-later
! Nests in Fortran: explicit loops, array syntax, COMMON, local arrays.
subroutine stencil (u, v, n, m)
  integer, intent (in) :: n, m
  double precision, intent (in) :: u(n, m)
  double precision, intent (inout) :: v(n, m)
  integer :: i, j
  do j = 2, m - 1
     do i = 2, n - 1
        v(i, j) = 0.25d0 * (u(i+1, j) + u(i-1, j) + u(i, j+1) + u(i, j-1))
     end do
  end do
end subroutine stencil

double precision function total (u, n, m)
  integer, intent (in) :: n, m
  double precision, intent (in) :: u(n, m)
  double precision :: column(m), last
  common /state/ last
  integer :: j
  column = sum (u, dim = 1)
  total = 0
  do j = 1, m
     if (column(j) < 0) cycle
     total = total + column(j)
     last = column(j)
  end do
end function total

program mixed
  integer, parameter :: n = 60, m = 40
  double precision :: u(n, m), v(n, m), last, total
  common /state/ last
  integer :: i, j
  do j = 1, m
     do i = 1, n
        u(i, j) = mod (i * 3 + j * j, 29) - 2
     end do
  end do
  v = 0
  last = -1
  call stencil (u, v, n, m)
  u = u + 2 * v
  where (u > 30) u = 30
  print '(4es16.8)', total (u, n, m), total (v, n, m), last, maxval (u)
end program mixed
