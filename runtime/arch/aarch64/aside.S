/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A call on another stack that a fault may end: the profile is also written
   from signal handlers, on stacks that may be small or damaged, over memory
   that may be damaged, with the program's floating-point traps on.

   bool mrt_aside (void (*FN) (void *), void *ARG, void *TOP)

   stack of the caller during FN, addresses growing upwards:
     kept sp ->	  x29 x30 x19 x20 ... x27 x28
		  d8 ... d15
		  FPCR of the caller, padding

   One thread at a time: where to return to after a fault is kept in memory
   of the process.  */

#include "arch.h"
#include "macros.h"

#define FRAME 176

	.text
	hidden_function mrt_aside
	stp	x29, x30, [sp, -FRAME]!
	.cfi_adjust_cfa_offset FRAME
	.cfi_rel_offset x29, 0
	.cfi_rel_offset x30, 8
	stp	x19, x20, [sp, 16]
	.cfi_rel_offset x19, 16
	.cfi_rel_offset x20, 24
	stp	x21, x22, [sp, 32]
	.cfi_rel_offset x21, 32
	.cfi_rel_offset x22, 40
	stp	x23, x24, [sp, 48]
	.cfi_rel_offset x23, 48
	.cfi_rel_offset x24, 56
	stp	x25, x26, [sp, 64]
	.cfi_rel_offset x25, 64
	.cfi_rel_offset x26, 72
	stp	x27, x28, [sp, 80]
	.cfi_rel_offset x27, 80
	.cfi_rel_offset x28, 88
	stp	d8, d9, [sp, 96]
	stp	d10, d11, [sp, 112]
	stp	d12, d13, [sp, 128]
	stp	d14, d15, [sp, 144]
	mrs	x9, fpcr
	str	x9, [sp, 160]
	mov	x29, sp
	.cfi_def_cfa_register x29
	adrp	x10, kept_sp
	str	x29, [x10, :lo12:kept_sp]
	mov	x9, x0
	mov	x0, x1
	and	x2, x2, #-16
	mov	sp, x2
	msr	fpcr, xzr
	blr	x9
	mov	w0, #1
.Lreturn:
	adrp	x10, kept_sp
	ldr	x10, [x10, :lo12:kept_sp]
	mov	sp, x10
	.cfi_def_cfa sp, FRAME
	ldr	x9, [sp, 160]
	msr	fpcr, x9
	ldp	d14, d15, [sp, 144]
	ldp	d12, d13, [sp, 128]
	ldp	d10, d11, [sp, 112]
	ldp	d8, d9, [sp, 96]
	ldp	x27, x28, [sp, 80]
	ldp	x25, x26, [sp, 64]
	ldp	x23, x24, [sp, 48]
	ldp	x21, x22, [sp, 32]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], FRAME
	.cfi_def_cfa_offset 0
	.irp	r, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	.cfi_restore x\r
	.endr
	ret
	end_function mrt_aside

/* The signal handler sends a fault of FN here, on whatever stack FN was.  */
	hidden_function mrt_aside_failed
	.cfi_undefined x30
	mov	w0, #0
	b	.Lreturn
	end_function mrt_aside_failed

	.bss
	.p2align 3
kept_sp:
	.xword	0

	object_notes
