/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile in memory and the figures derived from it; see profile.h.  */

#include "profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/xmlstring.h>
#include <libxml/dict.h>
#include "xalloc.h"

#define obstack_chunk_alloc xmalloc
#define obstack_chunk_free free

/* Bytes of strings allocated at once.  */
enum { TEXT_CHUNK = 64000 };

/* The contents of a loop that has none; nobody writes to it.  */
static struct contents nothing;

/* A new, empty profile that came from SOURCE.  */

struct profile *
profile_new (const char *source)
{
  struct profile *p = XCNEW (struct profile);

  obstack_begin (&p->texts, TEXT_CHUNK);
  obstack_alignment_mask (&p->texts) = 0;
  p->words = xmlDictCreate ();
  p->source = profile_string (p, source);
  p->rank = p->time = p->elapsed = p->threads = NAN;
  p->n_files = p->n_runs = p->n_hosts = p->n_programs = 1;
  return p;
}

/* Free P and everything in it; P may be NULL.  */

void
profile_free (struct profile *p)
{
  if (!p)
    return;
  for (size_t i = 0; i < p->n_loops; i++)
    {
      struct contents *has = p->loops[i].has;
      if (has == &nothing)
	continue;
      free (has->refs);
      free (has->blocks);
      free (has->entries);
      free (has->metrics);
      free (has);
    }
  for (size_t i = 0; i < p->n_scopes; i++)
    {
      items_free (&p->scopes[i].units);
      free (p->scopes[i].metrics);
      free (p->scopes[i].blocks);
      free (p->scopes[i].targets);
      free (p->scopes[i].inside);
    }
  items_free (&p->environment);
  free (p->metrics);
  free (p->scopes);
  free (p->loops);
  free (p->losses);
  obstack_free (&p->texts, NULL);
  xmlDictFree (p->words);
  free (p);
}

/* A copy of TEXT that lives as long as P.  NULL stays NULL.  */

const char *
profile_string (struct profile *p, const char *text)
{
  return text ? profile_text (p, text, strlen (text)) : NULL;
}

/* A copy of the N bytes at TEXT, with an end, that lives as long as P.  */

const char *
profile_text (struct profile *p, const char *text, size_t n)
{
  return obstack_copy0 (&p->texts, text, n);
}

/* The same for a text that occurs often: there is one copy of it.  */

const char *
profile_word (struct profile *p, const char *text, size_t n)
{
  const xmlChar *word = xmlDictLookup (p->words, BAD_CAST text, (int) n);

  return word ? (const char *) word : profile_text (p, text, n);
}

/* The names around the loops in the procedure with the number SCOPE of P.
   There are none where there is no such scope.  */

static const struct surroundings *
surroundings_of (struct profile *p, size_t scope)
{
  static const struct surroundings none;

  if (scope >= p->n_scopes)
    return &none;
  struct surroundings *in = p->scopes[scope].inside;
  if (in)
    return in;
  in = p->scopes[scope].inside = XCNEW (struct surroundings);
  for (size_t i = scope;; i = p->scopes[i].parent)
    {
      const struct scope *s = &p->scopes[i];
      switch (s->level)
	{
	case LEVEL_PROGRAM: return in;
	case LEVEL_MODULE: in->module = s->name; break;
	case LEVEL_FILE: in->file = s->name; in->path = s->path; break;
	case LEVEL_PROCEDURE:
	  in->procedure = s->name;
	  in->function = s->function;
	}
    }
}

/* A new loop at the end of P's, in the procedure with the number SCOPE, with
   all numbers unknown.  Moves the others.  */

struct loop *
profile_add_loop (struct profile *p, size_t scope)
{
  struct loop *loop;

  p->loops = grow (p->loops, p->n_loops, sizeof *p->loops);
  loop = &p->loops[p->n_loops++];
  *loop = (struct loop) { .in = surroundings_of (p, scope), .has = &nothing,
			  .scope = scope };
  for (int i = 0; i < N_NUMBERS; i++)
    loop->n[i] = NAN;
  loop->verdict = VERDICT_OTHER;
  return loop;
}

/* The contents of LOOP, to be added to.  */

struct contents *
loop_contents (struct loop *loop)
{
  if (loop->has == &nothing)
    loop->has = XCNEW (struct contents);
  return loop->has;
}

/* A new scope of LEVEL in P, in the scope with the number PARENT.  Moves the
   others.  */

struct scope *
profile_add_scope (struct profile *p, enum level level, size_t parent)
{
  p->scopes = grow (p->scopes, p->n_scopes, sizeof *p->scopes);
  p->scopes[p->n_scopes] = (struct scope) { .level = level, .parent = parent,
					      .line = NAN, .entries = NAN };
  return &p->scopes[p->n_scopes++];
}

