/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The contract between the code that the plugin makes and the runtime.
   The fields of every record stand in abi.def, and nowhere else.  */
#ifndef MEMLB_ABI_H
#define MEMLB_ABI_H

#include <stddef.h>
#include <stdint.h>

#define MEMLB_ABI_VERSION 12

/* memlb_nest.flags.  */
#define MEMLB_NEST_COPIED	0x0001	/* has a bound and an observe copy */
#define MEMLB_NEST_TIMED	0x0002	/* has entry and exit calls */
#define MEMLB_NEST_RED_ZONE	0x0004	/* calls step over 128 bytes below SP */
#define MEMLB_NEST_FRAME	0x0008	/* addresses the frame by FP */
#define MEMLB_NEST_VECTOR	0x0010	/* uses vector, mask or x87 registers */
#define MEMLB_NEST_MAY_ALIAS	0x0020	/* a store may reach a control load */
#define MEMLB_NEST_HAS_STORES	0x0040	/* stores through varying addresses */
#define MEMLB_NEST_CALLS	0x0080	/* calls pure library functions */
#define MEMLB_NEST_NO_CONTROL	0x0100	/* no register checks its path */
#define MEMLB_NEST_CTL_FLAGS	0x0200	/* flags belong to the control set */
#define MEMLB_NEST_COLD_CALLS	0x0400	/* left for the original at a cold call */
#define MEMLB_NEST_SLOTS_IN_FRAME 0x0800 /* slots are addressed from SP */
#define MEMLB_NEST_ADDRESS_WAITS 0x1000	/* an instruction of the bound copy's
					   own keeps a cycle of addresses */
#define MEMLB_NEST_PROCEDURE	0x2000	/* a whole function: its copy counts; with
					   TIMED it is timed in mode `time' */
#define MEMLB_NEST_OUTER	0x4000	/* calls, or holds nests that are measured:
					   timed in mode `time' only */
#define MEMLB_NEST_APART	0x10000	/* stores where functions that it calls do
					   not find it */
#define MEMLB_NEST_SCATTERED	0x20000	/* an inner loop stores by loaded indices,
					   and is short or updates memory so */
#define MEMLB_NEST_ROWS		0x40000	/* loads outside of inner loops decide how
					   often these go round */

#define MEMLB_NEST_FUNCTION	0x80000	/* a whole function, no nest of which is
					   measured: its bound copy calls the
					   function's */
#define MEMLB_NEST_FRAME_ROWS	0x100000	/* a local array decides what comes
					   behind inner loops */
#define MEMLB_NEST_CONDITIONAL_CALLS 0x200000 /* of COLD_CALLS: GCC does not know
					   how many iterations make them */
#define MEMLB_NEST_COMPUTED_BRANCHES 0x400000 /* what it computes from iteration to
					   iteration decides branches in it */
#define MEMLB_NEST_DIVIDES	0x800000 /* integers that it has loaded */

/* memlb_range.moved: a range that is not copied; what points into it in the copy shall
   point into its own frame.  Or no range: a register, whose number is the offset, a
   word of the frame, or the low 8 bytes of a vector register, likewise by its number,
   that holds an address in the frame.  */
#define MEMLB_MOVED_OBJECT	1
#define MEMLB_MOVED_REGISTER	2
#define MEMLB_MOVED_WORD	3
#define MEMLB_MOVED_VECTOR	4

/* memlb_callee.flags.  */
#define MEMLB_CALLEE_DIVIDES	0x0001	/* the time of its instructions depends
					   on their operands */
#define MEMLB_CALLEE_APART	0x0002	/* stores where functions that it calls do
					   not find it, or is passed records so */
#define MEMLB_CALLEE_LOOPS	0x0004	/* has nests that are measured */
#define MEMLB_CALLEE_LOOSE	0x0008	/* its integer result is not the
					   original's */
#define MEMLB_CALLEE_FLOATS	0x0010	/* floating-point arguments decide its
					   path, an address, or that result */

/* memlb_call.flags.  */
#define MEMLB_CALL_RESULT	0x0001	/* an integer result decides something */
#define MEMLB_CALL_LOOSE	0x0002	/* a floating-point argument is not the
					   original's */
#define MEMLB_CALL_PASSING	0x0004	/* one is what the function was passed */
#define MEMLB_CALL_POINTER	0x0008	/* through pointers, to any function */
#define MEMLB_CALL_MEMORY	0x0010	/* of what copies as many bytes as its third
					   argument says, */
#define MEMLB_CALL_FILL		0x0020	/* or, with that, fills them; */
#define MEMLB_CALL_FLOATS	0x0040	/* they are floating point */
#define MEMLB_CALL_STRING	0x0080	/* by one instruction, which repeats itself as
					   rcx says, each time for a byte, */
#define MEMLB_CALL_WORDS	0x0100	/* four bytes, */
#define MEMLB_CALL_LONGS	0x0200	/* or eight */
#define MEMLB_CALL_SINCOS	0x0400	/* of what stores two floating-point results where
					   its first two arguments say */

/* memlb_block.flags.  */
#define MEMLB_BLOCK_HEADER 1	/* of a loop */
#define MEMLB_BLOCK_TOP_TESTED 2 /* of one that is left from here alone */
#define MEMLB_BLOCK_INDIRECT 4	/* ends in a call through a pointer */

/* Added to the number of a block that calls another function and passes it what it
   tells: the address of a function, or how many bytes it shall work on.  */
#define MEMLB_POINTER_PASSED 0x80000000u
#define MEMLB_POINTER_BYTES 0x40000000u

/* The words of such a call: the function that it was last, and how often since the
   runtime was told; or how many bytes.  */
#define MEMLB_SITE_FUNCTION 0
#define MEMLB_SITE_NUMBER 1
#define MEMLB_SITE_WORDS 2

