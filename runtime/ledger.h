/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What measuring has cost, and what it may cost.  */
#ifndef MRT_LEDGER_H
#define MRT_LEDGER_H

#include "thread.h"

/* Ticks that SELF has run, without memlb's own work.  Context: the thread
   itself.  */
uint64_t mrt_own_ticks (const struct mrt_thread *self);

/* Ticks that memlb may have spent on SELF by now; UINT64_MAX if the budget is
   unlimited.  Context: likewise.  */
uint64_t mrt_allowance (const struct mrt_thread *self);

/* How much of that is left.  */
uint64_t mrt_room (const struct mrt_thread *self);

/* True if SELF may spend COST ticks more than it has now.  */
bool mrt_affordable_p (const struct mrt_thread *self, uint64_t cost);

/* True if SELF can afford COST for a nest that has had nothing yet.  Else others
   save for it from now on.  */
bool mrt_first_affordable_p (struct mrt_thread *self, uint64_t cost);

/* True if SELF can afford COST for a nest that has had its first samples, beside
   what is saved.  */
bool mrt_next_affordable_p (struct mrt_thread *self, uint64_t cost);

/* Start took the time since BEGIN ticks.  Context: start only.  */
void mrt_ledger_started (uint64_t begin);

/* N nests came: the profile will hold them.  Context: constructors, dlopen.  */
void mrt_ledger_add_nests (uint32_t n);

/* Begin and end of the measurement's own work, which will take about COST
   ticks, 0: unknown.  Its ticks are charged, without those in which the thread
   did not run, and returned.  Context: as mrt_enter.  */
void mrt_own_begin (struct mrt_thread *self, uint64_t cost);
uint64_t mrt_own_end (struct mrt_thread *self);

/* Charge what SELF has done since BEGIN ticks, when it had spent SPENT: what has
   been charged meanwhile is not charged again, nor what took so long that the
   thread did not run.  */
void mrt_charge_since (struct mrt_thread *self, uint64_t begin,
		       uint64_t spent);

#endif
