#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lapack.sh: reference BLAS and LAPACK with their own test drivers, compiled
# plainly and with memlb; what the drivers print must be the same, times
# aside.

. "$srcdir/torture-lib.sh"

# libraries DIR FC OPTIONS: unpack and compile the libraries.
libraries ()
{
  rm -rf "$1" && cp -a source "$1" \
    && cp "$1/make.inc.example" "$1/make.inc" \
    && make -C "$1" -j"$TORTURE_JOBS" FC="$2" FFLAGS="$3 -frecursive" \
	 blaslib lapacklib tmglib
}

# drivers DIR FC OPTIONS: compile and run the test drivers.
drivers ()
{
  ulimit -s unlimited 2>/dev/null || :
  make -C "$1" FC="$2" FFLAGS="$3 -frecursive" blas_testing \
    && make -C "$1/TESTING" -j"$TORTURE_JOBS" FC="$2" \
	 FFLAGS="$3 -frecursive"
}

# printed DIR: what the drivers printed, without times.
printed ()
{
  (cd "$1" && find BLAS TESTING -name '*.out' | LC_ALL=C sort \
     | while read -r file; do
	 echo "== $file"
	 grep -a -v -i -e 'time' -e 'seconds' "$file"
       done)
}

# text DIR: bytes of code in the libraries.
text ()
{
  size "$1"/lib*.a 2>/dev/null | awk 'NR > 1 { n += $1 } END { print n + 0 }'
}

try ()
{
  plain=$plugin-$2 with=with-$2
  step "$plain.libraries" "plain $1: libraries" \
    libraries "$plain" "$MEMLB_FC" "$1" || return
  step "$plain.drivers" "plain $1: drivers" \
    drivers "$plain" "$MEMLB_FC" "$1" || return
  step "$with.libraries" "memlb $1: libraries" \
    libraries "$with" memlb-gfortran "$1" || return
  step "$with.drivers" "memlb $1: drivers" \
    in_torture "$with" drivers "$with" memlb-gfortran "$1" || return
  printed "$plain" > "$plain.printed"
  printed "$with" > "$with.printed"
  test -s "$plain.printed" || fail "$1: the drivers printed nothing"
  cmp -s "$plain.printed" "$with.printed" || {
    fail "$1: the drivers print something else (first differences)"
    diff "$plain.printed" "$with.printed" | head -n 20
  }
  echo "memlb $1: $(wc -l < "$with.printed") lines compared," \
       "text $(text "$with") bytes, plain $(text "$plain")"
  nest_totals "$with"/profiles/*.xml
}

main "$@"
command -v "$MEMLB_FC" > /dev/null || skip "no $MEMLB_FC"
use_folder lapack
fetch_source lapack
each_option try
finish
