#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# selftest.sh: the comparison finds what it has to find.
. "$srcdir/identity-lib.sh"

for gcc in $IDENTITY_GCCS; do
  python3 "$srcdir/selftest.py" "$gcc" "$(plugin_of "$gcc")" \
    || failures=$((failures + 1))
done
finish
