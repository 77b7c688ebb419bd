/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that bound copies call through pointers.

   The copy calls mrt_call_pointer, which looks the function up among the thread's rows
   and goes on in its bound copy.  Each nest has rows of its own, of what its copies
   have called so far and may call; the thread's are those of the nest that ran last.
   Where a row is lacking the run is given up; if the function has a bound copy, and
   nothing speaks against it, as callees.c decides for those called by name, the nest
   gets the row, and the run is made again.

   A function lies in the row that bits 4 to 9 of its address tell, or in the next
   one.  */

#include "targets.h"
#include "runtime.h"

static struct mrt_module_info *modules;
static int lock;

/* Grows when rows are taken away, so that threads' are out of date.  */
static uint32_t age;

bool
mrt_targets_try (void)
{
  return !__atomic_exchange_n (&lock, 1, __ATOMIC_ACQUIRE);
}

void
mrt_targets_hold (void)
{
  while (!mrt_targets_try ())
    mrt_pause ();
}

void
mrt_targets_release (void)
{
  __atomic_store_n (&lock, 0, __ATOMIC_RELEASE);
}

void
mrt_targets_forked (void)
{
  lock = 0;
}

void
mrt_targets_add (struct mrt_module_info *info)
{
  mrt_targets_hold ();
  info->next = modules;
  modules = info;
  mrt_targets_release ();
}

void
mrt_targets_remove (const struct mrt_module_info *info)
{
  mrt_targets_hold ();
  struct mrt_module_info **p = &modules;
  while (*p && *p != info)
    p = &(*p)->next;
  bool here = *p;
  if (here)
    *p = info->next;
  for (uint32_t i = MRT_EMPTY_INDEX; here && i < mrt_n_nests; i++)
    if (mrt_nests[i].targets)
      for (unsigned r = 0; r < MRT_TARGET_ROWS; r++)
	mrt_store (&mrt_nests[i].targets->rows[r].function, 0);
  mrt_add (&age, 1);
  mrt_targets_release ();
}

bool
mrt_targets_make (struct mrt_nest *nest, const struct memlb_callee *sum)
{
  if (!nest->targets)
    nest->targets = mrt_keep (sizeof *nest->targets);
  if (!nest->targets)
    return false;
  nest->targets->sum = *sum;
  nest->targets->reason = MRT_REASON_NONE;
  return true;
}

void
mrt_targets_load (struct mrt_thread *self, uint32_t index)
{
  const struct mrt_targets *t = mrt_nests[index].targets;
  uint32_t now = mrt_load (&age);
  if (!t || (self->targets_of == index && self->targets_age == now))
    return;
  for (unsigned i = 0; i < MRT_TARGET_ROWS; i++)
    {
      self->targets[i].function = mrt_load (&t->rows[i].function);
      self->targets[i].copy = mrt_load (&t->rows[i].copy);
    }
  self->targets_of = index;
  self->targets_age = now;
}

/* The descriptor of FUNCTION, or NULL.  */

static struct memlb_callee *
find_function (uint64_t function)
{
  for (struct mrt_module_info *m = modules; m; m = m->next)
    for (const struct memlb_callee_row *r = m->callees; r < m->callees_end;
	 r++)
      {
	struct memlb_callee *c = (struct memlb_callee *) MEMLB_REL (r->callee);
	if (mrt_callee_is_p (c, function))
	  return c;
      }
  return NULL;
}

/* The row of T for FUNCTION, its own or one that is free; NULL if there is
   none.  */

static struct mrt_target *
find_row (struct mrt_targets *t, uint64_t function)
{
  struct mrt_target *row = &t->rows[function >> 4 & (MRT_TARGET_ROWS - 2)];
  for (unsigned i = 0; i < 2; i++)
    if (!row[i].function || row[i].function == function)
      return &row[i];
  return NULL;
}

/* Give FUNCTION its row of NEST.  The reason why not, or NONE.  */

static enum mrt_reason
add_row (struct mrt_nest *nest, uint64_t function)
{
  struct mrt_targets *t = nest->targets;
  struct memlb_callee *c = find_function (function);
  struct mrt_target *row = find_row (t, function);
  if (!c || !row)
    return MRT_REASON_INDIRECT_CALL;
  if (row->function)
    return MRT_REASON_NONE;
  enum mrt_reason reason = mrt_callees_join (nest, &t->sum, c);
  if (reason != MRT_REASON_NONE)
    {
      nest->missing = mrt_keep_string (MEMLB_REL (c->name));
      return reason;
    }
  mrt_store (&row->copy, (uint64_t) MEMLB_REL (c->deep_entry));
  __atomic_store_n (&row->function, function, __ATOMIC_RELEASE);
  return MRT_REASON_NONE;
}

bool
mrt_targets_meet (struct mrt_thread *self, uint32_t index)
{
  struct mrt_nest *nest = &mrt_nests[index];
  if (!mrt_targets_try ())
    return false;
  enum mrt_reason reason = add_row (nest, self->missed);
  if (reason != MRT_REASON_NONE)
    mrt_store (&nest->targets->reason, (uint32_t) reason);
  mrt_targets_release ();
  self->targets_of = 0;
  return reason == MRT_REASON_NONE;
}
