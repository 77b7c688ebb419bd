/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops are worth a row, and whose figures mean what they say: MTOOL's
   selection.

     1. Functions with the first 95 % of the memory operations, and the loops
	in these; of other functions those loops that execute a twentieth of all
	memory operations together with what they call.
     2. Those that are timable: time and memory operations of an entry are many
	times those of reading the clock.
     3. Those that are estimable: what they call is called from there alone, or
	its part is known well enough (estimate-calls.c).

     4. Functions of the first 95 % whose own memory operations are, by more than
	half, in no loop that remains, if they are timable and estimable: the
	time is that of outermost activations.

   What the loops that remain hold of all memory operations is told, and how
   much of the overhead of the whole program they do not explain.  Loops may
   hold others; for these sums a memory operation, and the overhead of an outer
   loop, count once.  */

#include "estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estimate-calls.h"
#include "xalloc.h"

static const double wanted_share = 0.95, outer_share = 0.05,
		    least_share = 0.01;

/* So many times what reading the clock takes.  */
static const double many_times = 10;

/* Loads and stores that timing an entry executes, about.  */
static const double clock_accesses = 32;

/* Memory operations of BLOCK.  */

static double
block_accesses (const struct block *block)
{
  return block->n[B_EXECUTIONS] * (block->n[B_LOADS] + block->n[B_STORES]);
}

/* What is known while loops are chosen.  */
struct choice
{
  struct estimates *e;
  const struct calls *calls;
  double *covered;		/* of each function called: its part that is
				   within loops that were chosen */
  uint64_t *blocks;		/* addresses of the chosen loops' own blocks, */
  size_t *block_nodes;		/* and the functions that they are in */
  size_t n_blocks;
};

/* Say why E has no row, unless something was said; TEXT becomes its own.  */

static void
drop (struct estimate *e, enum estimate_drop why, char *text)
{
  if (e->drop == ESTIMATE_CHOSEN)
    {
      e->drop = why;
      e->why = text;
    }
  else
    free (text);
}

static int
compare_accesses (const void *a, const void *b)
{
  const struct call_node *x = *(const struct call_node *const *) a;
  const struct call_node *y = *(const struct call_node *const *) b;

  if (x->own.accesses != y->own.accesses)
    return x->own.accesses < y->own.accesses ? 1 : -1;
  return (x > y) - (x < y);
}

/* For each function of C whether it is one of those with the first 95 % of the
   memory operations, ALL of them.  To be freed.  */

static bool *
choose_functions (const struct calls *c, double all)
{
  bool *chosen = xcalloc (c->n + 1, sizeof *chosen);
  const struct call_node **order = xcalloc (c->n + 1, sizeof *order);
  double sum = 0;

  for (size_t i = 0; i < c->n; i++)
    order[i] = &c->nodes[i];
  qsort (order, c->n, sizeof *order, compare_accesses);
  for (size_t i = 0; i < c->n && sum < wanted_share * all; i++)
    {
      chosen[order[i] - c->nodes] = true;
      sum += order[i]->own.accesses;
    }
  free (order);
  return chosen;
}

/* The entries of E that timing needs: of what calls itself the outermost
   activations.  */

static double
timed_entries (const struct estimate *e)
{
  double entries = e->counted->n[N_ENTRIES];
  double nested = e->timed ? values_get (e->timed->has->metrics,
					 e->timed->has->n_metrics, "nested")
			   : NAN;

  if (!e->recursive || !(nested > 0) || !(e->timed->n[N_ENTRIES] > nested))
    return entries;
  return entries * (1 - nested / e->timed->n[N_ENTRIES]);
}

/* Drop the loop E if timing its entries would tell more about the clock, which
   costs COST cycles.  */

static void
decide_timable (struct estimate *e, double cost)
{
  double entries = timed_entries (e);

  if (isnan (e->time))
    drop (e, ESTIMATE_UNTIMED, xasprintf ("it was not timed%s",
	    e->called ? ": memlb run -m time does" : ""));
  else if (entries > 0 && e->cycles / entries < many_times * cost)
    drop (e, ESTIMATE_SHORT, xasprintf ("an entry takes %.0f cycles, the clock "
	    "%.0f", e->cycles / entries, cost));
  else if (entries > 0 && e->all_accesses / entries
			  < many_times * clock_accesses)
    drop (e, ESTIMATE_SHORT, xasprintf ("an entry has %.0f memory operations, "
	    "timing it about %.0f", e->all_accesses / entries,
	    clock_accesses));
}

