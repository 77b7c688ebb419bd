#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# link-error.sh: an object with copies, linked without the runtime, gives an
# error that says what to do.
. "$srcdir/e2e-lib.sh"

must memlb-gcc -O2 -c "$examples/cg.c" -o cg.o || finish
if gcc cg.o -o cg 2> link.err; then
  fail "links without the runtime"
elif ! grep -q -e '-lmemlb' link.err; then
  fail "the error does not name -lmemlb"
  cat link.err
fi
flags=$(memlb flags) || fail "memlb flags"
echo "memlb flags: $flags"
must gcc cg.o -o cg -L"$(dirname "$(find "$stage" -name libmemlb.so)")" \
  -lmemlb
finish
