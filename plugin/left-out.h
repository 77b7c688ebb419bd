/* What of a nest is not copied.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_LEFT_OUT_H
#define MEMLB_LEFT_OUT_H

/* The calls that are meant.  */
enum call_set { ALL_CALLS, IMPURE_CALLS, IMPOSSIBLE_CALLS };

/* The first call of a block: of any function, of one that is not pure, or that copies
   cannot make; NULL if there is none.  */
extern rtx_insn *first_call (basic_block, call_set);

/* True if a function hardly ever comes to the block.  */
extern bool unlikely_block_p (basic_block);

/* True if the block is executed in less than 1 % of the iterations of a loop with that
   header, as far as is known.  */
extern bool cold_block_p (basic_block, basic_block header);

/* Find the blocks of the nest to copy: those that the header reaches within it
   without a block that stays out.  False if no path leads back to the header.  */
extern bool find_copied_blocks (nest *);

/* True if the loop of the nest goes on behind an exception that a call in it, which is
   not copied, may throw.  */
extern bool catches_own_p (nest *);

#endif
