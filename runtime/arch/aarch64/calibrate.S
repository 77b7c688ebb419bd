/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A nest with nothing in it, instrumented as the plugin does, to measure
   what measuring costs.  Its descriptor is mrt_empty_desc, its cells lie at
   P + MRT_EMPTY_CELLS.

   void mrt_empty_nest (void), void mrt_short_nest (void): preserve what a
   function must, 16 bytes of stack.  */

#include "arch.h"
#include "macros.h"

	.text
	/* The same detour that the stubs of a module make.  */
	.macro	detour name, target
	.type	\name, %function
	.p2align 4
\name:
	.cfi_startproc
	stp	x16, x17, [sp, -16]!
	.cfi_adjust_cfa_offset 16
	jump_global \target
	end_function \name
	.endm

	detour	enter_stub, __memlb_rt_enter
	detour	exit_stub, __memlb_rt_exit
	detour	bound_exit_stub, __memlb_rt_bound_exit

	.macro	call stub, number
	str	x30, [sp, -16]!
	.cfi_adjust_cfa_offset 16
	.cfi_rel_offset x30, 0
	bl	\stub
	b	1f
	.word	\number
1:	ldr	x30, [sp], 16
	.cfi_adjust_cfa_offset -16
	.cfi_restore x30
	.endm

	hidden_function mrt_empty_nest
	call	enter_stub, "mrt_empty_desc - ."
	call	exit_stub, 0
	ret
	end_function mrt_empty_nest

/* The same with a loop as short nests have them: four times a load, three
   operations that wait for one another, of three cycles each as those of
   floating-point numbers (of four) are, and a store; no chain from one
   iteration or entry to the next.  */

	hidden_function mrt_short_nest
	call	enter_stub, "mrt_empty_desc - ."
	adrp	x2, short_data
	add	x2, x2, :lo12:short_data
	mov	x3, #3
	mov	x4, #5
	mov	x5, #7
	mov	w1, #4
2:	ldr	x0, [x2]
	mul	x0, x0, x3
	mul	x0, x0, x4
	mul	x0, x0, x5
	str	x0, [x2, 32]
	add	x2, x2, 8
	subs	w1, w1, #1
	b.ne	2b
	call	exit_stub, 0
	ret
	end_function mrt_short_nest

	.local	short_data
	.comm	short_data, 64, 64

	hidden_function mrt_empty_bound
	ldr	x30, [sp, MRT_EMPTY_CELLS]
	str	wzr, [sp, MRT_EMPTY_CELLS + 16]
	b	bound_exit_stub
	end_function mrt_empty_bound

/* void mrt_updates (uint32_t *p, uint64_t n, uint64_t step, uint64_t mask):
   add 1 at P, n times, each time STEP bytes further, modulo MASK + 1.  */

	hidden_function mrt_updates
	mov	x4, #0
1:	ldr	w5, [x0, x4]
	add	w5, w5, #1
	str	w5, [x0, x4]
	add	x4, x4, x2
	and	x4, x4, x3
	subs	x1, x1, #1
	b.ne	1b
	ret
	end_function mrt_updates

/* void mrt_store_along_16 (char *p, uint64_t n): N times MRT_ROUND stores of 16
   bytes along an array at P; mrt_store_along_32: pairs of them.  Those called
   mrt_store_same store all of them at P.  mrt_load_along_16 and the like load 8
   bytes from where vectors would be.  */

	.macro	accesses name, step, insn:vararg
	hidden_function \name
1:
	.set	place, 0
	.rept	MRT_ROUND
	\insn, [x0, #place]
	.set	place, place + \step
	.endr
	subs	x1, x1, #1
	b.ne	1b
	ret
	end_function \name
	.endm

	accesses mrt_store_along_16, 16, str q0
	accesses mrt_store_same_16, 0, str q0
	accesses mrt_store_along_32, 32, stp q0, q0
	accesses mrt_store_same_32, 0, stp q0, q0
	accesses mrt_load_along_16, 16, ldr x2
	accesses mrt_load_along_32, 32, ldr x2
	accesses mrt_load_same, 0, ldr x2

	object_notes
