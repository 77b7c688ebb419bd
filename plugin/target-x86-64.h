/* What the files of the x86-64 target share.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef TARGET_X86_64_H
#define TARGET_X86_64_H

/* True if X has an UNSPEC or UNSPEC_VOLATILE, CODE says which, of number NUMBER.  */
extern bool has_unspec_p (const_rtx x, rtx_code code, int number);

/* Names of the 64-bit general registers in the order of their encoding.  */
extern const char *const register_name[16];

/* Inserted code in the making: its text, in malloc'ed memory, and the length
   of its instructions in bytes.  */
struct gate_text
{
  char *text;
  unsigned bytes;
};

/* A comment in the text of a gate, PAD_MARK BYTES, that target_pad_gates
   replaces by nops; BYTES is the length of the gate without them.  */
#define PAD_MARK "#memlb-pad"

/* Stands for label number NUMBER, a digit, of an asm goto.  */
#define GOTO_MARK(NUMBER) "MEMLB_GOTO" #NUMBER

/* SIMPLE as text of an asm goto, with labels in the places of the marks.  */
extern const char *goto_text (const char *simple);

/* Append the instruction TEXT, of BYTES bytes, to G.  */
extern void append_insn (gate_text *g, const char *text, unsigned bytes);

/* Append to G a step of the stack pointer by BYTES, or nothing if that is
   0.  */
extern void append_step (gate_text *g, int bytes);

/* Append a push or pop of rcx to G.  */
extern void append_save (gate_text *g);
extern void append_restore (gate_text *g);

/* The name of the register that holds the address of N's counters.  */
extern const char *counter_base (const nest *n);

#endif /* TARGET_X86_64_H */
