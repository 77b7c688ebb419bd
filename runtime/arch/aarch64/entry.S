/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the stubs of all modules arrive, and the way into a bound copy and
   back.

   The calls preserve every register, the flags and the extended state: the
   registers are stored as a struct mrt_context, C code that was built for
   general registers only does the work, and they are loaded again.

   stack during the C code, addresses growing upwards:
     sp ->	x0 ... x30, (sp)				struct mrt_regs
		NZCV				<- sp at entry: x16
		return address					x17
		x30 before the call, scratch	pushed by the inserted code
		user's stack							*/

#include "arch.h"
#include "macros.h"

/* Above the callers' frames, which begin below what the inserted code has
   pushed.  */
#define ARRIVAL 16
#define CONTEXT (MRT_CONTEXT_SIZE - 16)

	/* What holds where the stubs arrive.  */
	.macro	arrival_cfi
	.cfi_def_cfa_offset ARRIVAL
	.endm

	/* X16 and x17 back, with nothing done.  */
	.macro	go_on
	ldp	x16, x17, [sp], 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_def_cfa_offset ARRIVAL
	.endm

	/* The descriptor that the entry call names to x16.  */
	.macro	find_nest
	ldrsw	x16, [x30, 4]
	add	x16, x16, x30
	add	x16, x16, 4
	.endm

	.macro	saved_context_cfi
	.cfi_def_cfa_offset CONTEXT
	.cfi_rel_offset x19, MRT_REG (19)
	.cfi_rel_offset x20, MRT_REG (20)
	.cfi_rel_offset x21, MRT_REG (21)
	.cfi_rel_offset x22, MRT_REG (22)
	.cfi_rel_offset x23, MRT_REG (23)
	.cfi_rel_offset x24, MRT_REG (24)
	.cfi_rel_offset x25, MRT_REG (25)
	.cfi_rel_offset x26, MRT_REG (26)
	.cfi_rel_offset x27, MRT_REG (27)
	.cfi_rel_offset x28, MRT_REG (28)
	.cfi_rel_offset x29, MRT_REG (29)
	.cfi_rel_offset x30, MRT_RET
	.endm

	.macro	save_context
	sub	sp, sp, #(CONTEXT - ARRIVAL)
	.cfi_def_cfa_offset CONTEXT
	stp	x0, x1, [sp, MRT_REG (0)]
	stp	x2, x3, [sp, MRT_REG (2)]
	stp	x4, x5, [sp, MRT_REG (4)]
	stp	x6, x7, [sp, MRT_REG (6)]
	stp	x8, x9, [sp, MRT_REG (8)]
	stp	x10, x11, [sp, MRT_REG (10)]
	stp	x12, x13, [sp, MRT_REG (12)]
	stp	x14, x15, [sp, MRT_REG (14)]
	stp	x18, x19, [sp, MRT_REG (18)]
	stp	x20, x21, [sp, MRT_REG (20)]
	stp	x22, x23, [sp, MRT_REG (22)]
	stp	x24, x25, [sp, MRT_REG (24)]
	stp	x26, x27, [sp, MRT_REG (26)]
	stp	x28, x29, [sp, MRT_REG (28)]
	ldp	x0, x1, [sp, MRT_FLAGS]
	stp	x0, x1, [sp, MRT_REG (16)]
	ldr	x0, [sp, MRT_LINK]
	add	x1, sp, #MRT_CONTEXT_SIZE
	stp	x0, x1, [sp, MRT_REG (30)]
	mrs	x0, nzcv
	stp	x0, x30, [sp, MRT_FLAGS]
	saved_context_cfi
	.endm

	/* All but x0, x1 and the stack pointer.  */
	.macro	load_most
	ldr	x0, [sp, MRT_FLAGS]
	msr	nzcv, x0
	ldp	x2, x3, [sp, MRT_REG (2)]
	ldp	x4, x5, [sp, MRT_REG (4)]
	ldp	x6, x7, [sp, MRT_REG (6)]
	ldp	x8, x9, [sp, MRT_REG (8)]
	ldp	x10, x11, [sp, MRT_REG (10)]
	ldp	x12, x13, [sp, MRT_REG (12)]
	ldp	x14, x15, [sp, MRT_REG (14)]
	ldp	x16, x17, [sp, MRT_REG (16)]
	ldp	x18, x19, [sp, MRT_REG (18)]
	ldp	x20, x21, [sp, MRT_REG (20)]
	ldp	x22, x23, [sp, MRT_REG (22)]
	ldp	x24, x25, [sp, MRT_REG (24)]
	ldp	x26, x27, [sp, MRT_REG (26)]
	ldp	x28, x29, [sp, MRT_REG (28)]
	ldr	x30, [sp, MRT_RET]
	.endm

	.macro	load_rest_and_return
	ldp	x0, x1, [sp, MRT_REG (0)]
	add	sp, sp, #CONTEXT
	.cfi_def_cfa_offset 0
	.irp	r, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	.cfi_restore x\r
	.endr
	ret
	.endm

	.text

