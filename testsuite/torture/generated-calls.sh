#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# generated-calls.sh: as generated.sh, with nests that call functions, of the same
# file and of another one, which are compiled with copies=bound,count,calls: the
# grammar's nests one or two calls down, and written shapes of recursion, pointers
# to functions, virtual functions, procedures of modules with arguments of assumed
# shape, and others; in C, Fortran and C++.

with_options=-fplugin-arg-memlb-copies=bound,count,calls
calls=yes
. "$srcdir/generated.sh"
