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
   numbers become those of all that it calls, too.  Functions that call one another
   in a cycle have the same; calls among them look how deep the stack is, so that
   the copy is given up where the program calls deeper than it has room.  The cycles
   are the strongly connected components of R. Tarjan, "Depth-first search and
   linear graph algorithms", SIAM J. Comput. 1 (1972).  */

#include "callees.h"
#include "runtime.h"
#include "settings.h"
#include "targets.h"

/* A function's own instructions begin so far behind its address at most (a
   landing mark, and a gate).  */
#define MOST_BEFORE 32

/* Most bytes of stack for functions, each of those of a cycle once.  */
#define MOST_STACK 0x100000

/* Most functions that wait for one another to be decided, and references that
   are counted.  */
#define MOST_DEPTH 1000
#define MOST_REFS 100000

/* memlb_callee.flags, the runtime's own: it calls something that calls itself and
   takes too much of the stack at a time, or too many that call one another; or
   something follows from a result, or from a floating-point argument, that is not the
   original's; it calls through pointers, and something follows from a result, or some
   floating-point argument is not the original's, or may not be.  */
#define TOO_DEEP 0x10000
#define MISLED 0x20000
#define MISGUIDED 0x40000
#define POINTERS 0x80000
#define POINTER_RESULT 0x100000
#define POINTER_LOOSE 0x200000

/* memlb_callee.state: in the list of those that wait; decided: what functions
   called by others take of the stack is added then.  */
enum { UNKNOWN, BEGUN, DECIDED };

/* The functions that wait, the last first, and how many have begun.  */
static struct memlb_callee *waiting;
static uint32_t n_begun;

bool
mrt_callee_is_p (const struct memlb_callee *c, uint64_t function)
{
  return c->abi_version == MEMLB_ABI_VERSION && c->struct_size == sizeof *c
	 && (uint64_t) MEMLB_REL (c->function) - function <= MOST_BEFORE;
}

/* The bound copy of what row CALL names; NULL if there is none, or if the
   function is another one's.  */

static struct memlb_callee *
find_callee (const struct memlb_call *call)
{
  struct memlb_callee *c = (struct memlb_callee *) call->callee;
  return c && mrt_callee_is_p (c, call->function) ? c : NULL;
}

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

/* What a row of FLAGS, for calls through pointers, adds to those of its
   caller.  */

static uint32_t
pointer_flags (uint32_t flags)
{
  return POINTERS | (flags & MEMLB_CALL_RESULT ? POINTER_RESULT : 0)
	 | (flags & (MEMLB_CALL_LOOSE | MEMLB_CALL_PASSING) ? POINTER_LOOSE : 0);
}

/* Add what the N rows CALLS lead to, as far as it is known, to SUM.  */

static void
join (const struct memlb_call *calls, uint32_t n, struct memlb_callee *sum)
{
  for (uint32_t i = 0; i < n; i++)
    {
      const struct memlb_callee *c = find_callee (&calls[i]);
      if (calls[i].flags & MEMLB_CALL_POINTER)
	{
	  sum->flags |= pointer_flags (calls[i].flags);
	  continue;
	}
      if (calls[i].flags & MEMLB_CALL_SINCOS)
	sum->flags |= MEMLB_CALLEE_DIVIDES;
      if (calls[i].flags & MEMLB_CALL_MEMORY)
	continue;
      uint64_t missing = c ? c->missing
			   : (uint64_t) MEMLB_REL (calls[i].name);
      sum->missing = sum->missing ? sum->missing : missing;
      if (!c)
	continue;
      sum->flags |= joined_flags (&calls[i], c);
      sum->store_kinds |= c->store_kinds;
      sum->control_kinds |= c->control_kinds;
    }
}

/* Add what those of the functions called by the N rows CALLS take that have been
   decided to SUM.  */

static void
add_sizes (const struct memlb_call *calls, uint32_t n,
	   struct memlb_callee *sum)
{
  for (uint32_t i = 0; i < n; i++)
    {
      const struct memlb_callee *c = find_callee (&calls[i]);
      if (!c || c->state != DECIDED)
	continue;
      sum->stack_bytes = MRT_MAX (sum->stack_bytes, c->stack_bytes);
      sum->refs_mirrored
	= MRT_MIN (sum->refs_mirrored + c->refs_mirrored, MOST_REFS);
      sum->control_varying
	= MRT_MIN (sum->control_varying + c->control_varying, MOST_REFS);
    }
}

/* What CALL, which works on memory, calls instead.  */

