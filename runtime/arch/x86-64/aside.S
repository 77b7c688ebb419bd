/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A call on another stack that a fault may end: the profile is also written
   from signal handlers, on stacks that may be small or damaged, over memory
   that may be damaged, with the program's floating-point traps on.

   bool mrt_aside (void (*FN) (void *), void *ARG, void *TOP)

   stack of the caller during FN, addresses growing upwards:
     rsp kept ->  MXCSR of the caller, padding
		  r15 r14 r13 r12 rbx
     rbp ->	  rbp
		  return address

   One thread at a time: where to return to after a fault is kept in memory
   of the process.  */

#include "arch.h"

/* The control word that a program starts with: no trap, nothing flushed.  */
#define DEFAULT_MXCSR 0x1f80

	.text
	.p2align 4
	.globl	mrt_aside
	.hidden	mrt_aside
	.type	mrt_aside, @function
mrt_aside:
	.cfi_startproc
	endbr64
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	pushq	%rbx
	.cfi_offset rbx, -24
	pushq	%r12
	.cfi_offset r12, -32
	pushq	%r13
	.cfi_offset r13, -40
	pushq	%r14
	.cfi_offset r14, -48
	pushq	%r15
	.cfi_offset r15, -56
	leaq	-8(%rsp), %rsp
	stmxcsr	(%rsp)
	movq	%rsp, kept_sp(%rip)
	xorl	%eax, %eax
	rdsspq	%rax
	movq	%rax, kept_ssp(%rip)
	movq	%rdi, %rax
	movq	%rsi, %rdi
	andq	$-16, %rdx
	movq	%rdx, %rsp
	ldmxcsr	default_mxcsr(%rip)
	cld
	call	*%rax
	movl	$1, %eax
	movq	kept_sp(%rip), %rsp
.Lreturn:
	ldmxcsr	(%rsp)
	leaq	8(%rsp), %rsp
	popq	%r15
	.cfi_restore r15
	popq	%r14
	.cfi_restore r14
	popq	%r13
	.cfi_restore r13
	popq	%r12
	.cfi_restore r12
	popq	%rbx
	.cfi_restore rbx
	popq	%rbp
	.cfi_restore rbp
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
	.size	mrt_aside, . - mrt_aside

/* The signal handler sends a fault of FN here, on whatever stack FN was.  */
	.p2align 4
	.globl	mrt_aside_failed
	.hidden	mrt_aside_failed
	.type	mrt_aside_failed, @function
mrt_aside_failed:
	.cfi_startproc
	.cfi_undefined rip
	movq	kept_sp(%rip), %rsp
	movq	kept_ssp(%rip), %rcx
	testq	%rcx, %rcx
	jz	1f
	xorl	%eax, %eax
	rdsspq	%rax
	subq	%rax, %rcx
	shrq	$3, %rcx
	jz	1f
	incsspq	%rcx
1:	xorl	%eax, %eax
	jmp	.Lreturn
	.cfi_endproc
	.size	mrt_aside_failed, . - mrt_aside_failed

	.section .rodata
	.p2align 2
default_mxcsr:
	.long	DEFAULT_MXCSR

	.bss
	.p2align 3
kept_sp:
	.quad	0
kept_ssp:
	.quad	0

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
