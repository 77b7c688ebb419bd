#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# options.sh: one program under the options that change code near the copies;
# the same output with and without memlb, a bound run on every entry.
. "$srcdir/e2e-lib.sh"

# try FLAGS SOURCE EXTRA ARGS...
try ()
{
  flags=$1 source=$examples/$2 extra=$3
  shift 3
  must $(plain_of "$source") $flags "$source" -o plain $extra || return
  must $(wrapper_of "$source") $flags "$source" -o with $extra || return
  ./plain "$@" > plain.out 2>&1
  rm -f memlb-*.xml
  MEMLB_MODE=torture timeout 120 ./with "$@" > with.out 2>&1
  status=$?
  test "$status" -eq 0 || fail "$flags $source: exit status $status"
  cmp -s plain.out with.out \
    || { fail "$flags $source: output differs"; diff plain.out with.out; }
  must memlb check memlb-with.*.xml
}

use_gcc gcc
for flags in -O1 -Os -Ofast '-O2 -g' '-O2 -fPIC -pie' '-O2 -fno-pie -no-pie' \
  '-O2 -static' '-O2 -fcf-protection=full' '-O3 -fstack-protector-all' \
  '-O2 -fno-omit-frame-pointer' '-O2 -fexceptions -fnon-call-exceptions' \
  '-O2 -mcmodel=medium' '-O2 -mcmodel=large' '-O2 -mno-red-zone' \
  '-O3 -mavx2 -mfma' '-O3 -march=native -mprefer-vector-width=512' \
  '-O2 -flto' '-O3 -funroll-loops' '-O0'; do
  echo "== $flags"
  before=$failures
  try "$flags" cg.c '' 10 9 8 20
  try "$flags" particles.cc '' 16 2 5
  case $flags in
    *-mcmodel=*) ;;		# libgfortran is not built for these
    *) try "$flags" shallow.f90 '' 20 12 20 ;;
  esac
  test "$failures" -eq "$before" || echo "   in: $flags"
done
finish
