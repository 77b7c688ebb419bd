/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptor of kit-nest.S and what tests do with it.  */

#include "describe.h"
#include "kit.h"
#include "thread.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char kit_bound[], kit_bound_end[], kit_observe[], kit_block[],
  kit_block_end[], kit_bound_block[];

int kit_kind;
void (*kit_call) (void);
void *kit_bus_page;

NEST (kit_desc);
static struct memlb_ref ref;
static struct memlb_addr addr = { .base = 5, .index = MEMLB_NO_REG,
				  .scale = 1, .disp = (uint64_t) -8 };
static struct memlb_point point = { .n_addrs = 1 };
static struct memlb_range range = { .offset = -8, .size = 8, .from_fp = 1 };
static struct memlb_progress progress
  = { .parent = MEMLB_NO_ROW, .kind = MEMLB_PROGRESS_FP, .width = 8,
      .offset = -8, .step = (uint64_t) -1 };
static struct memlb_span span;

/* A page behind the end of its file.  */

static void
make_bus_page (void)
{
  char name[] = "kit-XXXXXX";
  int fd = mkstemp (name);
  unlink (name);
  kit_bus_page = mmap (NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
  close (fd);
}

DESCRIBE (void)
{
  struct memlb_nest *d = &kit_desc;
  describe_nest (d, "kit", "kit.c", 20, 32);
  d->flags |= MEMLB_NEST_FRAME | MEMLB_NEST_SLOTS_IN_FRAME;
  d->slot_off = 80;
  d->slot_bytes = 64;
  d->sp_align = 16;
  d->sp_mod = 0;
  d->ctl_gprs = 1;
  d->n_refs = d->n_addrs = d->n_ranges = d->n_points = 1;
  d->refs_redirected = 1;
  POINT (d->bound_entry, kit_bound);
  POINT (d->bound_begin, kit_bound);
  POINT (d->bound_end, kit_bound_end);
  POINT (d->observe_entry, kit_observe);
  POINT (d->refs, &ref);
  POINT (d->addrs, &addr);
  POINT (d->ranges, &range);
  POINT (d->points, &point);
  POINT (point.original, kit_block);
  d->n_progress = d->n_spans = 1;
  POINT (d->progress, &progress);
  POINT (d->spans, &span);
  POINT (span.begin, kit_block);
  POINT (span.end, kit_block_end);
  POINT (span.bound, kit_bound_block);
  describe_ref (&ref, "n", MEMLB_REF_LOAD, MEMLB_ELEM_INT, 8, 0);
  make_bus_page ();
}

/* An object of its own sees nothing of the runtime's insides.  */
#ifndef KIT_ALONE
struct mrt_record *
kit_record (void)
{
  return mrt_self ? &mrt_self->records[kit_desc.index] : NULL;
}

uint64_t
kit_entries (void)
{
  return mrt_self ? mrt_entries (mrt_self, kit_desc.index) : 0;
}
#endif

int
kit_run (int kind, long n, int entries)
{
  int bad = 0;
  kit_kind = kind;
  for (int i = 0; i < entries; i++)
    bad += kit (n) != n * (n + 1) / 2;
  kit_kind = KIT_OK;
  return bad;
}
