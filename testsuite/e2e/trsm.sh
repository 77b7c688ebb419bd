#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# trsm.sh: a triangular solve in Fortran with OpenMP.
. "$srcdir/example-lib.sh"
example trsm.f90 '-fopenmp' 'solve_block update' 150 100 3
