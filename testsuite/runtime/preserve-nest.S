/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* void preserve (void)

   Fill every register and flag from preserve_in, pass an entry, a loop that
   changes nothing but its counter (rcx, to 0), and an exit, and store all
   registers to preserve_out.  The bound copy wrecks everything it can.

   preserve_in, preserve_out: rax rcx rdx rbx (rsp) rbp rsi rdi r8 ... r15,
   flags, then from offset 192 an XSAVE area.  preserve_mask: what XSAVE
   saves.  The red zone holds a pattern at the entry.  */

#include "nest.h"

#define CELLS 32
#define AREA 192

	.macro	load_all from
	movl	preserve_mask(%rip), %eax
	xorl	%edx, %edx
	leaq	\from(%rip), %rbx
	xrstor64 AREA(%rbx)
	pushq	128(%rbx)
	popfq
	movq	0(%rbx), %rax
	movq	8(%rbx), %rcx
	movq	16(%rbx), %rdx
	movq	40(%rbx), %rbp
	movq	48(%rbx), %rsi
	movq	56(%rbx), %rdi
	movq	64(%rbx), %r8
	movq	72(%rbx), %r9
	movq	80(%rbx), %r10
	movq	88(%rbx), %r11
	movq	96(%rbx), %r12
	movq	104(%rbx), %r13
	movq	112(%rbx), %r14
	movq	120(%rbx), %r15
	movq	24(%rbx), %rbx
	.endm

	.macro	red_zone_pattern offsets:vararg
	.irp	offset, \offsets
	movq	%r15, -\offset(%rsp)
	.endr
	.endm

	.text
	.globl	preserve
	.type	preserve, @function
preserve:
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movq	%rsp, preserve_sp(%rip)
	load_all preserve_in
	red_zone_pattern 8, 64, 128
	nest_enter preserve_desc, 128
1:
	hidden_label preserve_block
	leaq	-1(%rcx), %rcx
	jrcxz	2f
	jmp	1b
2:	nest_exit 0, 128
	/* Store without changing what is to be stored.  */
	movq	%rax, preserve_out+0(%rip)
	movq	%rcx, preserve_out+8(%rip)
	movq	%rdx, preserve_out+16(%rip)
	movq	%rbx, preserve_out+24(%rip)
	movq	%rsp, preserve_out+32(%rip)
	movq	%rbp, preserve_out+40(%rip)
	movq	%rsi, preserve_out+48(%rip)
	movq	%rdi, preserve_out+56(%rip)
	movq	%r8, preserve_out+64(%rip)
	movq	%r9, preserve_out+72(%rip)
	movq	%r10, preserve_out+80(%rip)
	movq	%r11, preserve_out+88(%rip)
	movq	%r12, preserve_out+96(%rip)
	movq	%r13, preserve_out+104(%rip)
	movq	%r14, preserve_out+112(%rip)
	movq	%r15, preserve_out+120(%rip)
	movq	-8(%rsp), %rax
	movq	%rax, preserve_red_zone+0(%rip)
	movq	-64(%rsp), %rax
	movq	%rax, preserve_red_zone+8(%rip)
	movq	-128(%rsp), %rax
	movq	%rax, preserve_red_zone+16(%rip)
	movq	preserve_sp(%rip), %rsp
	pushfq
	popq	preserve_out+128(%rip)
	cld
	movl	preserve_mask(%rip), %eax
	xorl	%edx, %edx
	leaq	preserve_out(%rip), %rbx
	xsave64	AREA(%rbx)
	fninit
	ldmxcsr	preserve_mxcsr(%rip)
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	ret
	.size	preserve, .-preserve

	hidden_label preserve_bound
	bound_landing CELLS
	/* The copy must see the registers of the entry too.  */
	cmpq	%rax, preserve_in+0(%rip)
	jne	6f
	cmpq	%rdx, preserve_in+16(%rip)
	jne	6f
	cmpq	%rdi, preserve_in+56(%rip)
	jne	6f
	cmpq	%r15, preserve_in+120(%rip)
	jne	6f
	movq	-64(%rsp), %rax
	cmpq	%r15, %rax
	jne	6f
	vpxor	%xmm1, %xmm1, %xmm1
	vmovq	%xmm3, %rax
	cmpq	%rax, preserve_in+AREA+160+48(%rip)
	jne	6f
	incl	preserve_seen(%rip)
6:	movl	preserve_mask(%rip), %eax
	xorl	%edx, %edx
	leaq	preserve_junk(%rip), %rbx
	xrstor64 AREA(%rbx)
	movq	$-1, %rax
	movq	%rax, -8(%rsp)
	movq	%rax, -64(%rsp)
	movq	%rax, -128(%rsp)
	xorl	%ecx, %ecx
	movq	%rax, %rdx
	movq	%rax, %rbx
	movq	%rax, %rbp
	movq	%rax, %rsi
	movq	%rax, %rdi
	movq	%rax, %r8
	movq	%rax, %r9
	movq	%rax, %r10
	movq	%rax, %r11
	movq	%rax, %r12
	movq	%rax, %r13
	movq	%rax, %r14
	movq	%rax, %r15
	std
	stc
	bound_leave CELLS, 0
	hidden_label preserve_bound_end

	hidden_label preserve_observe
	observe_landing 128
4:	nest_observe 0, 128
	leaq	-1(%rcx), %rcx
	jrcxz	5f
	jmp	4b
5:	jmp	2b

	.section .note.GNU-stack, "", @progbits
