/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A nest with nothing in it, instrumented as the plugin does, to measure
   what measuring costs.  Its descriptor is mrt_empty_desc, its cells lie at
   P + MRT_EMPTY_CELLS.

   void mrt_empty_nest (void), void mrt_short_nest (void): preserve what a
   function must, 8 bytes of stack.  */

#include "macros.h"

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

/* A function \name with the entry and the exit of the empty nest, and what
   stands between nest_begin and nest_end.  */
	.macro	nest_begin name
	.p2align 6
	hidden_function \name
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
1:
	.endm

	.macro	nest_end name
	movq	__memlb_rt_gates@gottpoff(%rip), %rax
	cmpl	$0, %fs:MRT_GATES_BEGUN(%rax)
	je	1f
	call	exit_stub
	.byte	0x0f, 0x1f, 0x80
	.long	0
1:	ret
	end_function \name
	.endm

	nest_begin mrt_empty_nest
	nest_end mrt_empty_nest

/* The same with a loop as short nests have them: four times a load, three
   operations that wait for one another, of three cycles each as those of
   floating-point numbers (of four) are, and a store; no chain from one
   iteration or entry to the next.  */

	nest_begin mrt_short_nest
	leaq	short_data(%rip), %rdx
	movl	$4, %ecx
2:	movq	-8(%rdx,%rcx,8), %rax
	imulq	$3, %rax, %rax
	imulq	$5, %rax, %rax
	imulq	$7, %rax, %rax
	movq	%rax, 24(%rdx,%rcx,8)
	subl	$1, %ecx
	jne	2b
	nest_end mrt_short_nest

	.local	short_data
	.comm	short_data, 64, 64

	hidden_function mrt_empty_bound
	movq	MRT_EMPTY_CELLS(%rsp), %rax
	movl	$0, MRT_EMPTY_CELLS+16(%rsp)
	jmp	bound_exit_stub
	end_function mrt_empty_bound

/* void mrt_updates (uint32_t *p, uint64_t n, uint64_t step, uint64_t mask):
   add 1 at P, n times, each time STEP bytes further, modulo MASK + 1.  */

	.p2align 6
	hidden_function mrt_updates
	xorl	%eax, %eax
	.p2align 4
1:	addl	$1, (%rdi,%rax)
	addq	%rdx, %rax
	andq	%rcx, %rax
	subq	$1, %rsi
	jne	1b
	ret
	end_function mrt_updates

/* void mrt_store_along_16 (char *p, uint64_t n): N times MRT_ROUND stores of 16
   bytes along an array at P; mrt_store_along_32: of 32 bytes.  Those called
   mrt_store_same store all of them at P.  mrt_load_along_16 and the like load 8
   bytes from where vectors would be.  Need no more than what the accesses themselves
   do, and change no registers but general ones.  */

	.macro	accesses name, step, insn:vararg
	.p2align 6
	hidden_function \name
1:
	.set	place, 0
	.rept	MRT_ROUND
	\insn
	.set	place, place + \step
	.endr
	subq	$1, %rsi
	jne	1b
	ret
	end_function \name
	.endm

	accesses mrt_store_along_16, 16, movups %xmm0, place(%rdi)
	accesses mrt_store_same_16, 0, movups %xmm0, place(%rdi)
	accesses mrt_store_along_32, 32, vmovups %ymm0, place(%rdi)
	accesses mrt_store_same_32, 0, vmovups %ymm0, place(%rdi)
	accesses mrt_load_along_16, 16, movq place(%rdi), %rax
	accesses mrt_load_along_32, 32, movq place(%rdi), %rax
	accesses mrt_load_same, 0, movq place(%rdi), %rax

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
