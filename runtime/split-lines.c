/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What accesses across lines take that go along an array.

   In an array that is not aligned, one of four vectors of 16 bytes lies across lines,
   or one of two of 32.  What that takes depends on the processor: a store ends in the
   line in which the next one begins, and some let the two parts enter the cache
   together; the second part of a load takes a turn that others may have left free.
   A bound run has its accesses in one place, all of them across lines or none, and
   the mean of such runs is more than what the array takes.  Ticks (AMD's: cycles) a
   store, and a load, along an array that is aligned, along it 8 bytes behind that, and
   in one place, the mean over those of the array (* only those across lines):

     stores: AMD Zen 3, 32 bytes	1.2	1.4	2.0
     AMD Zen 4, 16 bytes		-	1.1	2.0*
     the same, 32 bytes			-	1.3	2.0*
     an Intel processor with AMX, 16	0.35	0.67	0.60
     the same, 32 bytes			0.35	1.01	0.84
     loads: the same, 16 bytes		0.29	0.34	0.46
     the same, 32 bytes			0.30	0.43	0.54

   So of the iterations with accesses across lines only that share is taken for bound
   runs that makes their mean what an array takes, as measured here.  Vectors of a whole
   line (64 bytes on Zen 4: 2.8 to 4.1 along an array, 3.5* in one place) lie across lines
   in all iterations or none.  How many loads hide behind others depends on what else a
   loop has to wait for: first_diff of bench/kernels wants a third of them on that Intel
   processor, stencil1 and stencil2 half, calc1 all, and a loop of nothing but loads 55
   per cent of 32 bytes.  So of loads the share is halfway between what the latter wants
   and all.  */

#include "split-lines.h"
#include "arch.h"
#include "runtime.h"

#define LINE 64
#define PAGE 4096

/* Many times what store buffers hold.  */
#define ROUNDS 32
#define REPEATS 7

/* How far arrays are from aligned places.  */
#define BEHIND 8

/* In calibrate.S.  */
typedef void mrt_accesses (char *p, uint64_t n);
mrt_accesses mrt_store_along_16, mrt_store_along_32;
mrt_accesses mrt_store_same_16, mrt_store_same_32;
mrt_accesses mrt_load_along_16, mrt_load_along_32, mrt_load_same;

/* The accesses of SIZE bytes to measure; FIRST bytes behind a vector's place is the
   access that stands for it, in a line of its own or across two as that is.  */
struct kind
{
  uint32_t size, first;
  mrt_accesses *along, *same;
};
static const struct kind kinds[] = {
  { 16, 0, mrt_store_along_16, mrt_store_same_16 },
  { 32, 0, mrt_store_along_32, mrt_store_same_32 },
  { 16, 4, mrt_load_along_16, mrt_load_same },
  { 32, 20, mrt_load_along_32, mrt_load_same },
};

/* One more than the share of each, 0 if it is not known.  */
static unsigned char shares[sizeof kinds / sizeof *kinds];

/* Ticks of ACCESSES at P.  */

static int64_t
ticks_of (mrt_accesses *accesses, char *p)
{
  uint64_t begin = mrt_clock ();
  accesses (p, ROUNDS);
  return (int64_t) mrt_elapsed (begin, mrt_clock ());
}

/* The share of accesses of kind K across lines, in AREA.  */

static unsigned
measure (const struct kind *k, char *area)
{
  char *misaligned = area + BEHIND + k->first;
  int64_t aligned = INT64_MAX, behind = INT64_MAX, within = INT64_MAX,
	  across = INT64_MAX;
  int64_t places = LINE / k->size;
  for (unsigned i = 0; i < REPEATS; i++)
    {
      aligned = MRT_MIN (aligned, ticks_of (k->along, area));
      behind = MRT_MIN (behind, ticks_of (k->along, misaligned));
      within = MRT_MIN (within, ticks_of (k->same, misaligned));
      across = MRT_MIN (across,
			ticks_of (k->same, misaligned + LINE - k->size));
    }
  int64_t same = ((places - 1) * within + across) / places;
  return behind <= aligned ? 0 : behind >= same ? 100
	 : (unsigned) (100 * (behind - aligned) / (same - aligned));
}

unsigned
mrt_measured_split_share (uint32_t size, bool store)
{
  if (size != 16 && size != 32)
    return 100;
  unsigned i = (store ? 0 : 2) + (size == 32);
  unsigned share = __atomic_load_n (&shares[i], __ATOMIC_RELAXED);
  if (share)
    return share - 1;
  /* The stack is the program's, and may be short.  */
  char *area = mrt_map (PAGE, PAGE);
  if (!area)
    return 100;
  share = measure (&kinds[i], area);
  mrt_unmap (area, PAGE);
  if (!store)
    share = (share + 100) / 2;
  __atomic_store_n (&shares[i], (unsigned char) (share + 1), __ATOMIC_RELAXED);
  return share;
}
