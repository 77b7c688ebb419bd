/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What refuse-own-names.c calls.  */
long logged, noted;

void
clog (const char *text, int number)
{
  logged++;
}

void
log (const char *text, int number)
{
  noted++;
}

void
sincos (const double *x, double *sum, double *count)
{
  *sum += *x;
  *count += 1;
}
