/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where functions that count tell which function they call through a pointer.

	movq FUNCTION, %r11
	...
	call __memlb_pointer
	nopl DESCRIPTOR(%rax)	# 32 bits: its distance from themselves
	nopl SITE(%rax)		# 32 bits, see target-x86-64-procedure.cc
	...
	call FUNCTION

   All registers but the flags are preserved, which no call leaves as they are.  */

#include "macros.h"

	.text

	function __memlb_rt_pointer
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	push	%r10
	push	%r11
	push	%rbx
	.cfi_rel_offset rbx, 0
	movq	80(%rsp), %rdi
	movq	%r11, %rsi
	movq	%rsp, %rbx
	.cfi_def_cfa_register rbx
	andq	$-16, %rsp
	call	mrt_pointer_called
	movq	%rbx, %rsp
	.cfi_def_cfa_register rsp
	pop	%rbx
	.cfi_restore rbx
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	ret
	end_function __memlb_rt_pointer

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
