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
   of the time of what calls them.  So are those without loops that are measured as
   nests.  */

#include "outermost.h"
#include "runtime.h"
#include "settings.h"

/* Activations that pass before the runtime looks whether the outermost one is
   still there.  */
#define PASS 0x10000

/* Ticks that one takes to pass, about.  */
#define PASS_TICKS 3

/* Frames that functions leave to nests.  */
#define NEST_FRAMES 6

/* Timed entries before a function is given up; how many times what timing one
   takes they must last; and ticks, with that, of those that shall have a bound.  */
#define WARM 64
#define MANY 4
#define LEAST_TICKS 500

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

/* Let the word that the gate of the function with number INDEX tests be WORD.  Its
   module may be gone; then this is a copy of the descriptor.  */

static void
set_gate_word (uint32_t index, uint64_t word)
{
  struct memlb_nest *d
    = (struct memlb_nest *) mrt_nest_desc (&mrt_nests[index]);
  mrt_store (&d->gate, word);
}

void
mrt_timer_give_up (uint32_t index)
{
  mrt_store (&mrt_nests[index].untimed, 1);
  set_gate_word (index, 0);
}

/* What calls itself is measured with its gate shut, once that is known, if no other
   thread could need it.  */

void
mrt_function_begin (struct mrt_frame *f)
{
  mrt_store (&__memlb_rt_gates.procedure, f->sp);
  if (!mrt_load (&mrt_nests[f->index].calls_itself) || mrt_settings.torture
      || mrt_first_thread ()->next)
    return;
  f->state |= MRT_FRAME_SHUT;
  set_gate_word (f->index, 0);
}

void
mrt_outermost_end (struct mrt_thread *self, const struct mrt_frame *f)
{
  if (f->state & MRT_FRAME_SHUT)
    {
      const struct mrt_nest *nest = &mrt_nests[f->index];
      if (!mrt_load (&nest->untimed) && !mrt_load (&nest->passed_by))
	set_gate_word (f->index, f->index * sizeof (int32_t));
      return;
    }
  int32_t left = mrt_load (&self->gates[f->index]);
  count_passed (self, f->index, (uint64_t) (PASS - MRT_MAX (left, 0)));
  mrt_set_gate (self, f->index, 0);
}

bool
mrt_timer_room_p (const struct mrt_thread *self, uint32_t index)
{
  if (self->depth < MRT_FRAMES - NEST_FRAMES)
    return true;
  mrt_timer_give_up (index);
  return false;
}

void
mrt_timer_look (const struct mrt_record *rec, uint32_t index)
{
  if (rec->timed >= WARM
      && mrt_mean (rec) < MANY * mrt_process.inside_timed)
    mrt_timer_give_up (index);
}

void
mrt_function_look (const struct mrt_record *rec, uint32_t index)
{
  if (rec->timed >= WARM && mrt_mean (rec) < LEAST_TICKS
      && !mrt_settings.torture)
    mrt_timer_give_up (index);
}

