#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ends.sh: Fortran programs with threads that are killed, fault, stop with an
# error: status and words are those of the plain build, the profile is whole,
# says how it ended, and so does the report.
. "$srcdir/e2e-lib.sh"

cat > ends.f90 <<'END'
program ends
  use iso_c_binding
  implicit none
  interface
    function raise (sig) bind (c)
      import
      integer (c_int), value :: sig
      integer (c_int) :: raise
    end function
  end interface
  real :: a(100000) = 1, b(100000) = 2
  integer :: i, k, way
  character (8) :: arg
  call get_command_argument (1, arg)
  read (arg, *) way
  do k = 1, 40
    !$omp parallel do
    do i = 1, 100000	! hot: update
      a(i) = a(i) + 0.5 * b(i)
    end do
  end do
  print *, sum (a)
  flush (6)
  if (way > 0) i = raise (int (way, c_int))
  if (way == -1) error stop 3
  if (way == -2) stop 4
end program
END

for flags in "-O2 -fopenmp" "-O2"; do
  must gfortran $flags ends.f90 -o plain || finish
  must memlb-gfortran $flags ends.f90 -o ends || finish
  for way in 0 15 11 8 6 2 -1 -2; do
    # Addresses in the words of a backtrace differ.
    ./plain $way > want 2> plain.err
    wanted=$?
    rm -f p.xml
    MEMLB_OUTPUT=p.xml ./ends $way > out 2> err
    status=$?
    what="$flags, end $way"
    test $status -eq $wanted || fail "$what: status $status, not $wanted"
    cmp want out || fail "$what: output"
    test "$(sed -n 1,2p err)" = "$(sed -n 1,2p plain.err)" \
      || fail "$what: said $(sed -n 1,2p err)"
    must memlb check p.xml
    has_hot p.xml ends.f90 update
    case $way in
      15) says="not complete: ended by SIGTERM" ;;
      11) says="not complete: ended by SIGSEGV" ;;
      8) says="not complete: ended by SIGFPE" ;;
      6) says="not complete: ended by SIGABRT" ;;
      2) says="not complete: ended by SIGINT" ;;
      *) says= ;;
    esac
    memlb report p.xml > report
    if test -n "$says"; then
      grep -q "^$says;" report || { fail "$what: the report"; cat report; }
    elif grep "not complete" report; then
      fail "$what: the report says not complete"
    fi
  done
done
finish
