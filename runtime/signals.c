/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Signals: giving up bound copies, and keeping the program's own handling
   as it was.

   One handler is installed for the faults, for the time limit's signal and
   for every signal that the program has a handler for.  Whether a copy is
   running is told by the interrupted stack pointer alone, so that no jump
   out of a handler can leave a wrong flag behind.  A copy that is
   interrupted by anything is abandoned; a signal that was meant for the
   program is then sent again with the same information and finds the
   program's stack.  The program's actions are kept in a table and returned
   to it; the kernel's flags and masks are the program's.

   A runtime that was loaded while the program ran comes after the C library
   in the order of symbols, and the program's calls do not come here.  Then
   copies run only as long as nobody has an action for the signals that copies
   need; that is looked at before each.

   A signal without an action of the program's that would end it is handled
   too: the profile is written, then its default action is taken.  The program
   sees the default action in its table.

   Weakness: a handler installed by a raw system call is noticed some
   samples later only.  An ignored fault signal sent by another process may
   interrupt a system call.  */

#include "signals.h"
#include "bound.h"
#include "finish.h"
#include "limit.h"
#include "mirror.h"
#include "runtime.h"
#include "settings.h"
#include "targets.h"

#include <errno.h>
#include <time.h>

#define SA_RESTORER_FLAG 0x04000000u
#define SET_BYTES 8
#define BIT(SIG) ((uint64_t) 1 << ((SIG) - 1))

/* Signals that a copy may raise.  */
#define FAULTS (BIT (SIGSEGV) | BIT (SIGBUS) | BIT (SIGFPE) | BIT (SIGILL))

/* Signals whose default action ends the process and that can be caught, but
   for the real-time signals.  */
#define FATAL								\
  (FAULTS | BIT (SIGHUP) | BIT (SIGINT) | BIT (SIGQUIT) | BIT (SIGTRAP)	\
   | BIT (SIGABRT) | BIT (SIGUSR1) | BIT (SIGUSR2) | BIT (SIGPIPE)	\
   | BIT (SIGALRM) | BIT (SIGTERM) | BIT (SIGSTKFLT) | BIT (SIGXCPU)	\
   | BIT (SIGXFSZ) | BIT (SIGVTALRM) | BIT (SIGPROF) | BIT (SIGIO)	\
   | BIT (SIGPWR) | BIT (SIGSYS))

/* The C library's own: thread cancellation and setxid.  */
#define LIBC_SIGNALS (BIT (32) | BIT (33))

/* Samples between two looks at the kernel's table.  */
#define LOOK_EVERY 64

/* A copy that could not be given up is tried again after so long.  */
#define AGAIN_NS 1000000

enum { NOT_STARTED, STARTING, STARTED };

static struct mrt_sigaction actions[MRT_SIGNALS + 1];
static int state;
static int lock;
static int limit_signal;

static void handler (int sig, siginfo_t *info, void *context);

static long
kernel_sigaction (int sig, const struct mrt_sigaction *act,
		  struct mrt_sigaction *old)
{
  return mrt_syscall4 (SYS_rt_sigaction, sig, act, old, SET_BYTES);
}

static uint64_t
set_mask (int how, uint64_t set)
{
  uint64_t old = 0;
  mrt_syscall4 (SYS_rt_sigprocmask, how, &set, &old, SET_BYTES);
  return old;
}

/* The table is read and written with all signals blocked: sigaction may be
   called from handlers.  */

static uint64_t
lock_actions (void)
{
  uint64_t old = set_mask (SIG_BLOCK, ~(uint64_t) 0);
  while (__atomic_exchange_n (&lock, 1, __ATOMIC_ACQUIRE))
    mrt_pause ();
  return old;
}

static void
unlock_actions (uint64_t mask)
{
  __atomic_store_n (&lock, 0, __ATOMIC_RELEASE);
  set_mask (SIG_SETMASK, mask);
}

static bool
ours_p (int sig)
{
  return sig == limit_signal || (FAULTS & BIT (sig));
}

static bool
default_or_ignored_p (const struct mrt_sigaction *a)
{
  return a->handler == (void *) SIG_DFL || a->handler == (void *) SIG_IGN;
}

/* True when SIG ends the process unless the program says otherwise, and a
   profile is to be written first.  Where the program's calls do not come
   here, it would find our handler in the place of its own.  */

static bool
awaited_p (int sig)
{
  return (FATAL & BIT (sig)) && actions[sig].handler == (void *) SIG_DFL
	 && mrt_settings.write && mrt_interposed_p ();
}

/* Tell the kernel what the table says about SIG.  SA_RESETHAND is ours to
   do: the kernel would do it also when a signal only interrupted a copy.
   All signals are blocked until pass_on sets the program's mask: a second
   signal that found the first one's handler on the private stack would take
   it for the copy, abandon it and so lose the first one's mask.  */

