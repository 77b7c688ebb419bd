#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Faults in copies and signals everywhere: what the program prints is the
# same with every mode.  Environment: MEMLB_TEST_TIMES, repetitions of each
# case, 20 by default; `make check-faults' takes 1,000.

. "${srcdir:-.}/run-lib.sh"
times=${MEMLB_TEST_TIMES:-20}

# same NAME PROGRAM ARGS...: run it in all modes.
same ()
{
  name=$1
  shift
  MEMLB_MODE=off timeout 300 "$@" > $name.off 2>&1 \
    || { fail "$name fails without copies: $(cat $name.off)"; return; }
  for mode in torture bound time; do
    MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$name.$mode.xml \
      timeout 600 "$@" > $name.$mode 2>&1
    status=$?
    test $status -eq 0 \
      || fail "$name, mode $mode: exit status $status: $(cat $name.$mode)"
    cmp $name.off $name.$mode || fail "$name, mode $mode: $(cat $name.$mode)"
    # Where the program forks, its children have profiles too.
    well_formed $name.$mode*.xml
    runs=$(sed -n 's/.*n="bound-runs" v="\([0-9]*\)".*/\1/p' \
	     $name.$mode*.xml | head -n 1)
    echo "$name, mode $mode: ${runs:-0} bound runs of the first loop"
  done
}

for name in $("$bin/faults"); do
  same "$name" "$bin/faults" "$name" "$times"
  grep -q 'n="bound-runs"' $name.torture*.xml || fail "$name: no copy has run"
done
same dlopen "$bin/faults-dlopen" "$bin/libkit.so" "$times"
exit $failed
