/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When the profile is written: at the end of the process, however it ends,
   and meanwhile.  */
#ifndef MRT_FINISH_H
#define MRT_FINISH_H

#include "base.h"

enum mrt_end
{
  MRT_END_EXIT,			/* exit, quick_exit, _exit */
  MRT_END_SIGNAL,		/* the default action of a signal */
  MRT_END_EXEC,			/* another program takes its place */
  MRT_END_SNAPSHOT		/* not at all: the program runs on */
};

/* How a process ends, for its profile.  */
struct mrt_ending
{
  bool complete;		/* its counts are all there */
  const char *how;		/* NULL: by exit, or not at all */
  bool silent;			/* nobody is told */
};

/* Write the profile, if one is wanted and this process may: END is coming,
   for MRT_END_SIGNAL by signal SIG.  It takes the place of one that this
   process wrote before.  True when this has done anything that
   mrt_finish_undo must undo.  Context: any, signals included.  */
bool mrt_finish (enum mrt_end end, int sig);

/* For MRT_END_EXEC: it did not come.  */
void mrt_finish_undo (void);

/* Keep others from writing while what they read goes away, and let them.
   The latter only where the former was true.  Context: not in a signal
   handler.  */
bool mrt_finish_hold (void);
void mrt_finish_release (void);

/* True while the calling thread writes: a fault is its own then.  Context:
   any.  */
bool mrt_writing_p (void);

/* In a forked child: nobody writes.  */
void mrt_finish_forked (void);

#endif
