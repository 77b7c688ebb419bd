#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Work of over two seconds says so on a terminal, and nowhere else.

. "${srcdir:-.}/tools-lib.sh"
command -v script > /dev/null || skip "no script to make a terminal with"
cd "$tmp" || exit 99
mkfifo late.xml

# slow COMMAND: run it while late.xml takes its time.
slow ()
{
  { sleep 2.5; cat "$here/shallow.xml"; } > late.xml &
  "$@" > out 2> err < /dev/null || fail "status $?: $*"
  wait
}

slow script -qec "memlb report late.xml '$here/rank1.xml'" /dev/null
says out 'memlb: reading profiles: 1 of 2, [2-9][0-9]* s'
says out 'recoverable: at most'
slow memlb report late.xml "$here/rank1.xml"
silent err 'reading profiles'
slow script -qec "memlb check -q late.xml '$here/rank1.xml'" /dev/null
says out 'memlb: checking: 1 of 2'
finish
