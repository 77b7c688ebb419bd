/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles of one program (the ranks of a run) into one.

   Times and counts add up.  The bound of a loop is its whole time by the
   ratio of bound to time over the profiles whose bound is believed; half
   intervals add as independent errors do.  The verdict is the least good one
   among the profiles that hold at least 1 % of the loop's time: a rank that
   hardly enters a loop does not spoil what the others found.

   One profile after the other is added and may be forgotten: the memory grows
   with the loops that differ, not with the profiles.  */

#include "combine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "combining.h"

struct combination *
combine_begin (void)
{
  struct combination *c = XCNEW (struct combination);

  c->p = profile_new ("profiles");
  c->p->n_files = c->p->n_runs = 0;
  combine_scopes_begin (c);
  combine_environment_begin (c);
  return c;
}

/* Add B to *A; unknown counts as nothing unless both are.  */

static void
add (double *a, double b)
{
  if (isnan (*a))
    *a = b;
  else if (!isnan (b))
    *a += b;
}

/* The square of half the interval LOW..HIGH, 0 when unknown.  */

static double
half_squared (double low, double high)
{
  double half = (high - low) / 2;

  return isnan (half) ? 0 : half * half;
}

/* Add the numbers of FROM to LOOP.  */

static void
add_numbers (struct loop *loop, const struct loop *from)
{
  enum { SAME, SUM, DERIVED };
#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) HOW,
  static const int how[N_NUMBERS] = {
#include "profile-numbers.def"
  };
#undef NUMBER

  for (int i = 0; i < N_NUMBERS; i++)
    if (how[i] == SUM)
      add (&loop->n[i], from->n[i]);
    else if (how[i] == SAME && isnan (loop->n[i]))
      loop->n[i] = from->n[i];
}

/* Add what the verdict and the bound of FROM say to SUM, in P.  */

static void
add_verdict (struct profile *p, struct combined_loop *sum,
	     const struct loop *from)
{
  double time = isnan (from->n[N_TIME]) ? 0 : from->n[N_TIME];

  sum->time_of[from->verdict] += time;
  if (!sum->name_of[from->verdict])
    {
      sum->name_of[from->verdict] = profile_string (p, from->verdict_name);
      sum->reason_of[from->verdict] = profile_string (p, from->reason);
    }
  sum->time_variance += half_squared (from->n[N_TIME_LOW],
				      from->n[N_TIME_HIGH]);
  if (isnan (loop_bound (from, N_BOUND)))
    return;
  sum->believed_time += time;
  sum->believed_bound += from->n[N_BOUND];
  sum->believed_attainable += from->n[N_ATTAINABLE];
  sum->believed_placed += from->n[N_BOUND_PLACED];
  sum->believed_replayed += from->n[N_BOUND_REPLAYED];
  sum->bound_variance += half_squared (from->n[N_BOUND_LOW],
				       from->n[N_BOUND_HIGH]);
}

/* Add what ONE says of the program itself to P.  */

static void
add_program (struct profile *p, const struct profile *one)
{
  if (!p->program)
    p->program = profile_string (p, one->program);
  if (one->n_incomplete && !p->ended)
    p->ended = profile_string (p, one->ended);
  add (&p->time, one->time);
  add (&p->threads, one->threads);
  if (isnan (p->elapsed) || one->elapsed > p->elapsed)
    p->elapsed = one->elapsed;
}

/* The time of LOOP; that of one never entered is known.  */

static double
time_of (const struct loop *loop)
{
  return isnan (loop->n[N_TIME]) && loop->n[N_ENTRIES] == 0
	 ? 0 : loop->n[N_TIME];
}

/* Add the figures of FROM, a loop of ONE, to those over profiles in SUM.  */

