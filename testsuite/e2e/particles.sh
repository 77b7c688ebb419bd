#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# particles.sh: particle-in-cell, C++ templates.  The nest of `relax' is the
# loop over sweeps where relax is inlined, so that it has no mark here.
. "$srcdir/example-lib.sh"
example particles.cc '' 'deposit push' 32 3 12
