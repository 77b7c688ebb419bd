/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From sums of ticks to times, bounds, intervals and verdicts.  Pure
   functions.  Context: exit.  */
#ifndef MRT_ESTIMATE_H
#define MRT_ESTIMATE_H

#include "module.h"
#include "overlap.h"
#include "thread.h"

/* Standard deviation of a bound from one run of a program to the next beside what
   its samples tell, as a part of it (doc/fidelity.md, Between runs).  */
#define MRT_BETWEEN_RUNS 0.007

/* Standard error, in ticks, of what is taken off the bound of an entry for timing it, and
   left in it of beginning and end (doc/fidelity.md, Beginning and end).  */
#define MRT_FIXED_ERROR 25

/* Fewer samples than this tell little.  */
#define MRT_FEW 5

/* What all threads together know of a nest.  */
struct mrt_sums
{
  uint64_t entries, timed, samples, bound_runs, nested;
  double inner_passed, inner_ticks; /* see mrt_record */
  double shut_passed, shut_looked; /* in so many entries, one a thread */
  uint64_t inside;		/* entries inside nests that were measured with
				   the functions that they call */
  double weights, weight_squares; /* entries that the timed ones stand for */
  double time, time_squares;	/* ticks of timed entries, cost included, each as
				   often as it stands for entries */
  double late, late_weights;	/* what originals had taken of late before each but
				   the first, and entries that these stand for */
  uint64_t aborts[MRT_N_ABORTS];
  double given_up;		/* ticks of runs that their limit ended */
  uint64_t registers_differ, exit_differs, exceptions_differ, subnormals;
  uint64_t replays, replays_whole, replays_differ; /* runs of the replay copy:
				   used, of these with all of the entry; others */
  double replay, replay_bound;	/* ticks of those used, and of the bound runs
				   beside them */
  uint64_t paths, blocks_differ; /* entries whose blocks were counted in both,
				   and those with other counts */
  uint64_t first_original, first_bound;
  uint64_t disturbed, apart, n_placed;
  uint64_t n_auxiliary;
  double auxiliary, auxiliary_weights, auxiliary_squares;
  uint64_t mirrored;		/* bound runs that counted, of mirror copies */
  uint64_t folded;		/* of these, with more pages than mirrors have */
  uint64_t faults;		/* page faults in entries that were looked at */
  uint64_t cuts, cuts_growing;
  uint64_t paired;		/* samples whose copy ran before its own original */
  double behind;		/* ticks of originals behind samples' copies, see mrt_record */
  double cut_original, cut_bound; /* ns that originals took, and that bound runs
				   which were cut off would have taken; */
  double cut_squares;		/* us^2, see mrt_record */
  uint64_t warmings;		/* samples with two runs of the copy, */
  double cold, warm;		/* ticks of the first ones and of the second */
  double placed, placed_bound;	/* ticks of runs with placed slots, and of the
				   bound runs beside them */
  uint64_t n_slots;		/* runs with slots beside those of mirror copies, */
  double slots, slots_mirrored;	/* their ticks, and those of these, */
  double slots_squares, mirrored_squares, slots_products; /* ticks^2 */
  double straddling;		/* share of the wide references observed that
				   lie across two cache lines */
  double recurring;		/* share of the loads observed that read what was
				   stored just before; */
  double in_rows;		/* or a short row before, see mrt_nest */
  double chained;		/* share of them that do so in the copy only */
  double trips;			/* iterations of an inner loop each time that it
				   is entered, as observed; negative: not
				   known */
  uint32_t caution;		/* MRT_REASON_*: what makes functions that are
				   called doubtful */
  uint32_t pointer;		/* MRT_REASON_*: why what a pointer leads to
				   cannot be called */
  bool passed_by;		/* its entries were not seen from some time on */
  bool called;			/* it made a call that its copies cannot */
  uint64_t counts_open;		/* entries not left by an exit edge */
  uint64_t counts_cold;		/* those that went on uncounted */
  uint32_t threads;
  uint32_t n_recent;
  uint32_t recent[MRT_RECENT];
  struct mrt_bin bins[MRT_BINS];
};

