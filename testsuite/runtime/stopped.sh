#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Time in which the program does not run is no nest's time: the nests of a
# program that is stopped again and again take no more than its CPU time.

. "${srcdir:-.}/run-lib.sh"

# attribute ELEMENT NAME: NAME of the first ELEMENT in p.xml.
attribute ()
{
  sed -n "s/.*<$1 [^>]* $2=\"\\([0-9.e+-]*\\)\".*/\\1/p" p.xml | head -n 1
}

for mode in time bound; do
  rm -f p.xml
  MEMLB_MODE=$mode MEMLB_OUTPUT=p.xml "$bin/triad" 100000 5000 > out &
  pid=$!
  for i in 1 2 3 4; do
    sleep 0.05
    kill -STOP $pid 2> /dev/null || break
    sleep 0.3
    kill -CONT $pid
  done
  wait $pid || fail "mode $mode: status $?"
  well_formed p.xml
  nest=$(attribute loop time) program=$(attribute program time)
  echo "mode $mode: nest $nest s of $program s"
  awk -v nest="$nest" -v program="$program" \
    'BEGIN { exit !(nest > 0 && nest <= 1.02 * program) }' \
    || fail "mode $mode: the nest has $nest s of the program's $program s"
done
exit $failed
