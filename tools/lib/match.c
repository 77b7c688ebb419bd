/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops of two profiles are the same, though lines have moved.

   An id holds a line, and after an edit the id of one loop may be that of
   another one before.  So loops are compared within a function, in the order
   of its lines, by what an edit elsewhere leaves alone: depth, length,
   loop variable, references.  The alignment of the two sequences with the
   greatest similarity in all wins; what then is left over is paired if it is
   similar enough, in any order, and at last if it is the only one on both
   sides.  A function that moved to another file is found by its name.

   Known weakness: loops that were exchanged with very similar neighbours
   keep their places.  */

#include "match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* Less similar loops are no pair; and no table of more cells is filled.  */
#define SIMILAR 0.5
enum { MOST_CELLS = 4000000, MOST_REFS = 200 };

/* Points of a comparison.  */
struct score
{
  double got, possible;
};

static void
add_equal (struct score *s, double weight, bool known, bool equal)
{
  s->possible += known ? weight : 0;
  s->got += known && equal ? weight : 0;
}

/* Compare two counts: alike in the ratio of the smaller to the larger.  */

static void
add_ratio (struct score *s, double weight, double a, double b)
{
  if (!(a >= 0) || !(b >= 0))
    return;
  double more = fmax (a, b);
  s->possible += weight;
  s->got += more > 0 ? weight * fmin (a, b) / more : weight;
}

/* How many of A's references have one of the same name and kind in B, each
   counted once.  */

static size_t
common_refs (const struct loop *a, const struct loop *b)
{
  bool used[MOST_REFS] = { false };
  size_t common = 0;

  for (size_t i = 0; i < a->has->n_refs; i++)
    for (size_t j = 0; j < b->has->n_refs; j++)
      {
	const struct ref *x = &a->has->refs[i], *y = &b->has->refs[j];
	if (used[j] || !x->name || !y->name || strcmp (x->name, y->name) != 0
	    || (x->kind && y->kind && strcmp (x->kind, y->kind) != 0))
	  continue;
	used[j] = true;
	common++;
	break;
      }
  return common;
}

/* How alike A and B are, from 0 to 1, not looking at where they are.  */

double
loop_similarity (const struct loop *a, const struct loop *b)
{
  struct score s = { 0, 0 };
  double length_a = a->n[N_END_LINE] - a->n[N_LINE] + 1;
  double length_b = b->n[N_END_LINE] - b->n[N_LINE] + 1;

  add_equal (&s, 2, !isnan (a->n[N_DEPTH]) && !isnan (b->n[N_DEPTH]),
	     a->n[N_DEPTH] == b->n[N_DEPTH]);
  add_equal (&s, 1, a->variable && b->variable,
	     a->variable && b->variable
	     && strcmp (a->variable, b->variable) == 0);
  add_ratio (&s, 2, length_a, length_b);
  add_ratio (&s, 1, a->n[N_REFS], b->n[N_REFS]);
  add_ratio (&s, 1, a->n[N_INSNS], b->n[N_INSNS]);
  add_ratio (&s, 1, a->n[N_BLOCKS], b->n[N_BLOCKS]);
  if (a->has->n_refs && b->has->n_refs && a->has->n_refs <= MOST_REFS
      && b->has->n_refs <= MOST_REFS)
    {
      s.possible += 4;
      s.got += 4 * 2.0 * (double) common_refs (a, b)
	       / (double) (a->has->n_refs + b->has->n_refs);
    }
  return s.possible > 0 ? s.got / s.possible : 0;
}

/* The loops of one profile, sorted by function, file and line.  */
struct side
{
  const struct loop **loops;
  bool *taken;
  size_t n;
};

static const char *
text_or_empty (const char *text)
{
  return text ? text : "";
}

/* The order of functions; that of two files if BY_FILE.  */

static int
compare_functions (const struct loop *x, const struct loop *y, bool by_file)
{
  int c = strcmp (text_or_empty (x->in->function),
		  text_or_empty (y->in->function));

  if (!c && by_file)
    c = strcmp (text_or_empty (x->in->file), text_or_empty (y->in->file));
  return c;
}

