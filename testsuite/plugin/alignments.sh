#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# alignments.sh: where GCC aligns by instructions inside of loops, as for processors
# that predict few branches in a line, and for tight loops (GCC 15), the assembler
# comes to an end; and where many loops lie inside one another, soon.
. "$srcdir/plugin-lib.sh"

kernels=$abs_top_srcdir/bench/kernels
awk 'BEGIN {
  print "int\nsum (const int *a, const int *n)\n{\n  int s = 0;"
  for (i = 0; i < 14; i++)
    printf "  for (int i%d = 0; i%d < n[%d]; i%d++)\n", i, i, i, i
  print "  s += a[i13 + i12];\n  return s;\n}"
}' > deep.c
for gcc in $PLUGIN_GCCS; do
  plugin=$(plugin_of "$gcc")
  for flags in "-O2 -mtune=k8" "-O3 -mtune=bonnell"; do
    for source in bytes.c sparse.c order.c dense.c; do
      timeout 120 "$gcc" -fplugin="$plugin" $flags -w -c "$kernels/$source" \
	-o copies.o > log 2>&1 \
	|| { fail "$gcc $flags $source"; head -n 3 log; }
    done
  done
  timeout 60 "$gcc" -fplugin="$plugin" -O2 -c deep.c -o copies.o > log 2>&1 \
    || { fail "$gcc: 14 loops inside one another"; head -n 3 log; }
done
finish
