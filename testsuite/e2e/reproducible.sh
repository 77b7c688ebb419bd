#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reproducible.sh: two builds are byte-identical, debug information does not
# change the code, and GCC's own checks of the IL hold.
. "$srcdir/e2e-lib.sh"

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  for source in cg.c matmul.c particles.cc shallow.f90 shallow_tuned.f90 trsm.f90; do
    for flags in '-O2' '-O3 -march=native'; do
      wrapper=$(wrapper_of "$source")
      set -- $flags -fopenmp -c "$examples/$source"
      must $wrapper "$@" -fchecking=2 -o one.o || continue
      must $wrapper "$@" -fchecking=2 -o two.o || continue
      cmp one.o two.o || fail "$gcc $flags $source: two builds differ"
      must $wrapper "$@" -fcompare-debug -o three.o
    done
  done
done
finish
