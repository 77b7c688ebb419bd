/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whether a bound copy has done what its original did.  */

#include "bound-check.h"
#include "copy-frame.h"
#include "mirror.h"
#include "module.h"
#include "runtime.h"
#include "settings.h"

bool
mrt_flush_p (const struct mrt_thread *self, const struct memlb_nest *desc)
{
  return desc->n_calls
	 && !((mrt_xstate_exceptions (&self->snap_x)
	       | mrt_xstate_exceptions (&self->exit_x))
	      & MRT_SUBNORMAL_EXCEPTIONS);
}

/* True if the control registers that the copy of DESC left are the original's,
   which is left at CTX; all but the general registers EXCEPT, by bit.  */

static bool
same_registers_p (const struct mrt_thread *self,
		  const struct memlb_nest *desc,
		  const struct mrt_context *ctx, uint32_t except)
{
  const struct mrt_regs *a = &self->copy, *b = &ctx->regs;
  bool equal = true;
  for (unsigned i = 0; i < MRT_GPRS; i++)
    if (((desc->ctl_gprs & ~except) >> i & 1) && i != MRT_SP)
      equal &= mrt_copy_frame_back (self, desc, a->gpr[i]) == b->gpr[i];
  if (desc->flags & MEMLB_NEST_CTL_FLAGS)
    equal &= !((a->flags ^ b->flags) & MRT_CONDITION_FLAGS);
  if (mrt_vector_p (desc))
    equal &= mrt_xstate_equal_p (&self->copy_x, &self->exit_x,
				 desc->ctl_vecs, desc->ctl_masks);
  return equal;
}

static bool
same_exit_p (const struct mrt_thread *self, const struct mrt_context *ctx)
{
  return self->copy_exit == (uint32_t) mrt_site_number (ctx->ret);
}

bool
mrt_bound_same_p (const struct mrt_thread *self,
		  const struct memlb_nest *desc,
		  const struct mrt_context *ctx, uint32_t except)
{
  return same_exit_p (self, ctx)
	 && same_registers_p (self, desc, ctx, except);
}

/* The exception flags that tell of values which the original of F has not, and
   that take another time.  Those of values that nobody has observed say nothing;
   where subnormal numbers are flushed and nothing divides, none do.  */

static uint32_t
telling_flags (const struct mrt_thread *self, const struct mrt_frame *f)
{
  const struct mrt_nest *nest = &mrt_nests[f->index];
  bool known = mrt_settings.torture || f->desc->n_calls
	       || mrt_load (&nest->observer) == MRT_OBSERVER_DONE;
  if (!known)
    return 0;
  if (!mrt_flush_p (self, f->desc))
    return MRT_RANGE_EXCEPTIONS;
  return nest->divides && !mrt_settings.torture
	 ? MRT_RANGE_EXCEPTIONS & ~MRT_SUBNORMAL_EXCEPTIONS : 0;
}

bool
mrt_raised_p (const struct mrt_thread *self, const struct mrt_frame *f)
{
  return (mrt_vector_p (f->desc)
	  && mrt_xstate_exceptions (&self->copy_x)
	     & ~mrt_xstate_exceptions (&self->exit_x) & telling_flags (self, f));
}

/* The copy of F raised what the original did not.  A mirror copy's values are
   its own where memory is folded: then it is folded in another way, or slots must do,
   if there are any.  */

static void
note_exceptions (struct mrt_thread *self, const struct mrt_frame *f)
{
  if (self->mirrored && !f->desc->n_calls)
    {
      mrt_mirror_strayed (self, f->index);
      self->run_calm = false;
    }
  else if (self->mirrored && mrt_mirror_nearer (f->index))
    self->run_calm = false;
  else
    mrt_add (&f->record->exceptions_differ, 1);
}

void
mrt_check (struct mrt_thread *self, const struct mrt_frame *f,
	   const struct mrt_context *ctx)
{
  struct mrt_record *rec = f->record;
  if (!same_exit_p (self, ctx))
    {
      mrt_add (&rec->exit_differs, 1);
      return;
    }
  if (mrt_raised_p (self, f))
    note_exceptions (self, f);
  if (self->subnormal
      && !(mrt_xstate_exceptions (&self->copy_x) & MRT_SUBNORMAL_OPERAND))
    mrt_add (&rec->subnormals, 1);
  if (!same_registers_p (self, f->desc, ctx, 0))
    mrt_add (&rec->registers_differ, 1);
}
