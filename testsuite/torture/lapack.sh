#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lapack.sh: reference BLAS and LAPACK with their own test drivers, compiled
# plainly and with memlb; what the drivers print must be the same, times
# aside.
#
# LAPACK_PART says how much: blas (the default; minutes), or with LAPACK the
# routines of one type: single, double, complex, complex16 (a quarter of an
# hour each), or all of them.

. "$srcdir/torture-lib.sh"
: "${LAPACK_PART:=blas}"
export LAPACK_PART

# make_in FOLDER FC OPTIONS ARGS...
make_in ()
{
  folder=$1 fc=$2 options=$3
  shift 3
  make -C "$folder" FC="$fc" FFLAGS="$options -frecursive" "$@"
}

# libraries DIR FC OPTIONS: unpack and compile the libraries.
libraries ()
{
  rm -rf "$1" && cp -a source "$1" \
    && cp "$1/make.inc.example" "$1/make.inc" \
    && make_in "$@" -j"$TORTURE_JOBS" blaslib || return
  test "$LAPACK_PART" != blas || return 0
  for folder in SRC TESTING/MATGEN; do
    make_in "$1/$folder" "$2" "$3" -j"$TORTURE_JOBS" "$LAPACK_PART" || return
  done
}

# drivers DIR FC OPTIONS: compile and run the test drivers.
drivers ()
{
  ulimit -s unlimited 2>/dev/null || :
  make_in "$@" blas_testing || return
  test "$LAPACK_PART" != blas || return 0
  make_in "$1/TESTING" "$2" "$3" -j"$TORTURE_JOBS" "$LAPACK_PART"
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
  plain=$plugin-$LAPACK_PART$2 with=with-$LAPACK_PART$2
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
  echo "memlb $1, $LAPACK_PART: $(wc -l < "$with.printed") lines compared," \
       "text $(text "$with") bytes, plain $(text "$plain")"
  nest_totals "$with"/profiles/*.xml
}

main "$@"
case $LAPACK_PART in
  blas | single | double | complex | complex16 | all) ;;
  *) echo "LAPACK_PART=$LAPACK_PART: no such part"; exit 99 ;;
esac
command -v "$MEMLB_FC" > /dev/null || skip "no $MEMLB_FC"
use_folder lapack
fetch_source lapack
each_option try
finish