static long
install (int sig)
{
  const struct mrt_sigaction *a = &actions[sig];
  if (!ours_p (sig) && default_or_ignored_p (a) && !awaited_p (sig))
    return kernel_sigaction (sig, a, NULL);
  struct mrt_sigaction k = { (void *) handler, SA_SIGINFO | SA_RESTART,
			     (void *) mrt_sigreturn, ~(uint64_t) 0 };
  if (!default_or_ignored_p (a))
    k.flags = (a->flags | SA_SIGINFO) & ~(uint64_t) SA_RESETHAND;
  k.flags |= SA_RESTORER_FLAG;
  return kernel_sigaction (sig, &k, NULL);
}

/* In a vforked child: the table is its parent's, the kernel's is not.  */

static int
child_sigaction (int sig, const struct mrt_sigaction *act,
		 struct mrt_sigaction *old)
{
  struct mrt_sigaction now;
  long ret = kernel_sigaction (sig, act, &now);
  if (ret == 0 && old)
    *old = now.handler == (void *) handler ? actions[sig] : now;
  return (int) ret;
}

int
mrt_sigaction (int sig, const struct mrt_sigaction *act,
	       struct mrt_sigaction *old)
{
  if (sig < 1 || sig > MRT_SIGNALS || (LIBC_SIGNALS & BIT (sig)))
    return -EINVAL;
  if (mrt_load (&state) != STARTED || sig == SIGKILL || sig == SIGSTOP)
    return (int) kernel_sigaction (sig, act, old);
  if (mrt_process.pid != mrt_syscall3 (SYS_getpid, 0, 0, 0))
    return child_sigaction (sig, act, old);
  uint64_t mask = lock_actions ();
  if (old)
    *old = actions[sig];
  long ret = 0;
  if (act)
    {
      actions[sig] = *act;
      ret = install (sig);
    }
  unlock_actions (mask);
  return (int) ret;
}

/* True unless no timer can send SIG: programs that run this one in a machine of
   their own (qemu) keep some signals.  */