static void
add_spreads (struct combined_loop *sum, const struct profile *one,
	     const struct loop *from)
{
  const struct contents *has = from->has;
  double bound = loop_bound (from, N_BOUND);

  if (one->merged)
    {
      double files = one->n_files;
      spread_add_merged (&sum->time, "time", has->metrics, has->n_metrics,
			 time_of (from), files);
      spread_add_merged (&sum->entries, "entries", has->metrics,
			 has->n_metrics, from->n[N_ENTRIES], files);
      double bounds = values_get (has->metrics, has->n_metrics,
				  "rank-bounds");
      spread_add_merged (&sum->bound, "bound", has->metrics, has->n_metrics,
			 bound, isnan (bounds) ? files : bounds);
      double entered = values_get (has->metrics, has->n_metrics,
				   "rank-entered");
      sum->entered += isnan (entered) ? files : entered;
      return;
    }
  spread_add (&sum->time, time_of (from), one->rank);
  spread_add (&sum->entries, from->n[N_ENTRIES], one->rank);
  spread_add (&sum->bound, bound, one->rank);
  sum->entered += from->n[N_ENTRIES] > 0;
}

/* Add the N blocks FROM to the *N_BLOCKS ones at *BLOCKS in P.  */

static void
add_blocks (struct profile *p, struct block **blocks, size_t *n_blocks,
	    const struct block *from, size_t n)
{
  if (!*n_blocks && n)
    {
      *blocks = xcalloc (n, sizeof **blocks);
      *n_blocks = n;
      for (size_t i = 0; i < n; i++)
	{
	  (*blocks)[i] = from[i];
	  (*blocks)[i].address = profile_string (p, from[i].address);
	  (*blocks)[i].callee = profile_string (p, from[i].callee);
	}
    }
  else if (*n_blocks == n)
    for (size_t i = 0; i < n; i++)
      {
	double *to = (*blocks)[i].n;
	add (&to[B_EXECUTIONS], from[i].n[B_EXECUTIONS]);
	add (&to[B_ITERATIONS], from[i].n[B_ITERATIONS]);
	add (&to[B_CALLEE_BYTES], from[i].n[B_CALLEE_BYTES]);
      }
}

/* Add what the procedure FROM called through pointers to SCOPE of P, if that has
   the same blocks.  */

static void
add_targets (struct profile *p, struct scope *scope, const struct scope *from)
{
  if (!from->n_targets || scope->n_blocks != from->n_blocks)
    return;
  struct target *more = xcalloc (from->n_targets, sizeof *more);
  for (size_t i = 0; i < from->n_targets; i++)
    {
      more[i] = from->targets[i];
      more[i].name = profile_string (p, more[i].name);
      more[i].file = profile_string (p, more[i].file);
    }
  profile_add_targets (scope, more, from->n_targets);
  free (more);
}

/* Add the loop FROM of ONE, which stands in SCOPE of C.  */

static void
add_loop (struct combination *c, const struct profile *one,
	  const struct loop *from, size_t scope)
{
  size_t number = combine_loop (c, from, scope);
  struct loop *loop = &c->p->loops[number];
  struct combined_loop *sum = &c->sums[number];
  double entered = sum->entered;

  add_numbers (loop, from);
  if (from->has->n_blocks)
    {
      struct contents *has = loop_contents (loop);
      add_blocks (c->p, &has->blocks, &has->n_blocks, from->has->blocks,
		  from->has->n_blocks);
    }
  combine_entries (c, one, from, number);
  add_verdict (c->p, sum, from);
  add_spreads (sum, one, from);
  struct contents *to = loop_contents (loop);
  combine_values (c, &to->metrics, &to->n_metrics, one, from->has->metrics,
		  from->has->n_metrics, from->n, sum->entered - entered);
  if (scope < c->p->n_scopes)
    add (&c->scopes[scope].time, time_of (from));
}

/* Add the values of the scopes of ONE, which have the NUMBERS in C, and the
   times of their loops to those over profiles.  */

