/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The way into a bound copy and back, and to what it calls through pointers.  */

#include "macros.h"

	.text

/* int mrt_launch (struct mrt_thread *SELF)

   Load the registers of SELF->launch and jump to SELF->launch_pc on the
   private stack.  The frame on the host stack stays for mrt_launch's
   return, which happens in __memlb_rt_bound_exit or mrt_launch_abandoned.
   The clock is read as late as registers allow.  */

	.macro	host_frame_cfi
	.cfi_def_cfa rsp, 56
	.cfi_offset rbp, -16
	.cfi_offset rbx, -24
	.cfi_offset r12, -32
	.cfi_offset r13, -40
	.cfi_offset r14, -48
	.cfi_offset r15, -56
	.endm

/* The same frame seen from the private stack:
   CFA = *((rsp & -MRT_MAPPING_ALIGN) + MRT_HOST_SP) + 56.  */
	.macro	private_frame_cfi
	host_frame_cfi
	/* DW_CFA_def_cfa_expression, 10 bytes: DW_OP_breg7 0,
	   DW_OP_const4s -MRT_MAPPING_ALIGN, DW_OP_and, DW_OP_deref
	   (MRT_HOST_SP is 0), DW_OP_plus_uconst 56.  */
	.cfi_escape 0x0f, 0x0b, 0x77, 0x00, 0x0d, 0x00, 0x00, 0x00, 0xfc, \
		    0x1a, 0x06, 0x23, 0x38
	.endm

	hidden_function mrt_launch
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbx, 0
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r12, 0
	pushq	%r13
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r13, 0
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r14, 0
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r15, 0
	movq	%rsp, MRT_HOST_SP(%rdi)
	xorl	%eax, %eax
	rdsspq	%rax
	movq	%rax, MRT_SSP(%rdi)
	movq	MRT_LAUNCH+MRT_REG(1)(%rdi), %rcx
	movq	MRT_LAUNCH+MRT_REG(3)(%rdi), %rbx
	movq	MRT_LAUNCH+MRT_REG(5)(%rdi), %rbp
	movq	MRT_LAUNCH+MRT_REG(6)(%rdi), %rsi
	movq	MRT_LAUNCH+MRT_REG(8)(%rdi), %r8
	movq	MRT_LAUNCH+MRT_REG(9)(%rdi), %r9
	movq	MRT_LAUNCH+MRT_REG(10)(%rdi), %r10
	movq	MRT_LAUNCH+MRT_REG(11)(%rdi), %r11
	movq	MRT_LAUNCH+MRT_REG(12)(%rdi), %r12
	movq	MRT_LAUNCH+MRT_REG(13)(%rdi), %r13
	movq	MRT_LAUNCH+MRT_REG(14)(%rdi), %r14
	movq	MRT_LAUNCH+MRT_REG(15)(%rdi), %r15
	pushq	MRT_LAUNCH+MRT_FLAGS(%rdi)
	.cfi_adjust_cfa_offset 8
	lfence
	rdtsc
	lfence
	movl	%eax, MRT_RUN_START(%rdi)
	movl	%edx, MRT_RUN_START+4(%rdi)
	movq	MRT_LAUNCH+MRT_REG(2)(%rdi), %rdx
	movq	MRT_LAUNCH_PC(%rdi), %rax
	popfq
	.cfi_adjust_cfa_offset -8
	movq	MRT_LAUNCH+MRT_REG(4)(%rdi), %rsp
	private_frame_cfi
	movq	MRT_LAUNCH+MRT_REG(7)(%rdi), %rdi
	notrack jmp *%rax
	end_function mrt_launch

/* The exit of every bound copy: a jump, on the private stack, with the
   registers and flags that the copy left.  What lies below the stack pointer
   is the copy's red zone, which nobody needs any more.  */
	function __memlb_rt_bound_exit, private_frame_cfi
	pushq	%rax
	pushq	%rdx
	lfence
	rdtsc
	pushfq
	pushq	%rdi
	load_self %rdi
	movl	%eax, MRT_RUN_STOP(%rdi)
	movl	%edx, MRT_RUN_STOP+4(%rdi)
	movq	24(%rsp), %rax
	movq	%rax, MRT_COPY+MRT_REG(0)(%rdi)
	movq	%rcx, MRT_COPY+MRT_REG(1)(%rdi)
	movq	16(%rsp), %rax
	movq	%rax, MRT_COPY+MRT_REG(2)(%rdi)
	movq	%rbx, MRT_COPY+MRT_REG(3)(%rdi)
	movq	%rbp, MRT_COPY+MRT_REG(5)(%rdi)
	movq	%rsi, MRT_COPY+MRT_REG(6)(%rdi)
	movq	0(%rsp), %rax
	movq	%rax, MRT_COPY+MRT_REG(7)(%rdi)
	movq	%r8, MRT_COPY+MRT_REG(8)(%rdi)
	movq	%r9, MRT_COPY+MRT_REG(9)(%rdi)
	movq	%r10, MRT_COPY+MRT_REG(10)(%rdi)
	movq	%r11, MRT_COPY+MRT_REG(11)(%rdi)
	movq	%r12, MRT_COPY+MRT_REG(12)(%rdi)
	movq	%r13, MRT_COPY+MRT_REG(13)(%rdi)
	movq	%r14, MRT_COPY+MRT_REG(14)(%rdi)
	movq	%r15, MRT_COPY+MRT_REG(15)(%rdi)
	movq	8(%rsp), %rax
	movq	%rax, MRT_COPY+MRT_FLAGS(%rdi)
	cld
	movq	MRT_HOST_SP(%rdi), %rsp
	.cfi_def_cfa rsp, 56
	xorl	%eax, %eax
	jmp	.Lhost_return
	end_function __memlb_rt_bound_exit

/* The signal handlers send an abandoned copy here, rdi = SELF, rsp =
   SELF->host_sp.  Calls that the copy had open are dropped from the shadow
   stack.  */
	hidden_function mrt_launch_abandoned, host_frame_cfi
	movq	MRT_SSP(%rdi), %rcx
	testq	%rcx, %rcx
	jz	1f
	xorl	%eax, %eax
	rdsspq	%rax
	subq	%rax, %rcx
	shrq	$3, %rcx
	jz	1f
	incsspq	%rcx
1:	movl	$1, %eax
.Lhost_return:
	popq	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore r15
	popq	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore r14
	popq	%r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore r13
	popq	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore r12
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbx
	popq	%rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbp
	ret
	end_function mrt_launch_abandoned

/* Called in the place of a bound copy that is missing.  */
	hidden_function mrt_give_up
	ud2
	end_function mrt_give_up

/* Called by copies in the place of what r11 holds, a function's address.  The rows lie
   at the beginning of the private stack's mapping.  May use r10, and the flags.  */
	.hidden	mrt_call_missed
	.globl	mrt_call_missed
	hidden_function mrt_call_pointer
	movq	%rsp, %r10
	xorq	%r11, %r10
	andq	$-MRT_MAPPING_ALIGN, %r10
	xorq	%r11, %r10
	andq	$(-MRT_MAPPING_ALIGN | MRT_TARGET_BITS), %r10
	cmpq	%r11, MRT_TARGETS_AT(%r10)
	jne	1f
	jmp	*MRT_TARGETS_AT+8(%r10)
1:	cmpq	%r11, MRT_TARGETS_AT+16(%r10)
	jne	mrt_call_missed
	jmp	*MRT_TARGETS_AT+24(%r10)
mrt_call_missed:
	ud2
	end_function mrt_call_pointer

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
