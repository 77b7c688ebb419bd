/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* long kit (long N): the sum of 1 .. N, with a frame pointer and its counter
   in the frame.  The bound copy does what kit_kind says, KIT_* in kit.h.  */

#include "nest.h"
#include "kit.h"

#define CELLS 32

	.text
	.globl	kit
	.type	kit, @function
kit:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	subq	$32, %rsp
	movq	%rdi, -8(%rbp)
	xorl	%eax, %eax
	nest_enter_gate kit_desc, %rcx
	.p2align 4
1:
	hidden_label kit_block
	addq	-8(%rbp), %rax
	decq	-8(%rbp)
	jnz	1b
	hidden_label kit_block_end
2:	nest_exit_gate 0, %rcx
	leave
	.cfi_remember_state
	.cfi_def_cfa rsp, 8
	ret
	.cfi_restore_state

	hidden_label kit_bound
	/* The frame of the copy: CFA = *(rsp + CELLS + 32) + 16, the cell of
	   the frame pointer.  */
	.cfi_remember_state
	.cfi_escape 0x0f, 6, 0x77, 0xc0, 0x00, 0x06, 0x23, 0x10
	bound_landing CELLS
	cmpl	$KIT_SEGV, kit_kind(%rip)
	je	.Lsegv
	cmpl	$KIT_BUS, kit_kind(%rip)
	je	.Lbus
	cmpl	$KIT_FPE, kit_kind(%rip)
	je	.Lfpe
	cmpl	$KIT_ILL, kit_kind(%rip)
	je	.Lill
	cmpl	$KIT_ENDLESS, kit_kind(%rip)
	je	.Lendless
	cmpl	$KIT_WRONG, kit_kind(%rip)
	je	.Lwrong
	cmpl	$KIT_EXIT, kit_kind(%rip)
	je	.Lexit
	cmpl	$KIT_COLD, kit_kind(%rip)
	je	.Lcold
	cmpl	$KIT_CALL, kit_kind(%rip)
	je	.Lcall
	.p2align 4
	hidden_label kit_bound_block
3:	addq	-8(%rbp), %rax
	decq	-8(%rbp)
	jnz	3b
	bound_leave CELLS, 0
.Lsegv:
	movq	%rax, 16
.Lbus:
	movq	kit_bus_page(%rip), %rax
	movq	(%rax), %rax
.Lfpe:
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	divl	%ecx
.Lill:
	ud2
.Lendless:
4:	addq	$1, %rax
	jmp	4b
.Lwrong:
5:	addq	-8(%rbp), %rax
	decq	-8(%rbp)
	jnz	5b
	incq	%rax
	bound_leave CELLS, 0
.Lexit:
6:	addq	-8(%rbp), %rax
	decq	-8(%rbp)
	jnz	6b
	bound_leave CELLS, 1
.Lcold:
	bound_leave CELLS, 0xfffffffe
	/* What a library function called by the copy sees: pushed below the
	   frame, and the copy's way to call keeps the CFA rule right.  */
.Lcall:
	movq	%rax, %rbx
	movq	%rsp, %r12
	subq	$256, %rsp
	andq	$-16, %rsp
	.cfi_remember_state
	.cfi_escape 0x0f, 6, 0x7c, 0xc0, 0x00, 0x06, 0x23, 0x10
	call	*kit_call(%rip)
	movq	%r12, %rsp
	.cfi_restore_state
	movq	%rbx, %rax
	jmp	3b
	hidden_label kit_bound_end
	.cfi_restore_state

	hidden_label kit_observe
	observe_landing
7:	nest_observe 0
	addq	-8(%rbp), %rax
	decq	-8(%rbp)
	jnz	7b
	jmp	2b
	.cfi_endproc
	.size	kit, .-kit

	.section .note.GNU-stack, "", @progbits
