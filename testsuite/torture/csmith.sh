#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# csmith.sh: random C programs of csmith's, compiled plainly and with memlb;
# the checksums of their variables that they print must be equal.
# differential-lib.sh describes the variables that say how many, and which.

. "$srcdir/differential-lib.sh"

# What csmith is told, beside the seed: programs of several sizes.  Volatile
# variables would keep most loops from being copied: one shape has them.
shape_of ()
{
  plain='--no-volatiles --no-volatile-pointers'
  set -- "$1" \
    "--max-funcs 4" \
    "--max-funcs 1 --max-array-dim 3 --max-array-len-per-dim 12 $plain" \
    "--max-funcs 2 --max-block-depth 6 --max-block-size 6 $plain" \
    "--max-funcs 3 --max-expr-complexity 6 --float $plain" \
    "--max-funcs 1 --max-block-size 8 --no-pointers --no-jumps $plain" \
    "--max-funcs 6 --max-array-len-per-dim 40 --inline-function $plain"
  shift $(($1 % 6 + 1))
  echo "$1 --no-hash-value-printf"
}

# Every global array is summed up in a loop that calls a function of
# csmith's; as a macro the sum is in the loop, and the loop can be copied.
inline_checksum ()
{
  sed '/^#include "csmith.h"/a\
#define transparent_crc(value, name, flag) \\\
  (crc32_context = (crc32_context ^ (uint32_t) (value)) * 16777619u \\\
		   + (uint32_t) ((uint64_t) (value) >> 32))' "$1"
}

# try SEED
try ()
{
  flags=-I/usr/include/csmith
  if ! timeout 60 csmith --seed "$1" $(shape_of "$(($1 / 3))") \
       > random.c 2> /dev/null; then
    verdict=SKIP numbers='0 0 0 0 0'
    return
  fi
  inline_checksum random.c > program.c
  compare program.c $flags
  case $verdict in FAIL*) keep "csmith-$1" program.c $flags ;; esac
}

command -v csmith > /dev/null || skip "no csmith"
use_state csmith ""
each_seed try
summary csmith
