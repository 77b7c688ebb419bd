#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kernels.sh: identity of the loops of which bench/ measures fidelity.  The
# default is one set of flags, with the widest vectors of every machine.
: "${IDENTITY_FLAGS:=-O3 -march=x86-64-v4}"
. "$srcdir/identity-lib.sh"

kernels=$abs_top_srcdir/bench/kernels
identity "$kernels"/*.c "$kernels"/*.cc "$kernels"/*.f90
finish
