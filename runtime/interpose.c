/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The C library's functions that set signal handlers and masks, in its
   place, so that handlers which the program (or its Fortran run time) sets
   after us do not cut us off.  They are the C library's functions but for
   the detour through the table in signals.c.  */

#define sigaction libc_sigaction_hidden
#include "signals.h"

#include <errno.h>
#undef sigaction

#define SA_RESTORER_FLAG 0x04000000u

/* The C library's struct sigaction.  */
struct user_sigaction
{
  void *handler;
  sigset_t mask;
  int flags;
  void (*restorer) (void);
};

MRT_EXPORT int sigaction (int, const struct user_sigaction *,
			  struct user_sigaction *);
MRT_EXPORT int pthread_sigmask (int, const sigset_t *, sigset_t *);

static uint64_t
low_word (const sigset_t *set)
{
  return *(const uint64_t *) set;
}

static int
result (long ret)
{
  if (ret >= 0)
    return 0;
  errno = (int) -ret;
  return -1;
}

int
sigaction (int sig, const struct user_sigaction *act,
	   struct user_sigaction *old)
{
  struct mrt_sigaction new_k, old_k;
  if (act)
    {
      new_k.handler = act->handler;
      new_k.flags = (unsigned) act->flags | SA_RESTORER_FLAG;
      new_k.restorer = (void *) mrt_sigreturn;
      new_k.mask = low_word (&act->mask);
    }
  long ret = mrt_sigaction (sig, act ? &new_k : NULL, old ? &old_k : NULL);
  if (ret == 0 && old)
    {
      mrt_fill (old, 0, sizeof *old);
      old->handler = old_k.handler;
      *(uint64_t *) &old->mask = old_k.mask;
      old->flags = (int) (old_k.flags & ~(uint64_t) SA_RESTORER_FLAG);
    }
  return result (ret);
}

/* Our own sigaction, and what the loader has found for the program.  The
   compiler must not know that they can be the same.  */
extern __typeof (sigaction) own_sigaction
  __attribute__ ((alias ("sigaction"), visibility ("hidden"),
		  copy (sigaction)));
static __typeof (sigaction) *const volatile found = sigaction;

bool
mrt_interposed_p (void)
{
  return found == own_sigaction;
}

/* Set HANDLER with FLAGS and MASK; the old handler or SIG_ERR.  */

static void *
set_handler (int sig, void *handler, uint64_t flags, uint64_t mask)
{
  struct mrt_sigaction act = { handler, flags | SA_RESTORER_FLAG,
			       (void *) mrt_sigreturn, mask };
  struct mrt_sigaction old;
  if (handler == (void *) SIG_ERR)
    {
      errno = EINVAL;
      return (void *) SIG_ERR;
    }
  if (result (mrt_sigaction (sig, &act, &old)))
    return (void *) SIG_ERR;
  return old.handler;
}

MRT_EXPORT __sighandler_t
signal (int sig, __sighandler_t handler)
{
  uint64_t mask = sig >= 1 && sig <= 64 ? (uint64_t) 1 << (sig - 1) : 0;
  return (__sighandler_t) set_handler (sig, (void *) handler, SA_RESTART,
				       mask);
}

MRT_EXPORT __sighandler_t
__sysv_signal (int sig, __sighandler_t handler)
{
  return (__sighandler_t) set_handler (sig, (void *) handler,
				       SA_RESETHAND | SA_NODEFER, 0);
}

/* System V's interface: SIG_HOLD blocks, everything else unblocks.  */

MRT_EXPORT __sighandler_t
sigset (int sig, __sighandler_t handler)
{
  uint64_t word = (uint64_t) 1 << ((sig - 1) & 63), old = 0;
  bool hold = handler == SIG_HOLD;
  struct mrt_sigaction now;
  if (result (mrt_sigaction (sig, NULL, &now)))
    return SIG_ERR;
  if (!hold && set_handler (sig, (void *) handler, 0, 0) == (void *) SIG_ERR)
    return SIG_ERR;
  mrt_syscall4 (SYS_rt_sigprocmask, hold ? SIG_BLOCK : SIG_UNBLOCK, &word,
		&old, 8);
  return old & word ? SIG_HOLD : (__sighandler_t) now.handler;
}

MRT_EXPORT int
sigignore (int sig)
{
  return set_handler (sig, (void *) SIG_IGN, 0, 0) == (void *) SIG_ERR
	 ? -1 : 0;
}

#define ALIAS(NAME, TARGET)						\
  extern __typeof (TARGET) NAME MRT_EXPORT				\
    __attribute__ ((alias (#TARGET), copy (TARGET)))
ALIAS (bsd_signal, signal);
ALIAS (ssignal, signal);
ALIAS (sysv_signal, __sysv_signal);

/* The mask as the C library and we let the program have it.  */

static long
set_mask (int how, const sigset_t *set, sigset_t *old)
{
  uint64_t word = 0;
  if (set)
    {
      word = low_word (set);
      if (how != SIG_UNBLOCK)
	word &= ~mrt_unblockable_signals ();
    }
  return mrt_syscall4 (SYS_rt_sigprocmask, how, set ? &word : NULL, old, 8);
}

MRT_EXPORT int
sigprocmask (int how, const sigset_t *set, sigset_t *old)
{
  return result (set_mask (how, set, old));
}

int
pthread_sigmask (int how, const sigset_t *set, sigset_t *old)
{
  return (int) -set_mask (how, set, old);
}
