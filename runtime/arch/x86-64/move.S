/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What bound copies call in the place of memcpy, memset and their like, and of string
   instructions: they work on the mirror, and on the private stack where copies keep
   what is not floating point.

   What would not stay inside of the mirror, or of the private stack, ends the run by
   a fault.  */

#include "macros.h"

/* More than copies may work on at a time: libraries begin at either end, which must
   be in the mirror, too.  */
#define MOST_BYTES 0x4000000

	.text

/* Add to rdi, and to rsi if FROM, what leads to where the copy has the bytes that are
   there, and leave it in r8 and r9.  If PRIVATE some may be on the private stack.
   Register COUNT holds how many, as numbers of 1 << SHIFT bytes.  Leads to label 8
   where there are too many, and behind that, for private_memory.  Uses rax and
   r10.  */
	.macro	move_addresses count, shift, from, private
	cmpq	$MOST_BYTES >> \shift, \count
	ja	8f
	movq	%rsp, %rax
	andq	$-MRT_MAPPING_ALIGN, %rax
	movq	MRT_MIRROR_DISTANCE(%rax), %r8
	.if	\from
	movq	%r8, %r9
	.endif
	.if	\private
	movq	%rdi, %r10
	andq	$-MRT_MAPPING_ALIGN, %r10
	cmpq	%rax, %r10
	je	6f
1:
	.if	\from
	movq	%rsi, %r10
	andq	$-MRT_MAPPING_ALIGN, %r10
	cmpq	%rax, %r10
	je	7f
2:
	.endif
	.endif
	addq	%r8, %rdi
	.if	\from
	addq	%r9, %rsi
	.endif
	.endm

/* What move_addresses leads to.  */
	.macro	private_memory count, shift, from, private
	.if	\private
6:	cmpq	%rsp, %rdi
	jb	8f
	movq	\count, %r10
	shlq	$\shift, %r10
	addq	%rdi, %r10
	cmpq	MRT_STACK_END(%rax), %r10
	ja	8f
	xorl	%r8d, %r8d
	jmp	1b
	.if	\from
7:	xorl	%r9d, %r9d
	jmp	2b
	.endif
	.endif
8:	ud2
	.endm

/* NAME calls the function in r11, whose arguments are the program's: it works on rdx
   bytes at rdi and, if FROM, at rsi.  Beside the argument registers only r8 to r11,
   rax and the flags are used, which any call may change.  */
	.macro	memory_function name, from, private
	hidden_function \name
	move_addresses %rdx, 0, \from, \private
	pushq	%r8
	.cfi_adjust_cfa_offset 8
	call	*%r11
	popq	%r8
	.cfi_adjust_cfa_offset -8
	subq	%r8, %rax
	ret
	private_memory %rdx, 0, \from, \private
	end_function \name
	.endm

	memory_function mrt_copy_memory, 1, 1
	memory_function mrt_copy_floats, 1, 0
	memory_function mrt_fill_memory, 0, 1
	memory_function mrt_fill_floats, 0, 0

/* The same of a function that stores a few bytes at rdi and at rsi.  */
	hidden_function mrt_store_floats
	movq	%rsp, %rax
	andq	$-MRT_MAPPING_ALIGN, %rax
	movq	MRT_MIRROR_DISTANCE(%rax), %rax
	addq	%rax, %rdi
	addq	%rax, %rsi
	jmp	*%r11
	end_function mrt_store_floats

/* NAME does "rep INSN" of 1 << SHIFT bytes each time.  All other registers and the
   flags are preserved.  */
	.macro	string_function name, insn, shift, from, private
	hidden_function \name
	push	%r10
	push	%r9
	push	%r8
	push	%rax
	flags_to_eax
	push	%rax
	move_addresses %rcx, \shift, \from, \private
	movq	8(%rsp), %rax
	rep \insn
	subq	%r8, %rdi
	.if	\from
	subq	%r9, %rsi
	.endif
	movq	(%rsp), %rax
	flags_from_eax
	pop	%rax
	pop	%rax
	pop	%r8
	pop	%r9
	pop	%r10
	ret
	.cfi_adjust_cfa_offset 40
	private_memory %rcx, \shift, \from, \private
	end_function \name
	.endm

	string_function mrt_movsb_memory, movsb, 0, 1, 1
	string_function mrt_movsb_floats, movsb, 0, 1, 0
	string_function mrt_movsl_memory, movsl, 2, 1, 1
	string_function mrt_movsl_floats, movsl, 2, 1, 0
	string_function mrt_movsq_memory, movsq, 3, 1, 1
	string_function mrt_movsq_floats, movsq, 3, 1, 0
	string_function mrt_stosb_memory, stosb, 0, 0, 1
	string_function mrt_stosb_floats, stosb, 0, 0, 0
	string_function mrt_stosl_memory, stosl, 2, 0, 1
	string_function mrt_stosl_floats, stosl, 2, 0, 0
	string_function mrt_stosq_memory, stosq, 3, 0, 1
	string_function mrt_stosq_floats, stosq, 3, 0, 0

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
