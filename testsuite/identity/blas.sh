#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# blas.sh: identity of the reference BLAS and of a sample of LAPACK.  The
# sources are those that the torture tests fetch; IDENTITY_LAPACK names
# another folder, IDENTITY_EVERY=N takes every Nth file of LAPACK.
. "$srcdir/identity-lib.sh"
: "${IDENTITY_EVERY:=40}"
lapack=${IDENTITY_LAPACK:-$abs_top_builddir/testsuite/torture/lapack/source}

test -d "$lapack/BLAS/SRC" \
  || { echo "SKIP: no sources of LAPACK in $lapack: run make check-long in" \
	    "testsuite/torture first"
       exit 77; }
set -- $(ls "$lapack"/SRC/*.f \
	 | awk -v every="$IDENTITY_EVERY" 'NR % every == 1 % every')
identity "$lapack"/BLAS/SRC/*.f "$lapack"/BLAS/SRC/*.f90 "$@"
finish
