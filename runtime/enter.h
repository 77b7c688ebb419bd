/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the stubs call.  Context of all: any point of the program where a
   nest begins or ends, signal handlers included; the extended state is the
   program's, so nothing here may be built with vector instructions or call
   a library function.  */
#ifndef MRT_ENTER_H
#define MRT_ENTER_H

#include "thread.h"

/* An entry of a nest.  Returns MRT_GO_*, or the address of counters.  */
uint64_t mrt_enter (struct mrt_context *ctx);

/* An exit of a nest, MRT_SITE_NUMBER says which.  */
void mrt_exit (struct mrt_context *ctx);

/* A point of an observe copy, TESTED or not, see mrt_site_point.  Returns MRT_GO_*.  */
int mrt_observe (struct mrt_context *ctx, bool tested);

/* Of some entries one in so many is looked at.  */
#define MRT_LOOK_ONE_OF 8

/* Begin own work for a sample of REC.  */
void mrt_begin_own (struct mrt_thread *self, const struct mrt_record *rec);

/* The program has had subnormal operands before the sampled original, which was not to
   be seen meanwhile: let it see them again.  */
void mrt_subnormal_back (struct mrt_thread *self);

/* Forget the nests of SELF at stack pointer SP and below, which were left
   without passing an exit.  */
void mrt_drop_frames (struct mrt_thread *self, uint64_t sp);

#endif
