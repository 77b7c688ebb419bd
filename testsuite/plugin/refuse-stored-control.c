/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: stored-control */
/* memlb-copied: 0 */
struct bits
{
  int live, n;
  unsigned value;
  unsigned char *out;
};

void
flush (struct bits *s)
{
  while (s->live >= 8)
    {
      s->out[s->n] = s->value >> 24;
      s->n++;
      s->value <<= 8;
      s->live -= 8;
    }
}
