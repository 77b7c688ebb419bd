#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# slot-pages.sh: wide slots lie across lines where the original's references do, but
# never across pages: that takes many times as long, and the original does it seldom.
. "$srcdir/plugin-lib.sh"

cat > many.c <<'END'
/* Loads through one register, some pages of slots.  */
#define A(k) a[i + (k) * 1004L] + a[i + (k) * 1004L + 1]
#define B(k) A (k) + A (k + 1) + A (k + 2) + A (k + 3) + A (k + 4) + A (k + 5)
#define C(k) B (k) + B (k + 6) + B (k + 12) + B (k + 18) + B (k + 24) + B (k + 30)
void
many (double *restrict o, const double *restrict a, long n)
{
  for (long i = 0; i < n; i++)
    o[i] = C (0) + C (36) + C (72);
}
END

cat > print-slots.c <<'END'
/* OFFSET and SIZE of each wide slot that the runtime moves with its web.  */
#include <stdio.h>
#include "memlb/abi.h"

extern const struct memlb_nest __start_memlb_nests[], __stop_memlb_nests[];

int
main (void)
{
  for (const struct memlb_nest *n = __start_memlb_nests;
       n < __stop_memlb_nests; n++)
    {
      const struct memlb_ref *refs = MEMLB_REL (n->refs);
      for (uint32_t i = 0; i < n->n_refs; i++)
	if (refs[i].treatment == MEMLB_TREAT_SLOT && refs[i].size >= 16
	    && refs[i].web != MEMLB_NO_WEB)
	  printf ("%u %u\n", refs[i].slot, refs[i].size);
    }
  return 0;
}
END

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for vectors in -mavx2 '-mavx512f -mprefer-vector-width=512'; do
    must "$gcc" "-fplugin=$plugin" -O3 $vectors -c many.c -o many.o || continue
    must "$gcc" -I"$abs_top_srcdir/include" print-slots.c many.o \
      $runtime -lm -o print-slots || continue
    ./print-slots > found || fail "$gcc $vectors: print-slots exits with $?"
    # They move by a line at the most.
    awk '{ if ($1 > most) most = $1
	   across += int (($1 - 63) / 4096) != int (($1 + $2 + 62) / 4096) }
	 END { print NR " slots, the last at " most ", " across + 0 " across pages"
	       exit NR < 100 || most < 8192 || across }' found > verdict \
      || fail "$gcc $vectors: $(cat verdict)"
  done
done
finish
