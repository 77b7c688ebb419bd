/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles of one program (the ranks of a run) into one.

   Times and counts add up.  The bound of a loop is its whole time by the
   ratio of bound to time over the profiles whose bound is believed; half
   intervals add as independent errors do.  The verdict is the least good one
   among the profiles that hold at least 1 % of the loop's time: a rank that
   hardly enters a loop does not spoil what the others found.

   Loops are looked up one after the other in order: profiles of one binary
   have the same order, so the next one nearly always fits.  Known weakness:
   profiles with many loops of their own make that slow.  */

#include "combine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* What is summed for one loop beside the numbers of the profile.  */
struct combined_loop
{
  double time_of[VERDICT_OTHER + 1];	/* time by verdict */
  const char *reason_of[VERDICT_OTHER + 1];
  const char *name_of[VERDICT_OTHER + 1];
  double believed_time, believed_bound, believed_attainable;
  double believed_placed;
  double bound_variance, time_variance;	/* half intervals, squared */
};

void
combine_begin (struct combination *c)
{
  *c = (struct combination) { .p = profile_new ("profiles") };
}

/* A copy of FROM, without its numbers, as the last loop of C.  */

static struct loop *
new_loop (struct combination *c, const struct loop *from)
{
  struct loop *loop;

  c->sums = grow (c->sums, c->p->n_loops, sizeof *c->sums);
  memset (&c->sums[c->p->n_loops], 0, sizeof *c->sums);
  loop = profile_add_loop (c->p);
  loop->id = profile_string (c->p, from->id);
  loop->module = profile_string (c->p, from->module);
  loop->file = profile_string (c->p, from->file);
  loop->path = profile_string (c->p, from->path);
  loop->procedure = profile_string (c->p, from->procedure);
  loop->asm_name = profile_string (c->p, from->asm_name);
  loop->function = profile_string (c->p, from->function);
  loop->variable = profile_string (c->p, from->variable);
  loop->flags = profile_string (c->p, from->flags);
  return loop;
}

/* True when A and B, which may be NULL, are equal.  */

static bool
same_p (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) == 0 : a == b;
}

/* The loop of C that FROM is, looked for from number HINT on; a new one if
   there is none, as for all of the first profile.  */

static struct loop *
find_loop (struct combination *c, const struct loop *from, size_t hint)
{
  struct profile *p = c->p;

  for (size_t i = 0; c->n_profiles > 1 && i < p->n_loops; i++)
    {
      struct loop *loop = &p->loops[(hint + i) % p->n_loops];
      if (strcmp (loop->id, from->id) == 0
	  && same_p (loop->module, from->module))
	return loop;
    }
  return new_loop (c, from);
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
  sum->bound_variance += half_squared (from->n[N_BOUND_LOW],
				       from->n[N_BOUND_HIGH]);
}

/* Add what ONE says of the program itself to P.  */

static void
add_program (struct profile *p, const struct profile *one)
{
  if (!p->program)
    {
      p->program = profile_string (p, one->program);
      p->run = profile_string (p, one->run);
      p->mode = profile_string (p, one->mode);
      p->start = profile_string (p, one->start);
      p->cpu = profile_string (p, one->cpu);
      p->host = profile_string (p, one->host);
    }
  if (one->n_incomplete && !p->n_incomplete)
    p->ended = profile_string (p, one->ended);
  p->n_incomplete += one->n_incomplete;
  add (&p->time, one->time);
  add (&p->threads, one->threads);
  if (isnan (p->elapsed) || one->elapsed > p->elapsed)
    p->elapsed = one->elapsed;
}

/* Add the profile ONE to C.  */

void
combine_add (struct combination *c, const struct profile *one)
{
  size_t hint = 0;

  c->n_profiles++;
  add_program (c->p, one);
  for (size_t i = 0; i < one->n_losses; i++)
    profile_add_loss (c->p, one->losses[i].what, one->losses[i].n);
  for (size_t i = 0; i < one->n_loops; i++)
    {
      struct loop *loop = find_loop (c, &one->loops[i], hint);
      size_t number = loop - c->p->loops;

      add_numbers (loop, &one->loops[i]);
      add_verdict (c->p, &c->sums[number], &one->loops[i]);
      hint = number + 1;
    }
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
  half = sqrt (sum->bound_variance) * scale;
  if (half > 0)
    {
      loop->n[N_BOUND_LOW] = bound > half ? bound - half : 0;
      loop->n[N_BOUND_HIGH] = bound + half;
    }
}

/* The finished profile of C.  */

struct profile *
combine_end (struct combination *c)
{
  struct profile *p = c->p;

  for (size_t i = 0; i < p->n_loops; i++)
    {
      decide_verdict (&p->loops[i], &c->sums[i]);
      derive_bound (&p->loops[i], &c->sums[i]);
    }
  p->n_files = c->n_profiles;
  free (c->sums);
  *c = (struct combination) { 0 };
  return p;
}

/* Give C up.  */

void
combine_abandon (struct combination *c)
{
  profile_free (c->p);
  free (c->sums);
  *c = (struct combination) { 0 };
}
