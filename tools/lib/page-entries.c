/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single entries of loops as columns of a page: the number of the loop's
   scope, when the entry began, how long it took, its bound (0 where there is
   none), its thread, and where one has a rank, that and 1 (0 where it has
   none).  */

#include "page-entries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* More than a timeline shows; a runtime writes a few thousand.  */
enum { MOST_ENTRIES = 100000, DIGITS = 6 };

struct entries
{
  size_t n;
  uint32_t *loops, *threads, *ranks;
  bool ranked;
  double *start, *time, *bound;
};

static double
or_zero (double value)
{
  return isnan (value) ? 0 : value;
}

/* VALUE, the number of a rank or a thread, and MORE; 0 if it is unknown.  */

static uint32_t
or_none (double value, uint32_t more)
{
  return value >= 0 && value < 1e9 ? (uint32_t) value + more : 0;
}

/* Add NODE, in scope number LOOP, to E, if it is an entry.  */

static void
add_entry (struct entries *e, size_t loop, const struct node *node)
{
  double start, time;

  if (e->n >= MOST_ENTRIES || strcmp (node->element, "entry") != 0)
    return;
  start = node_number (node, "start");
  time = node_number (node, "time");
  if (isnan (start) || isnan (time))
    return;
  e->loops = grow (e->loops, e->n, sizeof *e->loops);
  e->threads = grow (e->threads, e->n, sizeof *e->threads);
  e->ranks = grow (e->ranks, e->n, sizeof *e->ranks);
  e->start = grow (e->start, e->n, sizeof *e->start);
  e->time = grow (e->time, e->n, sizeof *e->time);
  e->bound = grow (e->bound, e->n, sizeof *e->bound);
  e->loops[e->n] = (uint32_t) loop;
  e->threads[e->n] = or_none (node_number (node, "thread"), 0);
  e->ranks[e->n] = or_none (node_number (node, "rank"), 1);
  e->ranked |= e->ranks[e->n] > 0;
  e->start[e->n] = start;
  e->time[e->n] = time;
  e->bound[e->n++] = or_zero (node_number (node, "bound"));
}

/* Add the entries of T's loops to P, as one value of its head; nothing where
   there are none.  */

void
page_entries (struct pack *p, struct tree *t)
{
  struct entries e = { 0 };

  tree_number (t);
  for (size_t i = 0; i < t->n_scopes; i++)
    if (t->scopes[i]->kind == SCOPE_LOOP)
      for (const struct node *n = t->scopes[i]->first; n; n = n->next)
	add_entry (&e, i, n);
  if (!e.n)
    return;
  pack_key (p, ",", "entries");
  pack_key (p, "{", "loops");
  pack_integers (p, e.loops, e.n);
  pack_key (p, ",", "threads");
  pack_integers (p, e.threads, e.n);
  if (e.ranked)
    {
      pack_key (p, ",", "ranks");
      pack_integers (p, e.ranks, e.n);
    }
  pack_key (p, ",", "start");
  pack_numbers (p, e.start, e.n, PACK_ALL_DIGITS);
  pack_key (p, ",", "time");
  pack_numbers (p, e.time, e.n, DIGITS);
  pack_key (p, ",", "bound");
  pack_numbers (p, e.bound, e.n, DIGITS);
  putc ('}', p->head);
  free (e.loops);
  free (e.threads);
  free (e.ranks);
  free (e.start);
  free (e.time);
  free (e.bound);
}
