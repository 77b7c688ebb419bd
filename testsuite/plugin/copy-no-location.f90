! SPDX-License-Identifier: GPL-3.0-or-later
! A function that the compiler made, whose declaration has no place in a
! source file (gfortran 11).
! memlb-options: -fopenmp
! memlb-run: -fopenmp
subroutine f2 (g)
  integer :: i, g
  !$omp taskloop
  do i = 0, 63
    if (g .ne. 77) stop 6
  end do
end subroutine f2

program no_location
  call f2 (77)
  print *, 'done'
end program no_location
