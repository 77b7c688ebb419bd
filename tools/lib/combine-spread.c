/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How figures differ between the profiles combined: least, mean, most, and
   imbalance, which is most / mean - 1: by so much more than its share the
   slowest has to do (the percent imbalance of Pearce et al., Quantifying the
   effectiveness of load balance algorithms, ICS 2012).

   They become metrics of every scope, named `rank-FIGURE-min' and so on, from
   which a merged profile can be merged again.  */

#include "combining.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Add a profile with VALUE, that of RANK, to S.  Unknown counts as none.  */

void
spread_add (struct spread *s, double value, double rank)
{
  if (isnan (value))
    return;
  if (s->n == 0 || value < s->least)
    s->least = value;
  if (s->n == 0 || value > s->most)
    {
      s->most = value;
      s->rank = rank;
    }
  s->n++;
  s->sum += value;
}

/* The metric `rank-NAME-WHAT' of the N METRICS.  */

static double
merged_value (const struct metric_value *metrics, size_t n, const char *name,
	      const char *what)
{
  char metric[64];

  snprintf (metric, sizeof metric, "rank-%s-%s", name, what);
  return values_get (metrics, n, metric);
}

/* Add to S what the N METRICS of a scope merged from FILES profiles say of
   the figure NAME; where they say nothing, every one had its share of
   VALUE.  */

void
spread_add_merged (struct spread *s, const char *name,
		   const struct metric_value *metrics, size_t n, double value,
		   double files)
{
  double mean = merged_value (metrics, n, name, "mean");
  double most = merged_value (metrics, n, name, "max");
  double least = merged_value (metrics, n, name, "min");
  struct spread before = *s;

  if (isnan (mean))
    mean = value / files;
  if (isnan (mean) || !(files > 0))
    return;
  spread_add (s, isnan (least) ? mean : least, NAN);
  spread_add (s, isnan (most) ? mean : most,
	      values_get (metrics, n, "slowest-rank"));
  s->n = before.n + files;
  s->sum = before.sum + mean * files;
}

/* The declaration of NAME in P, or NULL.  */

static const struct declaration *
declaration (const struct profile *p, const char *name)
{
  for (size_t i = 0; i < p->n_metrics; i++)
    if (strcmp (p->metrics[i].name, name) == 0)
      return &p->metrics[i];
  return NULL;
}

static bool
kind_p (const struct declaration *metric, const char *kind)
{
  return metric && metric->kind && strcmp (metric->kind, kind) == 0;
}

/* The name of the metric by which METRIC, a mean, is weighted, into NAME of
   SIZE bytes, spelled as in a file.  False when it is not so weighted.  */

static bool
weighted_p (const struct declaration *metric, char *name, size_t size)
{
  const char *kind = metric && metric->kind ? metric->kind : "";
  size_t n = strlen (kind);

  if (strncmp (kind, "mean(", 5) != 0 || kind[n - 1] != ')' || n - 5 > size)
    return false;
  snprintf (name, size, "%.*s", (int) n - 6, kind + 5);
  for (; *name; name++)
    if (*name == '_')
      *name = '-';
  return true;
}

/* True when METRIC is a mean, weighted or not.  */

static bool
mean_p (const struct declaration *metric)
{
  char name[64];

  return kind_p (metric, "mean") || weighted_p (metric, name, sizeof name);
}

/* True when METRIC called NAME is made anew from what is combined, or cannot
   be combined: a quotient holds for the figures that it was made of.  */

static bool
made_anew_p (const struct declaration *metric, const char *name)
{
  return (strncmp (name, "rank-", 5) == 0 || strcmp (name, "slowest-rank") == 0
	  || kind_p (metric, "ratio")
	  || (metric && metric->kind
	      && (strncmp (metric->kind, "low(", 4) == 0
		  || strncmp (metric->kind, "high(", 5) == 0))
	  || (metric && metric->formula && !kind_p (metric, "sum")));
}

/* The weight of METRIC, a mean, in a scope with the N VALUES and, if it is a
   loop, the NUMBERS; DEFAULT_WEIGHT where it names none, NaN where that is not
   there.  */

static double
weight_of (const struct declaration *metric, const struct metric_value *values,
	   size_t n, const double *numbers, double default_weight)
{
#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) ATTRIBUTE,
  static const char *const attributes[] = {
#include "profile-numbers.def"
  };
#undef NUMBER
  char name[64];
  double weight;

  if (!weighted_p (metric, name, sizeof name))
    return default_weight;
  weight = values_get (values, n, name);
  for (int i = 0; numbers && i < N_NUMBERS; i++)
    if (strcmp (attributes[i], name) == 0)
      weight = numbers[i];
  return weight;
}

/* Declare in C what ONE declares and can be combined.  */

void
combine_declare (struct combination *c, const struct profile *one)
{
  for (size_t i = 0; i < one->n_metrics; i++)
    {
      const struct declaration *m = &one->metrics[i];
      if (!made_anew_p (m, m->name))
	profile_declare (c->p, m->name, m->unit, m->kind, m->formula);
    }
}

/* The value called NAME among the *N of *METRICS, new with FRESH.  */

static double *
value_named (struct combination *c, struct metric_value **metrics, size_t *n,
	     const char *name, double fresh)
{
  for (size_t i = 0; i < *n; i++)
    if (strcmp ((*metrics)[i].name, name) == 0)
      return &(*metrics)[i].value;
  *metrics = grow (*metrics, *n, sizeof **metrics);
  (*metrics)[*n] = (struct metric_value) { profile_string (c->p, name),
					   fresh };
  return &(*metrics)[(*n)++].value;
}

