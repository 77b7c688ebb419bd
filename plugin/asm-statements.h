/* asm statements that copies may contain.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef ASM_STATEMENTS_H
#define ASM_STATEMENTS_H

/* True if PATTERN is, or sets something to, an asm statement without text, but for
   comments.  */
extern bool blank_asm_p (const_rtx pattern);

/* True if INSN is such a statement with memory operands.  */
extern bool blank_memory_asm_p (rtx_insn *insn);

/* True if copies may contain INSN, an asm statement.  */
extern bool copied_asm_p (rtx_insn *insn);

/* True if a loop of N only reads the same again and again, until another thread
   has stored something.  Needs references.  */
extern bool waits_for_thread_p (nest *n);

/* The bytes that the asm statement PATTERN may access at once.  */
extern unsigned widest_asm_operand (const_rtx pattern);

#endif /* ASM_STATEMENTS_H */
