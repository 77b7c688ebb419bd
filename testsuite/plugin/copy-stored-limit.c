/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop may store to what limits it, but what is compared with that
   changes: copies may be right.  */
/* memlb-copied: 3 */
struct limits
{
  int n, last;
  unsigned char *out;
};

void
fill (struct limits *s)
{
  for (int i = 0; i < s->n; i++)
    s->out[i] = 1;
}

/* One of two exits is enough.  */
void
fill_up (struct limits *s, unsigned char *p)
{
  while (s->last > 0)
    {
      if (p == s->out)
	break;
      *p++ = 2;
      s->last--;
    }
}

/* And a load whose address changes.  */
void
fill_zeros (unsigned char *p, const unsigned char *q)
{
  while (!*q)
    {
      *p++ = 3;
      q++;
    }
}