static bool
timer_sends_p (int sig)
{
  struct sigevent event;
  int32_t timer = -1;
  mrt_fill (&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = sig;
  long ret = mrt_syscall3 (SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
  if (ret >= 0)
    mrt_syscall3 (SYS_timer_delete, timer, 0, 0);
  return ret != -EINVAL;
}

/* Take over the actions that the program has set so far.  */

static void
start (void)
{
  uint64_t mask = lock_actions ();
  for (int sig = 1; sig <= MRT_SIGNALS; sig++)
    kernel_sigaction (sig, NULL, &actions[sig]);
  mrt_limit_start ();
  for (int sig = MRT_SIGNALS; sig > 33 && !limit_signal; sig--)
    if (actions[sig].handler == (void *) SIG_DFL && timer_sends_p (sig))
      limit_signal = sig;
  for (int sig = 1; sig <= MRT_SIGNALS; sig++)
    if (!(LIBC_SIGNALS & BIT (sig))
	&& (ours_p (sig) || awaited_p (sig)
	    || (mrt_interposed_p () && !default_or_ignored_p (&actions[sig]))))
      install (sig);
  __atomic_store_n (&state, STARTED, __ATOMIC_RELEASE);
  unlock_actions (mask);
}

static bool
started_p (void)
{
  int not_started = NOT_STARTED;
  if (__atomic_load_n (&state, __ATOMIC_ACQUIRE) == STARTED)
    return true;
  if (!__atomic_compare_exchange_n (&state, &not_started, STARTING, false,
				    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return false;
  start ();
  return true;
}

void
mrt_signals_start (void)
{
  if (mrt_interposed_p ())
    started_p ();
}

/* Somebody may have set a handler behind our back (a raw system call,
   another runtime): look now and then, and take over what is found.  */

static void
look_after_faults (void)
{
  uint64_t mask = lock_actions ();
  for (int sig = 1; sig <= MRT_SIGNALS; sig++)
    {
      struct mrt_sigaction now;
      if (!ours_p (sig) || kernel_sigaction (sig, NULL, &now)
	  || now.handler == (void *) handler)
	continue;
      actions[sig] = now;
      install (sig);
    }
  unlock_actions (mask);
}

/* Where the program's calls do not come here: true as long as it has set no
   action for a signal that copies need.  Once it has, it keeps it, and the
   signals are its own for good.  */

static bool
unchallenged_p (void)
{
  static int challenged;
  if (mrt_interposed_p ())
    return true;
  if (mrt_load (&challenged))
    return false;
  bool begun = mrt_load (&state) == STARTED;
  for (int sig = 1; sig <= MRT_SIGNALS; sig++)
    {
      struct mrt_sigaction now;
      if (ours_p (sig) && !kernel_sigaction (sig, NULL, &now)
	  && now.handler != (begun ? (void *) handler : (void *) SIG_DFL))
	{
	  mrt_store (&challenged, 1);
	  return false;
	}
    }
  return true;
}

int
mrt_limit_signal (void)
{
  return limit_signal;
}

uint64_t
mrt_unblockable_signals (void)
{
  return LIBC_SIGNALS | (limit_signal ? BIT (limit_signal) : 0);
}

bool
mrt_signals_ready_p (struct mrt_thread *self, uint64_t sp)
{
  if ((self->busy && sp < self->busy) || !unchallenged_p ()
      || !started_p () || !limit_signal)
    return false;
  if (self->looks++ % LOOK_EVERY == 0 && mrt_interposed_p ())
    look_after_faults ();
  return true;
}

bool
mrt_signals_open_p (void)
{
  uint64_t blocked = 0;
  mrt_syscall4 (SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, SET_BYTES);
  if (blocked & (FAULTS | LIBC_SIGNALS | BIT (limit_signal)))
    return false;
  /* A signal that comes while rsp is elsewhere would begin again at the top
     of the alternate stack and overwrite the frames there.  */
  stack_t alternate = { 0 };
  mrt_syscall3 (SYS_sigaltstack, NULL, &alternate, 0);
  return !(alternate.ss_flags & SS_ONSTACK);
}

/* Give up the copy that UC interrupted.  The clock is for replay copies, which
   end by a fault.  */

static void
abandon (struct mrt_thread *self, ucontext_t *uc, enum mrt_abort cause)
{
  self->run_stop = mrt_clock ();
  self->abort_cause = cause;
  mrt_uc_abandon (uc, self, self->host_sp);
}

/* True if UC interrupted a copy, and not a handler of the C library's own
   signals on top of one, which is not ours to give up: it may be cancelling
   the thread.  Its signal is blocked then, as it never is in a copy.  */

static bool
in_copy_p (const struct mrt_thread *self, const ucontext_t *uc)
{
  return self && mrt_on_private_stack_p (self, mrt_uc_sp (uc))
	 && !(*(const uint64_t *) &uc->uc_sigmask & LIBC_SIGNALS);
}

/* TIMER of SELF has expired at UC: the limit of a bound run is over, a part of one, or one
   that warms; or an original is to be marked.  An expiry that comes after the run is
   nobody's; one that comes in a handler of the C library's is early, or before the copy
   that it shall cut off runs.  */

static void
timer_expired (struct mrt_thread *self, int32_t timer, ucontext_t *uc)
{
  bool kept = mrt_limit_kept (self, timer);
  if (mrt_load (&self->probing) && !kept)
    mrt_store (&self->probed, mrt_clock ());
  else if (in_copy_p (self, uc))
    {
      if (!self->cutting)
	{
	  /* Runs that warm are ended by the other one.  */
	  if (timer == self->timer)
	    mrt_limit_exceeded (self);
	  abandon (self, uc, MRT_ABORT_LIMIT);
	}
      else if (mrt_marks_cut (self, uc))
	abandon (self, uc, MRT_ABORT_CUT);
    }
  else if (!mrt_on_private_stack_p (self, mrt_uc_sp (uc)))
    {
      if (kept)
	;
      else if (self->cutting)
	mrt_clock_timer_set (self, self->half_after);
      else
	mrt_marks_take (self, uc);
    }
  else if (self->cutting)
    mrt_clock_timer_set (self, AGAIN_NS);
  else
    mrt_timer_set (self, AGAIN_NS);
}

static void
send_again (int sig, siginfo_t *info)
{
  long pid = mrt_syscall3 (SYS_getpid, 0, 0, 0);
  long tid = mrt_syscall3 (SYS_gettid, 0, 0, 0);
  mrt_syscall4 (SYS_rt_tgsigqueueinfo, pid, tid, sig, info);
}

/* True for a signal that the processor raised: going back raises it again.  */

static bool
raised_p (int sig, const siginfo_t *info)
{
  return (FAULTS & BIT (sig)) && info->si_code > 0;
}

/* Let the default action happen: the signal is raised or sent again.  */

static void
default_action (int sig, siginfo_t *info)
{
  if ((FATAL & BIT (sig)) || sig == limit_signal)
    mrt_finish (MRT_END_SIGNAL, sig);
  struct mrt_sigaction dfl = { (void *) SIG_DFL, SA_RESTORER_FLAG,
			       (void *) mrt_sigreturn, 0 };
  kernel_sigaction (sig, &dfl, NULL);
  if (!raised_p (sig, info))
    send_again (sig, info);
}

/* The program's action for SIG, which is about to be taken.  */

static struct mrt_sigaction
take_action (int sig)
{
  while (__atomic_exchange_n (&lock, 1, __ATOMIC_ACQUIRE))
    mrt_pause ();
  struct mrt_sigaction a = actions[sig];
  if (a.flags & SA_RESETHAND && !default_or_ignored_p (&a))
    {
      actions[sig].handler = (void *) SIG_DFL;
      actions[sig].flags &= ~(uint64_t) SA_SIGINFO;
      install (sig);
    }
  __atomic_store_n (&lock, 0, __ATOMIC_RELEASE);
  return a;
}

/* Hand SIG to the program as the kernel would have done.  */

static void
pass_on (int sig, siginfo_t *info, ucontext_t *uc)
{
  struct mrt_sigaction a = take_action (sig);
  if (a.handler == (void *) SIG_IGN && !raised_p (sig, info))
    return;
  if (default_or_ignored_p (&a))
    {
      default_action (sig, info);
      return;
    }
  uint64_t mask = *(uint64_t *) &uc->uc_sigmask | a.mask;
  if (!(a.flags & SA_NODEFER))
    mask |= BIT (sig);
  set_mask (SIG_SETMASK, mask);
  ((void (*) (int, siginfo_t *, void *)) a.handler) (sig, info, uc);
}

static bool
guarded_p (uint64_t pc)
{
  return pc >= (uint64_t) mrt_guarded_begin
	 && pc < (uint64_t) mrt_guarded_end;
}

_Static_assert (MRT_MAPPING_ALIGN == 2 * MEMLB_DEEP_BIT,
		"private stacks end in the upper half");

/* True if UC's stack is so deep that functions which call one another give up.  */

static bool
too_deep_p (const ucontext_t *uc)
{
  return !(mrt_uc_sp (uc) & MEMLB_DEEP_BIT);
}

/* Why a copy raised SIG at UC.  */

static enum mrt_abort
fault_cause (int sig, const ucontext_t *uc)
{
  if (sig == SIGILL && mrt_uc_pc (uc) == (uint64_t) mrt_call_missed)
    return MRT_ABORT_POINTER;
  return sig == SIGILL && too_deep_p (uc) ? MRT_ABORT_DEPTH : MRT_ABORT_FAULT;
}

static void
handler (int sig, siginfo_t *info, void *context)
{
  ucontext_t *uc = context;
  struct mrt_thread *self = mrt_self;
  bool raised = raised_p (sig, info);
  if (sig == limit_signal && info->si_code == SI_TIMER && self
      && info->si_value.sival_ptr == self)
    timer_expired (self, info->si_timerid, uc);
  else if (in_copy_p (self, uc) && raised && sig == SIGSEGV
	   && mrt_mirror_map (self, (uint64_t) info->si_addr,
			      (const unsigned char *) mrt_uc_pc (uc),
			      mrt_uc_wrote_p (uc)))
    ;
  else if (in_copy_p (self, uc))
    {
      self->fault_address = raised ? (uint64_t) info->si_addr : 0;
      self->fault_signal = (uint32_t) sig;
      self->missed = mrt_uc_gpr (uc, MRT_POINTER);
      abandon (self, uc, raised ? fault_cause (sig, uc) : MRT_ABORT_SIGNAL);
      if (!raised)
	send_again (sig, info);
    }
  else if (raised && guarded_p (mrt_uc_pc (uc)))
    mrt_uc_guarded_fail (uc);
  else if (raised && mrt_writing_p ())
    mrt_uc_aside_fail (uc);
  else
    pass_on (sig, info, uc);
}

void
mrt_signals_hold (struct mrt_held *held, bool all)
{
  /* A trap that is blocked would kill: a program may step through itself.  */
  uint64_t through = FAULTS | BIT (SIGTRAP)
		     | (all ? 0 : mrt_unblockable_signals ());
  mrt_syscall3 (SYS_rt_sigpending, &held->pending, SET_BYTES, 0);
  held->mask = set_mask (SIG_BLOCK, ~(uint64_t) 0);
  set_mask (SIG_SETMASK, ~through | (held->mask & held->pending));
}

void
mrt_signals_release (const struct mrt_held *held)
{
  const struct timespec now = { 0, 0 };
  uint64_t own = (BIT (SIGXFSZ) | BIT (SIGPIPE)) & ~held->pending;
  while (own && mrt_syscall4 (SYS_rt_sigtimedwait, &own, NULL, &now,
			      SET_BYTES) > 0)
    ;
  set_mask (SIG_SETMASK, held->mask);
}

void
mrt_signals_forked (void)
{
  lock = 0;
  if (mrt_self)
    {
      mrt_self->timer = mrt_self->clock_timer = -1;
      mrt_self->limit_set = 0;
      mrt_self->marking = 0;
      mrt_self->probing = false;
      mrt_self->tid = (int32_t) mrt_syscall3 (SYS_gettid, 0, 0, 0);
    }
}
