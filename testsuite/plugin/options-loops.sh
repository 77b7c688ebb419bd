#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# options-loops.sh: loops= with a folder, and with profiles that another
# program has written anew.
. "$srcdir/plugin-lib.sh"
. "$srcdir/options-lib.sh"

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  bad loops=. 'loops'
  printf '%s' '<memlb version="1.0"><program id="p"><module id="m">' \
    '<file id="f" path="/x/loop.c"><procedure id="scale">' \
    '<loop id="scale@loop.c:4" line="4"></loop></procedure>' \
    '<procedure id="square"><loop line="11" id="square@loop.c:11"/>' \
    '</procedure></file></module></program></memlb>' > line
  good 2 loops=line
  printf '<memlb version="1.0">\n<loop\n line="4"\n id="scale@loop.c:4"\n/>' \
    > broken
  good 1 loops=broken
done
finish
