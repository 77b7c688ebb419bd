#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# However the program dies: it dies as without memlb, by the same signal,
# with a core dump where it would have left one, and a whole profile says so.

. "${srcdir:-.}/run-lib.sh"
ulimit -c unlimited 2> /dev/null
rm -f ./*.xml core*

# dies WAY EXPECTED-IN-PROFILE [then]: compare with the run without memlb.
# EXPECTED is `complete' of the profile and `ended', or none.
dies ()
{
  way=$1 expected=$2
  shift 2
  MEMLB_MODE=off "$bin/status" "$bin/dying" "$way" "$@" > plain 2>&1
  for mode in bound torture time; do
    rm -f ./*.xml .memlb*
    MEMLB_MODE=$mode MEMLB_OUTPUT=$way.xml \
      "$bin/status" "$bin/dying" "$way" "$@" > got 2>&1
    cmp -s plain got \
      || fail "$way $* in mode $mode: $(cat got), not $(cat plain)"
    test -z "$(find . -name '.memlb*')" || fail "$way: half a profile is left"
    if test "$expected" = none; then
      test -z "$(find . -name '*.xml')" || fail "$way: a profile"
      continue
    fi
    well_formed "$way.xml"
    is=$(sed -n 's/^<memlb .*complete="\([a-z]*\)"\( ended="\(.*\)"\)* mode.*/\1 \3/p' "$way.xml")
    test "$is" = "$expected" || fail "$way $* in mode $mode: '$is' in the profile"
    test -n "$*" || grep -q '<loop id="kit@kit.c:20".* entries="[1-9]' "$way.xml" \
      || fail "$way: no counts in the profile"
  done
  rm -f core*
}

dies segv "no SIGSEGV"
dies fpe "no SIGFPE"
dies ill "no SIGILL"
dies bus "no SIGBUS"
dies trap "no SIGTRAP"
dies abort "no SIGABRT"
for sig in 1:HUP 2:INT 3:QUIT 6:ABRT 10:USR1 11:SEGV 13:PIPE 15:TERM 24:XCPU \
  26:VTALRM 31:SYS; do
  dies raise-${sig%:*} "no SIG${sig#*:}"
done
for sig in 9 34 40; do
  dies raise-$sig none
done
dies xcpu "no SIGXCPU"
dies small-stack "no SIGTERM"
dies handler "yes "
dies handler-dies "no SIGTERM"
dies ignored "yes "
dies _exit "yes "
dies _Exit "yes "
dies quick_exit "yes "
dies traps "yes "

# While another thread runs nests.
dies segv "no SIGSEGV" then
dies raise-15 "no SIGTERM" then
dies abort "no SIGABRT" then
dies _exit "yes " then

# No profile where the stack is gone (the kernel kills), where the writer
# itself would fault or no file may grow; and the same end.
dies overflow none
dies damage none
dies no-room none
dies no-room-dies none

# The dump is not much larger, where it is a file here.
if test "$(cat /proc/sys/kernel/core_pattern)" = core; then
  MEMLB_MODE=off "$bin/status" "$bin/dying" segv > got && mv core plain.core \
    && "$bin/status" "$bin/dying" segv > got && test -s core \
    && test "$(wc -c < core)" -gt $(($(wc -c < plain.core) + 4000000)) \
    && fail "the core dump has $(wc -c < core) bytes"
  rm -f core plain.core
fi

# Signals that come from outside, at any moment.
i=0
while test $i -lt 20; do
  rm -f ./*.xml got
  MEMLB_OUTPUT=out.xml MEMLB_BUDGET=unlimited "$bin/dying" loop > got &
  pid=$!
  until test -s got; do sleep 0.01; done
  kill -TERM $pid
  wait $pid 2> /dev/null
  test $? -eq 143 || fail "status after SIGTERM is not 143"
  well_formed out.xml
  i=$((i + 1))
done
exit $failed
