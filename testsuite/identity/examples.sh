#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# examples.sh: identity of every example, and of the plugin tests' programs.
. "$srcdir/identity-lib.sh"

plugin_tests=$abs_top_srcdir/testsuite/plugin
identity "$abs_top_srcdir"/examples/*.c "$abs_top_srcdir"/examples/*.cc \
  "$abs_top_srcdir"/examples/*.f90 "$plugin_tests"/*.c \
  "$plugin_tests"/*.cc "$plugin_tests"/*.f90
finish