/* Add an item to ITEMS, called ELEMENT, without attributes.  Moves the
   others.  */

struct item *
items_add (struct items *items, const char *element)
{
  items->at = grow (items->at, items->n, sizeof *items->at);
  items->at[items->n] = (struct item) { .element = element };
  return &items->at[items->n++];
}

/* Give ITEM the attribute NAME with VALUE; both must live as long.  */

void
item_add (struct item *item, const char *name, const char *value)
{
  item->at = grow (item->at, item->n, sizeof *item->at);
  item->at[item->n++] = (struct item_attribute) { name, value };
}

void
items_free (struct items *items)
{
  for (size_t i = 0; i < items->n; i++)
    free (items->at[i].at);
  free (items->at);
  *items = (struct items) { 0 };
}

/* ITEM's attribute NAME, or NULL; an empty one counts as none.  */

const char *
item_value (const struct item *item, const char *name)
{
  for (size_t i = 0; i < item->n; i++)
    if (strcmp (item->at[i].name, name) == 0)
      return *item->at[i].value ? item->at[i].value : NULL;
  return NULL;
}

/* Attribute NAME of the first ELEMENT in P's environment, or NULL.  */

const char *
profile_environment (const struct profile *p, const char *element,
		     const char *name)
{
  for (size_t i = 0; i < p->environment.n; i++)
    if (strcmp (p->environment.at[i].element, element) == 0)
      return item_value (&p->environment.at[i], name);
  return NULL;
}

/* The same as a number that is not negative; NaN if it is none.  */

double
profile_condition (const struct profile *p, const char *element,
		   const char *name)
{
  const char *text = profile_environment (p, element, name);
  char *end;
  double value = text ? strtod (text, &end) : NAN;

  return text && end != text && !*end && value >= 0 && value < 1e99
	 ? value : NAN;
}

/* Whether copies=procedures is there for the processor of P's run, so that
   functions can be counted and timed: where nothing says which it was, too.  */

bool
profile_functions_p (const struct profile *p)
{
  const char *machine = profile_environment (p, "os", "machine");

  return !machine || strcmp (machine, "aarch64") != 0;
}

/* P's declaration of the metric NAME; a new one with UNIT, KIND and FORMULA,
   which may be NULL, if there is none yet.  */

struct declaration *
profile_declare (struct profile *p, const char *name, const char *unit,
		 const char *kind, const char *formula)
{
  for (size_t i = 0; i < p->n_metrics; i++)
    if (strcmp (p->metrics[i].name, name) == 0)
      return &p->metrics[i];
  p->metrics = grow (p->metrics, p->n_metrics, sizeof *p->metrics);
  p->metrics[p->n_metrics] = (struct declaration)
    { profile_string (p, name), profile_string (p, unit),
      profile_string (p, kind), profile_string (p, formula) };
  return &p->metrics[p->n_metrics++];
}

/* Targets are in the order of blocks, names and files, where known.  */

static int
compare_targets (const void *a, const void *b)
{
  const struct target *x = a, *y = b;
  int names = strcmp (x->name, y->name);

  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return names ? names : strcmp (x->file ? x->file : "",
				 y->file ? y->file : "");
}

/* Add the N targets at MORE, whose names must live as long, to those of PROCEDURE,
   calls of the same function in the same block to one another.  */

void
profile_add_targets (struct scope *procedure, const struct target *more,
		     size_t n)
{
  struct target *at;
  size_t kept = 0;

  for (size_t i = 0; i < n; i++)
    {
      procedure->targets = grow (procedure->targets, procedure->n_targets,
				 sizeof *procedure->targets);
      procedure->targets[procedure->n_targets++] = more[i];
    }
  at = procedure->targets;
  if (n)
    qsort (at, procedure->n_targets, sizeof *at, compare_targets);
  for (size_t i = 0; n && i < procedure->n_targets; i++)
    if (kept && compare_targets (&at[kept - 1], &at[i]) == 0)
      {
	at[kept - 1].calls += at[i].calls;
	at[kept - 1].passed += at[i].passed;
      }
    else
      at[kept++] = at[i];
  if (n)
    procedure->n_targets = kept;
}

/* The value called NAME among the N of VALUES; NaN if there is none.  */

double
values_get (const struct metric_value *values, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (strcmp (values[i].name, name) == 0)
      return values[i].value;
  return NAN;
}

/* Let the value NAME, which must live as long, of the *N at *VALUES be VALUE.
   Nothing that is not known is added.  */

