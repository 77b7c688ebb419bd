#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# torture.sh: identity of GCC's own gcc.c-torture/execute.  IDENTITY_EVERY=N
# takes every Nth file.
. "$srcdir/identity-lib.sh"
: "${IDENTITY_EVERY:=40}"

# The torture tests may have unpacked the sources already.
sources=$abs_top_builddir/testsuite/torture/gcc-torture/execute
if test ! -f "$sources/.complete"; then
  sources=$PWD/gcc-torture/execute
fi
if test ! -f "$sources/.complete"; then
  tarball=$(gcc_tarball)
  test -n "$tarball" \
    || { echo "SKIP: no GCC sources; install gcc-12-source (Debian's name)"
	 exit 77; }
  rm -rf gcc-torture && mkdir gcc-torture \
    && tar xJf "$tarball" -C gcc-torture --strip-components=4 --wildcards \
	 '*/gcc/testsuite/gcc.c-torture/execute' || exit 99
  touch "$sources/.complete"
fi
set -- $(ls "$sources"/*.c "$sources"/ieee/*.c \
	 | awk -v every="$IDENTITY_EVERY" 'NR % every == 1 % every')
identity "$@"
finish
