#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every reader on every file of its corpus: no crash, in little memory.

: "${abs_top_srcdir:?}"
FUZZ_FIXTURES=$abs_top_srcdir/testsuite/tools
SOURCE_DATE_EPOCH=0
export FUZZ_FIXTURES SOURCE_DATE_EPOCH
# Far more than it takes; a reader that hangs ends.
ulimit -t 600
exec ./replay "$abs_top_srcdir/testsuite/fuzz/corpus"
