/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The critical section of watch.h that no code ever enters.  The kernel
   checks the signature in front of the abort address when it looks into a
   section; GNU C library's is 0x53053053.  */

	.text
	.globl	mrt_watch_never, mrt_watch_abort
	.hidden	mrt_watch_never, mrt_watch_abort
	.type	mrt_watch_never, @function
mrt_watch_never:
	ud2
	.size	mrt_watch_never, . - mrt_watch_never
	.long	0x53053053
	.type	mrt_watch_abort, @function
mrt_watch_abort:
	ud2
	.size	mrt_watch_abort, . - mrt_watch_abort

	.section .note.GNU-stack, "", @progbits
