#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shallow-tuned.sh: the tuned shallow-water model, Fortran: a nest with two
# inner loops and arrays in the frame.
. "$srcdir/example-lib.sh"
example shallow_tuned.f90 '' advance 40 30 40
