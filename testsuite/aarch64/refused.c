/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A nest in a function whose vectors have a length that the compiler does not
   know, and one beside it.  */

double a[1000], b[1000];

__attribute__ ((target ("+sve"))) void
scalable (double s)
{
  for (int i = 0; i < 1000; i++)
    a[i] += s * b[i];
}

void
fixed (double s)
{
  for (int i = 0; i < 1000; i++)
    a[i] += s * b[i];
}
