/* What the files of the x86-64 target share.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef TARGET_X86_64_H
#define TARGET_X86_64_H

/* Names of the 64-bit general registers in the order of their encoding.  */
extern const char *const register_name[16];

/* The name of the register that holds the address of N's counters.  */
extern const char *counter_base (const nest *n);

#endif /* TARGET_X86_64_H */
