/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the assembly of aarch64 shares: functions, thread-local variables.  */
#ifndef MRT_MACROS_H
#define MRT_MACROS_H

	/* CFI: what holds from the first instruction on.  */
	.macro	function name, cfi
	.globl	\name
	.type	\name, %function
	.p2align 4
\name:
	.cfi_startproc
	\cfi
	hint	#34		/* bti c */
	.endm

	.macro	hidden_function name, cfi
	.hidden	\name
	function \name, \cfi
	.endm

	.macro	end_function name
	.cfi_endproc
	.size	\name, .-\name
	.endm

	/* The address of thread-local SYMBOL to \reg, by way of \at.  */
	.macro	thread_address symbol, reg, at
	adrp	\at, :gottprel:\symbol
	ldr	\at, [\at, :gottprel_lo12:\symbol]
	mrs	\reg, tpidr_el0
	add	\reg, \reg, \at
	.endm

	/* The thread's state to \reg, or 0, by way of \at.  */
	.macro	load_self reg, at
	thread_address mrt_self, \reg, \at
	ldr	\reg, [\reg]
	.endm

	/* Jump to global function TARGET; x16 is lost.  */
	.macro	jump_global target
	adrp	x16, :got:\target
	ldr	x16, [x16, :got_lo12:\target]
	br	x16
	.endm

	/* The object may be where indirect jumps need a mark.  */
	.macro	object_notes
	.section .note.GNU-stack, "", %progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.word	4, 16, 5
	.asciz	"GNU"
	.word	0xc0000000, 4, 1, 0
	.endm

#endif