/* Add the N_FROM values FROM of a scope of ONE, which has NUMBERS if it is a
   loop, to the *N_TO of *TO, those of a mean with WEIGHT or their own:
   combine_write_spreads divides by the sum of weights.  */

void
combine_values (struct combination *c, struct metric_value **to, size_t *n_to,
		const struct profile *one, const struct metric_value *from,
		size_t n_from, const double *numbers, double weight)
{
  for (size_t i = 0; i < n_from; i++)
    {
      const struct declaration *metric = declaration (one, from[i].name);
      bool limit = kind_p (metric, "min") || kind_p (metric, "max");
      double factor
	= mean_p (metric) ? weight_of (metric, from, n_from, numbers, weight)
			  : 1;

      if (made_anew_p (metric, from[i].name) || isnan (from[i].value * factor))
	continue;
      double *value = value_named (c, to, n_to, from[i].name,
				   limit ? from[i].value : 0);
      if (kind_p (metric, "min"))
	*value = fmin (*value, from[i].value);
      else if (kind_p (metric, "max"))
	*value = fmax (*value, from[i].value);
      else
	*value += from[i].value * factor;
    }
}

/* Divide the means among the N METRICS of C by WEIGHT or their own sum of
   weights, which is to be found there or in NUMBERS.  */

static void
end_means (struct combination *c, struct metric_value *metrics, size_t n,
	   const double *numbers, double weight)
{
  for (size_t i = 0; i < n; i++)
    {
      const struct declaration *metric = declaration (c->p, metrics[i].name);
      double sum = weight_of (metric, metrics, n, numbers, weight);

      if (mean_p (metric) && sum > 0)
	metrics[i].value /= sum;
    }
}

/* Set the metric NAME among the *N of *METRICS to VALUE, if that is known.  */

static void
set_value (struct combination *c, struct metric_value **metrics, size_t *n,
	   const char *name, double value)
{
  if (!isnan (value))
    *value_named (c, metrics, n, name, 0) = value;
}

/* Write S, the figure NAME over OF profiles, into the *N of *METRICS.
   Profiles without it have 0.  */

static void
write_spread (struct combination *c, struct metric_value **metrics, size_t *n,
	      const char *name, const struct spread *s, double of)
{
  static const char *const whats[] = { "min", "mean", "max", "imbalance" };
  /* Rounding must not put the mean outside.  */
  double mean = fmin (s->sum / of, s->most);
  double values[4] = { s->n < of ? 0 : fmin (s->least, mean), mean, s->most,
		       mean > 0 ? s->most / mean - 1 : 0 };

  if (!(s->n > 0))
    return;
  for (int i = 0; i < 4; i++)
    {
      char metric[64];
      snprintf (metric, sizeof metric, "rank-%s-%s", name, whats[i]);
      set_value (c, metrics, n, metric, values[i]);
    }
}

/* Declare the metrics of the figure NAME with UNIT.  */

static void
declare_spread (struct profile *p, const char *name, const char *unit)
{
  static const struct
  {
    const char *what, *kind;
  } rows[] = { { "min", "min" }, { "mean", "mean" }, { "max", "max" },
	       { "imbalance", NULL } };

  for (int i = 0; i < 4; i++)
    {
      char metric[64];
      snprintf (metric, sizeof metric, "rank-%s-%s", name, rows[i].what);
      profile_declare (p, metric, i == 3 ? "1" : unit, rows[i].kind, NULL);
    }
}

/* What was gathered of the loop with NUMBER, as metrics of it.  */

static void
write_loop_spreads (struct combination *c, size_t number)
{
  struct loop *loop = &c->p->loops[number];
  struct contents *has = loop_contents (loop);
  const struct combined_loop *sum = &c->sums[number];
  double files = c->p->n_files;

  end_means (c, has->metrics, has->n_metrics, loop->n, sum->entered);
  set_value (c, &has->metrics, &has->n_metrics, "rank-entered",
	     sum->entered);
  write_spread (c, &has->metrics, &has->n_metrics, "time", &sum->time,
		files);
  if (sum->time.n > 0)
    set_value (c, &has->metrics, &has->n_metrics, "slowest-rank",
	       sum->time.rank);
  write_spread (c, &has->metrics, &has->n_metrics, "entries", &sum->entries,
		files);
  write_spread (c, &has->metrics, &has->n_metrics, "bound", &sum->bound,
		sum->bound.n);
  if (sum->bound.n > 0)
    set_value (c, &has->metrics, &has->n_metrics, "rank-bounds",
	       sum->bound.n);
}

/* What was gathered over profiles, as metrics of the scopes of C.  */

void
combine_write_spreads (struct combination *c)
{
  struct profile *p = c->p;

  profile_declare (p, "rank-entered", "1", "sum", NULL);
  profile_declare (p, "rank-bounds", "1", "sum", NULL);
  profile_declare (p, "slowest-rank", "1", NULL, NULL);
  declare_spread (p, "time", "s");
  declare_spread (p, "entries", "1");
  declare_spread (p, "bound", "s");
  for (size_t i = 0; i < p->n_loops; i++)
    write_loop_spreads (c, i);
  for (size_t i = 0; i < p->n_scopes; i++)
    {
      struct scope *scope = &p->scopes[i];
      end_means (c, scope->metrics, scope->n_metrics, NULL, (double) p->n_files);
      write_spread (c, &scope->metrics, &scope->n_metrics, "time",
		    &c->scopes[i].spread, p->n_files);
      if (c->scopes[i].spread.n > 0)
	set_value (c, &scope->metrics, &scope->n_metrics, "slowest-rank",
		   c->scopes[i].spread.rank);
    }
}
