/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Life of the per-thread states.  A state survives its thread, because its
   records are read at exit, and is taken over by a later thread: a thousand
   short threads need as many states as ever ran at once.  */

#include "thread.h"
#include "count.h"
#include "enter.h"
#include "mirror.h"
#include "module.h"
#include "pointers.h"
#include "limit.h"
#include "runtime.h"
#include "sample.h"
#include "settings.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

__thread struct mrt_thread *mrt_self
  __attribute__ ((tls_model ("initial-exec")));
struct mrt_thread *mrt_threads;
int32_t mrt_closed_gates[MRT_MAX_NESTS];
__thread struct memlb_gates __memlb_rt_gates
  __attribute__ ((tls_model ("initial-exec"), visibility ("default")))
  = { .first = mrt_closed_gates, .calling = MRT_NOT_CALLING };

#define AT(FIELD, OFFSET)						\
  _Static_assert (offsetof (struct mrt_thread, FIELD) == (OFFSET),	\
		  "offset used by assembly")
AT (host_sp, MRT_HOST_SP);
AT (run_start, MRT_RUN_START);
AT (run_stop, MRT_RUN_STOP);
AT (ssp, MRT_SSP);
AT (launch_pc, MRT_LAUNCH_PC);
AT (records, MRT_RECORDS);
AT (depth, MRT_DEPTH);
AT (serial, MRT_SERIAL);
AT (fenced, MRT_FENCED);
AT (launch, MRT_LAUNCH);
AT (now, MRT_NOW);
AT (quick_limit, MRT_QUICK_LIMIT);
AT (due, MRT_DUE);
AT (gates, MRT_GATES);
AT (observation, MRT_OBSERVATION);
AT (copy, MRT_COPY);
AT (frames, MRT_FRAMES_AT);
AT (targets, MRT_TARGETS_AT);
AT (mirror_distance, MRT_MIRROR_DISTANCE);
AT (stack_end, MRT_STACK_END);
AT (to_pass, MRT_TO_PASS);
AT (passed, MRT_PASSED);
_Static_assert (MRT_TARGET_BITS == (MRT_TARGET_ROWS - 2) * 16, "");
_Static_assert (offsetof (struct mrt_regs, flags) == MRT_FLAGS, "");
_Static_assert (offsetof (struct mrt_context, ret) == MRT_RET, "");

#define IN(STRUCT, FIELD, OFFSET)					\
  _Static_assert (offsetof (struct STRUCT, FIELD) == (OFFSET),		\
		  "offset used by assembly")
IN (mrt_frame, sp, MRT_FRAME_SP);
IN (mrt_frame, desc, MRT_FRAME_DESC);
IN (mrt_frame, record, MRT_FRAME_RECORD);
IN (mrt_frame, start, MRT_FRAME_START);
IN (mrt_frame, observed, MRT_FRAME_OBSERVED);
IN (mrt_frame, cpu_start, MRT_FRAME_CPU_START);
IN (mrt_frame, index, MRT_FRAME_INDEX);
IN (mrt_frame, state, MRT_FRAME_STATE);
IN (mrt_frame, red_zone, MRT_FRAME_RED_ZONE);
IN (mrt_record, entries, MRT_RECORD_ENTRIES);
IN (mrt_record, timed, MRT_RECORD_TIMED);
IN (mrt_record, time, MRT_RECORD_TIME);
IN (mrt_record, squares_low, MRT_RECORD_SQUARES);
IN (mrt_record, quick, MRT_RECORD_QUICK);
IN (mrt_record, gap, MRT_RECORD_GAP);
IN (mrt_record, serial, MRT_RECORD_SERIAL);
IN (memlb_nest, flags, MRT_NEST_FLAGS);
IN (memlb_nest, index, MRT_NEST_INDEX);
IN (memlb_nest, runtime, MRT_NEST_RUNTIME);
IN (memlb_nest, gate, MRT_NEST_GATE);
IN (memlb_gates, first, MRT_GATES_FIRST);
IN (memlb_gates, begun, MRT_GATES_BEGUN);
_Static_assert (sizeof (struct mrt_frame) == MRT_FRAME_SIZE, "");
_Static_assert ((uint64_t) MRT_MAX_NESTS * sizeof (struct mrt_record)
		< (uint64_t) 1 << 32, "distance kept in 32 bits");
_Static_assert (MEMLB_NEST_COPIED == 1, "bit shifted by assembly");

#define PAGE 4096
#define LARGEST_MAPPING MRT_MAPPING_ALIGN
#define SMALLEST_MAPPING 0x400000

/* pthread_setspecific allocates for keys from this number on.  */
#define INLINE_KEYS 32

static pthread_key_t key;
static bool have_key;
static uint32_t serials;

/* Weak: in a static program a strong reference would bring in this one
   function of the C library's threads, and the run times of Fortran and C++,
   which look for it, would take that for all of them being there.  */
#pragma weak pthread_key_create
#pragma weak pthread_setspecific

