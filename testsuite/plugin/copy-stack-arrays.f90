! SPDX-License-Identifier: GPL-3.0-or-later
! Where GCC leaves room on the stack that has come to a constant size it says that
! what was there has no value: that is no store.
! memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls
! memlb-options: -fstack-arrays
! memlb-levels: -O3
! memlb-asm: ^__rounds_MOD_run[.]memlb:
module rounds
  implicit none
  real(4) :: x(11)
contains
  subroutine all (x, n, count)
    real(4), intent(inout) :: x(:)
    integer, intent(in) :: n
    integer(8), intent(inout) :: count
    integer, external :: steps
    real(4), external :: ways
    integer :: i
    do i = 1, n
      x(i) = x(i) / 2 + ways (mod (i, 8), x) / 4
      count = count + steps (i * 2)
    end do
  end subroutine
  subroutine run (sum)
    integer(8), intent(inout) :: sum
    integer(8) :: count
    integer :: i
    count = 0
    do i = 1, 4
      call all (x, i * 2 / 4, count)
    end do
    sum = count
  end subroutine
end module
