/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the runtime keeps per thread: one mapping, found through one
   initial-exec pointer, and one record per nest.

   layout of the mapping, MRT_MAPPING_ALIGN aligned, addresses growing:
     struct mrt_thread | guard | saved frame ranges | slot area | guard
     | private stack | guard

   Only the thread itself writes here; others read records at exit.  */
#ifndef MRT_THREAD_H
#define MRT_THREAD_H

#include "base.h"
#include "events.h"
#include "marks.h"
#include "moments.h"
#include "memlb/abi.h"

#define MRT_MAX_NESTS 65536
#define MRT_GATE_BYTES (MRT_MAX_NESTS * sizeof (int32_t))
#define MRT_BINS 16
#define MRT_RECENT 16

/* Why a bound run was given up.  */
enum mrt_abort
{
  MRT_ABORT_FAULT,
  MRT_ABORT_LIMIT,
  MRT_ABORT_COLD_CALL,
  MRT_ABORT_POINTER,		/* a pointer led to what it may not call */
  MRT_ABORT_DEPTH,		/* calls went deeper than the private stack */
  MRT_ABORT_SIGNAL,		/* a signal for the program came: no verdict */
  MRT_ABORT_CUT,		/* its time was over: compared as far as it was */
  MRT_N_ABORTS
};

/* A function that the copies of a nest call through a pointer, and its copy.  */
struct mrt_target
{
  uint64_t function, copy;
};

/* Sums over the N pairs of a nest that fell into one bin; cycles.  A pair counts
   as often as it stands for entries.  Where bound runs come first there is what originals
   took of late in place of these.  */
struct mrt_bin
{
  uint64_t original;
  uint64_t bound;
  uint64_t n;
};

/* One thread's figures for one nest.  */
struct mrt_record
{
  /* Used by assembly; offsets in arch.h.  One cache line.  */
  uint64_t entries;		/* and what the gate holds: see mrt_entries */
  uint64_t held;		/* entries that the state's last thread left to
				   pass */
  uint64_t timed;		/* entries with a time */
  uint64_t time;		/* cycles of these, cost of timing included, each
				   as often as it stands for entries */
  uint64_t squares_low;		/* likewise their squares */
  uint64_t squares_high;
  uint64_t quick;		/* timed entries that need nothing else */
  uint32_t gap;			/* entries that pass before one is timed, on
				   average: one stands for gap + 1 */
  uint32_t serial;		/* thread that counted itself here last */