void
mrt_set_depth (struct mrt_thread *t, uint64_t depth)
{
  mrt_store (&t->depth, depth);
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  if (t != mrt_self)
    return;
  bool closed = depth && !(t->frames[depth - 1].state & MRT_FRAME_AROUND);
  mrt_store (&__memlb_rt_gates.first, closed ? mrt_closed_gates : t->gates);
  mrt_store (&__memlb_rt_gates.begun, closed ? depth : 0);
  mrt_store (&__memlb_rt_gates.active, depth);
  mrt_store (&__memlb_rt_gates.calling, MRT_NOT_CALLING);
  if (depth && t->frames[depth - 1].state & MRT_FRAME_CALLING)
    mrt_open_inner (t);
}

/* Fill the gates of nests that are new.  */

static void
fill_inner (struct mrt_thread *t)
{
  uint32_t n = mrt_load (&mrt_n_nests);
  for (uint32_t i = t->n_inner; i < n; i++)
    mrt_bump_gate (&t->inner[i], MRT_INNER);
  mrt_store (&t->n_inner, MRT_MAX (t->n_inner, n));
}

void
mrt_open_inner (struct mrt_thread *t)
{
  const struct memlb_nest *d = t->frames[t->depth - 1].desc;
  if (t->n_inner < mrt_load (&mrt_n_nests))
    fill_inner (t);
  mrt_store (&__memlb_rt_gates.calling, d->gate);
  mrt_store (&__memlb_rt_gates.first, t->inner);
  mrt_store (&__memlb_rt_gates.begun, 0);
}

uint64_t
mrt_inner_passed (const struct mrt_thread *t)
{
  uint64_t sum = t->inner_folded;
  for (uint32_t i = MRT_EMPTY_INDEX; i < t->n_inner; i++)
    sum += (uint64_t) (int64_t) (MRT_INNER - t->inner[i]);
  return sum;
}

void
mrt_fold_inner (struct mrt_thread *t, uint32_t index, int32_t passed)
{
  if (!passed)
    return;
  mrt_bump_gate (&t->inner[index], passed);
  mrt_bump (&t->records[index].inside, (uint64_t) (int64_t) passed);
  t->inner_folded += (uint64_t) (int64_t) passed;
}

/* Forget what the last thread of state T was doing.  */

static void
clear_state (struct mrt_thread *t)
{
  mrt_timers_delete (t);
  t->marking = 0;
  t->cutting = t->probing = false;
  mrt_drop_frames (t, UINT64_MAX);
  t->busy = 0;
  t->observation = NULL;
  mrt_events_close (&t->events);
}

/* Destructor of the key: the state is free for another thread.  A later
   destructor of the program may enter a nest again and gets a new state.  */

static void
thread_stop (void *arg)
{
  struct mrt_thread *self = arg;
  /* While their signals are known as ours.  */
  mrt_timers_delete (self);
  mrt_self = NULL;
  self->earlier += mrt_clock () - self->born
		   - MRT_MIN (mrt_clock () - self->born, self->lost);
  __memlb_rt_gates = (struct memlb_gates) { .first = mrt_closed_gates,
					    .calling = MRT_NOT_CALLING };
  clear_state (self);
  __atomic_store_n (&self->in_use, 0, __ATOMIC_RELEASE);
}

void
mrt_thread_init (void)
{
  have_key = pthread_key_create && pthread_setspecific
	     && pthread_key_create (&key, thread_stop) == 0
	     && key < INLINE_KEYS;
}

/* Where no destructor tells of a thread's end: take over the state T if its
   thread is gone.  */

