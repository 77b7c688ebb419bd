/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* void preserve (void)

   Fill every register and the flags from preserve_in, pass an entry, a loop
   that changes nothing but its counter (x1, to 0), and an exit, and store all
   registers to preserve_out.  The bound copy wrecks everything it can.

   preserve_in, preserve_out: x0 ... x30, sp, NZCV, FPSR, FPCR, 8 bytes, then
   v0 ... v31.  */

#define CELLS 32
#define FLAGS 256
#define FPSR 264
#define FPCR 272
#define VECTORS 288

	.macro	vectors op
	\op	q0, q1, [x0, VECTORS - 288]
	\op	q2, q3, [x0, VECTORS - 256]
	\op	q4, q5, [x0, VECTORS - 224]
	\op	q6, q7, [x0, VECTORS - 192]
	\op	q8, q9, [x0, VECTORS - 160]
	\op	q10, q11, [x0, VECTORS - 128]
	\op	q12, q13, [x0, VECTORS - 96]
	\op	q14, q15, [x0, VECTORS - 64]
	\op	q16, q17, [x0, VECTORS - 32]
	\op	q18, q19, [x0, VECTORS]
	\op	q20, q21, [x0, VECTORS + 32]
	\op	q22, q23, [x0, VECTORS + 64]
	\op	q24, q25, [x0, VECTORS + 96]
	\op	q26, q27, [x0, VECTORS + 128]
	\op	q28, q29, [x0, VECTORS + 160]
	\op	q30, q31, [x0, VECTORS + 192]
	.endm

	.macro	address reg, symbol
	adrp	\reg, \symbol
	add	\reg, \reg, :lo12:\symbol
	.endm

	.macro	load_vectors from
	address	x0, \from
	ldr	x1, [x0, FPSR]
	msr	fpsr, x1
	ldr	x1, [x0, FPCR]
	msr	fpcr, x1
	ldr	x1, [x0, FLAGS]
	msr	nzcv, x1
	add	x0, x0, VECTORS
	vectors ldp
	.endm

	.macro	pairs op, base
	\op	x2, x3, [\base, 16]
	\op	x4, x5, [\base, 32]
	\op	x6, x7, [\base, 48]
	\op	x8, x9, [\base, 64]
	\op	x10, x11, [\base, 80]
	\op	x12, x13, [\base, 96]
	\op	x14, x15, [\base, 112]
	\op	x16, x17, [\base, 128]
	\op	x18, x19, [\base, 144]
	\op	x20, x21, [\base, 160]
	\op	x22, x23, [\base, 176]
	\op	x24, x25, [\base, 192]
	\op	x26, x27, [\base, 208]
	\op	x28, x29, [\base, 224]
	.endm

	/* A call as the plugin makes it; LEAVE: where an observation point may
	   go on in the original.  */
	.macro	call stub, number, leave
	str	x30, [sp, -16]!
	bl	\stub
	b	1f
	.word	\number
	.ifnb	\leave
	ldr	x30, [sp], 16
	b	\leave
	.endif
1:	ldr	x30, [sp], 16
	.endm

	.macro	hidden_label name
	.globl	\name
	.hidden	\name
\name:
	.endm

	.text
	.globl	preserve
	.type	preserve, %function
preserve:
	sub	sp, sp, #176
	stp	x19, x20, [sp]
	stp	x21, x22, [sp, 16]
	stp	x23, x24, [sp, 32]
	stp	x25, x26, [sp, 48]
	stp	x27, x28, [sp, 64]
	stp	x29, x30, [sp, 80]
	stp	d8, d9, [sp, 96]
	stp	d10, d11, [sp, 112]
	stp	d12, d13, [sp, 128]
	stp	d14, d15, [sp, 144]
	address	x0, preserve_sp
	mov	x1, sp
	str	x1, [x0]
	/* X18 is the platform's where there is one; here it is ours.  */
	load_vectors preserve_in
	address	x0, preserve_in
	pairs	ldp, x0
	ldr	x30, [x0, 240]
	ldp	x0, x1, [x0]
	call	__memlb_enter, "preserve_desc - ."
3:
	hidden_label preserve_block
	sub	x1, x1, #1
	cbnz	x1, 3b
.Lexit:	call	__memlb_exit, 0
	/* Store without changing what is to be stored.  */
	stp	x0, x1, [sp, -16]!
	address	x0, preserve_out
	pairs	stp, x0
	add	x1, sp, #16
	stp	x30, x1, [x0, 240]
	mrs	x1, nzcv
	str	x1, [x0, FLAGS]
	mrs	x1, fpsr
	str	x1, [x0, FPSR]
	mrs	x1, fpcr
	str	x1, [x0, FPCR]
	ldp	x2, x3, [sp], 16
	stp	x2, x3, [x0]
	add	x0, x0, VECTORS
	vectors stp
	msr	fpcr, xzr
	ldp	x19, x20, [sp]
	ldp	x21, x22, [sp, 16]
	ldp	x23, x24, [sp, 32]
	ldp	x25, x26, [sp, 48]
	ldp	x27, x28, [sp, 64]
	ldp	x29, x30, [sp, 80]
	ldp	d8, d9, [sp, 96]
	ldp	d10, d11, [sp, 112]
	ldp	d12, d13, [sp, 128]
	ldp	d14, d15, [sp, 144]
	add	sp, sp, #176
	ret
	.size	preserve, .-preserve

	/* The copy must see the registers of the entry too.  */
	.macro	check reg, at
	ldr	x2, [x1, \at]
	cmp	x2, \reg
	b.ne	6f
	.endm

	hidden_label preserve_bound
	ldr	x30, [sp, CELLS]
	stp	x0, x1, [sp, -32]!
	stp	x2, x3, [sp, 16]
	address	x1, preserve_in
	check	x0, 0
	check	x3, 24
	check	x15, 120
	check	x16, 128
	check	x17, 136
	check	x18, 144
	check	x28, 224
	check	x29, 232
	check	x30, 240
	fmov	x0, d9
	check	x0, VECTORS + 144
	address	x0, preserve_seen
	ldr	w1, [x0]
	add	w1, w1, 1
	str	w1, [x0]
6:	add	sp, sp, 32
	load_vectors preserve_junk
	address	x0, preserve_junk
	pairs	ldp, x0
	ldp	x0, x1, [x0]
	mov	x1, #0
	mov	x30, #-1
	str	x30, [sp, CELLS]
	mov	w30, #0
	str	w30, [sp, CELLS + 16]
	ldr	x30, [sp, CELLS]
	b	__memlb_bound_exit
	hidden_label preserve_bound_end

	hidden_label preserve_observe
	ldr	x30, [sp], 16
4:	call	__memlb_observe, 0, preserve_block
	sub	x1, x1, #1
	cbnz	x1, 4b
	b	.Lexit

	.section .note.GNU-stack, "", %progbits
