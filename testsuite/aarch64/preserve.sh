#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# preserve.sh: every register survives the stubs, on processors with SVE and
# without, with vectors of 16, 64 and 256 bytes.
. "$srcdir/cross-lib.sh"
use_build

tests=$abs_top_srcdir/testsuite/runtime
$CROSS_GCC -std=gnu11 -O1 -Wall -Wextra -Wno-prio-ctor-dtor -D_GNU_SOURCE \
  -I"$abs_top_srcdir/include" -I"$abs_top_srcdir/runtime" \
  -I"$abs_top_srcdir/runtime/arch/aarch64" -I"$tests" \
  "$srcdir/preserve.c" "$srcdir/preserve-nest.S" "$tests/describe.c" \
  "$runtime" -o preserve || exit 1
for cpu in cortex-a72 max max,sve-default-vector-length=16 \
	   max,sve-default-vector-length=256; do
  for mode in torture bound time count; do
    case $mode in
      time | count) without=x ;;
      *) without= ;;
    esac
    rm -f preserve.xml
    MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=preserve.xml \
      run -cpu $cpu ./preserve $without || fail "$cpu, $mode: exit status $?"
  done
done
exit $failed
