#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Where a profile cannot be written there is none, whole or in part, and the
# program does not notice.

. "${srcdir:-.}/run-lib.sh"
expected=$("$bin/triad" 50)
rm -f memlb-*

# quiet WHAT: the run that wrote out and err was undisturbed.
quiet ()
{
  test $status -eq 0 || fail "$1: exit status $status"
  test "$(cat out)" = "$expected" || fail "$1: output $(cat out)"
  test ! -s err || fail "$1: $(cat err)"
}

# A file-size limit, as a full disk: SIGXFSZ ignored, so that write fails.
mkdir limit
(trap '' XFSZ; ulimit -f 0; cd limit
 "$bin/triad" 50 2> /dev/null | cat > /dev/null)
ls -A limit | grep . && fail "part of a profile is left"

# A disk that is full indeed, where this may be mounted.
mkdir full
if mount -t tmpfs -o size=4k tmpfs full 2> /dev/null; then
  head -c 65536 /dev/zero > full/fill 2> /dev/null
  MEMLB_OUTPUT=full/p.xml "$bin/triad" 50 > out 2> err
  status=$?
  quiet "full disk"
  test "$(ls -A full)" = fill || fail "full disk: left $(ls -A full)"
  MEMLB_VERBOSE=1 MEMLB_OUTPUT=full/p.xml "$bin/triad" 50 > out 2> err
  test "$(wc -l < err)" -eq 1 || fail "full disk: said $(cat err)"
  umount full
fi

# A folder that cannot be written, for those whom that stops.
mkdir read-only
if mount -t tmpfs -o ro tmpfs read-only 2> /dev/null; then
  MEMLB_OUTPUT=read-only/p.xml "$bin/triad" 50 > out 2> err
  status=$?
  quiet "read-only folder"
  umount read-only
fi
MEMLB_OUTPUT=/proc/none/p.xml "$bin/triad" 50 > out 2> err
status=$?
quiet "impossible folder"

# Standard output and standard error closed: no descriptor is mistaken.
MEMLB_VERBOSE=2 MEMLB_OUTPUT=closed.xml "$bin/triad" 50 >&- 2>&- <&-
well_formed closed.xml

# Whoever waits for the profile is told.
MEMLB_RUN_ID=1f MEMLB_OUTPUT=/proc/none/p.xml "$bin/triad" 50 > out 2> err
grep -q '^memlb: /proc/none/p.xml: .*; is there room' err \
  || fail "impossible folder: said $(cat err)"

# One line when asked for, and what timing costs is known.
MEMLB_VERBOSE=1 MEMLB_OUTPUT=said.xml MEMLB_MODE=torture \
  "$bin/triad" 50 > out 2> err
grep -qE '^memlb: said.xml: 1 nests, 1 entered, 4[0-9] bound runs, 0 aborted$' \
  err || fail "said $(cat err)"
grep -q ' cost-cycles="[1-9]' said.xml || fail "timing costs nothing?"
exit $failed
