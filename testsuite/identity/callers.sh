#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# callers.sh: identity of the programs of which testsuite/plugin tries copies.
# Their loops stand in functions of their own, whose callers know which
# registers they write.
. "$srcdir/identity-lib.sh"

identity "$abs_top_srcdir"/testsuite/plugin/copy-*.c
finish