/* True if BLOCK of function NODE is in a loop that was chosen.  */

static bool
in_chosen_p (const struct choice *c, size_t node, uint64_t block)
{
  for (size_t i = 0; i < c->n_blocks; i++)
    if (c->blocks[i] == block && c->block_nodes[i] == node)
      return true;
  return false;
}

/* The part of the memory operations of E's own blocks that are within loops
   that were chosen before.  */

static double
held_part (const struct choice *c, const struct estimate *e)
{
  const struct contents *has = e->counted->has;
  size_t node = c->calls->of_scope[e->counted->scope];
  double all = 0, held = 0;

  if (node == NO_NODE)
    return 0;
  for (size_t i = 0; i < has->n_blocks; i++)
    {
      double n = block_accesses (&has->blocks[i]) + 1e-9;
      all += n;
      held += n * (in_chosen_p (c, node, block_address (&has->blocks[i]))
		   ? 1 : c->covered[node]);
    }
  return all > 0 ? held / all : 0;
}

/* The part of the memory operations of E and what it calls that are within loops
   that were chosen before, at least: E may hold these, or be inside of one.  */

static double
shared_part (const struct choice *c, const struct estimate *e)
{
  double all = 0, both = 0;

  for (size_t w = 0; e->share && w < c->calls->n; w++)
    {
      double n = c->calls->nodes[w].own.accesses;
      all += n * e->share[w];
      both += n * fmax (0, e->share[w] + c->covered[w] - 1);
    }
  return all > 0 ? both / all : 0;
}

/* Add what the loop E holds to C, and its overhead to what is explained, if
   no loop was chosen that holds it, or is most of it.  */

static void
add_chosen (struct choice *c, struct estimate *e)
{
  const struct contents *has = e->counted->has;
  size_t node = c->calls->of_scope[e->counted->scope];

  e->inner = held_part (c, e) >= 0.5 || shared_part (c, e) >= 0.5;
  if (e->inner)
    return;
  c->e->explained += e->overhead;
  c->e->n_outermost++;
  if (node == NO_NODE)
    {
      c->e->measured_accesses += e->accesses;
      return;
    }
  for (size_t w = 0; w < c->calls->n; w++)
    c->covered[w] = fmin (1, c->covered[w] + e->share[w]);
  for (size_t i = 0; i < has->n_blocks; i++)
    {
      c->blocks = grow (c->blocks, c->n_blocks, sizeof *c->blocks);
      c->block_nodes = grow (c->block_nodes, c->n_blocks,
			     sizeof *c->block_nodes);
      c->blocks[c->n_blocks] = block_address (&has->blocks[i]);
      c->block_nodes[c->n_blocks++] = node;
    }
}

/* The memory operations of the functions that are within the loops chosen.  */

static double
covered_accesses (const struct choice *c)
{
  double sum = 0;

  for (size_t w = 0; w < c->calls->n; w++)
    {
      const struct scope *scope = c->calls->nodes[w].scope;
      if (c->calls->nodes[w].library)
	sum += c->covered[w] * c->calls->nodes[w].own.accesses;
      for (size_t i = 0; i < scope->n_blocks; i++)
	{
	  const struct block *b = &scope->blocks[i];
	  sum += block_accesses (b)
		 * (in_chosen_p (c, w, block_address (b)) ? 1 : c->covered[w]);
	}
    }
  return sum;
}

static int
compare_holders (const void *a, const void *b)
{
  const struct estimate *x = *(const struct estimate *const *) a;
  const struct estimate *y = *(const struct estimate *const *) b;

  if (x->all_accesses != y->all_accesses)
    return x->all_accesses < y->all_accesses ? 1 : -1;
  return (x > y) - (x < y);
}

/* Sum up what the chosen loops of C hold: those with most first.  */

static void
sum_chosen (struct choice *c)
{
  struct estimates *e = c->e;
  struct estimate **order = xcalloc (e->n + 1, sizeof *order);
  size_t n = 0;

  for (size_t i = 0; i < e->n; i++)
    if (e->at[i].drop == ESTIMATE_CHOSEN && !e->at[i].procedure)
      order[n++] = &e->at[i];
  qsort (order, n, sizeof *order, compare_holders);
  for (size_t i = 0; i < n; i++)
    add_chosen (c, order[i]);
  free (order);
}

/* True if function P's own memory operations are for the greater part in
   loops, or functions, that were chosen, or are too few to matter.  */

