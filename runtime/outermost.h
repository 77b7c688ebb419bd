/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Outermost activations of what may call itself: loops that make calls, and
   whole functions.  Context: as mrt_enter.  */
#ifndef MRT_OUTERMOST_H
#define MRT_OUTERMOST_H

#include "module.h"
#include "thread.h"

/* An entry of the nest with number INDEX, inside another one of the same, has
   found its gate to be low.  */
void mrt_outermost_again (struct mrt_thread *self, uint32_t index);

/* The nest with number INDEX is being timed from now on; WHOLE: it is a function,
   entered at SP.  */
void mrt_outermost_begin (struct mrt_thread *self, uint32_t index,
			  bool whole, uint64_t sp);

/* The function of F, which is a nest, is measured from now on.  */
void mrt_function_begin (struct mrt_frame *f);

/* The frame F of such a nest is left or dropped: count the activations inside
   it, and what passing their gates has cost; open the gate if it was shut.  */
void mrt_outermost_end (struct mrt_thread *self, const struct mrt_frame *f);

/* True if SELF has a frame for the function with number INDEX.  */
bool mrt_timer_room_p (const struct mrt_thread *self, uint32_t index);

/* Let the function with number INDEX not be timed any more.  */
void mrt_timer_give_up (uint32_t index);

/* One more entry of the function with number INDEX, of REC, was timed: do so no
   longer if they are short.  */
void mrt_timer_look (const struct mrt_record *rec, uint32_t index);

/* The same of one that is measured as a nest.  */
void mrt_function_look (const struct mrt_record *rec, uint32_t index);

#endif
