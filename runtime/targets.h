/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that bound copies call through pointers.  */
#ifndef MRT_TARGETS_H
#define MRT_TARGETS_H

#include "callees.h"
#include "module.h"
#include "thread.h"

/* What a nest that calls through pointers has met.  */
struct mrt_targets
{
  struct mrt_target rows[MRT_TARGET_ROWS];
  struct memlb_callee sum;	/* of all functions that it calls so far */
  uint32_t reason;		/* MRT_REASON_*: why one cannot be called, or
				   NONE; atomic */
};

/* Let NEST, whose functions called by name have SUM in common, meet functions.
   False if there is no memory.  Context: when its module is registered.  */
bool mrt_targets_make (struct mrt_nest *nest, const struct memlb_callee *sum);

/* Let SELF's copies of the nest of number INDEX find the functions that it has
   met.  Context: before each run of one.  */
void mrt_targets_load (struct mrt_thread *self, uint32_t index);

/* Let the nest of number INDEX call the bound copy of what SELF's copy of it missed.
   False if it may not, or has none: then nothing more is tried.  Context: when a run
   has been given up, not in a signal handler of its own.  */
bool mrt_targets_meet (struct mrt_thread *self, uint32_t index);

/* The functions of the module of INFO come, and go.  */
void mrt_targets_add (struct mrt_module_info *info);
void mrt_targets_remove (const struct mrt_module_info *info);

/* In a child after fork.  */
void mrt_targets_forked (void);

/* Between these nobody meets a function.  Context: when a module is registered.  */
void mrt_targets_hold (void);

/* The same, false if somebody else is at it, perhaps the code that a signal handler
   which runs nests interrupted.  */
bool mrt_targets_try (void);
void mrt_targets_release (void);

/* In arch/: what copies call in the place of what a pointer leads to; that is in r11
   (x86-64).  Where the thread's rows lack it, it faults at mrt_call_missed.  */
void mrt_call_pointer (void);
extern const char mrt_call_missed[];

#endif
