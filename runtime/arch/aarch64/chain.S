/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* void mrt_chain (uint64_t rounds): MRT_CHAIN additions in each round, of
   which each waits for the one before.  Every processor needs one cycle for
   an addition of two registers; what else a round does fits beside them.
   Changes the registers that a function may.  */

#include "arch.h"
#include "macros.h"

	.text
	hidden_function mrt_chain
	mov	x1, #1
	mov	x2, #0
1:	.rept	MRT_CHAIN
	add	x2, x2, x1
	.endr
	subs	x0, x0, #1
	b.ne	1b
	ret
	end_function mrt_chain

	object_notes
