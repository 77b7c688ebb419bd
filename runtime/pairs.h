/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pairs of an original and a bound run.  */
#ifndef MRT_PAIRS_H
#define MRT_PAIRS_H

#include "thread.h"

/* True if a bound run of BOUND ticks took so much longer than an original of ORIGINAL that it
   was disturbed.  */
bool mrt_far_above_p (uint64_t original, uint64_t bound);

/* Ticks of the original and the bound copy of a sampled entry; false when
   either is an outlier, which some other program or the machine below has
   caused.  */
bool mrt_credible_p (const struct mrt_record *record, uint64_t original,
		     uint64_t bound);

/* True if a bound run of BOUND ticks beside an original of ORIGINAL is
   doubtful, and shall be made again: it was disturbed (not CALM), or took far
   longer than those of RECORD did so far.  */
bool mrt_doubtful_p (const struct mrt_record *record, uint64_t original,
		     uint64_t bound, bool calm);

/* Note in INTERRUPTS a bound run of TICKS beside an original of ORIGINAL that was
   neither disturbed nor doubtful, of a nest with RECORD.  BEFORE are the ticks of
   the run in whose place it was made, if that was not disturbed, else 0.  */
void mrt_note_run (struct mrt_interrupts *interrupts,
		   const struct mrt_record *record, uint64_t original,
		   uint64_t ticks, uint64_t before);

/* True if bound runs of TICKS are made again for an interrupt, which is in the
   original unseen, so that what interrupts take has to be put back.  */
bool mrt_interrupts_out_p (uint64_t ticks);

/* Enter a pair of ORIGINAL and BOUND ticks into RECORD, as often as mrt_plan said that it
   counts.  The caller counts the sample afterwards.  */
void mrt_add_pair (struct mrt_record *record, uint64_t original,
		   uint64_t bound);

/* Enter a bound run of BOUND ticks before its original, whose time is not known, beside
   what originals took of late; it counts as often as a pair.  */
void mrt_add_before (struct mrt_record *record, uint64_t bound);

/* The original behind a copy that ran first, whose run counts, took ORIGINAL ticks.  */
void mrt_add_behind (struct mrt_record *record, uint64_t original);

/* True if a run with slots, where hardly anything waits for what is stored, took SLOTS ticks
   undisturbed, beside one of a mirror copy of MIRRORED, where loads do.  */
bool mrt_slots_credible_p (uint64_t slots, uint64_t mirrored);

/* Enter a run with slots of SLOTS ticks, and one of the mirror copy beside it of MIRRORED,
   into RECORD; forget all of these.  */
void mrt_add_slots (struct mrt_record *record, uint64_t slots,
		    uint64_t mirrored);
void mrt_forget_slots (struct mrt_record *record);

/* Enter an original of ORIGINAL ticks that was measured like those of pairs, but without
   a bound run, into RECORD, unless it was DISTURBED.  */
void mrt_add_auxiliary (struct mrt_record *record, uint64_t original,
			bool disturbed);

#endif
