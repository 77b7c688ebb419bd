/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Every register and flag survives entry, observation, bound copies and
   exit: general registers, flags (direction included), x87, MXCSR, vector
   and mask registers, the red zone.  */

#include "check.h"
#include "describe.h"
#include "thread.h"

#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

#define AREA 192

extern const char preserve_bound[], preserve_bound_end[], preserve_observe[],
  preserve_block[];
void preserve (void);

struct all
{
  uint64_t gpr[16];
  uint64_t flags;
  unsigned char pad[AREA - 136];
  unsigned char x[4096];
} __attribute__ ((aligned (64)));

struct all preserve_in, preserve_out, preserve_junk;
uint32_t preserve_mask, preserve_seen, preserve_mxcsr = 0x1f80;
uint64_t preserve_sp, preserve_red_zone[3];

NEST (preserve_desc);
static struct memlb_ref ref;
static struct memlb_addr addr = { .base = 4, .index = MEMLB_NO_REG,
				  .scale = 1 };
static struct memlb_point point = { .n_addrs = 1 };
static struct memlb_range range = { .offset = -128, .size = 128 };

DESCRIBE (void)
{
  struct memlb_nest *d = &preserve_desc;
  describe_nest (d, "preserve", "preserve.c", 30, 32);
  d->flags |= (MEMLB_NEST_VECTOR | MEMLB_NEST_RED_ZONE
	       | MEMLB_NEST_SLOTS_IN_FRAME);
  d->slot_off = 128;
  d->slot_bytes = 64;
  d->sp_align = 1;
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

/* Random contents for an XSAVE area that the processor accepts.  */

static void
fill (struct all *a)
{
  for (int i = 0; i < 16; i++)
    a->gpr[i] = (uint64_t) random () << 33 ^ (uint64_t) random () << 11
		^ random ();
  a->flags = 0x202 | (random () & 0x8d5);
  memset (a->x, 0, sizeof a->x);
  for (unsigned i = 0; i < 2696; i++)
    a->x[i] = random ();
  /* Control words, status, tag; the header.  */
  memset (a->x, 0, 32);
  *(uint16_t *) a->x = 0x37f;
  a->x[4] = 0xff;
  *(uint32_t *) (a->x + 24) = 0x1f80 | (random () & 0x603f);
  memset (a->x + 512, 0, 64);
  *(uint64_t *) (a->x + 512) = preserve_mask;
  for (int i = 0; i < 8; i++)
    memset (a->x + 32 + 16 * i + 10, 0, 6);
}

static unsigned
component (unsigned i, unsigned *size)
{
  unsigned a, b, c, d;
  __cpuid_count (0xd, i, a, b, c, d);
  *size = a;
  return b;
}

/* Compare the parts of the areas that hold registers.  */

static void
compare_extended (void)
{
  unsigned size, at;
  CHECK (!memcmp (preserve_in.x + 32, preserve_out.x + 32, 128));
  CHECK (!memcmp (preserve_in.x, preserve_out.x, 5));
  CHECK (!memcmp (preserve_in.x + 24, preserve_out.x + 24, 4));
  CHECK (!memcmp (preserve_in.x + 160, preserve_out.x + 160, 256));
  for (unsigned i = 2; i < 8; i++)
    if (preserve_mask >> i & 1)
      {
	at = component (i, &size);
	CHECK (!memcmp (preserve_in.x + at, preserve_out.x + at, size));
      }
}

static void
one_round (bool down)
{
  fill (&preserve_in);
  fill (&preserve_junk);
  preserve_in.gpr[1] = 1 + random () % 100;
  if (down)
    preserve_in.flags |= 0x400;
  preserve ();
  CHECK_EQUAL (preserve_out.gpr[1], 0);
  for (int i = 0; i < 16; i++)
    if (i != 1 && i != 4)
      CHECK_EQUAL (preserve_out.gpr[i], preserve_in.gpr[i]);
  CHECK_EQUAL (preserve_out.gpr[4], preserve_sp);
  CHECK_EQUAL (preserve_out.flags, preserve_in.flags);
  for (int i = 0; i < 3; i++)
    CHECK_EQUAL (preserve_red_zone[i], preserve_in.gpr[15]);
  compare_extended ();
}

int
main (void)
{
  uint32_t lo, hi;
  unsigned a, b, c, d;
  if (!__get_cpuid (1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)
      || !(c & bit_AVX))
    return SKIP;
  __asm__ ("xgetbv" : "=a" (lo), "=d" (hi) : "c" (0));
  preserve_mask = lo & 0xe7;
  preserve_desc.ctl_vecs = 0;
  for (int i = 0; i < 2000 && !failures; i++)
    one_round (i % 3 == 0);
  struct mrt_record *r = &mrt_self->records[preserve_desc.index];
  printf ("mask %#x: %llu entries, %llu bound runs\n", preserve_mask,
	  (unsigned long long) mrt_entries (mrt_self, preserve_desc.index),
	  (unsigned long long) r->bound_runs);
  if (!strcmp (getenv ("MEMLB_MODE"), "time"))
    {
      /* Entries were timed, most of them the quick way, and some passed.  */
      CHECK (r->timed >= 100 && r->quick > 0 && r->bound_runs == 0);
      return failures != 0;
    }
  CHECK (r->bound_runs >= 1000);
  CHECK_EQUAL (preserve_seen, r->bound_runs);
  CHECK_EQUAL (r->aborts[MRT_ABORT_FAULT], 0);
  CHECK_EQUAL (r->registers_differ, 0);
  /* The junk differs in every vector and mask register.  */
  preserve_desc.ctl_vecs = 1u << 17;
  one_round (false);
  CHECK (!(preserve_mask >> 7 & 1) || r->registers_differ);
  uint64_t before = r->registers_differ;
  preserve_desc.ctl_vecs = 0;
  preserve_desc.ctl_masks = 1u << 5;
  one_round (false);
  CHECK (!(preserve_mask >> 5 & 1) || r->registers_differ > before);
  before = r->registers_differ;
  preserve_desc.ctl_masks = 0;
  preserve_desc.flags |= MEMLB_NEST_CTL_FLAGS;
  preserve_in.flags = 0;
  one_round (false);
  return failures != 0;
}