static int
compare_loops (const void *a, const void *b)
{
  const struct loop *x = *(const struct loop *const *) a;
  const struct loop *y = *(const struct loop *const *) b;
  double line_x = isnan (x->n[N_LINE]) ? 0 : x->n[N_LINE];
  double line_y = isnan (y->n[N_LINE]) ? 0 : y->n[N_LINE];
  int c = compare_functions (x, y, true);

  if (!c)
    c = (line_x > line_y) - (line_x < line_y);
  return c ? c : strcmp (x->id, y->id);
}

static struct side
side_of (const struct profile *p)
{
  struct side s = { .n = p->n_loops };

  s.loops = XNEWVEC (const struct loop *, s.n + 1);
  s.taken = XCNEWVEC (bool, s.n + 1);
  for (size_t i = 0; i < s.n; i++)
    s.loops[i] = &p->loops[i];
  qsort (s.loops, s.n, sizeof *s.loops, compare_loops);
  return s;
}

static void
side_free (struct side *s)
{
  free (s->loops);
  free (s->taken);
}

static void
add_match (struct matches *m, const struct loop *a, const struct loop *b,
	   enum match_by by)
{
  m->at = grow (m->at, m->n, sizeof *m->at);
  m->at[m->n++] = (struct match) { a, b, by };
}

/* Pair number I of A with number J of B.  */

static void
pair (struct matches *m, struct side *a, size_t i, struct side *b, size_t j,
      enum match_by by)
{
  a->taken[i] = b->taken[j] = true;
  if (by == MATCH_SHAPE && strcmp (a->loops[i]->id, b->loops[j]->id) == 0)
    by = MATCH_PLACE;
  add_match (m, a->loops[i], b->loops[j], by);
}

/* A function's loops: those from FIRST up to END of a side.  */
struct span
{
  size_t first, end;
};

/* What number I of A and number J of B are worth as a pair: their similarity,
   a little more where they stand at the same place.  0: no pair.  */

static double
worth (const struct side *a, size_t i, const struct side *b, size_t j)
{
  double s = loop_similarity (a->loops[i], b->loops[j]);

  if (s < SIMILAR)
    return 0;
  return s + (strcmp (a->loops[i]->id, b->loops[j]->id) == 0 ? 0.05 : 0);
}

/* Pair the loops of SA and SB, keeping their order, such that the pairs are
   worth most in all.  */

static void
align (struct matches *m, struct side *a, struct span sa, struct side *b,
       struct span sb)
{
  size_t rows = sa.end - sa.first, columns = sb.end - sb.first;
  size_t stride = columns + 1, i = 0, j = 0;

  if (!rows || !columns || rows > MOST_CELLS / stride - 1)
    return;
  /* best[i][j]: what the loops from I and J on are worth.  */
  double *best = XCNEWVEC (double, (rows + 1) * stride);
  double *value = XNEWVEC (double, rows * columns);
  for (i = rows; i-- > 0;)
    for (j = columns; j-- > 0;)
      {
	double w = worth (a, sa.first + i, b, sb.first + j);
	double both = w > 0 ? w + best[(i + 1) * stride + j + 1] : 0;
	value[i * columns + j] = w;
	best[i * stride + j] = fmax (both, fmax (best[(i + 1) * stride + j],
						 best[i * stride + j + 1]));
      }
  for (i = j = 0; i < rows && j < columns;)
    {
      double w = value[i * columns + j], here = best[i * stride + j];
      if (w > 0 && here == w + best[(i + 1) * stride + j + 1])
	{
	  pair (m, a, sa.first + i++, b, sb.first + j++, MATCH_SHAPE);
	  continue;
	}
      if (here == best[(i + 1) * stride + j])
	i++;
      else
	j++;
    }
  free (best);
  free (value);
}

/* Pair loops of SA with the same id in SB, where there are too many to be
   compared.  */