/* An entry of a nest without a gate of its own: the gate is here.  An
   exception between the two exclusive accesses makes the second fail, so that
   no handler's entry is lost.  */
	function __memlb_rt_enter, arrival_cfi
	find_nest
	ldr	x17, [x16, MRT_NEST_GATE]
	cbz	x17, 2f
	stp	x0, x1, [sp, -16]!
	.cfi_adjust_cfa_offset 16
	thread_address __memlb_rt_gates, x0, x1
	ldr	x0, [x0, MRT_GATES_FIRST]
	add	x17, x17, x0
1:	ldxr	w0, [x17]
	sub	w0, w0, #1
	stxr	w1, w0, [x17]
	cbnz	w1, 1b
	mov	w16, w0
	ldp	x0, x1, [sp], 16
	.cfi_adjust_cfa_offset -16
	tbnz	w16, #31, due
2:	go_on
	end_function __memlb_rt_enter

/* An entry of a nest that did not pass its gate.  */
	function __memlb_rt_enter_due, arrival_cfi
due:	find_nest
	ldr	w17, [x16, MRT_NEST_RUNTIME]
	cbnz	w17, 1f
	go_on
1:	save_context
	mov	x0, sp
	bl	mrt_enter
	cmp	x0, #MRT_GO_TIMED
	b.eq	enter_timed
	cbnz	x0, enter_copy
	load_most
	load_rest_and_return
	end_function __memlb_rt_enter_due

/* Return, and note the clock where mrt_stamp said.  In mode `time' the reading
   may overlap the nest's first instructions.  */
	.type	enter_timed, %function
enter_timed:
	.cfi_startproc
	saved_context_cfi
	load_self x0, x1
	ldr	w1, [x0, MRT_FENCED]
	cbnz	w1, 1f
	load_most
	ldr	x0, [sp, MRT_REG (31)]
	isb
	mrs	x1, cntvct_el0
	b	2f
1:	load_most
	ldr	x0, [sp, MRT_REG (31)]
	isb
	mrs	x1, cntvct_el0
	isb
2:	str	x1, [x0]
	load_rest_and_return
	.cfi_endproc
	.size	enter_timed, .-enter_timed

/* Go on at the landing pad that mrt_redirect chose, with the address of the
   counters, x0, beside the program's x30.  As in a signal frame it is the very
   next instruction to be executed, not the one after a call, and unwinders
   must be told.  */
	.type	enter_copy, %function
enter_copy:
	.cfi_startproc
	.cfi_signal_frame
	saved_context_cfi
	str	x0, [sp, MRT_SCRATCH]
	ldr	x0, [sp, MRT_REG (31)]
	str	x0, [sp, MRT_RET]
	load_most
	load_rest_and_return
	end_function enter_copy

/* An exit of a nest.  Nothing to do, most often: no nest is active, or one that
   may hold others, which then pass; its own exits have numbers with bit 30
   (MEMLB_EXIT_OUTER).  Else the clock is read at once.  */
	function __memlb_rt_exit, arrival_cfi
	thread_address __memlb_rt_gates, x16, x17
	ldr	w17, [x30, 4]
	tbnz	w17, #30, 1f
	ldr	x16, [x16, MRT_GATES_BEGUN]
	b	2f
1:	ldr	x16, [x16, MRT_GATES_ACTIVE]
2:	cbnz	x16, 3f
	go_on
3:	load_self x16, x17
	isb
	mrs	x17, cntvct_el0
	str	x17, [x16, MRT_NOW]
	save_context
	mov	x0, sp
	bl	mrt_exit
	load_most
	load_rest_and_return
	end_function __memlb_rt_exit