  uint64_t weights;		/* entries that the first `settled' timed ones */
  uint64_t weight_squares;	/* stand for, and the sum of squares of these */
  uint64_t settled;
  uint64_t settled_time;	/* their time */
  uint64_t mean;		/* cycles of an entry, of late */
  uint64_t late;		/* what that was before each timed entry but for
				   the first, as often as it stands for entries, */
  uint64_t late_weights;	/* and how many these are */
  uint32_t visit;		/* timed entries between two that mrt_plan sees,
				   on average */
  uint32_t sample_weight;	/* entries that the sample under way stands for */
  uint64_t nested;		/* entries inside another active nest */
  uint64_t samples;		/* entries with a bound run */
  uint64_t bound_runs;
  uint64_t given_up;		/* cycles of those that their limit ended */
  uint32_t aborts[MRT_N_ABORTS];
  uint32_t cuts;		/* bound runs that were cut off and compared, */
  uint32_t cuts_growing;	/* and whose later iterations took longer */
  uint32_t registers_differ;
  uint32_t exit_differs;
  uint32_t exceptions_differ;	/* the copy raised what the original did not */
  uint32_t subnormals;		/* the original had subnormal operands, and the copy
				   none */
  uint32_t paths;		/* entries whose blocks were counted in both */
  uint32_t blocks_differ;	/* and the counts were not the same */
  uint32_t replays;		/* entries with a replay */
  uint32_t replays_whole;	/* of these, whose stream had room for all */
  uint32_t replays_differ;	/* replays that went another way */
  uint64_t next_aside;		/* samples after which an entry aside is due */
  uint64_t replay;		/* cycles of the replays that did not, for all of
				   their entries; */
  uint64_t replay_bound;	/* and of the bound runs beside them */
  uint64_t first_original;	/* pair of an observed entry, used when there */
  uint64_t first_bound;		/* is no other */
  uint64_t cold_bound;		/* first of the two runs of a sample, over all */
  uint64_t warm_bound;		/* that have two, and second; */
  uint32_t warmings;		/* how many have */
  uint32_t n_placed;		/* samples with a run of placed slots */
  uint64_t usual_original;	/* originals and bound runs of pairs, of late: */
  uint64_t usual_bound;		/* their ratio counts */
  uint64_t cut_original;	/* ns that the originals of those cut off took, */
  uint64_t cut_bound;		/* ns that these would have taken, */
  uint64_t cut_squares;		/* and by how many us they differ from the ratio
				   of the sums, squared */
  uint64_t sample_costs;	/* cycles that samples cost, of late, and */
  uint64_t sampled_originals;	/* those of their originals: the ratio counts */
  uint64_t paired;		/* samples whose copy ran first, beside their own
				   originals */
  uint64_t behind;		/* cycles of the originals behind samples whose copy
				   ran first, each as often as it stands for
				   entries */
  uint64_t mirrored;		/* bound runs that counted, of mirror copies */
  uint64_t folded;		/* of these, with more pages than mirrors have */
  uint32_t disturbed;		/* measurements dropped: preempted, outliers */
  uint32_t faults;		/* page faults, of entries that were looked at */
  uint64_t apart;		/* samples whose original does not count */
  uint32_t untimed;		/* entries, measured apart, that the next timed one
				   stands for, too */
  uint32_t skipped;		/* entries that were to have a part of a bound run
				   and had none, since the last that had one */
  uint32_t n_auxiliary;		/* originals like those, without a bound run; */
  uint64_t auxiliary;		/* their cycles, each as often as it stands for
				   entries, */
  uint64_t auxiliary_weights;	/* the entries that they stand for, */
  uint64_t auxiliary_squares;	/* and the sum of squares of what each does */
  uint32_t threads;		/* threads that entered */
  uint32_t n_recent;
  uint64_t placed;		/* cycles of the runs with placed slots */
  uint64_t placed_bound;	/* and of the bound runs of these samples */
  uint64_t slots;		/* cycles of runs with slots beside those of mirror
				   copies, */
  uint64_t slots_mirrored;	/* of these, */
  uint64_t slots_squares;	/* squares of the former, */
  uint64_t mirrored_squares;	/* of the latter, */
  uint64_t slots_products;	/* products of both, for entries of up to 1 ms, */
  uint32_t n_slots;		/* how many there were, and how many samples were */
  uint32_t beside_tried;	/* to have them where slots do */
  uint32_t recent[MRT_RECENT];	/* last sampled originals, saturated */
  uint16_t level;		/* enum mrt_level */
  uint16_t tried;		/* low bits of `timed' when the trial began */
  uint16_t inner_looked;	/* entries of inner_passed, saturated */
  uint16_t shut;		/* loops that passed inside of one, when gates were
				   shut, saturated */
  uint64_t tried_time;		/* `time' then, */
  uint64_t tried_weights;	/* and what mrt_weights was */
  uint64_t inside;		/* entries inside others, see
				   mrt_entries_inside */
  uint64_t inner_passed;	/* loops that passed inside, of entries that were */
  uint64_t inner_ticks;		/* looked at, and these entries' ticks */
  uint64_t moments;		/* entries that were offered to moments.c */
  uint32_t moment_shift;	/* one in 2 ^ so many of these is kept */
  uint8_t moment_turn, moment_thinned;	/* used while these are thinned */
  bool functions_inside;	/* functions that are nests were entered inside, so that
				   all entries must be timed */
  struct mrt_bin bins[MRT_BINS];
} __attribute__ ((aligned (64)));

/* What a gate holds inside a nest that calls functions, less what has passed; the
   word for the exits of such nests where none is measured, which is no nest's
   gate word; no mark.  */
#define MRT_INNER 512
#define MRT_NOT_CALLING 1
#define MRT_UNMARKED UINT64_MAX

/* Of a nest that calls functions with nests: which of these levels is measured.
   It is, with all that it calls, in all its entries; the inner ones are; or that
   is not known.  */
/* Which level is measured of a nest that calls functions with loops.  */
enum mrt_level
{
  MRT_LEVEL_UNKNOWN,
  MRT_LEVEL_FIRST,		/* one entry has been */
  MRT_LEVEL_TRIAL,		/* the nest, to see how long its entries are */
  MRT_LEVEL_OUTER,		/* the nest */
  MRT_LEVEL_INNER		/* the loops inside */
};