static bool
held_p (const struct choice *c, const struct estimate *p,
	const bool *functions)
{
  size_t node = c->calls->of_scope[p->counted->scope];
  double rest = (1 - held_part (c, p)) * p->accesses;

  return !functions[node] || rest < p->accesses / 2
	 || rest < least_share * c->e->all_accesses;
}

/* The part of loop E's time that is within function P.  */

static double
part_within (const struct choice *c, const struct estimate *e,
	     const struct estimate *p)
{
  size_t node = c->calls->of_scope[e->counted->scope];

  return node == NO_NODE ? 0
	 : node == c->calls->of_scope[p->counted->scope] ? 1 : p->share[node];
}

/* Add function P to C: what it holds beside loops and functions chosen before.
   Of what both hold nobody knows how much it is; it counts once.  */

static void
add_procedure (struct choice *c, struct estimate *p)
{
  struct estimates *e = c->e;

  e->explained += p->overhead;
  for (size_t i = 0; i < e->n; i++)
    if (&e->at[i] != p && e->at[i].drop == ESTIMATE_CHOSEN
	&& !e->at[i].inner && (!e->at[i].procedure || e->at[i].added))
      e->explained -= part_within (c, &e->at[i], p) * e->at[i].overhead;
  for (size_t w = 0; w < c->calls->n; w++)
    c->covered[w] = fmax (c->covered[w], fmin (1, p->share[w]));
  c->covered[c->calls->of_scope[p->counted->scope]] = 1;
  p->added = true;
  e->n_procedures++;
}

/* Choose functions of C for what no chosen loop holds: those that hold most
   first.  FUNCTIONS are those with the first 95 %; reading the clock costs COST
   cycles.  */

static void
choose_procedures (struct choice *c, const bool *functions, double cost)
{
  struct estimates *e = c->e;
  struct estimate **order = xcalloc (e->n + 1, sizeof *order);
  size_t n = 0;

  for (size_t i = 0; i < e->n; i++)
    if (e->at[i].procedure)
      order[n++] = &e->at[i];
  qsort (order, n, sizeof *order, compare_holders);
  for (size_t i = 0; i < n; i++)
    {
      struct estimate *p = order[i];
      if (held_p (c, p, functions))
	drop (p, ESTIMATE_HELD, xstrdup ("its loops are measured"));
      decide_timable (p, cost);
      if (p->shared)
	drop (p, ESTIMATE_SHARED, xstrdup (p->shared));
      if (p->drop == ESTIMATE_CHOSEN)
	add_procedure (c, p);
    }
  free (order);
}

/* All memory operations of E's functions, and their ideal time; loops of
   functions that were not counted as a whole count by themselves.  */

static void
sum_program (struct estimates *e, const struct calls *calls)
{
  for (size_t i = 0; i < calls->n; i++)
    {
      e->all_accesses += calls->nodes[i].own.accesses;
      e->predicted += calls->nodes[i].own.ideal / e->hz;
    }
  for (size_t i = 0; i < e->n; i++)
    if (!e->at[i].procedure
	&& calls->of_scope[e->at[i].counted->scope] == NO_NODE)
      {
	e->all_accesses += e->at[i].accesses;
	e->predicted += e->at[i].ideal;
      }
}

/* Choose loops of E, whose calls are CALLS.  */

void
estimates_choose (struct estimates *e, const struct calls *calls)
{
  double cost = profile_condition (e->times, "clock", "cost-cycles");
  struct choice c = { .e = e, .calls = calls };

  sum_program (e, calls);
  bool *functions = choose_functions (calls, e->all_accesses);
  for (size_t i = 0; i < e->n; i++)
    {
      struct estimate *one = &e->at[i];
      size_t node = calls->of_scope[one->counted->scope];
      if (one->procedure)
	continue;
      if (node != NO_NODE && !functions[node]
	  && one->all_accesses < outer_share * e->all_accesses)
	drop (one, ESTIMATE_MINOR, xstrdup ("beyond the first 95 % of memory "
					    "operations"));
      decide_timable (one, isnan (cost) ? 0 : cost);
      if (one->shared)
	drop (one, ESTIMATE_SHARED, xstrdup (one->shared));
    }
  c.covered = xcalloc (calls->n + 1, sizeof *c.covered);
  sum_chosen (&c);
  choose_procedures (&c, functions, isnan (cost) ? 0 : cost);
  e->measured_accesses += covered_accesses (&c);
  e->whole = calls->n > 0;
  free (functions);
  free (c.covered);
  free (c.blocks);
  free (c.block_nodes);
}
