#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# refused.sh: what there is not on this processor is said, and nests of all
# kinds of addresses are copied, run and counted.
. "$srcdir/cross-lib.sh"
use_build
explain=-fplugin-arg-memlb-explain

$CROSS_GCC -fplugin="$plugin" $explain -O3 -S -o refused.s \
  "$srcdir/refused.c" 2> notes || fail "refused.c does not compile"
grep -q 'not copied: vector-length' notes || fail "vectors of SVE: $(cat notes)"
test "$(grep -c 'nest of depth 1 copied' notes)" -eq 1 \
  || fail "without SVE: $(cat notes)"

for what in procedures calls; do
  $CROSS_GCC -fplugin="$plugin" -fplugin-arg-memlb-copies=bound,count,$what \
    -O2 -S -o refused.s "$srcdir/refused.c" 2> notes \
    || fail "copies=$what does not compile"
  grep -q "copies=$what.* is not there for this processor" notes \
    || fail "copies=$what: $(cat notes)"
done
$CROSS_GCC -mabi=ilp32 -fplugin="$plugin" -O2 -S -o refused.s \
  "$srcdir/refused.c" 2> notes
grep -q 'no copies are made' notes || fail "ilp32: $(cat notes)"

for flags in "-O1" "-O2 -g" "-O3 -funroll-loops" "-O2 -fPIC -pie -static-pie"; do
  $CROSS_GCC -fplugin="$plugin" $explain $flags -S -o nests.s \
    "$srcdir/nests.c" 2> notes
  # Those in main that call, and structures of two numbers: st2 takes no
  # displacement.
  grep 'not copied' notes | grep -v 'not copied: call ' \
    | grep -v 'not copied: store .*at .*nests.c:\(57\|138\))' \
    && fail "$flags: refused"
  plain nests.plain "$srcdir/nests.c" $flags \
    && instrumented nests "$srcdir/nests.c" $flags \
    || { fail "$flags: does not compile"; continue; }
  run ./nests.plain > plain.out || exit 99
  for mode in torture count bound,count; do
    rm -f nests.xml
    MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=nests.xml \
      run ./nests > out || fail "$flags, $mode: exit status $?"
    cmp plain.out out || fail "$flags, $mode: other output"
    test "$mode" = count || echo "$flags, $mode: $(total bound-runs nests.xml)" \
      "bound runs, $(total registers-differ nests.xml) registers differ"
  done
done
exit $failed
