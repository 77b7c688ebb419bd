/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When the profile is written: at the end of the process, however it ends,
   and meanwhile.

   The writer calls neither malloc nor stdio and takes no lock but the one
   here, so it may run in a signal handler, on a stack of its own and with all
   signals blocked but the faults: one of these ends the writing and nothing
   else, since the program's memory may be damaged when it dies.  Threads that
   come while another writes wait for it.  One that dies keeps the lock: the
   others are about to die with it, and half a profile must not be left.  So
   does one that is about to run another program.

   A child that was not seen to be forked shares our memory (vfork) or our
   counts: it writes nothing.  One that was, but ran no nest, has nothing to
   tell.

   Weakness: an end that the C library makes itself (the parent in daemon) is
   not seen.  */

#include "finish.h"
#include "count.h"
#include "module.h"
#include "profile.h"
#include "runtime.h"
#include "settings.h"
#include "signals.h"
#include "thread.h"

#include <time.h>

/* Waiting for another thread that writes.  */
#define WAIT_NS 1000000
#define MOST_WAITS 5000

static int32_t writer;		/* thread that may write, 0: none */
static bool writing;		/* it is inside mrt_aside */

/* What the writer runs on: it needs a quarter of this.  */
static char stack[0x10000] __attribute__ ((aligned (64)));

static int32_t
own_tid (void)
{
  return (int32_t) mrt_syscall3 (SYS_gettid, 0, 0, 0);
}

bool
mrt_writing_p (void)
{
  return mrt_load (&writing) && mrt_load (&writer) == own_tid ();
}

void
mrt_finish_forked (void)
{
  mrt_store (&writing, false);
  mrt_store (&writer, 0);
  mrt_profile_forget ();
}

/* True when some thread entered a nest in this process's life.  */

static bool
measured_p (void)
{
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    for (uint32_t i = MRT_EMPTY_INDEX + 1; i < mrt_n_nests; i++)
      if (mrt_entries (t, i) || mrt_entries_inside (t, i)
	  || mrt_counts_entered_p (t, i))
	return true;
  return false;
}

static bool
wanted_p (enum mrt_end end)
{
  return mrt_process.started && mrt_settings.write && mrt_nests
	 && mrt_process.pid == mrt_syscall3 (SYS_getpid, 0, 0, 0)
	 && ((!mrt_process.forked && end != MRT_END_EXEC) || measured_p ());
}

/* Why there is no profile of this process, which ends; NULL if one was or will
   be written, or nobody wants to know.  */

static const char *
unwanted (void)
{
  if (!mrt_process.started || !mrt_settings.verbose
      || mrt_process.pid != mrt_syscall3 (SYS_getpid, 0, 0, 0))
    return NULL;
  if (mrt_settings.unwanted)
    return mrt_settings.unwanted;
  if (!mrt_settings.write)
    return NULL;
  if (!mrt_nests)
    return "there is no memory for the table of loops";
  return (mrt_settings.verbose > 1 && mrt_process.forked && !measured_p ()
	  ? "it was forked, and entered no loop" : NULL);
}

/* Tell it once.  */

static void
tell_unwanted (void)
{
  static bool told;
  const char *why = unwanted ();
  if (!why || told)
    return;
  told = true;
  mrt_message ("no profile of ", mrt_basename (mrt_process.path), ": ", why,
	       NULL);
}

/* In a static program only what is named is linked: this brings in the
   functions that run other programs.  */
extern const char mrt_interposes_exec;
static const char *const volatile exec_functions __attribute__ ((used))
  = &mrt_interposes_exec;

/* Become the writer.  False when this thread is it already, or another goes
   on for more than MOST waits.  */