enum mrt_verdict
{
  MRT_OK,
  MRT_PARTIAL,
  MRT_CONTROL,
  MRT_DIVERGED,
  MRT_UNVERIFIED,
  MRT_DRIFT,
  MRT_ABORTED,
  MRT_UNMEASURABLE,
  MRT_UNSAMPLED,
  MRT_REFUSED,
  MRT_N_VERDICTS
};

extern const char *const mrt_verdict_names[MRT_N_VERDICTS];

/* Results in ticks; negative: unknown.  */
/* Inner loops that go round less often are mostly their ends.  */
#define MRT_SHORT_ROW 16

/* From this part of the time that the bound is on nothing seems to be won.  */
#define MRT_NOTHING_WON 0.8

struct mrt_estimate
{
  double time, time_low, time_high;
  double bound, bound_low, bound_high;
  double ratio;			/* bound / time */
  double placed;		/* bound with references in their lines as in
				   the original, -1 if not measured */
  double replayed;		/* bound with control loads that hit, -1 if not
				   measured */
  bool learns;			/* second runs took less than 1/1.05 of first ones */
  bool learned;			/* less than 1/1.15: the bound is the first ones' */
  enum mrt_verdict verdict;
  enum mrt_reason reason;
};

/* Ticks that measuring costs.  */
struct mrt_costs
{
  double original, bound;
  double forwarding;		/* what an update of memory takes that waits for
				   the one before, by what one takes that does
				   not; see forwarding.c */
  double fault;			/* what a page fault takes at the least */
  struct mrt_overlap overlap;
  double interrupts;		/* what interrupts take of short bound runs, which
				   is not in these, by what is; known from */
  double n_interrupts;		/* so many */
};

/* Add record REC, of a thread that made ENTRIES, and others INSIDE nests that were
   measured with the functions that they call, to SUMS.  */
void mrt_sums_add (struct mrt_sums *sums, const struct mrt_record *rec,
		   uint64_t entries, uint64_t inside);

/* What all threads have of nest INDEX.  */
struct mrt_sums mrt_nest_sums (uint32_t index);

/* The ticks of all entries of a nest with SUMS, -1 if that is unknown.  */
double mrt_estimate_time (const struct mrt_sums *sums,
			  const struct mrt_costs *costs);

/* The bound with control loads that hit, where BOUND is that with those as they
   are; -1 where it is not known.  */
double mrt_replay_estimate (const struct mrt_sums *sums, double bound,
			    const struct mrt_costs *costs);

/* True if that is clearly the lower one: control loads miss.  */
bool mrt_control_misses_p (const struct mrt_estimate *e,
			   const struct memlb_nest *d);

/* True if the loads that decide the control flow may carry the time, and no
   replay tells: the bound has their misses.  Where it is well below the time,
   it says at least what the other references cost.  */
bool mrt_control_p (const struct mrt_estimate *e, const struct mrt_sums *s,
		    const struct memlb_nest *d);

/* True if originals of S that were measured like sampled ones stand for nearly all
   entries.  */
bool mrt_represented_p (const struct mrt_sums *s);

/* True if the bound of S is that of runs with slots times what the mirror copy beside
   some of them took more, or less.  */
bool mrt_side_by_side_p (const struct mrt_sums *s);

/* True if loaded data decide the branches in a loop of D without loops inside, and
   only one of it and its copy, the mirror copy's if MIRRORED, lies in two pages.  */
bool mrt_placed_apart_p (const struct memlb_nest *d, bool mirrored);

/* Give E, whose times are known, its verdict and the reason; the other arguments are
   those of mrt_estimate.  */
void mrt_decide (struct mrt_estimate *e, const struct mrt_sums *sums,
		 const struct memlb_nest *desc, enum mrt_reason reason,
		 bool sampling, const struct mrt_costs *costs);

/* Estimate the nest of descriptor DESC, for which the runtime itself found
   REASON, in a run where bound copies are possible when SAMPLING.  */
struct mrt_estimate mrt_estimate (const struct mrt_sums *sums,
				  const struct memlb_nest *desc,
				  enum mrt_reason reason, bool sampling,
				  const struct mrt_costs *costs);

#endif
