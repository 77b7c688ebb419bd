#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# particles.sh: particle-in-cell, C++ templates.
. "$srcdir/example-lib.sh"
example particles.cc '' 'deposit relax push' 32 3 12
