/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Observation: the first values that each reference of a nest sees, from
   which the presets of its slots are made.  Context of all: as mrt_enter.  */
#ifndef MRT_OBSERVE_H
#define MRT_OBSERVE_H

#include "module.h"
#include "thread.h"

/* Frame F is about to go into its observe copy.  */
void mrt_observe_begin (struct mrt_thread *self, struct mrt_frame *f);

/* The observe copy of F (or the original it went on in) has been left.  WANTED: a
   bound run comes now, and what has been seen must do.  */
void mrt_observe_end (struct mrt_thread *self, struct mrt_frame *f,
		      bool wanted);

/* Enter into F of SELF, and what memlb has spent, the visits of points that were passed
   by since this was called last.  */
void mrt_observe_charge (struct mrt_thread *self, struct mrt_frame *f);

/* The observe copy runs, and it is not to be observed for presets; NOTING: its
   points call all the same.  */
void mrt_observe_nothing (struct mrt_thread *self, bool noting);

/* The address that row A of a nest's table has with registers REGS and stack
   pointer SP.  */
uint64_t mrt_observed_address (const struct memlb_addr *a,
			       const struct mrt_regs *regs, uint64_t sp);

/* Give back the observation of NEST that mrt_plan took.  */
void mrt_observe_release (struct mrt_nest *nest);

/* Index of the preset among N values of SIZE bytes each at SAMPLES, N > 0:
   the median by its first element, of class ELEM and ELEM_SIZE bytes; zeros,
   ones, subnormal numbers and NaN only where most are.  */
uint32_t mrt_median (const unsigned char *samples, uint32_t n, uint32_t size,
		     uint32_t elem, uint32_t elem_size);

/* Write the number 1 into the SIZE bytes at P as elements of class ELEM.  */
void mrt_fill_ones (unsigned char *p, uint32_t size, uint32_t elem,
		    uint32_t elem_size);

#endif
