#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# identity.sh: looking for names changes no code.  With no nest selected the
# plugin adds nothing but descriptors.

. "$srcdir/../plugin/plugin-lib.sh"

echo none.c:1 > none.loops
for gcc in $PLUGIN_GCCS; do
  plugin=$(plugin_of "$gcc") || exit 99
  for source in names.c names.cc names.f90; do
    compiler=$(driver "$gcc" $source)
    for options in -O1 -O2 "-O3 -g" "-O3 -fopenmp" "-O3 -funroll-loops"; do
      "$compiler" $options -gno-record-gcc-switches -S "$srcdir/$source" \
	-o plain.s || exit 99
      "$compiler" $options -gno-record-gcc-switches -S "$srcdir/$source" \
	-fplugin="$plugin" -fplugin-arg-memlb-loops=none.loops -o with.s \
	|| fail "$gcc $options $source does not compile"
      sed '/pushsection/,/popsection/d' with.s | cmp - plain.s \
	|| fail "$gcc $options: names change the code of $source"
    done
  done
done
finish
