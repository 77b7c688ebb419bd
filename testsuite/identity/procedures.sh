#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# procedures.sh: identity of every example where whole functions have a copy
# that counts, too.
. "$srcdir/identity-lib.sh"

IDENTITY_OPTIONS=-fplugin-arg-memlb-copies=bound,count,procedures
identity "$abs_top_srcdir"/examples/*.c "$abs_top_srcdir"/examples/*.cc \
  "$abs_top_srcdir"/examples/*.f90 "$abs_top_srcdir"/testsuite/e2e/whole.cc
finish