struct mrt_observation;
struct mrt_chunk;
struct mrt_pointers;
struct mrt_stream;
struct mrt_mirror;

/* A nest that this thread is inside.  */
struct mrt_frame
{
  uint64_t sp;			/* user's stack pointer */
  const struct memlb_nest *desc;
  struct mrt_record *record;
  uint64_t start;		/* clock at the start of the original */
  uint64_t observed;		/* cycles spent in observation points; of an
				   outer nest, by what is measured inside */
  uint64_t cpu_start;		/* thread's CPU time in ns, 0: not taken */
  uint32_t index;
  uint32_t state;		/* MRT_FRAME_* */
  uint32_t red_zone;		/* bytes that its calls step over */
  uint32_t faults;		/* the thread's page faults at cpu_start */
};

/* There is work to do at the exit.  */
#define MRT_FRAME_SAMPLED						\
  (MRT_FRAME_SNAPSHOT | MRT_FRAME_OBSERVE | MRT_FRAME_COMPARE		\
   | MRT_FRAME_ASIDE)

/* An observe copy runs in the original's place for what it counts: the entry
   has no time.  */
#define MRT_FRAME_ASIDE (MRT_FRAME_STEPS | MRT_FRAME_REPLAY)

/* What interrupts took of short bound runs, in ticks, which were made again for
   it: TAKEN, in N runs, beside RAN of undisturbed ones.  */
struct mrt_interrupts
{
  uint64_t ran, taken, n;
};

struct mrt_thread
{
  /* Used by assembly; offsets in arch.h.  */
  uint64_t host_sp;		/* stack pointer of mrt_launch's frame */
  uint64_t run_start;		/* clock at the start of the bound run */
  uint64_t run_stop;
  uint64_t ssp;			/* shadow stack pointer of mrt_launch */
  uint64_t launch_pc;
  struct mrt_record *records;	/* MRT_MAX_NESTS of them, by nest index */
  uint64_t depth;		/* frames in use */
  uint32_t serial;		/* number of the thread in this process */
  uint32_t fenced;		/* nothing overlaps the clock's reading */
  struct mrt_regs launch;	/* registers that the copy starts with */
  uint64_t now;			/* clock at the exit that mrt_exit is for */
  uint64_t quick_limit;		/* ticks; longer entries are looked at */
  uint64_t due;			/* clock at which to look at the CPU time */
  int32_t *gates;		/* MRT_MAX_NESTS of them, by nest index */
  struct mrt_observation *observation;
  uint64_t **counts;		/* counters by nest index, or NULL */
  int32_t *inner;		/* the same, inside nests that call functions */
  struct mrt_regs copy;		/* registers that it ended with */
  uint64_t pad2[7];
  struct mrt_frame frames[MRT_FRAMES];
  struct mrt_target targets[MRT_TARGET_ROWS];
  uint64_t mirror_distance;	/* from the user's addresses, modulo 2^64: what
				   copies add that move memory */
  char *stack_end;		/* of the private stack */
  uint64_t to_pass;		/* visits that may still be passed by, of points
				   which want nothing more */
  uint32_t passed[256];		/* these points' return addresses, negative, by
				   the lowest byte of their numbers */
  uint64_t passed_from;		/* `to_pass' when passing was last charged */

  /* The snapshot of the sampled entry.  */
  struct mrt_regs snap;
  uint64_t snap_sp;
  uint32_t copy_exit;		/* exit number of the last bound run */

  /* Cells of the current bound run, on the private stack.  */
  uint64_t *cells;

  struct mrt_stream *stream;	/* what replay copies read, or NULL */
  struct mrt_mirror *mirror;	/* what mirror copies use, or NULL */
  bool mirrored;		/* the last copy that ran was one */
  uint64_t fault_address;	/* where the last copy faulted, */
  uint32_t fault_signal;	/* and by which signal */
  uint64_t missed;		/* function that it had no row of `targets' for */
  uint32_t targets_of;		/* number of the nest whose they are, or 0 */
  uint32_t targets_age;
  uint64_t *counted;		/* counters of the entry aside that is under
				   way, see MRT_FRAME_ASIDE */
  struct mrt_pointers *pointers; /* what counted functions called, or NULL */

