! SPDX-License-Identifier: GPL-3.0-or-later
! decompositions.f90: what LAPACK is asked to do as a program of the benches: dense
! equations of order 1000, all eigenvectors of a symmetric matrix of order 400, and all
! singular vectors of another, as many times as the argument says.
program decompositions
  implicit none
  integer, parameter :: equations = 1000, n = 400
  double precision, allocatable :: a(:,:), b(:), c(:,:), left(:,:), right(:,:), &
       values(:), work(:)
  integer, allocatable :: pivots(:)
  character(10) :: argument
  integer(8) :: seed = 1
  integer :: times, t, info

  call get_command_argument(1, argument)
  read (argument, *) times
  allocate (a(equations, equations), b(equations), pivots(equations), c(n, n), &
       left(n, n), right(n, n), values(n), work(64 * n))
  do t = 1, times
     call fill(a)
     b = 1
     call dgesv(equations, 1, a, equations, pivots, b, equations, info)
     print '(a, i3, es16.8)', 'equations', info, sum(abs(b))
     call fill(c)
     c = c + transpose(c)
     call dsyev('V', 'U', n, c, n, values, work, size(work), info)
     print '(a, i3, 2es16.8)', 'eigenvalues', info, values(1), values(n)
     call fill(c)
     call dgesvd('A', 'A', n, n, c, n, values, left, n, right, n, work, &
          size(work), info)
     print '(a, i3, 2es16.8)', 'singular values', info, values(1), values(n)
  end do

contains

  ! The "minimal standard" generator of Park and Miller.
  subroutine fill(x)
    double precision, intent(out) :: x(:,:)
    integer :: i, j
    do j = 1, size(x, 2)
       do i = 1, size(x, 1)
          seed = mod(16807 * seed, 2147483647_8)
          x(i, j) = seed / 2147483647d0 - 0.5d0
       end do
    end do
  end subroutine fill
end program decompositions
