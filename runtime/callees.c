/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions whose bound copies a nest's bound copy calls.

   Whether they are there shows when the module is registered: a nest of which
   one is missing is not served.  What the functions do with memory decides
   whether the bound may be believed: the window (abi.h) keeps what one passes to
   the next, but neither what the nest itself stores and loads, in its own
   slots, nor what functions reach by other ways than by pointers that they were
   passed.  */

#include "callees.h"
#include "observe.h"
#include "runtime.h"
#include "settings.h"

/* A function's own instructions begin so far behind its address at most (a
   landing mark).  */
#define MOST_BEFORE 16

/* The contents of the window where nothing is known of them: 1.0.  */
#define ONE 0x3ff0000000000000

#define WINDOW_LOW (MEMLB_WINDOW_OFF - MEMLB_WINDOW_MARGIN)
#define WINDOW_HIGH							\
  (MEMLB_WINDOW_OFF + MEMLB_WINDOW_MASK + 1 + MEMLB_WINDOW_MARGIN)

/* The bound copy of what row CALL names; NULL if there is none, or if the
   function is another one's.  */

static const struct memlb_callee *
find_callee (const struct memlb_call *call)
{
  const struct memlb_callee *c = (const struct memlb_callee *) call->callee;
  if (!c || c->abi_version != MEMLB_ABI_VERSION
      || c->struct_size != sizeof *c)
    return NULL;
  uint64_t own = (uint64_t) MEMLB_REL (c->function);
  return own - call->function <= MOST_BEFORE ? c : NULL;
}

/* Let the calls of D lead to bound copies; the name of what has none, or NULL.
   What the functions do with memory, a set, goes to *FLAGS.  */

static const char *
connect_calls (const struct memlb_nest *d, uint32_t *flags)
{
  struct memlb_call *calls = (struct memlb_call *) MEMLB_REL (d->calls);
  *flags = 0;
  for (uint32_t i = 0; i < d->n_calls; i++)
    {
      const struct memlb_callee *c = find_callee (&calls[i]);
      if (!c)
	return MEMLB_REL (calls[i].name);
      calls[i].target = (uint64_t) MEMLB_REL (c->bound_entry);
      *flags |= c->flags;
    }
  return NULL;
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

/* What speaks against a bound of D, which calls functions of FLAGS.  */

static enum mrt_reason
decide_caution (const struct memlb_nest *d, uint32_t flags)
{
  bool exposed = d->flags & MEMLB_NEST_EXPOSED;
  bool own_stores = exposed || d->flags & MEMLB_NEST_HAS_STORES;
  bool own_loads = exposed || d->refs_redirected;
  bool slot_stores = flags & MEMLB_CALLEE_SLOT_STORES;
  bool stores = slot_stores || flags & MEMLB_CALLEE_STORES;
  bool slot_loads = flags & MEMLB_CALLEE_SLOT_LOADS;
  bool loads = slot_loads || flags & MEMLB_CALLEE_LOADS;
  if (((stores || own_stores) && flags & MEMLB_CALLEE_CTL_MEMORY)
      || (stores && d->flags & MEMLB_NEST_CTL_MEMORY))
    return MRT_REASON_CALLEE_CONTROL;
  if ((own_stores && loads) || (stores && (own_loads || slot_loads))
      || (slot_stores && loads))
    return MRT_REASON_CALLEE_MEMORY;
  if (loads && (flags & MEMLB_CALLEE_DIVIDES || divides_p (d)))
    return MRT_REASON_CALLEE_VALUES;
  return MRT_REASON_NONE;
}

bool
mrt_callees_decide (struct mrt_nest *nest, struct memlb_nest *d)
{
  uint32_t flags;
  if (!d->n_calls || !(d->flags & MEMLB_NEST_COPIED))
    return true;
  const char *missing = connect_calls (d, &flags);
  /* A copy given up inside a call would leave the shadow stack deeper.  */
  if (!missing && !mrt_shadow_stack_p ())
    {
      nest->caution = decide_caution (d, flags);
      return true;
    }
  nest->missing = missing ? mrt_keep_string (missing) : NULL;
  d->flags &= ~(uint32_t) (MEMLB_NEST_COPIED | MEMLB_NEST_TIMED);
  d->reason = missing ? MRT_REASON_CALLEE_MISSING : MRT_REASON_CALL;
  return false;
}

/* Fill the slots of C, for a copy of stack pointer P.  */

static void
fill_slots (const struct memlb_callee *c, uint64_t p)
{
  unsigned char *slots
    = (unsigned char *) (p + (uint64_t) (int64_t) c->slot_off);
  const struct memlb_ref *refs = MEMLB_REL (c->refs);
  mrt_fill (slots, 0, c->slot_bytes);
  for (uint32_t i = 0; !mrt_settings.torture && i < c->n_refs; i++)
    mrt_fill_ones (slots + refs[i].slot, refs[i].size, refs[i].elem,
		   refs[i].elem_size);
}

void
mrt_callees_fill (const struct memlb_nest *d, uint64_t p)
{
  const struct memlb_call *calls = MEMLB_REL (d->calls);
  uint64_t *window = (uint64_t *) (p + (uint64_t) WINDOW_LOW);
  uint64_t value = mrt_settings.torture ? 0 : ONE;
  for (uint32_t i = 0; i < d->n_calls; i++)
    fill_slots ((const struct memlb_callee *) calls[i].callee, p);
  for (unsigned i = 0; i < (WINDOW_HIGH - WINDOW_LOW) / 8; i++)
    window[i] = value;
}