  /* Parts of the mapping.  */
  size_t mapping_size;
  char *save, *save_end;	/* saved frame ranges */
  char *slots, *slots_end;
  char *stack;			/* up to stack_end */
  bool distinct;		/* pages of frames and slots do not delay one
				   another */

  uint64_t look_ticks;		/* clock at the last look at the CPU time */
  uint64_t look_cpu;		/* CPU time in ns then */
  uint64_t lost;		/* ticks that the thread did not run, so far */
  uint64_t own_begin;		/* clock when own work began */
  uint64_t own_lost;		/* ticks lost before that, as far as was known */
  uint64_t own_unlooked;	/* and ticks since the last look then */
  bool own_disturbed;		/* a run within it was, or something before that */
  uint64_t begin_cost;		/* ticks of it at the entry of a sample */
  uint64_t before;		/* those of its copy that ran first, 0: none counts,
				   MRT_NO_TICKS: that has been counted */
  uint64_t looks;		/* times that signals were looked at */
  uint64_t busy;		/* user's SP of work under way here, else 0 */
  uint32_t abort_cause;		/* enum mrt_abort, set by the handlers */
  bool run_calm;		/* nothing disturbed the last bound run */
  uint64_t run_cpu;		/* ns that the thread ran in it, 0: not known */
  bool cutting;			/* the timer of elapsed time cuts this run off */
  bool was_cut;			/* the sample's bound run was cut off */
  uint32_t cut_tries;		/* times that it was in no known place then, */
  uint32_t cut_turns;		/* and that the timer expired */
  const struct memlb_nest *cut_desc; /* whose it is */
  uint64_t cut_begin;		/* CPU time in ns when it began, */
  uint64_t cut_after;		/* and ns of it after which it may be cut off */
  uint64_t half_after;		/* it is noted before where it is, */
  bool half_due;		/* which is still to come */
  struct mrt_mark half;		/* where it was then, */
  struct mrt_mark cut;		/* and where it was cut off; n is 0 if unknown */
  uint32_t marking;		/* 1 + number of the frame that is marked, or 0 */
  uint32_t n_marks;
  uint32_t missed_marks;	/* in a row, that were in no known place */
  uint32_t mark_turns;		/* signals that came to make them */
  bool marks_wait;		/* by a timer of CPU time */
  bool probing;			/* what a signal takes is measured: its */
  uint64_t probed;		/* handler's clock goes here */
  uint64_t mark_ticks;		/* what they took */
  uint64_t mark_due;		/* ns of the entry before which none is made */
  struct mrt_mark marks[MRT_MARKS];
  int32_t timer;		/* POSIX timer, -1 none, -2 cannot have one */
  int32_t clock_timer;		/* the same, of elapsed time: marks, cuts, and runs
				   that warm a copy */
  uint64_t limit_set;		/* clock when the timer was set to serve more */
				/* than one run, else 0 */
  uint64_t limit_ns;		/* longest limit that it serves then, */
  uint64_t limit_kept_ns;	/* and for how long */
  uint32_t exact_limits;	/* so many more limits are not kept */
  int32_t tid;
  int32_t in_use;		/* CAS by threads that start */
  struct mrt_window *window;	/* where copies of functions count, or NULL */
  struct mrt_chunk *chunks;	/* space of the counters, the newest first */
  uint64_t random;
  uint64_t born;		/* clock at thread set-up */
  uint64_t earlier;		/* cycles that the state's earlier threads ran */
  uint64_t spent;		/* cycles of extra work so far, theirs included */
  uint64_t saving;		/* ticks kept for a nest's first sample */
  uint64_t inside;		/* cycles of calls by nests, about */
  bool subnormal;		/* the sampled original had subnormal operands; */
  bool subnormal_before;	/* and so had the program before */
  uint32_t n_inner;		/* gates of `inner' in use */
  uint64_t inner_folded;	/* what has passed them and is not told by them */
  uint64_t inner_mark;		/* mrt_inner_passed at the entry of the nest that
				   calls, or MRT_UNMARKED */
  struct mrt_observation *spare; /* torture: the mapping of the last one */
  struct mrt_thread *next;	/* all threads that ever were, append only */
  struct mrt_events events;	/* counters of what samples do */
  uint64_t entry_bound;		/* ticks of the bound run beside the original
				   that is being left, 0 if none */
  struct mrt_interrupts interrupts;
  struct mrt_moments moments;	/* single entries */

