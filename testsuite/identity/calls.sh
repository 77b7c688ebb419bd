#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# calls.sh: identity where functions that nests call have bound copies, too.
. "$srcdir/identity-lib.sh"

IDENTITY_OPTIONS=-fplugin-arg-memlb-copies=bound,count,calls
identity "$abs_top_srcdir"/examples/*.c "$abs_top_srcdir"/examples/*.cc \
  "$abs_top_srcdir"/testsuite/plugin/copy-calls.c \
  "$abs_top_srcdir"/testsuite/plugin/refuse-callees.c
finish
