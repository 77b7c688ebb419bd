/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Signals: giving up bound copies, and keeping the program's own handling
   as it was.  */
#ifndef MRT_SIGNALS_H
#define MRT_SIGNALS_H

#include "thread.h"

#define MRT_SIGNALS 64

/* The kernel's struct sigaction.  */
struct mrt_sigaction
{
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

/* May the nest entered at user's stack pointer SP run copies, as far as can be told
   without a system call: can the signals that save us be caught, and is this not in the
   middle of our own work?  Installs the handlers when called first.  Context: as
   mrt_enter.  */
bool mrt_signals_ready_p (struct mrt_thread *self, uint64_t sp);

/* The same: are they deliverable to this thread now, and is this not on an alternate
   signal stack?  Two system calls.  Context: as mrt_enter.  */
bool mrt_signals_open_p (void);

/* Context: any.  The program's action for signal SIG as the program knows
   it; with ACT, set it.  Returns 0 or a negative error number.  */
int mrt_sigaction (int sig, const struct mrt_sigaction *act,
		   struct mrt_sigaction *old);

/* The signal of the timers, 0 if there is none.  */
int mrt_limit_signal (void);

/* Signals that the program cannot block: those of the C library and the one
   of the time limit.  */
uint64_t mrt_unblockable_signals (void);

/* Take over the signals at the start of the process.  Context: start only.  */
void mrt_signals_start (void);

/* What the calling thread's signals were before some were held back.  */
struct mrt_held
{
  uint64_t mask;
  uint64_t pending;
};

/* Hold back the program's signals, and with ALL those of the C library too,
   until the release; the faults come through.  What the thread itself raised
   meanwhile by a file that grew too large, or a message that nobody reads, is
   dropped then.  Context: any.  */
void mrt_signals_hold (struct mrt_held *held, bool all);
void mrt_signals_release (const struct mrt_held *held);

/* A forked child: timers are gone.  */
void mrt_signals_forked (void);

/* True if the program's calls of sigaction come to us.  Context: any.  */
bool mrt_interposed_p (void);

#endif
