#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lapack.sh: reference BLAS and LAPACK with their own test drivers, compiled
# plainly and with memlb; what the drivers print must be the same, times
# aside.
#
# LAPACK_PART says how much: blas (the default; minutes), or with LAPACK the
# routines of the types single, double, complex, complex16, or all of these.
# Some of LAPACK's drivers enter nests hundreds of millions of times, so each
# of their runs is a step: what was done is not done again.

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

# blas DIR FC OPTIONS: unpack, compile the BLAS.
blas ()
{
  rm -rf "$1" && cp -a source "$1" \
    && cp "$1/make.inc.example" "$1/make.inc" \
    && make_in "$@" -j"$TORTURE_JOBS" blaslib
}

# blas_drivers DIR FC OPTIONS: compile and run the BLAS's test drivers.
blas_drivers ()
{
  make_in "$@" blas_testing
}

# programs PART DIR FC OPTIONS: the libraries of one type, and the programs
# that test them.  Complex routines call real ones, which LAPACK's Makefile
# does not all know of.
programs ()
{
  part=$1 dir=$2
  shift 2
  case $part in
    complex) real=single ;;
    complex16) real=double ;;
    *) real= ;;
  esac
  for folder in SRC TESTING/MATGEN; do
    make_in "$dir/$folder" "$@" -j"$TORTURE_JOBS" $real "$part" || return
  done
  # A library of complex routines lacks a real one that they call.
  case $part in
    complex) lacking=slarmm.o ;;
    complex16) lacking=dlarmm.o ;;
    *) lacking= ;;
  esac
  if test -n "$lacking"; then
    make_in "$dir/SRC" "$@" $lacking \
      && ar r "$dir/liblapack.a" "$dir/SRC/$lacking" || return
  fi
  for program in $(outputs "$part" "$dir" program); do
    make_in "$dir/TESTING/${program%/*}" "$@" -j"$TORTURE_JOBS" \
      "${program#*/}" || return
  done
}

# outputs PART DIR [program]: what the drivers of one type write; or which
# programs they are.  Drivers that mix two types are left out.
outputs ()
{
  make -nB -C "$2/TESTING" "$1" "$1proto" 2>/dev/null \
    | sed -n 's,^\./\([A-Z]*/x[a-z]*\) <.*> *\([^ ]*\.out\) .*,\1 \2,p' \
    | grep -v -e 'xlintstds ' -e 'xlintstzc ' \
    | if test $# = 3; then cut -d' ' -f1 | uniq; else cut -d' ' -f2; fi
}

# driver OUTPUT DIR FC OPTIONS: one run of a test program.  make would delete
# the output of one that fails, which the comparison wants.
driver ()
{
  output=$1 dir=$2
  shift 2
  ulimit -s unlimited 2>/dev/null || :
  make_in "$dir/TESTING" "$@" -B -n "$output" 2>/dev/null \
    | sed -n 's/ > .*//; /^\.\/[A-Z]*\/x[a-z]* </p' > "$dir/$output.command"
  test -s "$dir/$output.command" || return
  cd "$dir/TESTING" && sh "../$output.command" > "$output.new" 2>&1
  echo "exit status $?" >> "$output.new"
  mv "$output.new" "$output"
}

# printed FILE...: what drivers printed, without times.
printed ()
{
  for file do
    echo "== $(basename "$file")"
    grep -a -v -i -e 'time' -e 'seconds' "$file"
  done
}

# same WHAT FILE: in both trees FILE says the same.
same ()
{
  printed "$plain/$2" > "$plain/printed"
  printed "$with/$2" > "$with/printed"
  test "$(wc -l < "$plain/printed")" -gt 2 \
    || { fail "$1: printed nothing"; return; }
  case $2 in
    TESTING/*) tail -n 1 "$plain/$2" | grep -q '^exit status 0$' \
		 || { fail "$1: the plain driver fails"; return; } ;;
  esac
  if cmp -s "$plain/printed" "$with/printed"; then
    lines=$((lines + $(wc -l < "$plain/printed") - 1))
  else
    fail "$1: something else is printed (first differences)"
    diff -a "$plain/printed" "$with/printed" | head -n 20
  fi
}

# text DIR: bytes of code in the libraries.
text ()
{
  size "$1"/lib*.a 2>/dev/null | awk 'NR > 1 { n += $1 } END { print n + 0 }'
}

# try_blas OPTIONS
try_blas ()
{
  step "$plain.blas-drivers" "plain $1: BLAS drivers" \
    blas_drivers "$plain" "$MEMLB_FC" "$1" || return
  step "$with.blas-drivers" "memlb $1: BLAS drivers" \
    in_torture "$with/blas" blas_drivers "$with" memlb-gfortran "$1" || return
  for file in "$plain"/BLAS/TESTING/*.out; do
    same "$1, BLAS" "BLAS/TESTING/$(basename "$file")"
  done
  nest_totals "$with"/blas/profiles/*.xml
}

# try_part OPTIONS PART
try_part ()
{
  step "$plain.$2" "plain $1: $2" \
    programs "$2" "$plain" "$MEMLB_FC" "$1" || return
  step "$with.$2" "memlb $1: $2" \
    programs "$2" "$with" memlb-gfortran "$1" || return
  for output in $(outputs "$2" "$plain"); do
    step "$plain.$output" "plain $1: $output" \
      driver "$output" "$plain" "$MEMLB_FC" "$1" || continue
    step "$with.$output" "memlb $1: $output" in_torture "$with/$output" \
      driver "$output" "$with" memlb-gfortran "$1" || continue
    same "$1, $output" "TESTING/$output"
  done
  for output in $(outputs "$2" "$plain"); do
    ls "$with/$output"/profiles/*.xml
  done > "$with/profiles" 2>/dev/null
  nest_totals $(cat "$with/profiles")
}

# try OPTIONS NAME
try ()
{
  plain=$plugin$2 with=with-$plugin$2 lines=0
  step "$plain.blas" "plain $1: BLAS" blas "$plain" "$MEMLB_FC" "$1" || return
  step "$with.blas" "memlb $1: BLAS" blas "$with" memlb-gfortran "$1" || return
  case $LAPACK_PART in
    blas) try_blas "$1" ;;
    all) for part in double single complex complex16; do
	   try_part "$1" $part
	 done ;;
    *) try_part "$1" "$LAPACK_PART" ;;
  esac
  echo "memlb $1, $LAPACK_PART: $lines lines are the same," \
       "text $(text "$with") bytes, plain $(text "$plain")"
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
