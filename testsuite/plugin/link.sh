#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# link.sh: a link without the runtime fails with a line that names it; an
# object without nests needs no runtime.
. "$srcdir/plugin-lib.sh"

printf 'int main (void) { return 0; }\n' > empty.c
for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for source in mixed.c mixed.cc mixed.f90; do
    part=
    test $source != mixed.c || part=$srcdir/mixed-part.c
    test $source != mixed.cc || part=$srcdir/mixed-part.cc
    for flags in -O2 '-O2 -fPIE -pie' '-O2 -static' '-O2 -flto' '-O2 -g' \
		 '-O2 -mcmodel=large'; do
      if "$(driver "$gcc" $source)" -fplugin="$plugin" $flags \
	   "$srcdir/$source" $part -o none.exe > said 2>&1; then
	fail "$gcc $flags $source: linked without the runtime"
      fi
      grep -q -e 'memlb: link with memlb-gcc or add -lmemlb' said \
	|| { fail "$gcc $flags $source: -lmemlb is not named"; cat said; }
    done
  done
  must "$gcc" -O2 -fplugin="$plugin" empty.c -o empty.exe \
    && must ./empty.exe
  must "$gcc" -O0 -fplugin="$plugin" -fplugin-arg-memlb-disable \
    "$srcdir/mixed.c" "$srcdir/mixed-part.c" -o disabled.exe
done
finish
