#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A thousand threads.

. "${srcdir:-.}/run-lib.sh"
in_modes threads torture bound time
in_modes threads-static torture bound
for mode in torture bound time; do
  MEMLB_MODE=$mode MEMLB_OUTPUT=live.$mode.xml timeout 120 "$bin/threads" live \
    || fail "threads that are alive at the end: status $?"
  well_formed live.$mode.xml
  # Where the figures of several threads are told, they are in order.
  value ()
  {
    printf '(//loop/m[@n="thread-%s"]/@v)[1]' "$1"
  }
  test "$(xmllint --xpath "not(//loop/m[@n='thread-time-mean']) or
    ($(value time-min) <= 1.000001 * $(value time-mean)
     and $(value time-mean) <= 1.000001 * $(value time-max))" \
    live.$mode.xml)" = true || fail "mode $mode: figures of threads"
done
# Single entries of every loop that was timed, all of them within the run.
for mode in bound time; do
  test "$(xmllint --xpath "count(//entry) > 0 and count(//entry) <= 4200
    and not(//loop[m[@n='timed']/@v > 0][not(entry)])
    and not(//entry[@start + @time > 0.1 + 1.01 * //program/@elapsed])
    and not(//entry[not(@thread > 0)])" $mode.xml)" = true \
    || fail "mode $mode: single entries"
done
# As the run times of Fortran and C++ tell whether there are threads.
nm "$bin/triad-static" | grep -q ' T pthread_key_create$' \
  && fail 'a static program has a part of the threads only'
exit $failed
