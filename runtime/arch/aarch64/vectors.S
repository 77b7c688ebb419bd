/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Save and load the extended state: V0 to V31, or where the processor has SVE
   Z0 to Z31, the predicates and FFR; FPSR and FPCR.

   void mrt_xstate_save (struct mrt_xstate *TO)
   void mrt_xstate_load (const struct mrt_xstate *FROM)

   Change x1 to x3 and, until they are loaded, nothing else.  */

#include "arch.h"
#include "macros.h"

	.arch	armv8-a+sve
	.text

	.macro	for_pairs op
	\op	q0, q1, [x1]
	\op	q2, q3, [x1, 32]
	\op	q4, q5, [x1, 64]
	\op	q6, q7, [x1, 96]
	\op	q8, q9, [x1, 128]
	\op	q10, q11, [x1, 160]
	\op	q12, q13, [x1, 192]
	\op	q14, q15, [x1, 224]
	\op	q16, q17, [x1, 256]
	\op	q18, q19, [x1, 288]
	\op	q20, q21, [x1, 320]
	\op	q22, q23, [x1, 352]
	\op	q24, q25, [x1, 384]
	\op	q26, q27, [x1, 416]
	\op	q28, q29, [x1, 448]
	\op	q30, q31, [x1, 480]
	.endm

	.altmacro
	.macro	vector op, i
	\op	z\i, [x1, \i, mul vl]
	.endm
	.macro	predicate op, i
	\op	p\i, [x2, \i, mul vl]
	.endm
	.macro	for_sve op
	.set	i, 0
	.rept	32
	vector	\op, %i
	.set	i, i + 1
	.endr
	.endm
	.macro	for_predicates op
	.set	i, 0
	.rept	16
	predicate \op, %i
	.set	i, i + 1
	.endr
	.endm

	/* X2: the predicates behind 32 vectors at x1.  */
	.macro	find_predicates
	rdvl	x2, #31
	add	x2, x1, x2
	addvl	x2, x2, #1
	.endm

	.macro	sve_to reg
	adrp	\reg, mrt_xstate_sve
	ldr	w3, [\reg, :lo12:mrt_xstate_sve]
	.endm

	hidden_function mrt_xstate_save
	mrs	x1, fpsr
	str	x1, [x0, MRT_XSTATE_FPSR]
	mrs	x1, fpcr
	str	x1, [x0, MRT_XSTATE_FPCR]
	sve_to	x3
	add	x1, x0, MRT_XSTATE_VECTORS
	cbnz	w3, 1f
	for_pairs stp
	ret
1:	for_sve	str
	find_predicates
	for_predicates str
	/* FFR by way of a predicate, which is saved.  */
	rdffr	p0.b
	str	p0, [x2, 16, mul vl]
	ldr	p0, [x2]
	ret
	end_function mrt_xstate_save

	hidden_function mrt_xstate_load
	ldr	x1, [x0, MRT_XSTATE_FPSR]
	msr	fpsr, x1
	ldr	x1, [x0, MRT_XSTATE_FPCR]
	msr	fpcr, x1
	sve_to	x3
	add	x1, x0, MRT_XSTATE_VECTORS
	cbnz	w3, 1f
	for_pairs ldp
	ret
1:	for_sve	ldr
	find_predicates
	ldr	p0, [x2, 16, mul vl]
	wrffr	p0.b
	for_predicates ldr
	ret
	end_function mrt_xstate_load

/* uint64_t mrt_sve_bytes (void): of a vector register, on processors that
   have SVE.  */
	hidden_function mrt_sve_bytes
	rdvl	x0, #1
	ret
	end_function mrt_sve_bytes

	object_notes
