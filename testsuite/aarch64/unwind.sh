#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# unwind.sh: backtraces from copies, stubs and the runtime reach main, and
# exceptions pass.  With CROSS_ONE_INSN=-singlestep (later: -one-insn-per-tb)
# signals may come between any two instructions, which takes long.
. "$srcdir/cross-lib.sh"
use_build
: "${CROSS_ALARMS:=40}" "${CROSS_ONE_INSN:=}"

for flags in "-O2" "-O1 -fPIC -fno-omit-frame-pointer"; do
  plain unwind.plain "$srcdir/unwind.cc" $flags -fnon-call-exceptions \
    && instrumented unwind "$srcdir/unwind.cc" $flags -fnon-call-exceptions \
    || { fail "$flags: does not compile"; continue; }
  run ./unwind.plain 1 > plain.out || fail "$flags: the plain program"
  for mode in torture count time off; do
    rm -f unwind.xml
    MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=unwind.xml \
      run $CROSS_ONE_INSN ./unwind "$CROSS_ALARMS" > out \
      || fail "$flags, $mode: exit status $?"
    cmp plain.out out || { fail "$flags, $mode: other output"; cat out; }
    test $mode = torture || continue
    runs=$(total bound-runs unwind.xml)
    echo "$flags: $runs bound runs, $(total aborts-fault unwind.xml) faults"
    test "$runs" -gt 0 || fail "$flags: no bound runs"
  done
done

# What is called on another stack, seldom met by a timer's signal.
if "$(compiler aside.cc)" -O2 -Wall -Wextra "$srcdir/aside.cc" -o aside \
     "$runtime"; then
  run ./aside || fail "mrt_aside: exit status $?"
else
  fail "mrt_aside: does not compile"
fi
exit $failed
