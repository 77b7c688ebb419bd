/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the stubs of all modules arrive; the way into a bound copy and back is in
   launch.S.

   The calls preserve every register, flags and the extended state: the
   registers are pushed as a struct mrt_context, C code that was built for
   general registers only does the work, and they are popped again.

   stack during the C code, addresses growing upwards:
     rbx ->  rax rcx rdx rbx (rsp) rbp rsi rdi r8 ... r15   struct mrt_regs
	     flags
	     return address				    <- rsp at entry
	     [red zone of the caller]
	     user's stack							*/

#include "macros.h"

	.text

/* Note the clock in the frame at rcx: the last thing before the nest begins.
   In mode `time' the reading may overlap the nest's first instructions.  */
	.macro	stamp fenced
	lfence
	rdtsc
	.if \fenced
	lfence
	.endif
	movl	%eax, MRT_FRAME_START(%rcx)
	movl	%edx, MRT_FRAME_START+4(%rcx)
	.endm

/* Let the calling thread's gates be those at \first, and \begun the number of
   nests that are being measured; \at is clobbered.  */
	.macro	set_gates first, begun, at
	movq	__memlb_rt_gates@gottpoff(%rip), \at
	movq	\first, %fs:MRT_GATES_FIRST(\at)
	movq	$\begun, %fs:MRT_GATES_BEGUN(\at)
	.endm

/* An entry of a nest without a gate of its own: the gate is here.

   stack: rdx rcx rax, return address  */
	function __memlb_rt_enter
	push	%rax
	push	%rcx
	push	%rdx
	movq	24(%rsp), %rdx
	movslq	3(%rdx), %rcx
	movq	3+MRT_NEST_GATE(%rdx,%rcx), %rcx
	jrcxz	1f
	flags_to_eax
	movq	__memlb_rt_gates@gottpoff(%rip), %rdx
	addq	%fs:MRT_GATES_FIRST(%rdx), %rcx
	subl	$1, (%rcx)
	js	2f
	flags_from_eax
1:	.cfi_remember_state
	pop	%rdx
	pop	%rcx
	pop	%rax
	ret
	.cfi_restore_state
2:	flags_from_eax
	pop	%rdx
	pop	%rcx
	pop	%rax
	jmp	__memlb_rt_enter_due
	end_function __memlb_rt_enter

/* An entry of a nest that did not pass its gate.

   Those that are timed and need nothing else (record->quick) are dealt with
   here, because a call of C code, with all that must be saved for it, costs
   some times as much.  A frame is made as push_frame in enter.c does, and for
   the same reasons in that order.

     rdx  descriptor, eax  flags, rdi  thread, rsi  record, r8  user's SP,
     rcx  the new frame; r9  scratch

   stack: r9 r8 rdi rsi rdx rcx rax, return address  */
	.set	ENTER_RET, 56

/* Where a nest is not served; before the function, for jrcxz to reach it.  */
	.type	enter_nothing, @function
