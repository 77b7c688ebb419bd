#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The conditions of a run stand in its profile, as the kernel tells them.

. "${srcdir:-.}/run-lib.sh"

# attribute ELEMENT NAME FILE
attribute ()
{
  sed -n "s/.*<$1 [^>]*\b$2=\"\([^\"]*\)\".*/\1/p" "$3"
}

# equal WHAT GOT WANTED
equal ()
{
  test "$2" = "$3" || fail "$1 is $2, not $3"
}

MEMLB_OUTPUT=free.xml "$bin/triad" 50 > out
well_formed free.xml
equal "number of processors" "$(attribute affinity n free.xml)" "$(nproc)"
if command -v taskset > /dev/null; then
  equal "affinity" "$(attribute affinity cpus free.xml)" \
    "$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status)"
  one=$(attribute affinity cpus free.xml | sed 's/[-,].*//')
  MEMLB_OUTPUT=bound.xml taskset -c "$one" "$bin/triad" 50 > out
  well_formed bound.xml
  equal "affinity of a bound program" "$(attribute affinity cpus bound.xml)" \
    "$one"
  equal "its cores" "$(attribute affinity cores bound.xml)" 1
  equal "all processors" "$(attribute cpu cores bound.xml)" \
    "$(attribute cpu cores free.xml)"
fi
if test -r /proc/self/schedstat; then
  for name in threads run wait preempted; do
    test -n "$(attribute waiting $name free.xml)" || fail "no $name"
  done
  test ! -f bound.xml || equal "bound threads" \
    "$(attribute waiting bound bound.xml)" 1
fi
test ! -r /proc/loadavg || test -n "$(attribute load start free.xml)" \
  || fail "no load"
test ! -r /sys/devices/system/clocksource/clocksource0/current_clocksource \
  || equal "the kernel's clock" "$(attribute clock kernel free.xml)" \
	"$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource)"
governor=/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
test ! -r $governor \
  || equal "governor" "$(attribute frequency governor free.xml)" \
	"$(cat $governor)"

# Threads that are there at the end are told apart from those that idle.
MEMLB_OUTPUT=threads.xml "$bin/waiting" > out || fail "waiting fails"
well_formed threads.xml
if test -r /proc/self/schedstat; then
  equal "busy threads" "$(attribute waiting threads threads.xml)" 2
  equal "bound threads" "$(attribute waiting bound threads.xml)" 2
  equal "threads sharing a processor" \
    "$(attribute waiting sharing threads.xml)" 2
fi
exit $failed
