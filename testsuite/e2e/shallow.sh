#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shallow.sh: the shallow-water model, Fortran.
. "$srcdir/example-lib.sh"
example shallow.f90 '' 'calc1 calc2 calc3' 40 30 40