enter_nothing:
	.cfi_startproc
	.cfi_def_cfa_offset 32
	pop	%rdx
	pop	%rcx
	pop	%rax
	ret
	.cfi_endproc
	.size	enter_nothing, .-enter_nothing

	function __memlb_rt_enter_due
	push	%rax
	push	%rcx
	push	%rdx
	movq	24(%rsp), %rdx
	find_site_nest rdx
	movl	MRT_NEST_RUNTIME(%rdx), %ecx
	jrcxz	enter_nothing
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	movq	%rcx, %rsi
	load_self %rdi
	flags_to_eax
	testq	%rdi, %rdi
	jz	.Lenter_c
	cmpq	$0, MRT_DEPTH(%rdi)
	jne	.Lenter_c
	/* In a handler that came in the middle of an exit, when no nest is
	   active any more, the gates may still be the closed ones: then the
	   entry has not been counted.  */
	movq	__memlb_rt_gates@gottpoff(%rip), %r9
	movq	%fs:MRT_GATES_FIRST(%r9), %r8
	cmpq	MRT_GATES(%rdi), %r8
	jne	.Lenter_c
	addq	MRT_RECORDS(%rdi), %rsi
	cmpq	$0, MRT_RECORD_QUICK(%rsi)
	je	.Lenter_c
	movl	MRT_SERIAL(%rdi), %r9d
	cmpl	%r9d, MRT_RECORD_SERIAL(%rsi)
	jne	.Lenter_c
	subq	$1, MRT_RECORD_QUICK(%rsi)
	movl	MRT_NEST_RUNTIME+4(%rdx), %r8d
	leaq	ENTER_RET+8(%rsp,%r8), %r8
	leaq	MRT_FRAMES_AT(%rdi), %rcx
	movl	MRT_NEST_FLAGS(%rdx), %r9d
	andl	$1, %r9d
	shll	$4, %r9d
	orl	$MRT_FRAME_TIMED+MRT_FRAME_QUICK, %r9d
	movq	%r8, MRT_FRAME_SP(%rcx)
	movl	%r9d, MRT_FRAME_STATE(%rcx)
	movq	$1, MRT_DEPTH(%rdi)
	movq	%r8, MRT_FRAME_SP(%rcx)
	leaq	mrt_closed_gates(%rip), %r8
	set_gates %r8, 1, %r9
	movq	%rdx, MRT_FRAME_DESC(%rcx)
	movq	%rsi, MRT_FRAME_RECORD(%rcx)
	movl	MRT_NEST_FLAGS(%rdx), %r9d
	andl	$1, %r9d
	shll	$4, %r9d
	orl	$MRT_FRAME_TIMED+MRT_FRAME_QUICK, %r9d
	movl	MRT_NEST_INDEX(%rdx), %r8d
	movl	MRT_NEST_RUNTIME+4(%rdx), %edx
	movq	$0, MRT_FRAME_OBSERVED(%rcx)
	movq	$0, MRT_FRAME_CPU_START(%rcx)
	movl	%r8d, MRT_FRAME_INDEX(%rcx)
	movl	%edx, MRT_FRAME_RED_ZONE(%rcx)
	movl	%r9d, MRT_FRAME_STATE(%rcx)
	/* As mrt_watch does.  */
	movq	mrt_watch_offset(%rip), %r9
	testq	%r9, %r9
	jz	3f
	movq	mrt_watch_armed(%rip), %r8
	movq	%r8, %fs:(%r9)
3:	cmpl	$0, MRT_FENCED(%rdi)
	jne	4f
	flags_from_eax
	.cfi_remember_state
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	stamp	0
	pop	%rdx
	pop	%rcx
	pop	%rax
	ret
	.cfi_restore_state
4:	.cfi_remember_state
	flags_from_eax
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	stamp	1
	pop	%rdx
	pop	%rcx
	pop	%rax
	ret
	.cfi_restore_state
.Lenter_c:
	flags_from_eax
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	save_context
	call_c	mrt_enter
	cmpq	$MRT_GO_TIMED, %rax
	je	enter_timed
	cmpq	$MRT_GO_ON, %rax
	jne	enter_copy
	restore_context
	ret
	end_function __memlb_rt_enter_due

/* Return, and note the clock in the frame that mrt_stamp chose.  Registers
   are loaded, not popped, so that what remains to be done after the clock
   has been read takes as long as after a quick entry.  */
	.type	enter_timed, @function
enter_timed:
	.cfi_startproc
	saved_context_cfi
	movq	MRT_REG(4)(%rsp), %rcx
	movq	MRT_REG(3)(%rsp), %rbx
	.cfi_restore rbx
	movq	MRT_REG(5)(%rsp), %rbp
	.cfi_restore rbp
	movq	MRT_REG(6)(%rsp), %rsi
	movq	MRT_REG(8)(%rsp), %r8
	movq	MRT_REG(9)(%rsp), %r9
	movq	MRT_REG(10)(%rsp), %r10
	movq	MRT_REG(11)(%rsp), %r11
	movq	MRT_REG(12)(%rsp), %r12
	.cfi_restore r12
	movq	MRT_REG(13)(%rsp), %r13
	.cfi_restore r13
	movq	MRT_REG(14)(%rsp), %r14
	.cfi_restore r14
	movq	MRT_REG(15)(%rsp), %r15
	.cfi_restore r15
	load_self %rdi
	cmpl	$0, MRT_FENCED(%rdi)
	movq	MRT_REG(7)(%rsp), %rdi
	jne	1f
	pushq	MRT_FLAGS(%rsp)
	.cfi_adjust_cfa_offset 8
	popfq
	.cfi_adjust_cfa_offset -8
	stamp	0
	jmp	2f
1:	pushq	MRT_FLAGS(%rsp)
	.cfi_adjust_cfa_offset 8
	popfq
	.cfi_adjust_cfa_offset -8
	stamp	1
2:	movq	MRT_REG(0)(%rsp), %rax
	movq	MRT_REG(1)(%rsp), %rcx
	movq	MRT_REG(2)(%rsp), %rdx
	leaq	MRT_RET(%rsp), %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	enter_timed, .-enter_timed

