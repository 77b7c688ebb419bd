/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The frame that a bound copy gets: ranges, cells, alignment, slots with
   their presets; frames of megabytes; frames that have no room; and the
   observation that makes the presets.  */

#include "check.h"
#include "describe.h"
#include "module.h"
#include "thread.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

extern const char frames_bound[], frames_bound_end[], frames_observe[],
  frames_block[];
long frames (long, long);

struct
{
  uint64_t sp, fp, slots, local, fp_local, ret, cell_sp, cell_fp, value0,
    value1;
  double slot0, slot1, slot2;
  uint64_t slot3;
} frames_seen;
uint64_t frames_user_sp, frames_user_fp;
uint32_t frames_visits;
double frames_values[100], frames_table[102];

/* The most that is tried.  */
#define SLOT_BYTES 8192

NEST (frames_desc);
static struct memlb_ref refs[4];
static struct memlb_addr addrs[4] = {
  { .ref = 0, .base = 6, .index = 0, .scale = 8 },
  { .ref = 1, .base = MEMLB_NO_REG, .index = 0, .scale = 8, .disp = 16,
    .symbol = (uint64_t) frames_table },
  { .ref = 2, .base = 3, .index = MEMLB_NO_REG, .scale = 1 },
  { .ref = 3, .base = 4, .index = MEMLB_NO_REG, .scale = 1, .disp = 8 },
};
static struct memlb_point point = { .n_addrs = 4 };
static struct memlb_range ranges[] = { { .offset = 8, .size = 8 },
				       { .offset = -24, .size = 8,
					 .from_fp = 1 } };
static struct memlb_fvalue fvalues[] = { { .offset = 40 },
					 { .offset = -8, .from_fp = 1 } };

DESCRIBE (void)
{
  struct memlb_nest *d = &frames_desc;
  describe_nest (d, "frames", "frames.c", 40, 128);
  d->flags |= MEMLB_NEST_FRAME;
  d->slot_reg = 9;
  d->slot_bytes = SLOT_BYTES;
  d->slot_bias = 64;
  d->n_exits = 4;
  d->ctl_gprs = 1;
  d->n_refs = d->n_addrs = d->refs_redirected = 4;
  d->n_points = 1;
  d->n_ranges = d->n_fvalues = 2;
  POINT (d->bound_entry, frames_bound);
  POINT (d->bound_begin, frames_bound);
  POINT (d->bound_end, frames_bound_end);
  POINT (d->observe_entry, frames_observe);
  POINT (d->refs, refs);
  POINT (d->addrs, addrs);
  POINT (d->points, &point);
  POINT (d->ranges, ranges);
  POINT (d->fvalues, fvalues);
  POINT (point.original, frames_block);
  for (unsigned i = 0; i < 4; i++)
    describe_ref (&refs[i], "x", MEMLB_REF_LOAD,
		  i < 3 ? MEMLB_ELEM_FLOAT : MEMLB_ELEM_INT, 8, 8 * i);
}

static struct mrt_record *
record (void)
{
  return &mrt_self->records[frames_desc.index];
}

/* So many bytes FP is further from SP in the copy.  */
static uint64_t apart;

/* One entry with a frame of SIZE bytes aligned to ALIGN; the copy saw what it
   should, if it ran at all.  */

static void
enter (long size, long align, bool runs)
{
  uint64_t before = mrt_self ? record ()->bound_runs : 0;
  memset (&frames_seen, 0, sizeof frames_seen);
  frames_desc.sp_align = align;
  CHECK_EQUAL (frames (size, align), 100);
  CHECK_EQUAL (record ()->bound_runs > before, runs);
  if (!runs)
    return;
  CHECK_EQUAL (frames_seen.local, 0x1234);
  CHECK_EQUAL (frames_seen.fp_local, 0x5678);
  CHECK (frames_seen.ret != 0);
  CHECK_EQUAL (frames_seen.cell_sp, frames_user_sp);
  CHECK_EQUAL (frames_seen.cell_fp, frames_user_fp);
  CHECK_EQUAL (frames_seen.value0, frames_user_sp + 40);
  CHECK_EQUAL (frames_seen.value1, frames_user_fp - 8);
  CHECK_EQUAL (frames_seen.fp - frames_seen.sp,
	       frames_user_fp - frames_user_sp + apart);
  CHECK_EQUAL ((frames_seen.sp ^ frames_user_sp) & (align - 1), 0);
  CHECK_EQUAL ((frames_seen.sp ^ frames_user_sp) & 4095, 0);
  CHECK_EQUAL ((frames_seen.slots - 64) % 64, 0);
  CHECK (frames_seen.sp >= (uint64_t) mrt_self->stack
	 && frames_seen.fp + 16 <= (uint64_t) mrt_self->stack_end);
}

