#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# identity.sh: with memlb, functions have the plain build's instructions, and
# bound copies those of their originals; see identity.py.  The sources are those
# of ../identity, of most every CROSS_EVERYth.
. "$srcdir/cross-lib.sh"
: "${CROSS_EVERY:=4}" "${CROSS_JOBS:=2}"
command -v python3 > /dev/null || { echo "SKIP: no python3"; exit 77; }

# one SOURCE FLAGS: compare; prints the result, with FAIL if it is a bad one.
one ()
{
  work=$(mktemp -d "$PWD/work.XXXXXX") && cd "$work" || exit 99
  set -- "$1" "$2" "$(compiler "$1")" "$(basename "$1") $2"
  if ! $3 $2 -w -S -dp -frandom-seed=1 -o plain.s "$1" 2> log; then
    result="not compiled: $(grep error: log | head -n 1)"
  elif ! $3 $2 -w -S -dp -frandom-seed=1 -fchecking=2 -fplugin="$plugin" \
	   -o memlb.s "$1" 2> log; then
    result="FAIL: does not compile: $(cat log)"
  else
    result=$(python3 "$srcdir/identity.py" plain.s memlb.s) \
      || result="FAIL: $result"
  fi
  echo "$4: $result"
  rm -rf "$work"
}

if test "${1-}" = --one; then
  one "$2" "$3"
  exit
fi
use_build
export plugin srcdir

{
  for flags in "-O1" "-O2" "-O3" "-O3 -fPIC -funroll-loops"; do
    for source in "$srcdir/nests.c" "$abs_top_srcdir"/examples/cg.c \
		  "$abs_top_srcdir"/examples/shallow.f90 \
		  "$abs_top_srcdir"/examples/particles.cc; do
      echo "$source|$flags"
    done
  done
  i=0
  for source in "$abs_top_srcdir"/bench/kernels/*.c* \
		"$abs_top_srcdir"/bench/kernels/*.f90 \
		"$abs_top_srcdir"/examples/*.[cf]* \
		"$abs_top_srcdir"/testsuite/plugin/*.[cf]*; do
    i=$((i + 1))
    test $((i % CROSS_EVERY)) -ne 0 || echo "$source|-O$((i / CROSS_EVERY % 2 + 2))"
  done
} | tr '|\n' '\0\0' | xargs -0 -n 2 -P "$CROSS_JOBS" sh "$srcdir/identity.sh" --one \
  > results || fail "a comparison broke off"
cat results
grep FAIL results && failed=1
copies=$(sed -n 's/.* \([0-9]*\) bound copies$/\1/p' results \
	 | awk '{ sum += $1 } END { print sum + 0 }')
echo "$(grep -c functions, results) files compared, $copies bound copies"
test "$copies" -ge 100 || fail "$copies copies only"
exit $failed
