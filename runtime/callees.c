/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions whose bound copies a nest's bound copy calls.

   Whether they are there, and what these call in turn, shows when the module is
   registered.  A nest of which one is missing is not served; where what they
   call lacks one, the copy is given up when it comes there.

   All these copies have the program's addresses, moved to the mirror; but what
   decides their ways is read from the program's memory, when the original has run.
   So a nest is not served either where something that its copy stores may be what
   such a load reads.

   What is found out of a function is kept in its descriptor: flags, kinds and
   numbers become those of all that it calls, too.  */

#include "callees.h"
#include "runtime.h"
#include "settings.h"

/* A function's own instructions begin so far behind its address at most (a
   landing mark).  */
#define MOST_BEFORE 16

/* Most bytes of stack for functions.  */
#define MOST_STACK 0x100000

/* Most functions that wait for one another to be decided, and references that
   are counted.  */
#define MOST_DEPTH 1000
#define MOST_REFS 100000

/* memlb_callee.flags, the runtime's own: it calls itself; or something that has
   no bound copy; or something follows from a result, or from a floating-point
   argument, that is not the original's.  */
#define RECURSIVE 0x10000
#define INCOMPLETE 0x20000
#define MISLED 0x40000
#define MISGUIDED 0x80000

/* memlb_callee.state: decided; what functions called by others take of the stack
   is added then.  */
enum { UNKNOWN, BEGUN, DECIDED };

/* The bound copy of what row CALL names; NULL if there is none, or if the
   function is another one's.  */

static struct memlb_callee *
find_callee (const struct memlb_call *call)
{
  struct memlb_callee *c = (struct memlb_callee *) call->callee;
  if (!c || c->abi_version != MEMLB_ABI_VERSION
      || c->struct_size != sizeof *c)
    return NULL;
  uint64_t own = (uint64_t) MEMLB_REL (c->function);
  return own - call->function <= MOST_BEFORE ? c : NULL;
}

static void decide (struct memlb_callee *c, unsigned depth);

/* What CALL has in common with C, which it calls and all is known of: MISLED,
   MISGUIDED, and what holds for the caller, too.  */

static uint32_t
joined_flags (const struct memlb_call *call, const struct memlb_callee *c)
{
  uint32_t own = MEMLB_CALLEE_LOOSE | MEMLB_CALLEE_FLOATS;
  uint32_t flags = c->flags & ~own;
  if (c->flags & MEMLB_CALLEE_LOOSE && call->flags & MEMLB_CALL_RESULT)
    flags |= MISLED;
  if (c->flags & MEMLB_CALLEE_FLOATS && call->flags & MEMLB_CALL_LOOSE)
    flags |= MISGUIDED;
  if (call->flags & MEMLB_CALL_PASSING)
    flags |= c->flags & MEMLB_CALLEE_FLOATS;
  return flags;
}

/* Let the N rows CALLS lead to bound copies, at DEPTH of calls; what is known of
   all of them goes to SUM.  The name of the first that has none, or NULL.  */

static const char *
connect (struct memlb_call *calls, uint32_t n, unsigned depth,
	 struct memlb_callee *sum)
{
  const char *missing = NULL;
  for (uint32_t i = 0; i < n; i++)
    {
      struct memlb_callee *c = find_callee (&calls[i]);
      calls[i].target = (uint64_t) (c ? MEMLB_REL (c->bound_entry)
				      : (void *) mrt_give_up);
      if (!c)
	{
	  missing = missing ? missing : MEMLB_REL (calls[i].name);
	  sum->flags |= INCOMPLETE;
	  continue;
	}
      decide (c, depth);
      sum->flags |= c->state == BEGUN ? RECURSIVE
		    : joined_flags (&calls[i], c);
      sum->store_kinds |= c->store_kinds;
      sum->control_kinds |= c->control_kinds;
      sum->stack_bytes = MRT_MAX (sum->stack_bytes, c->stack_bytes);
      sum->refs_mirrored
	= MRT_MIN (sum->refs_mirrored + c->refs_mirrored, MOST_REFS);
      sum->control_varying
	= MRT_MIN (sum->control_varying + c->control_varying, MOST_REFS);
    }
  return missing;
}

/* Find out all about C that its calls decide.  */

