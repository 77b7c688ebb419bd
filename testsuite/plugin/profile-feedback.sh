#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# profile-feedback.sh: -fprofile-use with hot and cold partitions.
. "$srcdir/plugin-lib.sh"

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for source in mixed.c mixed.cc mixed.f90; do
    part=
    test $source != mixed.c || part=$srcdir/mixed-part.c
    test $source != mixed.cc || part=$srcdir/mixed-part.cc
    compiler=$(driver "$gcc" $source)
    for flags in '-O2' '-O3 -march=native -g'; do
      rm -rf data && mkdir data
      must "$compiler" $flags -fprofile-generate -fprofile-dir=data \
	"$srcdir/$source" $part -o train.exe && must ./train.exe || continue
      use="$flags -fprofile-use=data -freorder-blocks-and-partition
	   -Wno-missing-profile"
      must "$compiler" $use "$srcdir/$source" $part -o plain.exe
      must "$compiler" -fplugin="$plugin" -fchecking=2 $use \
	"$srcdir/$source" $part $runtime -o memlb.exe || continue
      run_both ./plain.exe ./memlb.exe
    done
  done
done
finish
