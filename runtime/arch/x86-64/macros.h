/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the assembly of this folder has in common.  */

#ifndef MRT_MACROS_H
#define MRT_MACROS_H

#include "arch.h"

	.macro	save_context
	pushfq
	.cfi_adjust_cfa_offset 8
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r15, 0
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r14, 0
	pushq	%r13
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r13, 0
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r12, 0
	pushq	%r11
	.cfi_adjust_cfa_offset 8
	pushq	%r10
	.cfi_adjust_cfa_offset 8
	pushq	%r9
	.cfi_adjust_cfa_offset 8
	pushq	%r8
	.cfi_adjust_cfa_offset 8
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	pushq	%rsi
	.cfi_adjust_cfa_offset 8
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	leaq	-8(%rsp), %rsp
	.cfi_adjust_cfa_offset 8
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbx, 0
	pushq	%rdx
	.cfi_adjust_cfa_offset 8
	pushq	%rcx
	.cfi_adjust_cfa_offset 8
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	.endm

/* The same state at the start of a function.  */
	.macro	saved_context_cfi cfa=MRT_RET+8
	.cfi_def_cfa_offset \cfa
	.cfi_rel_offset rbx, MRT_REG (3)
	.cfi_rel_offset rbp, MRT_REG (5)
	.cfi_rel_offset r12, MRT_REG (12)
	.cfi_rel_offset r13, MRT_REG (13)
	.cfi_rel_offset r14, MRT_REG (14)
	.cfi_rel_offset r15, MRT_REG (15)
	.endm

/* Call C function FN with the context; the result is in eax.  */
	.macro	call_c fn
	movq	%rsp, %rbx
	.cfi_def_cfa_register rbx
	movq	%rsp, %rdi
	andq	$-16, %rsp
	cld
	call	\fn
	movq	%rbx, %rsp
	.cfi_def_cfa_register rsp
	.endm

	.macro	push reg
	pushq	\reg
	.cfi_adjust_cfa_offset 8
	.endm

	.macro	pop reg
	popq	\reg
	.cfi_adjust_cfa_offset -8
	.endm

/* Flags to eax and back: far cheaper than pushf and popf.  The direction
   flag is left as it is.  */
	.macro	flags_to_eax
	lahf
	seto	%al
	.endm

	.macro	flags_from_eax
	addb	$127, %al
	sahf
	.endm

/* From where an entry call returns to, in \reg, to the descriptor that it names, as
   mrt_site_nest does; rcx is clobbered, flags are not.  */
	.macro	find_site_nest reg
	movzbl	1(%\reg), %ecx
	leaq	-MRT_SITE_JUMP(%rcx), %rcx
	jrcxz	8f
	movslq	3(%\reg), %rcx
	leaq	3(%\reg,%rcx), %\reg
	jmp	9f
8:	movslq	MRT_GATE_ADDED-4(%\reg), %rcx
	leaq	MRT_GATE_ADDED-MRT_NEST_GATE(%\reg,%rcx), %\reg
9:
	.endm

	.macro	restore_context
	popq	%rax
	.cfi_adjust_cfa_offset -8
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	popq	%rdx
	.cfi_adjust_cfa_offset -8
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbx
	leaq	8(%rsp), %rsp
	.cfi_adjust_cfa_offset -8
	popq	%rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbp
	popq	%rsi
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	popq	%r8
	.cfi_adjust_cfa_offset -8
	popq	%r9
	.cfi_adjust_cfa_offset -8
	popq	%r10
	.cfi_adjust_cfa_offset -8
	popq	%r11
	.cfi_adjust_cfa_offset -8
	popq	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore r12
	popq	%r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore r13
	popq	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore r14
	popq	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore r15
	popfq
	.cfi_adjust_cfa_offset -8
	.endm

	/* CFI: what holds from the first instruction on.  */
	.macro	function name, cfi
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	\cfi
	endbr64
	.endm

	.macro	hidden_function name, cfi
	.hidden	\name
	function \name, \cfi
	.endm

	.macro	end_function name
	.cfi_endproc
	.size	\name, .-\name
	.endm

/* Load the thread's state into \reg, or 0.  */
	.macro	load_self reg
	movq	mrt_self@gottpoff(%rip), \reg
	movq	%fs:(\reg), \reg
	.endm

#endif /* MRT_MACROS_H */
