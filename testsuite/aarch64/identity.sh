#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# identity.sh: with memlb, functions have the plain build's instructions, and
# bound copies those of their originals; see identity.py.
. "$srcdir/cross-lib.sh"
use_build
command -v python3 > /dev/null || { echo "SKIP: no python3"; exit 77; }

total_copies=0
for source in "$srcdir/nests.c" "$abs_top_srcdir"/examples/cg.c \
	      "$abs_top_srcdir"/examples/shallow.f90 \
	      "$abs_top_srcdir"/examples/particles.cc; do
  driver=$(compiler "$source")
  for flags in "-O1" "-O2" "-O3" "-O3 -fPIC -funroll-loops"; do
    $driver $flags -w -S -dp -frandom-seed=1 -o plain.s "$source" \
      && $driver $flags -w -S -dp -frandom-seed=1 -fchecking=2 \
	   -fplugin="$plugin" -o memlb.s "$source" \
      || { fail "$source $flags: does not compile"; continue; }
    result=$(python3 "$srcdir/identity.py" plain.s memlb.s)
    test $? -eq 0 || fail "$(basename "$source") $flags"
    printf '%s %s: %s\n' "$(basename "$source")" "$flags" "$result"
    copies=$(echo "$result" | sed -n 's/.* \([0-9]*\) bound copies/\1/p')
    total_copies=$((total_copies + copies))
  done
done
test "$total_copies" -ge 100 || fail "$total_copies copies only"
exit $failed
