#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# alignments.sh: where GCC aligns by instructions inside of loops, as for processors
# that predict few branches in a line, and for tight loops (GCC 15), the assembler
# comes to an end.
. "$srcdir/plugin-lib.sh"

kernels=$abs_top_srcdir/bench/kernels
for gcc in $PLUGIN_GCCS; do
  plugin=$(plugin_of "$gcc")
  for flags in "-O2 -mtune=k8" "-O3 -mtune=bonnell"; do
    for source in bytes.c sparse.c order.c dense.c; do
      timeout 120 "$gcc" -fplugin="$plugin" $flags -w -c "$kernels/$source" \
	-o copies.o > log 2>&1 \
	|| { fail "$gcc $flags $source"; head -n 3 log; }
    done
  done
done
finish
