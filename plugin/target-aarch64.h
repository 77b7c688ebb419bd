/* What the files of the aarch64 target share.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef TARGET_AARCH64_H
#define TARGET_AARCH64_H

/* TEXT, malloc'ed, for an asm statement; frees it.  */
extern const char *keep_text (char *text);

/* The offset from the stack pointer of N's cell number CELL.  */
extern long long cell_offset (const nest *n, int cell);

/* A register other than AVOID, GCC's number or -1, for inserted code that keeps
   what it holds.  */
extern int other_register (int avoid);

#endif /* TARGET_AARCH64_H */
