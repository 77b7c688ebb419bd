/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* void triad (double *A, const double *B, const double *C, long N)
   A[i] = B[i] + C[i], N > 0, with all copies: slot register r8, cells at
   P + 64, red zone.  */

#include "nest.h"

#define CELLS 64

	.text
	.globl	triad
	.type	triad, @function
triad:
	.cfi_startproc
	xorl	%eax, %eax
	nest_enter triad_desc, 128
1:
	hidden_label triad_block
	movsd	(%rsi,%rax,8), %xmm0
	addsd	(%rdx,%rax,8), %xmm0
	movsd	%xmm0, (%rdi,%rax,8)
	addq	$1, %rax
	cmpq	%rcx, %rax
	jne	1b
2:	nest_exit 0, 128
	ret

	hidden_label triad_bound
	bound_landing CELLS, %r8
	.p2align 4
3:	movsd	(%r8), %xmm0
	addsd	8(%r8), %xmm0
	movsd	%xmm0, 64(%r8)
	addq	$1, %rax
	cmpq	%rcx, %rax
	jne	3b
	bound_leave CELLS, 0
	hidden_label triad_bound_end

	hidden_label triad_observe
	observe_landing 128
4:	nest_observe 0, 128
	movsd	(%rsi,%rax,8), %xmm0
	addsd	(%rdx,%rax,8), %xmm0
	movsd	%xmm0, (%rdi,%rax,8)
	addq	$1, %rax
	cmpq	%rcx, %rax
	jne	4b
	jmp	2b
	.cfi_endproc
	.size	triad, .-triad

	.section .note.GNU-stack, "", @progbits
