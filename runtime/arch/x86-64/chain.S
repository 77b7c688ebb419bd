/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* void mrt_chain (uint64_t rounds): MRT_CHAIN additions in each round, of
   which each waits for the one before.  Every processor needs one cycle for
   an addition of two registers; what else a round does fits beside them.
   Changes the registers that a function may.  */

#include "arch.h"

	.text
	.globl	mrt_chain
	.hidden	mrt_chain
	.type	mrt_chain, @function
	.p2align 6
mrt_chain:
	.cfi_startproc
	endbr64
	movl	$1, %ecx
	xorl	%eax, %eax
1:	.rept	MRT_CHAIN
	addq	%rcx, %rax
	.endr
	subq	$1, %rdi
	jnz	1b
	ret
	.cfi_endproc
	.size	mrt_chain, .-mrt_chain

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