static void *
find_memory_target (const struct memlb_call *call)
{
  static void (*const functions[2][2]) (void)
    = { { mrt_copy_memory, mrt_copy_floats },
	{ mrt_fill_memory, mrt_fill_floats } };
  static void (*const strings[3][2][2]) (void)
    = { { { mrt_movsb_memory, mrt_movsb_floats },
	  { mrt_stosb_memory, mrt_stosb_floats } },
	{ { mrt_movsl_memory, mrt_movsl_floats },
	  { mrt_stosl_memory, mrt_stosl_floats } },
	{ { mrt_movsq_memory, mrt_movsq_floats },
	  { mrt_stosq_memory, mrt_stosq_floats } } };
  unsigned size = call->flags & MEMLB_CALL_LONGS ? 2
		  : call->flags & MEMLB_CALL_WORDS ? 1 : 0;
  bool fill = call->flags & MEMLB_CALL_FILL;
  bool floats = call->flags & MEMLB_CALL_FLOATS;
  if (call->flags & MEMLB_CALL_SINCOS)
    return (void *) mrt_store_floats;
  return (void *) (call->flags & MEMLB_CALL_STRING ? strings[size][fill][floats]
						   : functions[fill][floats]);
}

/* Where CALL, of a nest or of a function, leads in its bound copy.  */

static void *
find_target (const struct memlb_call *call)
{
  const struct memlb_callee *c = find_callee (call);
  if (call->flags & MEMLB_CALL_POINTER)
    return (void *) mrt_call_pointer;
  if (call->flags & MEMLB_CALL_MEMORY)
    return find_memory_target (call);
  if (!c)
    return (void *) mrt_give_up;
  return (void *) (c->state == BEGUN ? MEMLB_REL (c->deep_entry)
				     : MEMLB_REL (c->bound_entry));
}

/* Let the N rows CALLS lead there.  */

static void
set_targets (struct memlb_call *calls, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    calls[i].target = (uint64_t) find_target (&calls[i]);
}

/* True if C calls itself.  */

static bool
calls_itself_p (const struct memlb_callee *c)
{
  const struct memlb_call *calls = MEMLB_REL (c->calls);
  for (uint32_t i = 0; i < c->n_calls; i++)
    if (find_callee (&calls[i]) == c)
      return true;
  return false;
}

/* Let those of LIST, which call one another, know what holds for all.  */

static void
join_component (struct memlb_callee *list)
{
  bool changed = true;
  while (changed)
    {
      changed = false;
      for (struct memlb_callee *c = list; c;
	   c = (struct memlb_callee *) c->next)
	{
	  struct memlb_callee sum = *c;
	  join (MEMLB_REL (c->calls), c->n_calls, &sum);
	  changed |= sum.flags != c->flags
		     || sum.store_kinds != c->store_kinds
		     || sum.control_kinds != c->control_kinds
		     || sum.missing != c->missing;
	  c->flags = sum.flags;
	  c->store_kinds = sum.store_kinds;
	  c->control_kinds = sum.control_kinds;
	  c->missing = sum.missing;
	}
    }
}

/* Decide those of LIST, a function or several that call one another.  */

static void
decide_component (struct memlb_callee *list)
{
  struct memlb_callee all = { 0 }, outside = { 0 };
  bool cycle = list->next || calls_itself_p (list);
  for (struct memlb_callee *c = list; c; c = (struct memlb_callee *) c->next)
    {
      all.stack_bytes
	= MRT_MIN (all.stack_bytes + c->stack_bytes, MOST_STACK + 1);
      all.refs_mirrored += c->refs_mirrored;
      all.control_varying += c->control_varying;
      add_sizes (MEMLB_REL (c->calls), c->n_calls, &outside);
      set_targets ((struct memlb_call *) MEMLB_REL (c->calls), c->n_calls);
    }
  all.stack_bytes = MRT_MIN (all.stack_bytes + outside.stack_bytes,
			     MOST_STACK + 1);
  if (cycle && all.stack_bytes > MOST_STACK)
    list->flags |= TOO_DEEP;
  join_component (list);
  for (struct memlb_callee *c = list; c; c = (struct memlb_callee *) c->next)
    {
      c->stack_bytes = all.stack_bytes;
      c->refs_mirrored = all.refs_mirrored + outside.refs_mirrored;
      c->control_varying = all.control_varying + outside.control_varying;
      c->state = DECIDED;
    }
}

/* Find out all about C, at DEPTH of calls, that its calls decide.  Nobody else may do
   so meanwhile.  */