static void
add_scopes (struct combination *c, const struct profile *one,
	    const size_t *numbers)
{
  for (size_t i = one->n_scopes; i-- > 0;)
    {
      const struct scope *from = &one->scopes[i];
      struct scope *scope = &c->p->scopes[numbers[i]];
      struct combined_scope *sum = &c->scopes[numbers[i]];
      double time = from->level == LEVEL_PROGRAM ? one->time : sum->time;

      if (from->level > LEVEL_MODULE)
	add (&c->scopes[scope->parent].time, sum->time);
      if (one->merged)
	spread_add_merged (&sum->spread, "time", from->metrics,
			   from->n_metrics, time, one->n_files);
      else
	spread_add (&sum->spread, time, one->rank);
      sum->time = NAN;
      add (&scope->entries, from->entries);
      add_blocks (c->p, &scope->blocks, &scope->n_blocks, from->blocks,
		  from->n_blocks);
      add_targets (c->p, scope, from);
      combine_values (c, &scope->metrics, &scope->n_metrics, one,
		      from->metrics, from->n_metrics, NULL,
		      (double) one->n_files);
    }
}

/* Add the profile ONE to C.  */

void
combine_add (struct combination *c, const struct profile *one)
{
  size_t *numbers = combine_scopes (c, one);

  c->n_profiles++;
  add_program (c->p, one);
  combine_environment (c, one);
  combine_declare (c, one);
  for (size_t i = 0; i < one->n_losses; i++)
    profile_add_loss (c->p, one->losses[i].what, one->losses[i].n);
  for (size_t i = 0; i < one->n_scopes; i++)
    c->scopes[numbers[i]].time = NAN;
  for (size_t i = 0; i < one->n_loops; i++)
    {
      const struct loop *loop = &one->loops[i];
      add_loop (c, one, loop,
		loop->scope < one->n_scopes ? numbers[loop->scope] : 0);
    }
  add_scopes (c, one, numbers);
  free (numbers);
}

/* Give LOOP the verdict that SUM leads to.  */

static void
decide_verdict (struct loop *loop, const struct combined_loop *sum)
{
  double time = isnan (loop->n[N_TIME]) ? 0 : loop->n[N_TIME];
  int worst = -1, any = -1;

  for (int v = 0; v <= VERDICT_OTHER; v++)
    if (sum->name_of[v])
      {
	any = any < 0 ? v : any;
	if (sum->time_of[v] > 0 && sum->time_of[v] >= 0.01 * time)
	  worst = v;
      }
  worst = worst < 0 ? any : worst;
  loop->verdict = (enum verdict) worst;
  loop->verdict_name = sum->name_of[worst];
  loop->reason = sum->reason_of[worst];
}

/* Give LOOP the bound that SUM leads to.  */

static void
derive_bound (struct loop *loop, const struct combined_loop *sum)
{
  double time = loop->n[N_TIME];
  double half = sqrt (sum->time_variance);

  if (half > 0)
    {
      loop->n[N_TIME_LOW] = time > half ? time - half : 0;
      loop->n[N_TIME_HIGH] = time + half;
    }
  if (!(sum->believed_time > 0))
    return;
  double scale = time / sum->believed_time;
  double bound = sum->believed_bound * scale;
  loop->n[N_BOUND] = bound;
  loop->n[N_RATIO] = sum->believed_bound / sum->believed_time;
  loop->n[N_ATTAINABLE] = sum->believed_attainable * scale;
  loop->n[N_BOUND_PLACED] = sum->believed_placed * scale;
  loop->n[N_BOUND_REPLAYED] = sum->believed_replayed * scale;
  half = sqrt (sum->bound_variance) * scale;
  if (half > 0)
    {
      loop->n[N_BOUND_LOW] = bound > half ? bound - half : 0;
      loop->n[N_BOUND_HIGH] = bound + half;
    }
}

/* Free C but for its profile.  */

static void
free_parts (struct combination *c)
{
  combine_scopes_end (c);
  combine_environment_free (c);
  free (c->sums);
  free (c->scopes);
  free (c);
}

/* The finished profile of C, which is freed.  */

struct profile *
combine_end (struct combination *c)
{
  struct profile *p = c->p;

  for (size_t i = 0; i < p->n_loops; i++)
    {
      decide_verdict (&p->loops[i], &c->sums[i]);
      derive_bound (&p->loops[i], &c->sums[i]);
    }
  combine_environment_end (c);
  combine_write_spreads (c);
  p->merged = true;
  free_parts (c);
  return p;
}

/* Give C up.  */

void
combine_abandon (struct combination *c)
{
  profile_free (c->p);
  free_parts (c);
}