static void
decide (struct memlb_callee *c, unsigned depth)
{
  if (c->state != UNKNOWN)
    return;
  struct memlb_callee sum = { 0 };
  c->state = BEGUN;
  if (depth < MOST_DEPTH)
    connect ((struct memlb_call *) MEMLB_REL (c->calls), c->n_calls,
	     depth + 1, &sum);
  else
    sum.flags |= RECURSIVE;
  c->flags |= sum.flags;
  c->store_kinds |= sum.store_kinds;
  c->control_kinds |= sum.control_kinds;
  c->stack_bytes = MRT_MIN (c->stack_bytes + sum.stack_bytes, 2 * MOST_STACK);
  c->refs_mirrored += sum.refs_mirrored;
  c->control_varying += sum.control_varying;
  c->state = DECIDED;
}

/* The name of a function without bound copy that those of the N rows CALLS, all
   decided, come to call, or NULL.  */

static const char *
find_missing (const struct memlb_call *calls, uint32_t n, unsigned depth)
{
  for (uint32_t i = 0; i < n; i++)
    if (!find_callee (&calls[i]))
      return MEMLB_REL (calls[i].name);
  for (uint32_t i = 0; i < n && depth < MOST_DEPTH; i++)
    {
      const struct memlb_callee *c = find_callee (&calls[i]);
      if (c->flags & INCOMPLETE && !(c->flags & RECURSIVE))
	return find_missing (MEMLB_REL (c->calls), c->n_calls, depth + 1);
    }
  return NULL;
}

/* Why a nest, of descriptor D, that calls functions of which SUM is known has no
   bound; NONE if it has.  MISSING is what one of its own calls lacks, or
   NULL.  */

static enum mrt_reason
decide_reason (const struct memlb_nest *d, const struct memlb_callee *sum,
	       const char *missing)
{
  uint32_t stores = d->store_kinds | sum->store_kinds;
  if (missing)
    return MRT_REASON_CALLEE_MISSING;
  if (sum->flags & RECURSIVE)
    return MRT_REASON_CALLEE_RECURSIVE;
  if (sum->flags & MISLED)
    return MRT_REASON_CALL_RESULT;
  if (sum->stack_bytes > MOST_STACK)
    return MRT_REASON_NO_STACK;
  /* A store of the nest's own into what its own loads read is told by the
     compiler, who knows more than kinds.  */
  if (d->flags & MEMLB_NEST_MAY_ALIAS || sum->flags & MISGUIDED
      || stores & sum->control_kinds
      || sum->store_kinds & d->control_kinds)
    return MRT_REASON_CALLEE_CONTROL;
  /* A copy given up inside a call would leave the shadow stack deeper.  */
  if (mrt_shadow_stack_p ())
    return MRT_REASON_CALL;
  return (mrt_settings.mode == MRT_MODE_BOUND && !mrt_segment_free
	  ? MRT_REASON_NO_MIRROR : MRT_REASON_NONE);
}

/* True if the time of instructions of D itself depends on their operands.  */

static bool
divides_p (const struct memlb_nest *d)
{
  const struct memlb_block *b = MEMLB_REL (d->block_table);
  bool divides = d->n_callees > 0;
  for (uint32_t i = 0; b && i < d->blocks; i++)
    divides |= b[i].divisions > 0;
  return divides;
}

bool
mrt_callees_decide (struct mrt_nest *nest, struct memlb_nest *d)
{
  struct memlb_callee sum = { 0 };
  if (!d->n_calls || !(d->flags & MEMLB_NEST_COPIED))
    return true;
  const char *missing = connect ((struct memlb_call *) MEMLB_REL (d->calls),
				 d->n_calls, 0, &sum);
  enum mrt_reason reason = decide_reason (d, &sum, missing);
  if (!missing && sum.flags & INCOMPLETE)
    missing = find_missing (MEMLB_REL (d->calls), d->n_calls, 0);
  nest->missing = missing ? mrt_keep_string (missing) : NULL;
  nest->callee_stack = sum.stack_bytes;
  nest->divides = sum.flags & MEMLB_CALLEE_DIVIDES || divides_p (d);
  nest->inner = sum.flags & MEMLB_CALLEE_LOOPS;
  if ((sum.flags | (d->flags & MEMLB_NEST_APART ? MEMLB_CALLEE_APART : 0))
      & MEMLB_CALLEE_APART)
    nest->caution = MRT_REASON_CALLEE_MEMORY;
  d->refs_redirected += sum.refs_mirrored;
  d->control_varying += sum.control_varying;
  if (reason == MRT_REASON_NONE)
    return true;
  d->flags &= ~(uint32_t) (MEMLB_NEST_COPIED | MEMLB_NEST_TIMED);
  d->reason = reason;
  return false;
}
