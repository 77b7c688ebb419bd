/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Every register and flag survives entry, observation, bound copies and exit:
   general registers, NZCV, vector registers, FPSR and FPCR.  */

#include "check.h"
#include "describe.h"
#include "thread.h"

#include <stdlib.h>

extern const char preserve_bound[], preserve_bound_end[], preserve_observe[],
  preserve_block[];
void preserve (void);

struct all
{
  uint64_t gpr[32];
  uint64_t flags, fpsr, fpcr, pad;
  uint64_t vectors[32][2];
} __attribute__ ((aligned (16)));

struct all preserve_in, preserve_out, preserve_junk;
uint32_t preserve_seen;
uint64_t preserve_sp;

NEST (preserve_desc);
static struct memlb_ref ref;
static struct memlb_addr addr = { .base = 31, .index = MEMLB_NO_REG,
				  .scale = 1 };
static struct memlb_point point = { .n_addrs = 1 };
static struct memlb_range range = { .offset = 0, .size = 32 };

DESCRIBE (void)
{
  struct memlb_nest *d = &preserve_desc;
  describe_nest (d, "preserve", "preserve.c", 30, 32);
  d->flags |= MEMLB_NEST_VECTOR | MEMLB_NEST_SLOTS_IN_FRAME;
  d->slot_off = 128;
  d->slot_bytes = 64;
  d->ctl_gprs = 2;
  d->n_refs = d->n_addrs = d->n_points = d->n_ranges = 1;
  d->refs_redirected = 1;
  POINT (d->bound_entry, preserve_bound);
  POINT (d->bound_begin, preserve_bound);
  POINT (d->bound_end, preserve_bound_end);
  POINT (d->observe_entry, preserve_observe);
  POINT (d->refs, &ref);
  POINT (d->addrs, &addr);
  POINT (d->points, &point);
  POINT (d->ranges, &range);
  POINT (point.original, preserve_block);
  describe_ref (&ref, "x", MEMLB_REF_LOAD, MEMLB_ELEM_INT, 8, 0);
}

static uint64_t
any (void)
{
  return (uint64_t) random () << 33 ^ (uint64_t) random () << 11 ^ random ();
}

static void
fill (struct all *a)
{
  for (int i = 0; i < 32; i++)
    {
      a->gpr[i] = any ();
      a->vectors[i][0] = any ();
      a->vectors[i][1] = any ();
    }
  a->flags = (uint64_t) (random () & 15) << 28;
  /* The sticky exceptions; rounding, flushing, default NaNs.  */
  a->fpsr = random () & 0x9f;
  a->fpcr = (uint64_t) (random () & 15) << 22;
}

static void
one_round (void)
{
  fill (&preserve_in);
  fill (&preserve_junk);
  preserve_in.gpr[1] = 1 + random () % 100;
  preserve ();
  CHECK_EQUAL (preserve_out.gpr[1], 0);
  for (int i = 0; i < 31; i++)
    if (i != 1)
      CHECK_EQUAL (preserve_out.gpr[i], preserve_in.gpr[i]);
  CHECK_EQUAL (preserve_out.gpr[31], preserve_sp);
  CHECK_EQUAL (preserve_out.flags, preserve_in.flags);
  CHECK_EQUAL (preserve_out.fpsr, preserve_in.fpsr);
  CHECK_EQUAL (preserve_out.fpcr, preserve_in.fpcr);
  for (int i = 0; i < 32; i++)
    for (int k = 0; k < 2; k++)
      CHECK_EQUAL (preserve_out.vectors[i][k], preserve_in.vectors[i][k]);
}

int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 300 && !failures; i++)
    one_round ();
  if (argc > 1)			/* a mode without bound copies */
    return failures != 0;
  struct mrt_record *r = &mrt_self->records[preserve_desc.index];
  printf ("%llu entries, %llu bound runs\n",
	  (unsigned long long) mrt_entries (mrt_self, preserve_desc.index),
	  (unsigned long long) r->bound_runs);
  CHECK (r->bound_runs >= 150);
  CHECK_EQUAL (preserve_seen, r->bound_runs);
  /* The clock is slower than the copy: most runs take no tick at all.  */
  CHECK (r->samples + r->disturbed + r->aborts[MRT_ABORT_LIMIT] >= 280);
  CHECK_EQUAL (r->aborts[MRT_ABORT_FAULT], 0);
  CHECK_EQUAL (r->registers_differ, 0);
  /* The junk differs in every vector register, and in the flags.  */
  preserve_desc.ctl_vecs = 1u << 17;
  for (int i = 0; i < 50 && !failures; i++)
    one_round ();
  CHECK (r->registers_differ);
  return failures != 0;
}
