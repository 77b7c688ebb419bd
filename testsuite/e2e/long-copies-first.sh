#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# long-copies-first.sh: copies that run first do not know how long their entry is.  Where one
# in ten has the time, these count as the others do: a bound that short entries alone had
# was a twentieth of the time.
. "$srcdir/e2e-lib.sh"

cat > update.c <<'END'
#include <stdio.h>
#define N 60
#define MOST 1200
static double c[N * N], l[N], u[N * MOST];

/* What is stored may be what decides.  */
__attribute__ ((noipa)) void
update (int columns, double *to, double *left, double *up)
{
  for (int s = 0; s < columns; s++)
    for (int j = 0; j < N; j++)
      if (up[j + s * N] != 0.0)
	for (int i = 0; i < N; i++)
	  to[j * N + i] -= left[i] * up[j + s * N];
}

int
main (void)
{
  unsigned r = 1;
  for (int i = 0; i < N; i++)
    l[i] = 1e-6 * (i % 7);
  for (int i = 0; i < N * MOST; i++)
    u[i] = (i % 3) * 0.1;
  for (int i = 0; i < 1000; i++)
    {
      r = r * 1103515245u + 12345;
      update ((r >> 16) % 10 ? 1 + (r >> 16) % 4 : MOST, c, l, u);
    }
  printf ("%.17g\n", c[N * N - 1]);
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$(plain_of update.c)" -O2 update.c -o plain || continue
  must "$(wrapper_of update.c)" -O2 update.c -o with || continue
  ./plain > plain.out
  for budget in 10 unlimited; do
    rm -f update.xml
    MEMLB_BUDGET=$budget MEMLB_OUTPUT=update.xml ./with > with.out 2> said
    cmp plain.out with.out || fail "$gcc: output differs"
    must memlb check update.xml
    # All of it is in the first-level cache.
    loops update.xml '
      $at["function"] == "update" {
	print
	n++
	bad += $at["bound_s"] > 0 && $at["bound_s"] < $at["time_s"] / 2 }
      END { exit bad || !n }' > loops.txt \
      || fail "$gcc: budget $budget: $(cat loops.txt)"
  done
done
finish
