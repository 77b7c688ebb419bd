/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sincos stores in the frame is in the mirror, and read there; in the first
   function of a file, too, before GCC has spilled anything.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-levels: -O2 -O3 */
/* memlb-asm: movq	[0-9]+[+][.]LMEMLBK[0-9]+[(]%rip[)], %r11 */
/* memlb-asm: sd	%gs:[0-9]*[(]%rsp[)], %xmm */
/* memlb-note: copy-sincos.c:[0-9]+:.*nest of depth 1 copied */
/* memlb-run: -lm */
/* memlb-executed: 1 */
#include <math.h>
#include <stdio.h>

__attribute__ ((noipa)) double
spiral (const double *x, int n)
{
  double a = x[0];
  for (int i = 0; i < n; i++)
    {
      double angle = a + x[i];
      /* Nothing is spilled over the call.  */
      a = sin (angle) + i * cos (angle);
    }
  return a;
}

int
main (void)
{
  static double x[100];
  for (int i = 0; i < 100; i++)
    x[i] = i % 7 / 8.;
  printf ("%.15g\n", spiral (x, 100));
}