/* An observation point; one that wants nothing more is passed by, without a change of
   flags.  */
	function __memlb_rt_observe, arrival_cfi
	load_self x16, x17
	cbz	x16, 1f
	ldr	x17, [x16, MRT_OBSERVATION]
	cbz	x17, 1f
	ldrb	w17, [x30, 4]
	add	x17, x16, x17, lsl 2
	ldr	w17, [x17, MRT_PASSED]
	add	w17, w17, w30
	cbnz	w17, 2f
	ldr	x17, [x16, MRT_TO_PASS]
	cbz	x17, 2f
	sub	x17, x17, 1
	str	x17, [x16, MRT_TO_PASS]
1:	go_on
2:	save_context
	mov	x0, sp
	mov	w1, 0
	bl	mrt_observe
	load_most
	load_rest_and_return
	end_function __memlb_rt_observe

/* int mrt_launch (struct mrt_thread *SELF)

   Load the registers of SELF->launch and go to its x30 on the private stack.
   The frame on the host stack stays for mrt_launch's return, which happens in
   __memlb_rt_bound_exit or mrt_launch_abandoned.  The clock is read as late as
   registers allow.  The vector registers that callers expect back are the
   caller's to restore.  */

#define HOST_FRAME 96

	.macro	host_frame_cfi
	.cfi_def_cfa sp, HOST_FRAME
	.cfi_offset x19, -96
	.cfi_offset x20, -88
	.cfi_offset x21, -80
	.cfi_offset x22, -72
	.cfi_offset x23, -64
	.cfi_offset x24, -56
	.cfi_offset x25, -48
	.cfi_offset x26, -40
	.cfi_offset x27, -32
	.cfi_offset x28, -24
	.cfi_offset x29, -16
	.cfi_offset x30, -8
	.endm

/* The same frame seen from the private stack:
   CFA = *((sp & -MRT_MAPPING_ALIGN) + MRT_HOST_SP) + HOST_FRAME.  */
	.macro	private_frame_cfi
	host_frame_cfi
	/* DW_CFA_def_cfa_expression, 11 bytes: DW_OP_breg31 0,
	   DW_OP_const4s -MRT_MAPPING_ALIGN, DW_OP_and, DW_OP_deref
	   (MRT_HOST_SP is 0), DW_OP_plus_uconst 96.  */
	.cfi_escape 0x0f, 0x0b, 0x8f, 0x00, 0x0d, 0x00, 0x00, 0x00, 0xfc, \
		    0x1a, 0x06, 0x23, 0x60
	.endm

	hidden_function mrt_launch
	sub	sp, sp, #HOST_FRAME
	stp	x19, x20, [sp]
	stp	x21, x22, [sp, 16]
	stp	x23, x24, [sp, 32]
	stp	x25, x26, [sp, 48]
	stp	x27, x28, [sp, 64]
	stp	x29, x30, [sp, 80]
	host_frame_cfi
	mov	x1, sp
	str	x1, [x0, MRT_HOST_SP]
	ldp	x2, x3, [x0, MRT_LAUNCH + MRT_REG (2)]
	ldp	x4, x5, [x0, MRT_LAUNCH + MRT_REG (4)]
	ldp	x6, x7, [x0, MRT_LAUNCH + MRT_REG (6)]
	ldp	x8, x9, [x0, MRT_LAUNCH + MRT_REG (8)]
	ldp	x10, x11, [x0, MRT_LAUNCH + MRT_REG (10)]
	ldp	x12, x13, [x0, MRT_LAUNCH + MRT_REG (12)]
	ldp	x14, x15, [x0, MRT_LAUNCH + MRT_REG (14)]
	ldp	x16, x17, [x0, MRT_LAUNCH + MRT_REG (16)]
	ldp	x18, x19, [x0, MRT_LAUNCH + MRT_REG (18)]
	ldp	x20, x21, [x0, MRT_LAUNCH + MRT_REG (20)]
	ldp	x22, x23, [x0, MRT_LAUNCH + MRT_REG (22)]
	ldp	x24, x25, [x0, MRT_LAUNCH + MRT_REG (24)]
	ldp	x26, x27, [x0, MRT_LAUNCH + MRT_REG (26)]
	ldp	x28, x29, [x0, MRT_LAUNCH + MRT_REG (28)]
	ldr	x1, [x0, MRT_LAUNCH + MRT_FLAGS]
	msr	nzcv, x1
	isb
	mrs	x1, cntvct_el0
	isb
	str	x1, [x0, MRT_RUN_START]
	ldp	x30, x1, [x0, MRT_LAUNCH + MRT_REG (30)]
	mov	sp, x1
	private_frame_cfi
	ldp	x0, x1, [x0, MRT_LAUNCH + MRT_REG (0)]
	ret
	end_function mrt_launch

