#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# trsm.sh: a triangular solve in Fortran with OpenMP.
. "$srcdir/example-lib.sh"
# GCC 15 puts both loops into the ones that call them.
example trsm.f90 '-fopenmp -fno-inline' 'solve_block update' 150 100 3
