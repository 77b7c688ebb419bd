! SPDX-License-Identifier: GPL-3.0-or-later
! Powers that gfortran's library computes.
! memlb-not: callee-not-pure
! memlb-run: -
! memlb-executed: 3
module powers
contains
  subroutine whole (k, n, m)
    integer, intent(inout) :: k(:)
    integer, intent(in) :: n(:), m
    integer :: i
    do i = 1, m
      k(i) = (k(i) + 2) ** n(i)
    end do
  end subroutine
  subroutine complexes (z, n, m)
    complex(8), intent(inout) :: z(:)
    integer, intent(in) :: n(:), m
    integer :: i
    do i = 1, m
      z(i) = z(i) ** n(i)
    end do
  end subroutine
end module

program main
  use powers
  integer :: k(40), n(40), i
  complex(8) :: z(40)
  do i = 1, 40
    k(i) = mod (i, 7)
    n(i) = mod (i, 5)
    z(i) = cmplx (1, i, 8) / 10
  end do
  call whole (k, n, 40)
  call complexes (z, n, 40)
  print *, sum (k), sum (z)
end program
