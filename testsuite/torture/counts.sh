#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# counts.sh: the counts of all blocks of all functions of programs of GCC's
# gcc.c-torture/execute, against callgrind's of each instruction.
#
# A test that the plain compiler passes must pass when it is counted, and each
# block must have been executed as often as callgrind says of its instructions
# in the original; the profile's instructions of a function are their sum.
# The sources come from Debian's package gcc-12-source.  Environment:
#   COUNTS_EVERY=N	take every Nth test (default 240; make check-long: 7)
#   TORTURE_GCC=GCC	the compiler (default gcc)
#   TORTURE_OPTS	sets of options, separated by semicolons
#   TORTURE_JOBS	tests at a time (default 2)
#   MEMLB_TEST_SECONDS	start no test after so many seconds
set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${COUNTS_EVERY:=240}" "${TORTURE_GCC:=gcc}" "${TORTURE_JOBS:=2}"
: "${TORTURE_OPTS:=-O2;-O3}" "${MEMLB_TEST_SECONDS:=3000}"
MEMLB_CC=$TORTURE_GCC
export MEMLB_CC

# one TEST: compile, count, compare; prints nothing but what differs.
one ()
{
  test "$(date +%s)" -lt "$C_DEADLINE" || exit 0
  work=$C_WORK/$(echo "$1" | tr '/' '_')
  mkdir -p "$work" && cd "$work" || exit 99
  set -- "$C_SOURCES/$1" $C_OPTIONS -march=x86-64-v3 -no-pie -w
  "$MEMLB_CC" "$@" -o plain -lm > plain.log 2>&1 || return 0
  timeout 20 ./plain > plain.out 2>&1 < /dev/null || return 0
  if ! memlb-gcc -fchecking=2 -fplugin-arg-memlb-copies=bound,count,procedures \
	 "$@" -o with -lm > with.log 2>&1; then
    echo "FAIL $1: does not compile" > result
    tail -n 5 with.log >> result
    return
  fi
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml timeout 60 ./with > with.out 2>&1 \
    < /dev/null
  status=$?
  if test "$status" -ne 0; then
    echo "FAIL $1: exit status $status when counted" > result
    return
  fi
  cmp -s plain.out with.out || { echo "FAIL $1: output differs" > result
				 return; }
  MEMLB_MODE=off timeout 300 valgrind -q --tool=callgrind --dump-instr=yes \
    --compress-pos=no --compress-strings=no --callgrind-out-file=cg.out ./with \
    > cg.log 2>&1 < /dev/null || return 0
  test -s count.xml || return 0
  memlb check count.xml > check.log 2>&1 || { echo "FAIL $1: invalid" > result
					      return; }
  python3 "$abs_top_srcdir/testsuite/e2e/compare-counts.py" count.xml cg.out \
    with > compare.log 2>&1 || sed "s,^,FAIL $1: ," compare.log > result
  tail -n 1 compare.log > sum
  rm -f plain with cg.out count.xml
}

if test "${1-}" = --one; then
  one "$2"
  exit
fi

tarball=$(gcc_tarball)
test -n "$tarball" \
  || { echo "SKIP: no GCC sources; install gcc-12-source (Debian's name)"
       exit 77; }
command -v valgrind > /dev/null || { echo "SKIP: no valgrind here"; exit 77; }
grep -q -w avx2 /proc/cpuinfo || { echo "SKIP: no x86-64-v3 here"; exit 77; }

base=$PWD/counts
C_SOURCES=$base/execute
if test ! -f "$C_SOURCES/.complete"; then
  rm -rf "$C_SOURCES" && mkdir -p "$base" || exit 99
  tar xJf "$tarball" -C "$base" --strip-components=4 --wildcards \
    '*/gcc/testsuite/gcc.c-torture/execute' || exit 99
  touch "$C_SOURCES/.complete"
fi
# Left out: return-addr.c prints what follows from where its code lies.
(cd "$C_SOURCES" && ls ./*.c ieee/*.c) | sed 's,^\./,,' | LC_ALL=C sort \
  | awk -v every="$COUNTS_EVERY" 'NR % every == 1 % every' \
  | grep -v -x -e return-addr.c > "$base/list"

end=$(($(date +%s) + MEMLB_TEST_SECONDS))
C_WORK=$base/work
export C_SOURCES C_WORK abs_top_srcdir abs_top_builddir
saved=$IFS
IFS=';'
failed=0
set -- $TORTURE_OPTS
IFS=$saved
for options do
  # Each set has its share of what is left of the time.
  now=$(date +%s)
  C_DEADLINE=$((now + (end > now ? (end - now + $# - 1) / $# : 1)))
  export C_DEADLINE
  shift
  C_OPTIONS=$options
  export C_OPTIONS
  rm -rf "$C_WORK" && mkdir -p "$C_WORK" || exit 99
  xargs -P "$TORTURE_JOBS" -n 1 sh "$0" --one < "$base/list"
  find "$C_WORK" -name result -exec cat {} + > "$base/failures"
  find "$C_WORK" -name sum -exec cat {} + \
    | awk -v what="$TORTURE_GCC $options" '
	{ functions += $1; loops += $3; blocks += $5; executed += $7; wrong += $9 }
	END {
	  printf "%s: %d programs, %d functions, %d loops, %d blocks, ", what, \
		 NR, functions, loops, blocks
	  printf "%d executed, %d differ\n", executed, wrong
	  exit !executed || wrong
	}' || failed=1
  if test -s "$base/failures"; then
    cat "$base/failures"
    failed=1
  fi
done
exit "$failed"
