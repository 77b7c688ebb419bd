#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cg.sh: conjugate gradients in C.
. "$srcdir/example-lib.sh"
example cg.c '' 'spmv' 14 12 10 30