/* Go on at the landing pad that mrt_redirect chose, with the program's rax in
   the place of the return address, and rax, the address of the counters, 104
   bytes below it: where signal handlers do not write.  As in a signal frame the
   landing pad is the very next instruction to be executed, not the one after a
   call, and unwinders must be told.

   By a return: one that is missing would make the processor predict all returns
   wrong that are still to come.  But where there is a shadow stack, which holds
   another address, that must drop it, and a jump takes the place of the
   return.  */
	.type	enter_copy, @function
enter_copy:
	.cfi_startproc
	.cfi_signal_frame
	saved_context_cfi
	movq	MRT_REG(4)(%rsp), %rcx
	movq	MRT_REG(0)(%rsp), %rdx
	movq	%rax, MRT_REG(4)(%rsp)
	movq	%rcx, MRT_REG(0)(%rsp)
	movq	%rdx, MRT_RET(%rsp)
	/* Landing pads find the stack pointer there.  */
	saved_context_cfi MRT_RET
	.cfi_offset rip, MRT_REG(0)-MRT_RET
	xorl	%ecx, %ecx
	rdsspq	%rcx
	testq	%rcx, %rcx
	jnz	2f
	.cfi_remember_state
	restore_context
	.cfi_register rip, rax
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	.cfi_offset rip, -8
	ret
	.cfi_restore_state
2:	movl	$1, %ecx
	incsspq	%rcx
	restore_context
	.cfi_register rip, rax
	notrack jmp *%rax
	end_function enter_copy

/* An exit of a nest.  Nothing to do, most often: no nest is active.  Else
   the clock is read at once; if the nest was entered the quick way and was
   not disturbed nor long, its time is added up here.

     rdi  thread, esi  flags, rcx  frame, then record; rax  clock, then ticks;
     r8  clock, r9  the nest's gate, rdx  scratch

   stack: r9 r8 rdi rsi rdx rax rcx, return address  */
	.set	EXIT_RET, 56

	.type	exit_nothing, @function
exit_nothing:
	.cfi_startproc
	.cfi_def_cfa_offset 16
	pop	%rcx
	ret
	.cfi_endproc
	.size	exit_nothing, .-exit_nothing

	function __memlb_rt_exit
	push	%rcx
	load_self %rcx
	jrcxz	exit_nothing
	movq	MRT_DEPTH(%rcx), %rcx
	jrcxz	exit_nothing
	push	%rax
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	flags_to_eax
	movl	%eax, %esi
	/* An exit below the innermost frame is none of a nest that is measured:
	   of those inside an outermost activation there may be many.  */
	load_self %rdi
	shlq	$6, %rcx
	leaq	MRT_FRAMES_AT-MRT_FRAME_SIZE(%rdi,%rcx), %rcx
	leaq	EXIT_RET+136(%rsp), %rdx
	cmpq	%rdx, MRT_FRAME_SP(%rcx)
	ja	.Lexit_done
	lfence
	rdtsc
	shlq	$32, %rdx
	orq	%rdx, %rax
	movq	%rax, %r8
	movl	MRT_FRAME_RED_ZONE(%rcx), %edx
	leaq	EXIT_RET+8(%rsp,%rdx), %rdx
	cmpq	%rdx, MRT_FRAME_SP(%rcx)
	jne	.Lexit_c
	testb	$MRT_FRAME_QUICK, MRT_FRAME_STATE(%rcx)
	jz	.Lexit_c
	subq	MRT_FRAME_START(%rcx), %rax
	cmpq	MRT_QUICK_LIMIT(%rdi), %rax
	ja	.Lexit_c
	cmpq	MRT_DUE(%rdi), %r8
	ja	.Lexit_c
	/* As mrt_undisturbed does.  */
	movq	mrt_watch_offset(%rip), %rdx
	testq	%rdx, %rdx
	jz	1f
	testb	$MRT_FRAME_COPIED, MRT_FRAME_STATE(%rcx)
	jz	1f
	movq	%fs:(%rdx), %rdx
	cmpq	mrt_watch_armed(%rip), %rdx
	jne	.Lexit_c
