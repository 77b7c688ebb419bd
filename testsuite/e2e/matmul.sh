#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# matmul.sh: the matrix product in C.
. "$srcdir/example-lib.sh"
example matmul.c '' 'naive block' 70 2
