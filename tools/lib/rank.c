/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops a report shows, in which order.  */

#include "rank.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

static const char *const sort_names[N_SORT_KEYS]
  = { "recoverable", "time", "bound", "speedup", "share", "entries", "name" };

/* The sort keys that TEXT lists, separated by commas, into KEYS and *N.
   False when one is unknown or stands there twice.  */

bool
sort_keys_parse (const char *text, enum sort_key *keys, size_t *n)
{
  *n = 0;
  while (true)
    {
      size_t length = strcspn (text, ",");
      int key = 0;

      while (key < N_SORT_KEYS
	     && (strlen (sort_names[key]) != length
		 || strncmp (sort_names[key], text, length) != 0))
	key++;
      if (key == N_SORT_KEYS || *n == N_SORT_KEYS)
	return false;
      keys[(*n)++] = (enum sort_key) key;
      if (!text[length])
	return true;
      text += length + 1;
    }
}

/* The figure of LOOP by which KEY sorts.  */

static double
sort_figure (const struct loop *loop, enum sort_key key)
{
  switch (key)
    {
    case SORT_RECOVERABLE: return loop_recoverable (loop);
    case SORT_BOUND: return loop_bound (loop, N_BOUND);
    case SORT_SPEEDUP: return loop_speedup (loop);
    case SORT_ENTRIES: return loop->n[N_ENTRIES];
    default: return loop->n[N_TIME];
    }
}

/* Larger first, unknown last.  */

static int
compare_figures (double a, double b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  return (a < b) - (a > b);
}

struct sort_order
{
  const enum sort_key *keys;
  size_t n;
};

/* qsort_r: compare the loops at A and B in the order ORDER; ties by time and
   then by name, so that a report is the same every time.  */

static int
compare_loops (const void *a, const void *b, void *order)
{
  const struct loop *x = *(struct loop *const *) a;
  const struct loop *y = *(struct loop *const *) b;
  const struct sort_order *o = order;
  int sign = 0;

  for (size_t i = 0; i < o->n && !sign; i++)
    sign = (o->keys[i] == SORT_NAME ? strcmp (x->id, y->id)
	    : compare_figures (sort_figure (x, o->keys[i]),
			       sort_figure (y, o->keys[i])));
  if (!sign)
    sign = compare_figures (x->n[N_TIME], y->n[N_TIME]);
  if (!sign)
    sign = strcmp (x->id, y->id);
  return sign ? sign : (x > y) - (x < y);
}

/* The loops of P that CHOOSE wants, sorted by the N_KEYS of KEYS.  */

struct ranking
rank_loops (const struct profile *p, bool (*choose) (const struct loop *),
	    const enum sort_key *keys, size_t n_keys)
{
  struct ranking r = { .p = p };
  struct sort_order order = { keys, n_keys };

  r.rows = XCNEWVEC (struct loop *, p->n_loops + 1);
  for (size_t i = 0; i < p->n_loops; i++)
    if (choose (&p->loops[i]))
      r.rows[r.n++] = &p->loops[i];
  qsort_r (r.rows, r.n, sizeof *r.rows, compare_loops, &order);
  return r;
}

void
ranking_free (struct ranking *r)
{
  free (r->rows);
  *r = (struct ranking) { 0 };
}

/* True when LOOP lies round the place WHERE, `FILE:LINE'.  */

static bool
loop_at_p (const struct loop *loop, const char *where)
{
  const char *colon = strrchr (where, ':');
  char *end;

  if (!colon || !loop->in->file || isnan (loop->n[N_LINE]))
    return false;
  double line = strtod (colon + 1, &end);
  if (*end || end == colon + 1)
    return false;
  double last = isnan (loop->n[N_END_LINE]) ? loop->n[N_LINE]
		: loop->n[N_END_LINE];
  char *file = xstrndup (where, colon - where);
  bool same = (strcmp (file, loop->in->file) == 0
	       || (loop->in->path && strcmp (file, loop->in->path) == 0)
	       || (strchr (file, '/')
		   && strcmp (strrchr (file, '/') + 1, loop->in->file) == 0
		   && loop->in->path && strstr (loop->in->path, file)));
  free (file);
  return same && loop->n[N_LINE] <= line && line <= last;
}

/* Of ALL, the loops that WHICH means: a row number, an id, FILE:LINE, the
   name of a function, or a pattern over ids.  */

struct ranking
rank_pick (const struct ranking *all, const char *which)
{
  struct ranking r = { .p = all->p };
  char *end;
  unsigned long row = strtoul (which, &end, 10);

  r.rows = XCNEWVEC (struct loop *, all->n + 1);
  if (!*end && end != which)
    {
      if (row >= 1 && row <= all->n)
	r.rows[r.n++] = all->rows[row - 1];
      return r;
    }
  for (size_t i = 0; i < all->n; i++)
    {
      struct loop *loop = all->rows[i];

      if (strcmp (loop->id, which) == 0 || loop_at_p (loop, which)
	  || (loop->in->function && strcmp (loop->in->function, which) == 0)
	  || (loop->in->procedure && strcmp (loop->in->procedure, which) == 0)
	  || fnmatch (which, loop->id, 0) == 0)
	r.rows[r.n++] = loop;
    }
  return r;
}

/* Choices for rank_loops.  */

bool
loop_any_p (const struct loop *loop __attribute__ ((unused)))
{
  return true;
}

/* LOOP was copied and entered: it belongs into the table.  */

bool
loop_measured_p (const struct loop *loop)
{
  return (loop->verdict != VERDICT_REFUSED
	  && (loop->n[N_TIME] > 0 || loop->n[N_ENTRIES] > 0));
}

bool
loop_refused_p (const struct loop *loop)
{
  return loop->verdict == VERDICT_REFUSED;
}
