#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reproducible.sh: repeated builds are byte-identical, wherever they are
# made; debug information and notes do not change the code.
. "$srcdir/plugin-lib.sh"

# same A B WHAT
same ()
{
  cmp -s "$1" "$2" || fail "$gcc: $3"
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for source in mixed.c mixed.cc mixed.f90 ${PLUGIN_SOURCES-}; do
    path=$srcdir/$source
    test ! -f "$abs_top_srcdir/examples/$source" \
      || path=$abs_top_srcdir/examples/$source
    compiler="$(driver "$gcc" "$source") -fplugin=$plugin"
    for flags in -O1 -O2 '-O3 -march=native' '-Os -fPIC' '-O2 -fopenmp' \
		 '-O2 -flto -ffat-lto-objects -frandom-seed=1'; do
      what="$flags $source"
      must $compiler $flags -c "$path" -o one.o || continue
      must $compiler $flags -c "$path" -o two.o
      same one.o two.o "two builds differ: $what"
      # An LTO object holds the options themselves.
      case $flags in
	*-flto*) continue ;;
      esac
      must $compiler $flags -fplugin-arg-memlb-explain -c "$path" -o said.o
      same one.o said.o "explain changes the object: $what"
      must $compiler $flags -fcompare-debug -c "$path" -o three.o
      must $compiler $flags -g -c "$path" -o debug.o
      for o in one debug; do
	objcopy -O binary -j .text $o.o $o.text
      done
      same one.text debug.text "-g changes the code: $what"
    done
  done
done
finish
