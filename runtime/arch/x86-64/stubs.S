/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The part of the runtime that every module carries: the targets of the
   inline calls, hidden, so that a call needs neither a PLT entry (a lazy one
   clobbers r11) nor a text relocation.  They go on to the one runtime of the
   process through the global offset table, which the loader fills before
   any code runs.

   Registers: all preserved, but by those about counters.  Stack: nothing pushed, the
   runtime sees the caller's return address.  */

#include "macros.h"

	.macro	stub name, target
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	endbr64
	jmp	*\target@GOTPCREL(%rip)
	.cfi_endproc
	.size	\name, .-\name
	.endm

	.text
	stub	__memlb_enter, __memlb_rt_enter
	stub	__memlb_enter_due, __memlb_rt_enter_due
	stub	__memlb_exit, __memlb_rt_exit
	stub	__memlb_pointer, __memlb_rt_pointer
	stub	__memlb_bound_exit, __memlb_rt_bound_exit

/* An observation point; passed over here when nobody looks, as the runtime
   tells by the fourth word at the thread's gates.  */
	.macro	observation_stub name, target
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	endbr64
	pushq	%rcx
	.cfi_adjust_cfa_offset 8
	movq	__memlb_rt_gates@gottpoff(%rip), %rcx
	movl	%fs:24(%rcx), %ecx
	jrcxz	1f
	popq	%rcx
	.cfi_remember_state
	.cfi_adjust_cfa_offset -8
	jmp	*\target@GOTPCREL(%rip)
1:	.cfi_restore_state
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	observation_stub __memlb_observe, __memlb_rt_observe
	observation_stub __memlb_observe_tested, __memlb_rt_observe_tested

/* An entry of a nest whose observe copy has its counters' address in REG.  One that is counted,
   and needs no call of the runtime, returns with that there and ZF clear, to go on in the
   observe copy; all others go to the runtime, and return with ZF set.  */
	.macro	enter_counted reg
	.globl	__memlb_enter_\reg
	.hidden	__memlb_enter_\reg
	.type	__memlb_enter_\reg, @function
	.p2align 4
__memlb_enter_\reg:
	.cfi_startproc
	endbr64
	pushq	%rcx
	.cfi_adjust_cfa_offset 8
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	movq	16(%rsp), %rax
	find_site_nest rax
	cmpl	$0, MRT_NEST_COUNTING(%rax)
	je	1f
	movq	MRT_NEST_TABLE(%rax), %rcx
	movq	__memlb_rt_gates@gottpoff(%rip), %rax
	movq	%fs:MRT_GATES_COUNTS(%rax), %rax
	testq	%rax, %rax
	je	1f			/* no counters yet */
	movq	(%rax,%rcx), %rcx
	testq	%rcx, %rcx
	je	1f
	cmpq	%rcx, MRT_COUNT_SAVE(%rcx)
	jne	1f			/* in use */
	subq	$1, MRT_COUNT_LOOK(%rcx)
	js	1f			/* to be looked at */
	addq	$1, MRT_COUNT_ENTRIES(%rcx)	/* not 0: ZF */
	movq	%rsp, MRT_COUNT_SP(%rcx)	/* as good as the program's */
	.cfi_remember_state
	popq	%rax
	.cfi_adjust_cfa_offset -8
	.ifc	\reg, rcx
	popq	MRT_COUNT_SAVE(%rcx)
	.cfi_adjust_cfa_offset -8
	.else
	.ifnc	\reg, none
	movq	%\reg, MRT_COUNT_SAVE(%rcx)
	movq	%rcx, %\reg
	.endif
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	.endif
	ret
1:	.cfi_restore_state
	popq	%rax
	.cfi_adjust_cfa_offset -8
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	cmpq	%rax, %rax
	jmp	*__memlb_rt_enter_due@GOTPCREL(%rip)
	.cfi_endproc
	.size	__memlb_enter_\reg, .-__memlb_enter_\reg
	.endm

	.irp	reg, none, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	enter_counted \reg
	.endr

/* From where a nest's counters stand in the thread's table of these, in REG, to their
   address.  Changes the flags.  */
	.macro	find_counters reg, other=rax
	.globl	__memlb_counters_\reg
	.hidden	__memlb_counters_\reg
	.type	__memlb_counters_\reg, @function
__memlb_counters_\reg:
	.cfi_startproc
	pushq	%\other
	.cfi_adjust_cfa_offset 8
	movq	__memlb_rt_gates@gottpoff(%rip), %\other
	addq	%fs:MRT_GATES_COUNTS(%\other), %\reg
	popq	%\other
	.cfi_adjust_cfa_offset -8
	movq	(%\reg), %\reg
	ret
	.cfi_endproc
	.size	__memlb_counters_\reg, .-__memlb_counters_\reg
	.endm

	find_counters rax, rcx
	.irp	reg, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	find_counters \reg
	.endr

/* Every instrumented object refers to this name, so that a link without the
   runtime says what is missing.  */
	.globl	"memlb: link with memlb-gcc or add -lmemlb"
	.hidden	"memlb: link with memlb-gcc or add -lmemlb"
	.set	"memlb: link with memlb-gcc or add -lmemlb", __memlb_enter

/* Register the module before its other constructors run, and forget it
   after its other destructors.  */
	.section .init_array.00101, "aw", @init_array
	.p2align 3
	.quad	__memlb_module_start
	.section .fini_array.00101, "aw", @fini_array
	.p2align 3
	.quad	__memlb_module_stop

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