static void
decide (struct memlb_callee *c, unsigned depth)
{
  if (c->state != UNKNOWN)
    return;
  c->state = BEGUN;
  c->order = c->low = ++n_begun;
  c->next = (uint64_t) waiting;
  waiting = c;
  const struct memlb_call *calls = MEMLB_REL (c->calls);
  for (uint32_t i = 0; i < c->n_calls; i++)
    {
      struct memlb_callee *called = find_callee (&calls[i]);
      if (!called)
	continue;
      if (depth < MOST_DEPTH)
	decide (called, depth + 1);
      if (called->state == UNKNOWN)
	c->flags |= TOO_DEEP;
      else if (called->state == BEGUN)
	c->low = MRT_MIN (c->low, called->low);
    }
  if (c->low != c->order)
    return;
  struct memlb_callee *list = waiting;
  waiting = (struct memlb_callee *) c->next;
  c->next = 0;
  decide_component (list);
}

/* True if one of D's own calls leads to nothing.  */

static bool
lacks_p (const struct memlb_nest *d)
{
  const struct memlb_call *calls = MEMLB_REL (d->calls);
  for (uint32_t i = 0; i < d->n_calls; i++)
    if (!find_callee (&calls[i])
	&& !(calls[i].flags & (MEMLB_CALL_POINTER | MEMLB_CALL_MEMORY)))
      return true;
  return false;
}

/* Why a nest, of descriptor D, that calls functions of which SUM is known has no
   bound; NONE if it has.  */

static enum mrt_reason
decide_reason (const struct memlb_nest *d, const struct memlb_callee *sum)
{
  uint32_t stores = d->store_kinds | sum->store_kinds;
  if (lacks_p (d))
    return MRT_REASON_CALLEE_MISSING;
  if (sum->flags & TOO_DEEP)
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

/* Let NEST know what its functions, of which SUM is known, mean for it.  */

static void
note_callees (struct mrt_nest *nest, const struct memlb_callee *sum)
{
  const struct memlb_nest *d = nest->desc;
  nest->callee_stack = sum->stack_bytes;
  nest->divides = sum->flags & MEMLB_CALLEE_DIVIDES || divides_p (d);
  nest->inner = (sum->flags & MEMLB_CALLEE_LOOPS ? MRT_INNER_KNOWN : 0)
		| (sum->flags & POINTERS ? MRT_INNER_MAYBE : 0);
  if ((sum->flags | (d->flags & MEMLB_NEST_APART ? MEMLB_CALLEE_APART : 0))
      & MEMLB_CALLEE_APART)
    nest->caution = MRT_REASON_CALLEE_MEMORY;
}

enum mrt_reason
mrt_callees_join (struct mrt_nest *nest, struct memlb_callee *sum,
		  struct memlb_callee *c)
{
  const struct memlb_call call
    = { .flags = (sum->flags & POINTER_RESULT ? MEMLB_CALL_RESULT : 0)
		 | (sum->flags & POINTER_LOOSE ? MEMLB_CALL_LOOSE : 0) };
  struct memlb_callee all = *sum;
  decide (c, 0);
  all.flags |= joined_flags (&call, c);
  all.store_kinds |= c->store_kinds;
  all.control_kinds |= c->control_kinds;
  all.stack_bytes = MRT_MAX (all.stack_bytes, c->stack_bytes);
  enum mrt_reason reason = decide_reason (nest->desc, &all);
  if (reason == MRT_REASON_NONE)
    {
      *sum = all;
      note_callees (nest, &all);
    }
  return reason;
}

bool
mrt_callees_decide (struct mrt_nest *nest, struct memlb_nest *d)
{
  struct memlb_callee sum = { 0 };
  struct memlb_call *calls = (struct memlb_call *) MEMLB_REL (d->calls);
  if (!d->n_calls || !(d->flags & MEMLB_NEST_COPIED))
    return true;
  mrt_targets_hold ();
  for (uint32_t i = 0; i < d->n_calls; i++)
    if (find_callee (&calls[i]))
      decide (find_callee (&calls[i]), 0);
  mrt_targets_release ();
  join (calls, d->n_calls, &sum);
  add_sizes (calls, d->n_calls, &sum);
  set_targets (calls, d->n_calls);
  enum mrt_reason reason = decide_reason (d, &sum);
  nest->missing = sum.missing ? mrt_keep_string ((const char *) sum.missing)
			      : NULL;
  note_callees (nest, &sum);
  if (sum.flags & POINTERS && !mrt_targets_make (nest, &sum))
    reason = MRT_REASON_INDIRECT_CALL;
  d->refs_redirected += sum.refs_mirrored;
  d->control_varying += sum.control_varying;
  if (reason == MRT_REASON_NONE)
    return true;
  d->flags &= ~(uint32_t) (MEMLB_NEST_COPIED | MEMLB_NEST_TIMED);
  d->reason = reason;
  return false;
}
