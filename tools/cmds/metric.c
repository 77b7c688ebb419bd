/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb metric: derived metrics on every scope of a profile.  */

#include "cmds.h"

#include <argp.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/find.h"
#include "lib/input.h"
#include "lib/install.h"
#include "lib/metric.h"
#include "lib/table.h"
#include "lib/text.h"
#include "lib/xalloc.h"

static const struct argp_option options[] =
  {
    { "expression", 'e', "DEFINITION", 0, "Add the metric `NAME = EXPRESSION', "
      "or the ready metric NAME; may be given several times", 0 },
    { "file", 'f', "FILE", 0, "Read more ready metrics from FILE, one "
      "definition on each line", 0 },
    { "list", 'l', NULL, 0, "List the ready metrics, and those of FILE", 0 },
    { "output", 'o', "OUT", 0, "Write the profile with the metrics to OUT "
      "instead of standard output", 0 },
    { "print", 'p', NULL, 0, "Print the metrics as a table; no profile unless "
      "-o says where", 0 },
    { 0 }
  };

struct request
{
  struct names definitions, libraries;
  const char *output, *file;
  bool list, print;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'e': names_add (&q->definitions, arg); break;
    case 'f': names_add (&q->libraries, arg); break;
    case 'l': q->list = true; break;
    case 'o': q->output = arg; break;
    case 'p': q->print = true; break;
    case ARGP_KEY_ARG:
      if (q->file)
	argp_error (state, "one profile at a time");
      q->file = arg;
      break;
    case ARGP_KEY_END:
      if (!q->list && !q->definitions.n)
	argp_error (state, "no metric; give some with -e 'NAME = EXPRESSION'");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* The ready metrics for Q: those installed and the user's.  */

static int
load_ready (const struct request *q, struct ready *ready, struct fail *why)
{
  char *name = install_data_file ("metrics");
  int result = ready_load (ready, name, why);

  free (name);
  for (size_t i = 0; result == 0 && i < q->libraries.n; i++)
    result = ready_load (ready, q->libraries.at[i], why);
  return result;
}

/* List READY and, if not NULL, the metrics of T.  */

static void
list (const struct ready *ready, const struct tree *t)
{
  struct libscols_table *table = table_new (isatty (STDOUT_FILENO));

  table_column (table, "metric", false);
  table_column (table, "meaning", false);
  for (size_t i = 0; i < ready->n; i++)
    {
      struct libscols_line *line = table_line (table);
      table_cell (line, 0, xstrdup (ready->at[i].definition));
      table_cell (line, 1, xstrdup (ready->at[i].meaning));
    }
  for (size_t i = 0; t && i < t->n_metrics; i++)
    {
      const struct metric *m = &t->metrics[i];
      struct libscols_line *line = table_line (table);
      table_cell (line, 0, xasprintf ("%s [%s, %s]%s%s", m->name,
				      m->unit ? m->unit : "?",
				      kind_name (m->kind),
				      m->formula ? " = " : "",
				      m->formula ? m->formula : ""));
      table_cell (line, 1, xasprintf ("in this profile, %zu scopes",
				      m->n_cells));
    }
  table_write (table, stdout);
}

/* VALUE as a cell, `-' where it is not known.  */

static char *
value_cell (double value)
{
  return isnan (value) ? xstrdup ("-") : xasprintf ("%.6g", value);
}

/* SCOPE's kind and name, under its parents.  */

static char *
scope_cell (const struct node *scope)
{
  int depth = 0;

  for (const struct node *n = scope->parent; n; n = n->parent)
    depth += n->kind != SCOPE_NONE;
  return xasprintf ("%*s%s %s", 2 * depth, "", scope->element,
		    node_name (scope));
}

/* Print the N metrics with the numbers METRICS of T, a row for each scope
   that has one.  */

static void
print (struct tree *t, const int *metrics, size_t n)
{
  struct libscols_table *table = table_new (isatty (STDOUT_FILENO));
  double **values = XNEWVEC (double *, n);

  for (size_t k = 0; k < n; k++)
    {
      const struct metric *m = &t->metrics[metrics[k]];
      char *head = m->unit && strcmp (m->unit, "1") != 0
		   ? xasprintf ("%s [%s]", m->name, m->unit)
		   : xstrdup (m->name);
      table_column (table, head, true);
      free (head);
      values[k] = metric_inclusive (t, metrics[k]);
    }
  table_column (table, "scope", false);
  for (size_t i = 0; i < t->n_scopes; i++)
    {
      bool any = false;
      for (size_t k = 0; k < n; k++)
	any |= !isnan (values[k][i]);
      struct libscols_line *line = any ? table_line (table) : NULL;
      for (size_t k = 0; any && k < n; k++)
	table_cell (line, k, value_cell (values[k][i]));
      if (any)
	table_cell (line, n, scope_cell (t->scopes[i]));
    }
  table_write (table, stdout);
  for (size_t k = 0; k < n; k++)
    free (values[k]);
  free (values);
}

/* Add what Q asks for to T and write it.  */

static int
add_metrics (const struct request *q, struct tree *t,
	     const struct ready *ready, struct fail *why)
{
  int *metrics = XNEWVEC (int, q->definitions.n + 1), result = 0;
  size_t n = q->definitions.n;

  for (size_t i = 0; result == 0 && i < n; i++)
    {
      metrics[i] = metric_derive (t, q->definitions.at[i], ready, why);
      result = metrics[i] == NO_METRIC ? -1 : 0;
    }
  if (result == 0 && q->print)
    print (t, metrics, n);
  if (result == 0 && (!q->print || q->output))
    result = tree_write (t, q->output, why);
  free (metrics);
  return result;
}

/* Do what Q asks for.  */

static int
metric (const struct request *q, struct ready *ready, struct fail *why)
{
  struct tree *t = NULL;
  char *file = NULL;
  int result = load_ready (q, ready, why);

  if (result == 0 && (q->file || q->definitions.n))
    {
      file = input_file (q->file, why);
      t = file ? tree_read (file, why) : NULL;
      result = t ? 0 : -1;
    }
  if (result == 0 && q->list)
    list (ready, t);
  else if (result == 0)
    result = add_metrics (q, t, ready, why);
  tree_free (t);
  free (file);
  return result;
}

int
cmd_metric (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "[FILE]",
	"Add derived metrics to every scope of a profile, as in -e 'flop_rate "
	"= flops / time'.\vFILE is a profile, a directory with profiles, or - "
	"for standard input; default is the newest run here.  `memlb help "
	"metric' has the grammar of expressions.", NULL, NULL, NULL };
  struct request q = { 0 };
  struct ready ready = { 0 };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  int result = metric (&q, &ready, &why);
  names_free (&q.definitions);
  names_free (&q.libraries);
  ready_free (&ready);
  if (result == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