static bool
take_dead_state (struct mrt_thread *t, int32_t pid, int32_t tid)
{
  int32_t owner = mrt_load (&t->tid);
  if (!owner || mrt_syscall3 (SYS_tgkill, pid, owner, 0) != -ESRCH
      || !__atomic_compare_exchange_n (&t->tid, &owner, tid, false,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return false;
  clear_state (t);
  return true;
}

/* A state that no thread uses, now ours, or NULL.  */

static struct mrt_thread *
take_free_state (int32_t tid)
{
  int32_t pid = (int32_t) mrt_syscall3 (SYS_getpid, 0, 0, 0);
  struct mrt_thread *t = mrt_first_thread ();
  for (; t; t = t->next)
    {
      int32_t free = 0;
      if (__atomic_compare_exchange_n (&t->in_use, &free, 1, false,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
	  || (!have_key && take_dead_state (t, pid, tid)))
	return t;
    }
  return NULL;
}

void
mrt_threads_forked (void)
{
  serials = 0;
  for (struct mrt_thread *t = mrt_threads; t; t = t->next)
    {
      mrt_syscall3 (SYS_madvise, t->records,
		    MRT_MAX_NESTS * sizeof (struct mrt_record),
		    MADV_DONTNEED);
      mrt_syscall3 (SYS_madvise, t->gates, MRT_GATE_BYTES, MADV_DONTNEED);
      mrt_syscall3 (SYS_madvise, t->inner, MRT_GATE_BYTES, MADV_DONTNEED);
      t->n_inner = 0;
      mrt_counts_reset (t);
      mrt_pointers_reset (t);
      mrt_mirror_forked (t);
      mrt_events_forked (&t->events);
      if (t->events.records)
	mrt_syscall3 (SYS_madvise, t->events.records,
		      MRT_MAX_NESTS * sizeof (struct mrt_event_record),
		      MADV_DONTNEED);
      t->timer = t->clock_timer = -1;
      t->spent = t->lost = t->earlier = t->saving = 0;
      t->interrupts = (struct mrt_interrupts) { 0 };
      /* What is written to from now on gets pages of its own.  */
      t->distinct = false;
      t->serial = 0;
      t->moments.n = t->moments.busy = 0;
      if (t != mrt_self)
	{
	  t->depth = t->busy = 0;
	  t->limit_set = 0;
	  t->observation = NULL;
	  t->tid = t->in_use = 0;
	}
    }
  if (!mrt_self)
    return;
  for (uint64_t d = 0; d < mrt_self->depth; d++)
    mrt_self->frames[d].state &= ~(uint32_t) (MRT_FRAME_TIMED
					      | MRT_FRAME_QUICK);
  mrt_lost_ticks (mrt_self);
  mrt_self->lost = 0;
  mrt_self->born = mrt_clock ();
  mrt_self->serial = ++serials;
}

static void
guard (char *page)
{
  mrt_syscall3 (SYS_mprotect, page, PAGE, PROT_NONE);
}

/* Divide the mapping of SIZE bytes at T.  */

static void
lay_out (struct mrt_thread *t, size_t size)
{
  char *base = (char *) t;
  char *p = base + ((sizeof *t + PAGE - 1) & -(size_t) PAGE);
  t->mapping_size = size;
  guard (p);
  t->save = p + PAGE;
  t->save_end = base + size / 4;
  t->slots = t->save_end;
  t->slots_end = t->slots + size / 32;
  guard (t->slots_end);
  t->stack = t->slots_end + PAGE;
  t->stack_end = base + size - PAGE;
  guard (t->stack_end);
}

static struct mrt_thread *
make_state (void)
{
  size_t size = LARGEST_MAPPING;
  struct mrt_thread *t = NULL;
  while (size >= SMALLEST_MAPPING
	 && !(t = mrt_map (size, MRT_MAPPING_ALIGN)))
    size /= 4;
  if (!t)
    return NULL;
  size_t bytes = MRT_MAX_NESTS * sizeof (struct mrt_record);
  t->records = mrt_map (bytes, PAGE);
  t->gates = mrt_map (MRT_GATE_BYTES, PAGE);
  t->inner = mrt_map (MRT_GATE_BYTES, PAGE);
  if (!t->records || !t->gates || !t->inner)
    {
      if (t->records)
	mrt_unmap (t->records, bytes);
      if (t->gates)
	mrt_unmap (t->gates, MRT_GATE_BYTES);
      mrt_unmap (t, size);
      return NULL;
    }
  lay_out (t, size);
  t->in_use = 1;
  t->timer = t->clock_timer = -1;
  struct mrt_thread *head = mrt_load (&mrt_threads);
  do
    t->next = head;
  while (!__atomic_compare_exchange_n (&mrt_threads, &head, t, false,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED));
  return t;
}

/* Close the gates of SELF, which another thread has left: every nest shall
   see the new one, but the entries that were to pass still pass.  */

static void
close_gates (struct mrt_thread *self)
{
  uint32_t n = mrt_load (&mrt_n_nests);
  for (uint32_t i = MRT_EMPTY_INDEX; i < n; i++)
    if (self->gates[i] > 0)
      {
	self->records[i].held = (uint64_t) self->gates[i];
	mrt_set_gate (self, i, 0);
      }
}

struct mrt_thread *
mrt_thread_start (void)
{
  int32_t tid = (int32_t) mrt_syscall3 (SYS_gettid, 0, 0, 0);
  struct mrt_thread *self = take_free_state (tid);
  if (self)
    close_gates (self);
  else
    self = make_state ();
  if (!self)
    return NULL;
  mrt_store (&self->tid, tid);
  /* The profile's writer may look.  */
  mrt_store (&self->serial, __atomic_add_fetch (&serials, 1,
						__ATOMIC_RELAXED));
  self->born = mrt_clock ();
  self->random = self->born | 1;
  mrt_lost_ticks (self);
  self->lost = 0;
  /* What it has run before its first nest counts.  */
  self->earlier += mrt_ns_to_ticks (self->look_cpu);
  self->quick_limit = mrt_ns_to_ticks (MRT_SHORT_NS);
  self->fenced = mrt_settings.mode == MRT_MODE_BOUND;
  mrt_self = self;
  mrt_set_depth (self, 0);
  if (have_key)
    {
      int saved = errno;
      pthread_setspecific (key, self);
      errno = saved;
    }
  return self;
}