  struct mrt_xstate snap_x;	/* extended state at the entry */
  struct mrt_xstate exit_x;	/* at the original's exit */
  struct mrt_xstate copy_x;	/* at the bound copy's exit */
};

extern __thread struct mrt_thread *mrt_self
  __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

/* The gates that inserted code finds on the calling thread: the thread's own,
   or these, all closed, where it has no state or is inside a nest.  Nobody
   passes them, so that no nest can be entered and left unseen, and an exit be
   taken for that of a nest which was left by a jump.  */
extern int32_t mrt_closed_gates[MRT_MAX_NESTS]
  __attribute__ ((visibility ("hidden")));
extern __thread struct memlb_gates __memlb_rt_gates
  __attribute__ ((tls_model ("initial-exec"), visibility ("default")));

/* All threads' states, linked by next.  Threads add theirs while others look:
   these begin with mrt_first_thread.  */
extern struct mrt_thread *mrt_threads;

static inline struct mrt_thread *
mrt_first_thread (void)
{
  return __atomic_load_n (&mrt_threads, __ATOMIC_ACQUIRE);
}

/* Give the calling thread its state.  NULL when there is no memory.
   Context: any thread, any signal.  */
struct mrt_thread *mrt_thread_start (void);

/* In a forked child: nothing is counted yet, and the other threads' states are
   free.  The nests that this thread is inside were entered by the parent.  */
void mrt_threads_forked (void);

/* Once, before the first thread.  Context: start only.  */
void mrt_thread_init (void);

/* Entries of nest INDEX on thread T: each has subtracted 1 from the gate,
   whose contents were added to the record's number when they were put
   there.  */
static inline uint64_t
mrt_entries (const struct mrt_thread *t, uint32_t index)
{
  return mrt_load (&t->records[index].entries)
	 - (uint64_t) (int64_t) mrt_load (&t->gates[index]);
}

/* Those that are not among these, since they were inside a nest that was measured
   with the functions that it calls.  */
static inline uint64_t
mrt_entries_inside (const struct mrt_thread *t, uint32_t index)
{
  uint64_t sum = mrt_load (&t->records[index].inside);
  return index < mrt_load (&t->n_inner)
	 ? sum + (uint64_t) (int64_t) (MRT_INNER - mrt_load (&t->inner[index]))
	 : sum;
}

/* Entries that the timed ones of REC stand for.  */
static inline uint64_t
mrt_weights (const struct mrt_record *rec)
{
  return mrt_load (&rec->weights)
	 + (mrt_load (&rec->timed) - mrt_load (&rec->settled))
	   * ((uint64_t) mrt_load (&rec->gap) + 1);
}

/* Mean ticks of an entry, 0 if none was timed.  */
static inline uint64_t
mrt_mean (const struct mrt_record *rec)
{
  return rec->timed ? rec->time / mrt_weights (rec) : 0;
}

/* Let N entries of nest INDEX pass before the next call.  */
static inline void
mrt_set_gate (struct mrt_thread *self, uint32_t index, int32_t n)
{
  int32_t more = n - mrt_load (&self->gates[index]);
  mrt_bump (&self->records[index].entries, (uint64_t) (int64_t) more);
  mrt_bump_gate (&self->gates[index], more);
}

/* Set the number of frames of T, whose thread is the calling one if it has
   one.  Context: as mrt_enter.  */
void mrt_set_depth (struct mrt_thread *t, uint64_t depth);

/* The nest on top of T's frames, whose thread is the calling one, calls functions
   with copies: let the loops there pass.  What passes is counted all the
   same.  */
void mrt_open_inner (struct mrt_thread *t);

/* Enter PASSED entries of nest INDEX that have passed so on T, the calling thread's, into
   the nest's record; its gate holds as many more again.  */
void mrt_fold_inner (struct mrt_thread *t, uint32_t index, int32_t passed);

/* How many entries have passed so on T.  */
uint64_t mrt_inner_passed (const struct mrt_thread *t);

/* Next number of the thread's generator.  */
static inline uint64_t
mrt_random (struct mrt_thread *self)
{
  uint64_t x = self->random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return self->random = x;
}

#endif
