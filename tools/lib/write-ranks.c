/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report says of several profiles together: how many there are of how
   many, and how evenly the time lies on them.  */

#include "write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "xalloc.h"

/* A figure over the profiles, as combine-spread.c left it in metrics.  */
struct balance
{
  double least, mean, most, imbalance;
};

/* That of the figure NAME among the N VALUES; NaN where it is not there.  */

static struct balance
balance_of (const struct metric_value *values, size_t n, const char *name)
{
  static const char *const whats[] = { "min", "mean", "max", "imbalance" };
  double found[4];

  for (int i = 0; i < 4; i++)
    {
      char metric[64];
      snprintf (metric, sizeof metric, "rank-%s-%s", name, whats[i]);
      found[i] = values_get (values, n, metric);
    }
  return (struct balance) { found[0], found[1], found[2], found[3] };
}

/* True when NAME is a metric that this file shows.  */

bool
ranks_metric_p (const char *name)
{
  return (strncmp (name, "rank-", 5) == 0
	  || strcmp (name, "slowest-rank") == 0);
}

/* How many profiles P is made of, in words; NULL if it is one.  To be
   freed.  */

char *
ranks_text (const struct profile *p)
{
  bool all = p->n_ranks == p->n_files;

  if (p->n_files <= 1 && !(p->ranks > 1))
    return NULL;
  if (p->n_runs != 1 || !all || p->n_ranks < 1
      || (p->ranks > 0 && (double) p->n_ranks > p->ranks))
    return xasprintf ("%zu profiles", p->n_files);
  if (p->ranks > (double) p->n_ranks)
    return xasprintf ("%zu of %.0f ranks", p->n_ranks, p->ranks);
  return xasprintf ("%zu ranks", p->n_ranks);
}

/* Write B, with the name HEAD; SLOWEST is the rank that has the most.  */

static void
write_line (FILE *out, const char *head, const struct balance *b,
	    double slowest)
{
  char *least = text_seconds (b->least), *mean = text_seconds (b->mean);
  char *most = text_seconds (b->most);

  fprintf (out, "%-12s %s to %s, mean %s; ", head, least, most, mean);
  if (!isnan (slowest) && b->most > b->mean)
    fprintf (out, "most on rank %.0f; ", slowest);
  fprintf (out, "imbalance %.0f %%\n", 100 * b->imbalance);
  free (least);
  free (mean);
  free (most);
}

/* Write how evenly LOOP of P lies on the profiles.  */

void
write_loop_ranks (FILE *out, const struct profile *p, const struct loop *loop)
{
  const struct contents *has = loop->has;
  struct balance time = balance_of (has->metrics, has->n_metrics, "time");
  struct balance bound = balance_of (has->metrics, has->n_metrics, "bound");
  double entered = values_get (has->metrics, has->n_metrics,
			       "rank-entered");

  if (p->n_files <= 1 || isnan (time.imbalance))
    return;
  write_line (out, "each", &time,
	      values_get (has->metrics, has->n_metrics, "slowest-rank"));
  if (!isnan (bound.imbalance))
    write_line (out, "each bound", &bound, NAN);
  if (entered < (double) p->n_files)
    fprintf (out, "%-12s by %.0f of %zu\n", "entered", entered, p->n_files);
}

/* The loop of R that keeps the others waiting longest, and its number in
   *ROW; NULL if none does for 1 % of the mean time of a profile.  */

static const struct loop *
most_uneven (const struct ranking *r, size_t *row)
{
  const struct loop *worst = NULL;
  double longest = 0.01 * r->p->time / (double) r->p->n_files;

  for (size_t i = 0; i < r->n; i++)
    {
      const struct contents *has = r->rows[i]->has;
      struct balance b = balance_of (has->metrics, has->n_metrics, "time");
      if (b.most - b.mean > longest)
	{
	  longest = b.most - b.mean;
	  worst = r->rows[i];
	  *row = i + 1;
	}
    }
  return worst;
}

/* Write how evenly the loops of R lie on the profiles.  */

void
write_ranks (FILE *out, const struct ranking *r)
{
  const struct scope *program = r->p->scopes;
  size_t row;

  if (r->p->n_files <= 1 || !r->p->n_scopes)
    return;
  struct balance b = balance_of (program->metrics, program->n_metrics, "time");
  if (isnan (b.imbalance))
    return;
  putc ('\n', out);
  write_line (out, r->p->n_ranks == r->p->n_files ? "Each rank:"
	      : "Each profile:", &b,
	      values_get (program->metrics, program->n_metrics,
			  "slowest-rank"));
  const struct loop *worst = most_uneven (r, &row);
  if (!worst)
    return;
  b = balance_of (worst->has->metrics, worst->has->n_metrics, "time");
  char *name = text_safe (worst->in->function);
  char *wait = text_seconds (b.most - b.mean);
  fprintf (out, "Most uneven: %s, whose slowest takes %s more than the mean: "
	   "memlb report --loop=%zu\n", name, wait, row);
  free (name);
  free (wait);
}
