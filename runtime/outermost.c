/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Outermost activations, and timers of whole functions, in mode `time'.

   Of what calls itself only the outermost activation is timed.  While it lasts
   the gate lets the others pass in inserted code; what has passed is counted when
   it ends, and the time of that is taken off.

   With copies=procedures a gate at a function's start leads to its timer, which
   calls the function, so that it comes back there however it is left, but by a
   jump or an exception; then the frame is dropped as those of nests are.  (Until
   then other activations pass as if they were inside it: those of one function
   alone that is often left so are lost.)
   Functions that are short are given up: timing would be most of their time, and
   of the time of what calls them.  */

#include "outermost.h"
#include "runtime.h"

/* Activations that pass before the runtime looks whether the outermost one is
   still there.  */
#define PASS 0x10000

/* Ticks that one takes to pass, about.  */
#define PASS_TICKS 3

/* Frames that functions leave to nests.  */
#define NEST_FRAMES 6

/* Timed entries before a function is given up; how many times what timing one
   takes they must last.  */
#define WARM 64
#define MANY 4

/* N activations of the nest with number INDEX have passed.  */

static void
count_passed (struct mrt_thread *self, uint32_t index, uint64_t n)
{
  mrt_add (&self->records[index].nested, n);
  self->inside += n * PASS_TICKS;
}

void
mrt_outermost_again (struct mrt_thread *self, uint32_t index)
{
  count_passed (self, index, PASS);
  mrt_set_gate (self, index, PASS);
}

void
mrt_outermost_begin (struct mrt_thread *self, uint32_t index, bool whole,
		     uint64_t sp)
{
  mrt_set_gate (self, index, PASS);
  if (whole)
    mrt_store (&__memlb_rt_gates.procedure, sp);
}

void
mrt_outermost_end (struct mrt_thread *self, const struct mrt_frame *f)
{
  int32_t left = mrt_load (&self->gates[f->index]);
  count_passed (self, f->index, (uint64_t) (PASS - MRT_MAX (left, 0)));
  mrt_set_gate (self, f->index, 0);
}

/* The descriptor of the function with number INDEX is in a module that is
   loaded, for it is being executed.  */

static void
give_up (uint32_t index)
{
  struct memlb_nest *d = (struct memlb_nest *) mrt_nests[index].desc;
  mrt_store (&mrt_nests[index].untimed, 1);
  mrt_store (&d->gate, 0);
}

bool
mrt_timer_room_p (const struct mrt_thread *self, uint32_t index)
{
  if (self->depth < MRT_FRAMES - NEST_FRAMES)
    return true;
  give_up (index);
  return false;
}

void
mrt_timer_look (const struct mrt_record *rec, uint32_t index)
{
  if (rec->timed >= WARM
      && mrt_mean (rec) < MANY * mrt_process.inside_timed)
    give_up (index);
}