static void
pair_ids (struct matches *m, struct side *a, struct span sa, struct side *b,
	  struct span sb)
{
  size_t j = sb.first;

  for (size_t i = sa.first; i < sa.end; i++)
    {
      while (j < sb.end && b->loops[j]->n[N_LINE] < a->loops[i]->n[N_LINE])
	j++;
      for (size_t k = j; k < sb.end && b->loops[k]->n[N_LINE]
				       == a->loops[i]->n[N_LINE]; k++)
	if (!a->taken[i] && !b->taken[k]
	    && strcmp (a->loops[i]->id, b->loops[k]->id) == 0)
	  pair (m, a, i, b, k, MATCH_PLACE);
    }
}

/* The loops of S that are left over in SPAN; *LAST is one of them.  */

static size_t
left_over (const struct side *s, struct span span, size_t *last)
{
  size_t n = 0;

  for (size_t i = span.first; i < span.end; i++)
    if (!s->taken[i])
      {
	*last = i;
	n++;
      }
  return n;
}

/* Pair what is left over in SA and SB: loops that changed places, and the
   only one on both sides.  */

static void
pair_rest (struct matches *m, struct side *a, struct span sa, struct side *b,
	   struct span sb)
{
  size_t i, j;

  if ((sa.end - sa.first) * (sb.end - sb.first) <= MOST_CELLS)
    for (i = sa.first; i < sa.end; i++)
      {
	double most = 0;
	size_t best = 0;
	for (j = sb.first; !a->taken[i] && j < sb.end; j++)
	  if (!b->taken[j] && worth (a, i, b, j) > most)
	    {
	      most = worth (a, i, b, j);
	      best = j;
	    }
	if (most > 0)
	  pair (m, a, i, b, best, MATCH_SHAPE);
      }
  if (left_over (a, sa, &i) == 1 && left_over (b, sb, &j) == 1)
    pair (m, a, i, b, j, MATCH_FUNCTION);
}

/* The end of the function that begins at FIRST of S.  */

static size_t
function_end (const struct side *s, size_t first, bool by_file)
{
  size_t end = first + 1;

  while (end < s->n
	 && !compare_functions (s->loops[first], s->loops[end], by_file))
    end++;
  return end;
}

/* Pair the loops of functions that both sides have, in files of the same
   name if BY_FILE.  */

static void
pair_functions (struct matches *m, struct side *a, struct side *b,
		bool by_file)
{
  struct span sa = { 0, 0 }, sb = { 0, 0 };

  while (sa.first < a->n && sb.first < b->n)
    {
      int c = compare_functions (a->loops[sa.first], b->loops[sb.first],
				 by_file);
      sa.end = function_end (a, sa.first, by_file);
      sb.end = function_end (b, sb.first, by_file);
      if (c == 0)
	{
	  if (by_file)
	    align (m, a, sa, b, sb);
	  if (sa.end - sa.first > MOST_CELLS / (sb.end - sb.first + 1))
	    pair_ids (m, a, sa, b, sb);
	  pair_rest (m, a, sa, b, sb);
	}
      if (c <= 0)
	sa.first = sa.end;
      if (c >= 0)
	sb.first = sb.end;
    }
}

/* All loops of A and B: in pairs, and those that only one of them has.  */

struct matches
match_loops (const struct profile *a, const struct profile *b)
{
  struct matches m = { 0 };
  struct side before = side_of (a), after = side_of (b);

  pair_functions (&m, &before, &after, true);
  pair_functions (&m, &before, &after, false);
  for (size_t i = 0; i < before.n; i++)
    if (!before.taken[i])
      add_match (&m, before.loops[i], NULL, MATCH_NONE);
  for (size_t i = 0; i < after.n; i++)
    if (!after.taken[i])
      add_match (&m, NULL, after.loops[i], MATCH_NONE);
  side_free (&before);
  side_free (&after);
  return m;
}

void
matches_free (struct matches *m)
{
  free (m->at);
  *m = (struct matches) { 0 };
}
