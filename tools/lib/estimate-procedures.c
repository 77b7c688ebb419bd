/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole functions as objects: those that were counted and timed stand beside the
   loops, as loops that have all of the function's blocks.  Their times are of
   outermost activations, with all that these call.  */

#include "estimate-procedures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* The metric NAME of SCOPE, NaN if it has none.  */

static double
value_of (const struct scope *scope, const char *name)
{
  return values_get (scope->metrics, scope->n_metrics, name);
}

static bool
same_p (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

/* True if scope I of P and K of Q are the same function.  */

static bool
same_procedure_p (const struct profile *p, size_t i, const struct profile *q,
		  size_t k)
{
  const struct scope *a = &p->scopes[i], *b = &q->scopes[k];
  const struct scope *x = &p->scopes[a->parent], *y = &q->scopes[b->parent];

  return same_p (a->asm_name, b->asm_name) && same_p (a->name, b->name)
	 && same_p (x->path, y->path)
	 && same_p (p->scopes[x->parent].name, q->scopes[y->parent].name);
}

/* The scope of TIMES that is function I of COUNTS and was timed, or NULL.
   TIMED has the numbers of N such scopes.  */

static const struct scope *
find_timed (const struct profile *counts, size_t i,
	    const struct profile *times, const size_t *timed, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (same_procedure_p (counts, i, times, timed[k]))
      return &times->scopes[timed[k]];
  return NULL;
}

/* Make F of the function COUNTED, scope number NUMBER of P, and of TIMED.  */

static void
make_procedure (struct procedure *f, const struct profile *p, size_t number,
		const struct scope *timed)
{
  const struct scope *counted = &p->scopes[number];
  const struct scope *file = &p->scopes[counted->parent];

  f->in = (struct surroundings) {
    .module = p->scopes[file->parent].name, .file = file->name,
    .path = file->path, .procedure = counted->name,
    .function = counted->function };
  f->has = (struct contents) {
    .model = counted->model, .blocks = counted->blocks,
    .n_blocks = counted->n_blocks, .metrics = counted->metrics,
    .n_metrics = counted->n_metrics };
  f->id = xasprintf ("%s()", counted->name ? counted->name : "?");
  f->counted = (struct loop) { .in = &f->in, .has = &f->has,
			       .scope = (uint32_t) number, .id = f->id,
			       .verdict = VERDICT_REFUSED };
  for (int i = 0; i < N_NUMBERS; i++)
    f->counted.n[i] = NAN;
  f->timed_has = (struct contents) { .metrics = timed->metrics,
				     .n_metrics = timed->n_metrics };
  f->timed = f->counted;
  f->timed.has = &f->timed_has;
  f->counted.n[N_LINE] = f->timed.n[N_LINE] = counted->line;
  f->counted.n[N_ENTRIES] = counted->entries;
  f->timed.n[N_ENTRIES] = value_of (timed, "procedure-entries");
  f->timed.n[N_TIME] = value_of (timed, "procedure-time");
}

void
procedures_make (struct procedures *all, const struct profile *counts,
		 const struct profile *times)
{
  size_t *timed = xcalloc (times->n_scopes + 1, sizeof *timed), n = 0;

  for (size_t i = 0; i < times->n_scopes; i++)
    if (times->scopes[i].level == LEVEL_PROCEDURE
	&& value_of (&times->scopes[i], "procedure-time") > 0)
      timed[n++] = i;
  all->at = xcalloc (n + 1, sizeof *all->at);
  for (size_t i = 0; i < counts->n_scopes && all->n < n; i++)
    {
      const struct scope *scope = &counts->scopes[i];
      if (scope->level != LEVEL_PROCEDURE || !scope->n_blocks
	  || !(scope->entries > 0))
	continue;
      const struct scope *same = find_timed (counts, i, times, timed, n);
      if (same)
	make_procedure (&all->at[all->n++], counts, i, same);
    }
  free (timed);
}

void
procedures_free (struct procedures *all)
{
  for (size_t i = 0; i < all->n; i++)
    free (all->at[i].id);
  free (all->at);
}