void
values_set (struct metric_value **values, size_t *n, const char *name,
	    double value)
{
  for (size_t i = 0; i < *n; i++)
    if (strcmp ((*values)[i].name, name) == 0)
      {
	(*values)[i].value = value;
	return;
      }
  if (isnan (value))
    return;
  *values = grow (*values, *n, sizeof **values);
  (*values)[(*n)++] = (struct metric_value) { name, value };
}

/* Add N to what P says was lost of WHAT.  */

void
profile_add_loss (struct profile *p, const char *what, double n)
{
  for (size_t i = 0; i < p->n_losses; i++)
    if (strcmp (p->losses[i].what, what) == 0)
      {
	p->losses[i].n += n;
	return;
      }
  p->losses = grow (p->losses, p->n_losses, sizeof *p->losses);
  p->losses[p->n_losses++]
    = (struct loss) { .what = profile_string (p, what), .n = n };
}

static const char *const verdict_names[]
  = { "ok", "partial", "control", "diverged", "unverified", "drift",
      "aborted", "unmeasurable", "unsampled", "refused" };

/* The verdict called NAME.  */

enum verdict
verdict_of (const char *name)
{
  for (int i = 0; i < VERDICT_OTHER; i++)
    if (strcmp (name, verdict_names[i]) == 0)
      return (enum verdict) i;
  return VERDICT_OTHER;
}

/* How profiles call VERDICT, which is not VERDICT_OTHER.  */

const char *
verdict_name (enum verdict verdict)
{
  return verdict_names[verdict];
}

/* True when LOOP's bound is fit to be shown.  */

bool
loop_believed_p (const struct loop *loop)
{
  return loop->verdict == VERDICT_OK || loop->verdict == VERDICT_PARTIAL;
}

/* LOOP's number WHICH, one of those that belong to the bound, where the
   bound is believed.  */

double
loop_bound (const struct loop *loop, enum loop_number which)
{
  return loop_believed_p (loop) ? loop->n[which] : NAN;
}

/* How much faster LOOP would be without a cache miss.  */

double
loop_speedup (const struct loop *loop)
{
  double bound = loop_bound (loop, N_BOUND);

  return bound > 0 ? loop->n[N_TIME] / bound : NAN;
}

/* Half of the 95 % interval of TIME / BOUND, where their intervals are
   TIME_WIDTH and BOUND_WIDTH wide: the relative errors of a quotient add as
   squares.  Where both were timed on the same entries their errors go
   together and this is too wide; a profile does not say where.  An unknown
   TIME_WIDTH, NaN, counts as none; NaN if another is unknown.  */

double
speedup_error (double time, double time_width, double bound,
	       double bound_width)
{
  if (!(bound > 0) || !(time > 0))
    return NAN;
  double of_time = isnan (time_width) ? 0 : time_width / 2 / time;
  return time / bound * hypot (of_time, bound_width / 2 / bound);
}

/* Half of the 95 % interval of LOOP's speed-up.  */

double
loop_speedup_error (const struct loop *loop)
{
  return speedup_error (loop->n[N_TIME],
			loop->n[N_TIME_HIGH] - loop->n[N_TIME_LOW],
			loop_bound (loop, N_BOUND),
			loop->n[N_BOUND_HIGH] - loop->n[N_BOUND_LOW]);
}

/* The most that could be won in LOOP, never negative.  */

double
loop_recoverable (const struct loop *loop)
{
  double difference = loop->n[N_TIME] - loop_bound (loop, N_BOUND);

  return difference < 0 ? 0 : difference;
}

/* What vectors across two cache lines cost LOOP, in seconds, no more than what
   can be won: the two bounds have errors of their own.  NaN if not known.  */

double
loop_misaligned (const struct loop *loop)
{
  double placed = loop_bound (loop, N_BOUND_PLACED), time = loop->n[N_TIME];

  return (placed > time ? time : placed) - loop->n[N_BOUND];
}

/* What makes LOOP worth a look: the time above what is attainable where
   that is known, above the bound otherwise.  */

double
loop_promise (const struct loop *loop)
{
  double above = loop->n[N_TIME] - loop->n[N_ATTAINABLE];

  if (isnan (above) || !loop_believed_p (loop))
    return loop_recoverable (loop);
  return above < 0 ? 0 : above;
}

/* LOOP's share of the CPU time of its program P, at most 1: a short
   program's clock ticks are coarse.  */

double
loop_share (const struct profile *p, const struct loop *loop)
{
  double share = p->time > 0 ? loop->n[N_TIME] / p->time : NAN;

  return share > 1 ? 1 : share;
}
