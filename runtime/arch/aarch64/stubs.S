/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The part of the runtime that every module carries: the targets of the
   inline calls, hidden, so that a call needs neither a PLT entry, which
   clobbers x16 and x17, nor a text relocation.  They go on to the one runtime
   of the process through the global offset table, which the loader fills
   before any code runs.

   Registers: all preserved.  Stack: x16 and x17 are pushed, the runtime finds
   them there.  */

#include "arch.h"
#include "macros.h"

	.macro	push_scratch
	stp	x16, x17, [sp, -16]!
	.cfi_adjust_cfa_offset 16
	.endm

	.macro	stub name, target
	.hidden	\name
	function \name
	push_scratch
	jump_global \target
	end_function \name
	.endm

	.text
	stub	__memlb_enter, __memlb_rt_enter
	stub	__memlb_enter_due, __memlb_rt_enter_due
	stub	__memlb_exit, __memlb_rt_exit
	stub	__memlb_bound_exit, __memlb_rt_bound_exit

/* An observation point; passed over here when nobody looks, as the runtime
   tells by the fourth word at the thread's gates.  */
	.hidden	__memlb_observe
	function __memlb_observe
	push_scratch
	thread_address __memlb_rt_gates, x16, x17
	ldr	w16, [x16, MRT_GATES_OBSERVING]
	cbz	w16, 1f
	jump_global __memlb_rt_observe
1:	ldp	x16, x17, [sp], 16
	.cfi_adjust_cfa_offset -16
	ret
	end_function __memlb_observe

/* Every instrumented object refers to this name, so that a link without the
   runtime says what is missing.  */
	.globl	"memlb: link with memlb-gcc or add -lmemlb"
	.hidden	"memlb: link with memlb-gcc or add -lmemlb"
	.set	"memlb: link with memlb-gcc or add -lmemlb", __memlb_enter

/* Register the module before its other constructors run, and forget it
   after its other destructors.  */
	.section .init_array.00101, "aw", %init_array
	.p2align 3
	.xword	__memlb_module_start
	.section .fini_array.00101, "aw", %fini_array
	.p2align 3
	.xword	__memlb_module_stop

	object_notes
