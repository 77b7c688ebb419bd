#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# qd.sh: the QD library, double-double and quad-double arithmetic in C++ with
# a Fortran interface, and its own tests, compiled plainly and with memlb.
# What the tests print, to 62 digits, and their exit statuses must be the
# same, times aside.

. "$srcdir/torture-lib.sh"

# The tests; quadt_test goes without its quad-double half, of half a minute.
programs='qd_test c_test f_test pslq_test quadt_test huge'

# build DIR CC CXX FC OPTIONS: its arithmetic wants products rounded.
build ()
{
  set -- "$1" "$2" "$3" "$4" "$5 -ffp-contract=off"
  rm -rf "$1" && cp -a source "$1" && cd "$1" \
    && ./configure --disable-shared --enable-fortran CC="$2" CXX="$3" \
	 FC="$4" CFLAGS="$5" CXXFLAGS="$5" FCFLAGS="$5" FFLAGS="$5" \
    || return
  for folder in src fortran; do
    make -C "$folder" -j"$TORTURE_JOBS" || return
  done
  make -C tests -j"$TORTURE_JOBS" $programs
}

# arguments PROGRAM
arguments ()
{
  case $1 in
    qd_test) echo -v ;;
    pslq_test) echo -all -v ;;
    quadt_test) echo -d -dd ;;
  esac
}

# run DIR: the tests, each one's output and exit status beside it; `huge',
# which QD does not count among its checks, fails by itself.
run ()
{
  cd "$1/tests" || return
  for program in $programs; do
    ./"$program" $(arguments "$program") > "$program.printed" 2>&1
    status=$?
    echo "exit status $status" >> "$program.printed"
    test "$status" -eq 0 || test "$program" = huge \
      || { echo "$program: exit status $status"; return 1; }
  done
}

# printed DIR: what the tests printed, without times.
printed ()
{
  for program in $programs; do
    echo "== $program"
    grep -a -v -i -e 'time' -e 'seconds' "$1/tests/$program.printed"
  done
}

try ()
{
  plain=$plugin-$2 with=with-$plugin-$2
  step "$plain.build" "plain $1: build" \
    build "$plain" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" "$1" || return
  step "$plain.run" "plain $1: tests" run "$plain" || return
  step "$with.build" "memlb $1: build" \
    build "$with" memlb-gcc memlb-g++ memlb-gfortran "$1" || return
  step "$with.run" "memlb $1: tests" in_torture "$with" run "$with" || return
  printed "$plain" > "$plain.printed"
  printed "$with" > "$with.printed"
  test "$(wc -l < "$plain.printed")" -gt 100 \
    || fail "$1: the tests printed next to nothing"
  cmp -s "$plain.printed" "$with.printed" || {
    fail "$1: the tests print something else (first differences)"
    diff "$plain.printed" "$with.printed" | head -n 20
  }
  echo "memlb $1: $(wc -l < "$with.printed") lines compared"
  nest_totals "$with"/profiles/*.xml
}

main "$@"
for compiler in "$MEMLB_CXX" "$MEMLB_FC"; do
  command -v "$compiler" > /dev/null || skip "no $compiler"
done
use_folder qd
fetch_source qd
each_option try
finish