/* Private stacks lie in the upper half of something aligned to twice this, and have
   room for all but recursion below: where this bit of the stack pointer is 0 calls
   of functions that call one another in a cycle give up.  */
#define MEMLB_DEEP_BIT 0x2000000

/* memlb_edge.flags.  */
#define MEMLB_EDGE_BACK 1
#define MEMLB_EDGE_COLD 2	/* goes on in the original, in a cold block */

#define MEMLB_OUTSIDE 0xffffffffu
#define MEMLB_NO_COUNTER 0xffffffffu

/* A thread's counters of a nest, words of eight bytes.  */
#define MEMLB_COUNT_OBSERVE 0	/* MEMLB_OBSERVING: observation points call; or 0 */
#define MEMLB_COUNT_SAVE 1	/* count_reg's value before; the address of
				   these words themselves when not in use */
#define MEMLB_COUNT_ENTRIES 2	/* the runtime's own from here on */
#define MEMLB_COUNT_SP 3
#define MEMLB_COUNT_NEXT 4
#define MEMLB_COUNT_SCRATCH 5	/* inserted code keeps a register here */
#define MEMLB_COUNT_LOOK 6	/* entries that the runtime need not see */
#define MEMLB_COUNT_FIRST 8	/* counter number 0 */

/* Some observation points test the bits of their number here.  */
#define MEMLB_OBSERVING 0xff

#define MEMLB_NO_REG 0xffffffffu
#define MEMLB_NO_WEB 0xffffffffu
#define MEMLB_NO_ROW 0xffffffffu

/* memlb_progress.kind.  */
#define MEMLB_PROGRESS_NONE 0	/* no such value is known */
#define MEMLB_PROGRESS_GPR 1	/* in general register REG */
#define MEMLB_PROGRESS_VECTOR 2	/* lowest bytes of vector register REG, < 16 */
#define MEMLB_PROGRESS_SP 3	/* in memory at SP + OFFSET */
#define MEMLB_PROGRESS_FP 4	/* in memory at FP + OFFSET */

/* memlb_ref.kind, a set.  */
#define MEMLB_REF_LOAD 1
#define MEMLB_REF_STORE 2
#define MEMLB_REF_PREFETCH 4
#define MEMLB_REF_INNERMOST 8		/* in a loop without loops inside */
#define MEMLB_REF_NO_CARRY 16		/* in one that carries counters and addresses
					   only from one iteration to the next */

/* memlb_ref.treatment.  */
#define MEMLB_TREAT_SLOT 0	/* redirected to a slot */
#define MEMLB_TREAT_CONTROL 1	/* real: decides the control flow */
#define MEMLB_TREAT_REAL 2	/* real: could not be redirected */
#define MEMLB_TREAT_CONSTANT 3	/* real, at addresses that slots determine */

/* memlb_ref.elem.  */
#define MEMLB_ELEM_INT 0
#define MEMLB_ELEM_FLOAT 1	/* IEEE binary32 or binary64 by elem_size */
#define MEMLB_ELEM_OTHER 2

/* Cells of eight bytes in the bound copy's frame, at P + cell_off.  */
#define MEMLB_CELL_SCRATCH 0	/* landing pad reloads the first register */
#define MEMLB_CELL_SLOTS 1	/* value of the slot register */
#define MEMLB_CELL_EXIT 2	/* exit number, written by the exit pads */
#define MEMLB_CELL_SP 3		/* user's SP: for unwinding */
#define MEMLB_CELL_FP 4		/* user's FP: for unwinding */
#define MEMLB_CELL_STREAM 5	/* replay copy: its first record */
#define MEMLB_CELL_FVALUES 6	/* first of the frame values */

#define MEMLB_NO_FIX 0xffffffffu

/* Exit numbers beside 0 .. n_exits - 1.  */
#define MEMLB_EXIT_COLD_CALL 0xfffffffeu	/* cold call taken */

/* The exits of a nest with MEMLB_NEST_OUTER all have this number + its level:
   nests inside it have the same stack pointer.  */
#define MEMLB_EXIT_OUTER 0x40000000u

/* A thread's gates, an array of signed 32-bit numbers, are found through the
   initial-exec symbol __memlb_rt_gates, which is this.  Inserted code
   subtracts 1 from the nest's gate at each entry, and calls when the result
   is negative; at an exit it calls when something has begun, but loops inside
   nests that may hold others: these are left in another way, and so are nests
   that call functions with copies, whose loops shall pass while they are
   measured.  */
struct memlb_gates
{
  int32_t *first;
  uint64_t begun;		/* nests that are being measured, if the last
				   one may hold no others */
  uint64_t **counts;		/* the thread's counters, by memlb_nest.index */
  uint64_t observing;		/* not 0: observation points call */
  uint64_t calling;		/* the gate word of the nest that is being
				   measured, if that calls functions with
				   copies, else 1 */
  uint64_t active;		/* nests that are being measured */
  uint64_t procedure;		/* the stack pointer at the entry of the whole
				   function whose timer has just begun */
};

#define RECORD(NAME) struct memlb_##NAME {
#define END_RECORD(NAME) };
#define U32(NAME, DOC) uint32_t NAME;
#define S32(NAME, DOC) int32_t NAME;
#define U64(NAME, DOC) uint64_t NAME;
#define REL(NAME, DOC) int64_t NAME;
#define ABS(NAME, DOC) uint64_t NAME;
#include "abi.def"

/* The target of the REL field at FIELD, or NULL.  */
#define MEMLB_REL(FIELD)						\
  ((FIELD) ? (const void *) ((const char *) &(FIELD) + (FIELD)) : NULL)

#endif /* MEMLB_ABI_H */