static void
sizes_and_alignments (void)
{
  static const long aligns[] = { 16, 32, 64, 128, 4096, 16384 };
  for (unsigned i = 0; i < sizeof aligns / sizeof aligns[0]; i++)
    for (long size = 256; size < 4000000; size = 3 * size + 16)
      enter (size, aligns[i], true);
}

/* Wherever the user's frame lies in its page: slots that fit into a page are in one,
   larger areas begin with a page.  */

static void
slots_and_pages (bool in_frame)
{
  static const uint32_t sizes[] = { 128, 1984, 2048, 3008, 4096, SLOT_BYTES };
  if (in_frame)
    frames_desc.flags |= MEMLB_NEST_SLOTS_IN_FRAME;
  for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (long size = 256; size < 256 + 4096; size += 64)
      {
	frames_desc.slot_bytes = sizes[i];
	frames_seen.slots = 0;
	CHECK_EQUAL (frames (size, 16), 100);
	uint64_t at = (frames_seen.slots - 64) & 4095;
	CHECK (frames_seen.slots && at % 64 == 0);
	CHECK (at + sizes[i] <= 4096 || at == 0);
      }
  frames_desc.flags &= ~MEMLB_NEST_SLOTS_IN_FRAME;
  frames_desc.slot_bytes = SLOT_BYTES;
}

static void *
with_large_stack (void *arg)
{
  (void) arg;
  /* Observed already; this thread's own private stack.  */
  enter (20000000, 16, true);
  enter (60000000, 16, false);
  CHECK_EQUAL (mrt_nests[frames_desc.index].reason, MRT_REASON_NO_STACK);
  mrt_nests[frames_desc.index].reason = MRT_REASON_NONE;
  enter (100, 16, true);
  return NULL;
}

/* The presets: medians, or ones for what could not be read.  */

static void
presets (void)
{
  CHECK (frames_seen.slot0 == 132);
  CHECK (frames_seen.slot1 == 1032 || frames_seen.slot1 == 1034);
  CHECK (frames_seen.slot2 == 1.0);
  CHECK_EQUAL (frames_seen.slot3, 0x1234);
}

int
main (void)
{
  for (int i = 0; i < 100; i++)
    frames_values[i] = 100 + i;
  for (int i = 0; i < 102; i++)
    frames_table[i] = 1000 + i;
  /* Entries until the observation, which one reference never completes, is
     given up.  */
  for (int i = 0; i < 20; i++)
    CHECK_EQUAL (frames (64, 16), 100);
  CHECK_EQUAL (mrt_nests[frames_desc.index].observer, MRT_OBSERVER_DONE);
  printf ("%u visits\n", frames_visits);
  CHECK (frames_visits <= 800);
  enter (64, 16, true);
  presets ();
  /* The local below FP would lie among the cells.  */
  apart = 4096;
  enter (144, 16, true);
  apart = 0;
  sizes_and_alignments ();
  frames_desc.sp_align = 16;
  frames_desc.slot_off = 16384;
  slots_and_pages (false);
  slots_and_pages (true);
  CHECK_EQUAL (record ()->registers_differ, 0);
  CHECK_EQUAL (record ()->exit_differs, 0);
  CHECK_EQUAL (record ()->aborts[MRT_ABORT_FAULT], 0);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 100000000);
  CHECK_EQUAL (pthread_create (&thread, &attributes, with_large_stack, NULL),
	       0);
  pthread_join (thread, NULL);
  return failures != 0;
}
