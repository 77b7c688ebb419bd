/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Macros for nests instrumented by hand, as the plugin would, so that the
   runtime is tested without it.  Assembly only.  */

/* Offset of memlb_nest.gate.  */
#define NEST_GATE 280

	/* An entry and an exit with a gate; REG is a dead register.  */
	.macro	nest_enter_gate desc, reg
	movq	__memlb_rt_gates@gottpoff(%rip), \reg
	movq	%fs:(\reg), \reg
	cmpq	$0, \desc+NEST_GATE(%rip)
	je	1f
	addq	\desc+NEST_GATE(%rip), \reg
	subl	$1, (\reg)
	jns	1f
	call	__memlb_enter_due
	.byte	0x0f, 0x1f, 0x80
	.long	\desc - .
1:
	.endm

	.macro	nest_exit_gate number, reg
	movq	__memlb_rt_gates@gottpoff(%rip), \reg
	cmpl	$0, %fs:8(\reg)
	je	1f
	call	__memlb_exit
	.byte	0x0f, 0x1f, 0x80
	.long	\number
1:
	.endm

	/* An entry call.  RZ: 128 when the nest says RED_ZONE, else 0.  */
	.macro	nest_enter desc, rz=0
	.if \rz
	leaq	-128(%rsp), %rsp
	.endif
	call	__memlb_enter
	.byte	0x0f, 0x1f, 0x80
	.long	\desc - .
	.if \rz
	leaq	128(%rsp), %rsp
	.endif
	.endm

	.macro	nest_exit number, rz=0
	.if \rz
	leaq	-128(%rsp), %rsp
	.endif
	call	__memlb_exit
	.byte	0x0f, 0x1f, 0x80
	.long	\number
	.if \rz
	leaq	128(%rsp), %rsp
	.endif
	.endm

	.macro	nest_observe point, rz=0
	.if \rz
	leaq	-128(%rsp), %rsp
	.endif
	call	__memlb_observe
	.byte	0x0f, 0x1f, 0x80
	.long	\point
	.if \rz
	leaq	128(%rsp), %rsp
	.endif
	.endm

	/* Landing pads.  SLOT: the slot register.  */
	.macro	bound_landing cells, slot
	endbr64
	movq	\cells(%rsp), %rax
	.ifnb \slot
	movq	\cells+8(%rsp), \slot
	.endif
	.endm

	.macro	observe_landing rz=0
	endbr64
	movq	(%rsp), %rax
	leaq	8+\rz(%rsp), %rsp
	.endm

	.macro	bound_leave cells, number
	movl	$\number, \cells+16(%rsp)
	jmp	__memlb_bound_exit
	.endm

	.macro	hidden_label name
	.globl	\name
	.hidden	\name
\name:
	.endm