1:	movq	MRT_FRAME_DESC(%rcx), %r9
	movq	MRT_FRAME_RECORD(%rcx), %rcx
	movq	MRT_NEST_GATE(%r9), %r9
	movq	$0, MRT_DEPTH(%rdi)
	movq	MRT_GATES(%rdi), %rdx
	addq	%rdx, %r9
	push	%rax
	set_gates %rdx, 0, %rax
	pop	%rax
	movl	MRT_RECORD_GAP(%rcx), %edx
	addq	$1, %rdx
	addq	$1, MRT_RECORD_TIMED(%rcx)
	imulq	%rax, %rdx
	addq	%rdx, MRT_RECORD_TIME(%rcx)
	imulq	%rdx, %rax
	addq	%rax, MRT_RECORD_SQUARES(%rcx)
	adcq	$0, MRT_RECORD_SQUARES+8(%rcx)
	/* The clock's low bits, mixed, are random enough to choose how many
	   entries to pass: up to twice the gap.  */
	movl	MRT_RECORD_GAP(%rcx), %edx
	leaq	1(%rdx,%rdx), %rdx
	imull	$0x9e3779b1, %r8d, %r8d
	imulq	%r8, %rdx
	shrq	$32, %rdx
	/* As mrt_set_gate does.  */
	subl	(%r9), %edx
	movslq	%edx, %rdx
	addq	%rdx, MRT_RECORD_ENTRIES(%rcx)
	addl	%edx, (%r9)
.Lexit_done:
	movl	%esi, %eax
	flags_from_eax
	.cfi_remember_state
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rax
	pop	%rcx
	ret
	.cfi_restore_state
.Lexit_c:
	movq	%r8, MRT_NOW(%rdi)
	movl	%esi, %eax
	flags_from_eax
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rax
	pop	%rcx
	save_context
	call_c	mrt_exit
	restore_context
	ret
	end_function __memlb_rt_exit

/* An observation point.  Leaving for the original changes the return
   address: mrt_observe does so only without a shadow stack, and a `ret' is
   the one way to jump through memory and move the stack pointer that keeps
   all registers and flags.  */
	.macro	observation_point name, tested
	.type	\name\()_not, @function
\name\()_not:
	.cfi_startproc
	.cfi_def_cfa_offset 16
	pop	%rcx
	ret
	.cfi_endproc
	.size	\name\()_not, .-\name\()_not

	function \name
	push	%rcx
	load_self %rcx
	jrcxz	\name\()_not
	movq	MRT_OBSERVATION(%rcx), %rcx
	jrcxz	\name\()_not
	/* What wants nothing more is passed by, without a change of flags.  The
	   lowest byte of the point's number is there in both forms of the NOP.  */
	push	%rdx
	push	%rsi
	movq	24(%rsp), %rdx
	load_self %rsi
	.if \tested
	movzbl	MRT_TESTED_POINT(%rdx), %ecx
	leal	-1(%rcx), %ecx
	.else
	movzbl	3(%rdx), %ecx
	.endif
	movl	MRT_PASSED(%rsi,%rcx,4), %ecx
	leal	(%rcx,%rdx), %ecx
	jrcxz	1f
	jmp	2f
1:	movq	MRT_TO_PASS(%rsi), %rcx
	jrcxz	2f
	leaq	-1(%rcx), %rcx
	movq	%rcx, MRT_TO_PASS(%rsi)
	.cfi_remember_state
	pop	%rsi
	pop	%rdx
	pop	%rcx
	ret
	.cfi_restore_state
2:	pop	%rsi
	pop	%rdx
	pop	%rcx
	save_context
	movl	$\tested, %esi
	call_c	mrt_observe
	cmpl	$MRT_GO_ON, %eax
	jne	1f
	.cfi_remember_state
	restore_context
	ret
1:	.cfi_restore_state
	restore_context
	ret	$128
	end_function \name
	.endm

	observation_point __memlb_rt_observe, 0
	observation_point __memlb_rt_observe_tested, 1

/* int mrt_guarded_copy (void *DST, const void *SRC, size_t N)
   A fault between begin and end makes the handler go on at
   mrt_guarded_failed; the stack is as at entry throughout.  */
	hidden_function mrt_guarded_copy
	movq	%rdx, %rcx
	.globl	mrt_guarded_begin, mrt_guarded_end
	.hidden	mrt_guarded_begin, mrt_guarded_end
mrt_guarded_begin:
	rep movsb
mrt_guarded_end:
	xorl	%eax, %eax
	ret
	end_function mrt_guarded_copy

	hidden_function mrt_guarded_failed
	movl	$-1, %eax
	ret
	end_function mrt_guarded_failed

/* The way back from a signal handler.  Unwinders know a signal frame by
   these two instructions, debuggers by the name; the NOP keeps the function
   before it out of the frame's range.  */
	.p2align 4
	nop
	.globl	__restore_rt
	.hidden	__restore_rt
	.type	__restore_rt, @function
__restore_rt:
	movq	$15, %rax
	syscall
	.size	__restore_rt, .-__restore_rt

	.section .note.GNU-stack, "", @progbits
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
