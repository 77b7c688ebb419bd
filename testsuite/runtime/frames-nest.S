/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* long frames (long SIZE, long ALIGN): a frame pointer, then a frame of SIZE
   bytes aligned to ALIGN: as a function with a variable-length array has.
   The nest counts to 100 and visits one reference per pass:
     0  frames_values[i], doubles	     base + index * 8
     1  frames_table + 16 + i * 8, doubles  symbol + index * 8 + 16
     2  address 16, never readable
     3  an integer in the frame, at SP + 8
   The bound copy leaves what it finds in frames_seen.  */

#include "nest.h"

#define CELLS 128

	.text
	.globl	frames
	.type	frames, @function
frames:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	pushq	%rbx
	pushq	%rbx
	.cfi_offset rbx, -24
	subq	%rdi, %rsp
	negq	%rsi
	andq	%rsi, %rsp
	movq	$0x1234, 8(%rsp)
	movq	$0x5678, -24(%rbp)
	movq	%rsp, frames_user_sp(%rip)
	movq	%rbp, frames_user_fp(%rip)
	leaq	frames_values(%rip), %rsi
	movl	$16, %ebx
	xorl	%eax, %eax
	nest_enter frames_desc
1:
	hidden_label frames_block
	incq	%rax
	cmpq	$100, %rax
	jne	1b
2:	nest_exit 3
	leaq	-16(%rbp), %rsp
	popq	%rbx
	popq	%rbx
	popq	%rbp
	.cfi_remember_state
	.cfi_def_cfa rsp, 8
	ret
	.cfi_restore_state

	hidden_label frames_bound
	bound_landing CELLS, %r9
	movq	%rsp, frames_seen+0(%rip)
	movq	%rbp, frames_seen+8(%rip)
	movq	%r9, frames_seen+16(%rip)
	movq	8(%rsp), %rdx
	movq	%rdx, frames_seen+24(%rip)
	movq	-24(%rbp), %rdx
	movq	%rdx, frames_seen+32(%rip)
	movq	8(%rbp), %rdx
	movq	%rdx, frames_seen+40(%rip)
	movq	CELLS+24(%rsp), %rdx
	movq	%rdx, frames_seen+48(%rip)
	movq	CELLS+32(%rsp), %rdx
	movq	%rdx, frames_seen+56(%rip)
	movq	CELLS+48(%rsp), %rdx
	movq	%rdx, frames_seen+64(%rip)
	movq	CELLS+56(%rsp), %rdx
	movq	%rdx, frames_seen+72(%rip)
	movq	-64(%r9), %rdx
	movq	%rdx, frames_seen+80(%rip)
	movq	-56(%r9), %rdx
	movq	%rdx, frames_seen+88(%rip)
	movq	-48(%r9), %rdx
	movq	%rdx, frames_seen+96(%rip)
	movq	-40(%r9), %rdx
	movq	%rdx, frames_seen+104(%rip)
	movq	$-1, -24(%rbp)
	movq	$-1, 8(%rsp)
	movl	$100, %eax
	bound_leave CELLS, 3
	hidden_label frames_bound_end

	hidden_label frames_observe
	observe_landing
4:	incl	frames_visits(%rip)
	nest_observe 0
	incq	%rax
	cmpq	$100, %rax
	jne	4b
	jmp	2b
	.cfi_endproc
	.size	frames, .-frames

	.section .note.GNU-stack, "", @progbits
