/* Unwind information of the inserted code.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_UNWIND_H
#define MEMLB_UNWIND_H

/* A comment in an asm text that complete_unwind_info replaces:
     UNWIND_MARK adjust BYTES	the stack pointer has moved down by BYTES
     UNWIND_MARK call BYTES	the same, and target_link_register, which a call
				will change, is kept where it points to
     UNWIND_MARK back BYTES	it is back, and so is the stack pointer
     UNWIND_MARK begin ID	the bound copy of nest ID begins
     UNWIND_MARK moved BYTES	its stack pointer is BYTES below where it began
     UNWIND_MARK end 0		it ends  */
#define UNWIND_MARK "#memlb-cfi"

/* Remember where N's cells are; every function with texts calls it.  */
extern void remember_cells (const nest *n);

/* Complete the texts of the current function; needs the notes that the pass
   "dwarf2" leaves.  */
extern void complete_unwind_info (void);

#endif /* MEMLB_UNWIND_H */
