/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptor of triad-nest.S.  */

#include "describe.h"

extern const char triad_bound[], triad_bound_end[], triad_observe[],
  triad_block[];

NEST (triad_desc);
static struct memlb_ref refs[3];
static struct memlb_addr addrs[3];
static struct memlb_point point;

DESCRIBE (void)
{
  struct memlb_nest *d = &triad_desc;
  static const unsigned char bases[3] = { 6, 2, 7 };
  describe_nest (d, "triad", "triad.c", 10, 64);
  d->flags |= MEMLB_NEST_RED_ZONE | MEMLB_NEST_VECTOR;
  d->slot_reg = 8;
  d->slot_bytes = 128;
  d->ctl_gprs = 1;
  d->n_refs = d->n_addrs = 3;
  d->refs_redirected = 3;
  d->n_points = 1;
  d->insns = 6;
  d->blocks = 1;
  POINT (d->variable, "i");
  POINT (d->bound_entry, triad_bound);
  POINT (d->bound_begin, triad_bound);
  POINT (d->bound_end, triad_bound_end);
  POINT (d->observe_entry, triad_observe);
  POINT (d->refs, refs);
  POINT (d->addrs, addrs);
  POINT (d->points, &point);
  describe_ref (&refs[0], "b[i]", MEMLB_REF_LOAD, MEMLB_ELEM_FLOAT, 8, 0);
  describe_ref (&refs[1], "c[i]", MEMLB_REF_LOAD, MEMLB_ELEM_FLOAT, 8, 8);
  describe_ref (&refs[2], "a[i]", MEMLB_REF_STORE, MEMLB_ELEM_FLOAT, 8, 64);
  for (unsigned i = 0; i < 3; i++)
    addrs[i] = (struct memlb_addr) { .ref = i, .base = bases[i], .index = 0,
				     .scale = 8 };
  point.n_addrs = 3;
  POINT (point.original, triad_block);
}