/* The exit of every bound copy: a jump, on the private stack, with the
   registers and flags that the copy left; a module's stub has pushed x16 and
   x17.  */
	function __memlb_rt_bound_exit, private_frame_cfi
	stp	x0, x1, [sp, -16]!
	isb
	mrs	x1, cntvct_el0
	load_self x16, x17
	str	x1, [x16, MRT_RUN_STOP]
	ldp	x0, x1, [sp], 16
	add	x17, x16, #MRT_COPY
	stp	x0, x1, [x17, MRT_REG (0)]
	stp	x2, x3, [x17, MRT_REG (2)]
	stp	x4, x5, [x17, MRT_REG (4)]
	stp	x6, x7, [x17, MRT_REG (6)]
	stp	x8, x9, [x17, MRT_REG (8)]
	stp	x10, x11, [x17, MRT_REG (10)]
	stp	x12, x13, [x17, MRT_REG (12)]
	stp	x14, x15, [x17, MRT_REG (14)]
	ldp	x0, x1, [sp]
	stp	x0, x1, [x17, MRT_REG (16)]
	stp	x18, x19, [x17, MRT_REG (18)]
	stp	x20, x21, [x17, MRT_REG (20)]
	stp	x22, x23, [x17, MRT_REG (22)]
	stp	x24, x25, [x17, MRT_REG (24)]
	stp	x26, x27, [x17, MRT_REG (26)]
	stp	x28, x29, [x17, MRT_REG (28)]
	str	x30, [x17, MRT_REG (30)]
	mrs	x0, nzcv
	str	x0, [x17, MRT_FLAGS]
	ldr	x0, [x16, MRT_HOST_SP]
	mov	sp, x0
	.cfi_def_cfa sp, HOST_FRAME
	mov	w0, #0
	b	.Lhost_return
	end_function __memlb_rt_bound_exit

/* The signal handlers send an abandoned copy here, x0 = SELF, sp =
   SELF->host_sp.  */
	hidden_function mrt_launch_abandoned, host_frame_cfi
	mov	w0, #1
.Lhost_return:
	ldp	x19, x20, [sp]
	ldp	x21, x22, [sp, 16]
	ldp	x23, x24, [sp, 32]
	ldp	x25, x26, [sp, 48]
	ldp	x27, x28, [sp, 64]
	ldp	x29, x30, [sp, 80]
	add	sp, sp, #HOST_FRAME
	.cfi_def_cfa_offset 0
	.irp	r, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	.cfi_restore x\r
	.endr
	ret
	end_function mrt_launch_abandoned

/* Called in the place of a bound copy that is missing.  */
	hidden_function mrt_give_up
	udf	#0
	end_function mrt_give_up

/* No copies call through pointers here, or move memory.  */
	.irp	f, copy_memory, copy_floats, fill_memory, fill_floats, store_floats, movsb_memory, movsb_floats, movsl_memory, movsl_floats, movsq_memory, movsq_floats, stosb_memory, stosb_floats, stosl_memory, stosl_floats, stosq_memory, stosq_floats
	hidden_function mrt_\f
	udf	#0
	end_function mrt_\f
	.endr

	.hidden	mrt_call_missed
	.globl	mrt_call_missed
	hidden_function mrt_call_pointer
mrt_call_missed:
	udf	#0
	end_function mrt_call_pointer

/* int mrt_guarded_copy (void *DST, const void *SRC, size_t N)
   A fault between begin and end makes the handler go on at
   mrt_guarded_failed; the stack is as at entry throughout.  */
	hidden_function mrt_guarded_copy
	.globl	mrt_guarded_begin, mrt_guarded_end
	.hidden	mrt_guarded_begin, mrt_guarded_end
mrt_guarded_begin:
	cbz	x2, 2f
1:	ldrb	w3, [x1], 1
	strb	w3, [x0], 1
	sub	x2, x2, #1
	cbnz	x2, 1b
2:
mrt_guarded_end:
	mov	w0, #0
	ret
	end_function mrt_guarded_copy

	hidden_function mrt_guarded_failed
	mov	w0, #-1
	ret
	end_function mrt_guarded_failed

/* The way back from a signal handler.  Unwinders know a signal frame by
   these two instructions; the NOP keeps the function before it out of the
   frame's range.  */
	.p2align 4
	nop
	.globl	__restore_rt
	.hidden	__restore_rt
	.type	__restore_rt, %function
__restore_rt:
	mov	x8, #139
	svc	#0
	.size	__restore_rt, .-__restore_rt

	object_notes
