/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of combine.c share; nobody else includes this.  */

#ifndef MEMLB_TOOLS_COMBINING_H
#define MEMLB_TOOLS_COMBINING_H

#include <stdbool.h>
#include "profile.h"
#include "xalloc.h"
#include <libiberty/hashtab.h>

/* A figure over profiles.  */
struct spread
{
  double n;		/* profiles that have it */
  double sum, least, most;
  double rank;		/* that has the most, NaN if unknown */
};

/* What is summed for one loop beside the numbers of the profile.  */
struct combined_loop
{
  double time_of[VERDICT_OTHER + 1];	/* time by verdict */
  const char *reason_of[VERDICT_OTHER + 1];
  const char *name_of[VERDICT_OTHER + 1];
  double believed_time, believed_bound, believed_attainable;
  double believed_placed, believed_replayed;
  double bound_variance, time_variance;	/* half intervals, squared */
  double entered;			/* profiles that entered it */
  struct spread time, bound, entries;
  size_t entries_seen, entry_step;	/* of single entries */
};

/* What is summed for one scope.  */
struct combined_scope
{
  double time;		/* in the profile being added; NaN if unknown */
  struct spread spread;	/* of that */
};

/* Names that occur, with how often.  */
struct tally
{
  htab_t table;
  struct tally_entry
  {
    const char *name;
    double n, ranks;
  } **at;
  size_t n;
};

/* What is summed of the conditions of runs.  */
struct combined_conditions
{
  double waiting[6];		/* the figures of <waiting>, added */
  double load[2];		/* the largest of <load> */
};

struct combination
{
  struct profile *p;
  struct combined_loop *sums;		/* one for each loop of P */
  struct combined_scope *scopes;	/* one for each scope of P */
  htab_t scope_numbers, loop_numbers;
  struct tally runs, hosts, cpus, programs;
  size_t more_runs, more_hosts;		/* those of merged profiles */
  double more_ranks;
  struct combined_conditions conditions;
  size_t n_profiles;			/* calls of combine_add */
  size_t n_entries, most_entries;	/* of all loops; of one */
};

/* combine-scopes.c: which is which.  */
void combine_scopes_begin (struct combination *c);
size_t *combine_scopes (struct combination *c, const struct profile *one);
size_t combine_loop (struct combination *c, const struct loop *from,
		     size_t scope);
void combine_scopes_end (struct combination *c);

/* combine-spread.c: figures over profiles, and metrics.  */
void spread_add (struct spread *s, double value, double rank);
void spread_add_merged (struct spread *s, const char *name,
			const struct metric_value *metrics, size_t n,
			double value, double files);
void combine_values (struct combination *c, struct metric_value **to,
		     size_t *n_to, const struct profile *one,
		     const struct metric_value *from, size_t n_from,
		     const double *numbers, double weight);
void combine_declare (struct combination *c, const struct profile *one);
void combine_write_spreads (struct combination *c);

/* combine-entries.c: single entries of loops.  */
void combine_entries (struct combination *c, const struct profile *one,
		      const struct loop *from, size_t number);

/* combine-environment.c: where and when.  */
void combine_environment_begin (struct combination *c);
void combine_environment (struct combination *c, const struct profile *one);
void combine_environment_end (struct combination *c);
void combine_environment_free (struct combination *c);

#endif /* MEMLB_TOOLS_COMBINING_H */