static bool
lock (unsigned most)
{
  const struct timespec pause = { 0, WAIT_NS };
  int32_t tid = own_tid ();
  for (unsigned i = 0; i <= most; i++)
    {
      int32_t none = 0;
      if (__atomic_compare_exchange_n (&writer, &none, tid, false,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
	return true;
      if (none == tid)
	return false;
      if (i < most)
	mrt_syscall3 (SYS_nanosleep, &pause, NULL, 0);
    }
  return false;
}

static void
unlock (void)
{
  __atomic_store_n (&writer, 0, __ATOMIC_RELEASE);
}

bool
mrt_finish_hold (void)
{
  return lock (MOST_WAITS);
}

void
mrt_finish_release (void)
{
  unlock ();
}

/* The name of signal SIG, which ends the process.  */

static const char *
signal_name (int sig)
{
#define NAME(SIG) [SIG] = #SIG
  static const char *const names[] = {
    NAME (SIGHUP), NAME (SIGINT), NAME (SIGQUIT), NAME (SIGILL),
    NAME (SIGTRAP), NAME (SIGABRT), NAME (SIGBUS), NAME (SIGFPE),
    NAME (SIGUSR1), NAME (SIGSEGV), NAME (SIGUSR2), NAME (SIGPIPE),
    NAME (SIGALRM), NAME (SIGTERM), NAME (SIGSTKFLT), NAME (SIGXCPU),
    NAME (SIGXFSZ), NAME (SIGVTALRM), NAME (SIGPROF), NAME (SIGIO),
    NAME (SIGPWR), NAME (SIGSYS)
  };
#undef NAME
  static char number[32] = "signal-";
  if (sig < (int) (sizeof names / sizeof names[0]) && names[sig])
    return names[sig];
  mrt_decimal (number + 7, (uint64_t) sig);
  return number;
}

/* Measure the clock's cost, if this may be the last time or nobody has yet.
   The thread goes on with what it was measuring.  */

static void
measure (enum mrt_end end)
{
  static struct mrt_frame frames[MRT_FRAMES];
  struct mrt_thread *self = mrt_self;
  uint64_t depth = self ? self->depth : 0, busy = self ? self->busy : 0;
  if (mrt_process.cost && end != MRT_END_EXIT)
    return;
  if (depth)
    mrt_copy (frames, self->frames, depth * sizeof frames[0]);
  mrt_aside (mrt_profile_measure, NULL, stack + sizeof stack);
  if (depth)
    mrt_copy (self->frames, frames, depth * sizeof frames[0]);
  if (self)
    {
      mrt_set_depth (self, depth);
      self->busy = busy;
    }
}

/* Where a fault ends the writing, the program sees neither it nor a part of
   a profile.  */

static void
write_aside (struct mrt_ending *ending)
{
  struct mrt_held held;
  mrt_signals_hold (&held, true);
  if (!mrt_aside (mrt_profile_write, ending, stack + sizeof stack))
    mrt_profile_abandon ();
  mrt_signals_release (&held);
}

/* The process goes on after END, so that others may write.  */

static bool
goes_on_p (enum mrt_end end)
{
  return end == MRT_END_EXIT || end == MRT_END_SNAPSHOT;
}

bool
mrt_finish (enum mrt_end end, int sig)
{
  struct mrt_ending ending
    = { .complete = (end == MRT_END_EXIT || end == MRT_END_EXEC)
		    && !mrt_load (&mrt_uncounted),
	.silent = end == MRT_END_EXEC || end == MRT_END_SNAPSHOT };
  struct mrt_held held;
  bool locked = false;
  if (!wanted_p (end))
    {
      if (end == MRT_END_EXIT)
	tell_unwanted ();
      return false;
    }
  if (end == MRT_END_SIGNAL)
    ending.how = signal_name (sig);
  else if (end == MRT_END_EXEC)
    ending.how = "exec";
  mrt_signals_hold (&held, false);
  if (lock (end == MRT_END_SNAPSHOT ? 0 : MOST_WAITS))
    {
      /* Another may have written what was wanted.  */
      if (mrt_settings.write)
	{
	  mrt_store (&writing, true);
	  measure (end);
	  write_aside (&ending);
	  mrt_store (&writing, false);
	}
      if (end == MRT_END_EXIT)
	mrt_settings.write = false;
      if (goes_on_p (end))
	unlock ();
      locked = true;
    }
  mrt_signals_release (&held);
  return locked;
}

void
mrt_finish_undo (void)
{
  mrt_profile_withdraw ();
  unlock ();
  if (mrt_settings.snapshot)
    mrt_finish (MRT_END_SNAPSHOT, 0);
}

/* The C library's function that ends the process without destructors, in its
   place.  */

MRT_EXPORT void _exit (int) __attribute__ ((noreturn));

void
_exit (int status)
{
  mrt_finish (MRT_END_EXIT, 0);
  for (;;)
    mrt_syscall3 (SYS_exit_group, status, 0, 0);
}

extern __typeof (_exit) _Exit MRT_EXPORT
  __attribute__ ((alias ("_exit"), copy (_exit)));
