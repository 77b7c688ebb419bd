/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library function with an effect; others are "call".  */
/* memlb-reason: callee-not-pure */
/* memlb-copied: 0 */
#include <stdio.h>
void
print (const int *a, long n)
{
  for (long i = 0; i < n; i++)
    putchar (a[i]);
}
