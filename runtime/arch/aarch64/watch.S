/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The critical section of watch.h that no code ever enters.  The kernel
   checks the signature in front of the abort address when it looks into a
   section; GNU C library's is a brk instruction, 0xd428bc00.  */

#include "macros.h"

	.text
	.p2align 2
	.globl	mrt_watch_never, mrt_watch_abort
	.hidden	mrt_watch_never, mrt_watch_abort
	.type	mrt_watch_never, %function
mrt_watch_never:
	udf	#0
	.size	mrt_watch_never, . - mrt_watch_never
	.inst	0xd428bc00
	.type	mrt_watch_abort, %function
mrt_watch_abort:
	udf	#0
	.size	mrt_watch_abort, . - mrt_watch_abort

	object_notes
