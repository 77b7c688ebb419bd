/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A nest with nothing in it, instrumented as the plugin does, to measure
   what measuring costs.  Its descriptor is mrt_empty_desc, its cells lie at
   P + MRT_EMPTY_CELLS.

   void mrt_empty_nest (void): preserves what a function must, 8 bytes of
   stack.  */

#include "arch.h"

	.text
	/* The same detour that the stubs of a module make.  */
	.p2align 4
enter_stub:
	.cfi_startproc
	endbr64
	jmp	*__memlb_rt_enter_due@GOTPCREL(%rip)
	.cfi_endproc
	.p2align 4
exit_stub:
	.cfi_startproc
	endbr64
	jmp	*__memlb_rt_exit@GOTPCREL(%rip)
	.cfi_endproc
	.p2align 4
bound_exit_stub:
	.cfi_startproc
	endbr64
	jmp	*__memlb_rt_bound_exit@GOTPCREL(%rip)
	.cfi_endproc

	.globl	mrt_empty_nest
	.hidden	mrt_empty_nest
	.type	mrt_empty_nest, @function
	.p2align 4
mrt_empty_nest:
	.cfi_startproc
	endbr64
	movq	__memlb_rt_gates@gottpoff(%rip), %rax
	movq	%fs:(%rax), %rax
	cmpq	$0, mrt_empty_desc+MRT_NEST_GATE(%rip)
	je	1f
	addq	mrt_empty_desc+MRT_NEST_GATE(%rip), %rax
	subl	$1, (%rax)
	jns	1f
	call	enter_stub
	.byte	0x0f, 0x1f, 0x80
	.long	mrt_empty_desc - .
1:	movq	__memlb_rt_gates@gottpoff(%rip), %rax
	cmpl	$0, %fs:MRT_GATES_BEGUN(%rax)
	je	1f
	call	exit_stub
	.byte	0x0f, 0x1f, 0x80
	.long	0
1:	ret
	.cfi_endproc
	.size	mrt_empty_nest, .-mrt_empty_nest

	.globl	mrt_empty_bound
	.hidden	mrt_empty_bound
	.type	mrt_empty_bound, @function
	.p2align 4
mrt_empty_bound:
	.cfi_startproc
	endbr64
	movq	MRT_EMPTY_CELLS(%rsp), %rax
	movl	$0, MRT_EMPTY_CELLS+16(%rsp)
	jmp	bound_exit_stub
	.cfi_endproc
	.size	mrt_empty_bound, .-mrt_empty_bound

/* void mrt_updates (uint32_t *p, uint64_t n, uint64_t step, uint64_t mask):
   add 1 at P, n times, each time STEP bytes further, modulo MASK + 1.  */

	.globl	mrt_updates
	.hidden	mrt_updates
	.type	mrt_updates, @function
	.p2align 6
mrt_updates:
	.cfi_startproc
	endbr64
	xorl	%eax, %eax
	.p2align 4
1:	addl	$1, (%rdi,%rax)
	addq	%rdx, %rax
	andq	%rcx, %rax
	subq	$1, %rsi
	jne	1b
	ret
	.cfi_endproc
	.size	mrt_updates, .-mrt_updates

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
