#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# zlib.sh: zlib with its own tests, compiled plainly and with memlb; the
# tests must pass, and compressed files be the same byte for byte.

. "$srcdir/torture-lib.sh"

# build DIR CC OPTIONS
build ()
{
  rm -rf "$1" && cp -a source "$1" && cd "$1" \
    && CC=$2 CFLAGS=$3 ./configure --static && make -j"$TORTURE_JOBS" static
}

# run DIR: zlib's tests, and files of its own packed and unpacked.
run ()
{
  cd "$1" && make teststatic || return
  for level in 1 2 3 4 5 6 7 8 9; do
    ./minigzip -$level < deflate.c > packed.$level || return
    ./minigzip -d < packed.$level | cmp - deflate.c || return
  done
}

try ()
{
  plain=$plugin-$2 with=with-$plugin-$2
  step "$plain.build" "plain $1: build" \
    build "$plain" "$MEMLB_CC" "$1" || return
  step "$plain.run" "plain $1: tests" run "$plain" || return
  step "$with.build" "memlb $1: build" \
    build "$with" memlb-gcc "$1" || return
  step "$with.run" "memlb $1: tests" in_torture "$with" run "$with" \
    || return
  for level in 1 2 3 4 5 6 7 8 9; do
    cmp "$plain/packed.$level" "$with/packed.$level" \
      || fail "$1: level $level packs to something else"
  done
  nest_totals "$with"/profiles/*.xml
}

main "$@"
use_folder zlib
fetch_source zlib
each_option try
finish
