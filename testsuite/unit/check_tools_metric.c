/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas, units and derived metrics: the cases of metric-cases.txt, and
   what no line of text can hold.  */

#include "check-main.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/metric.h"

/* What the lines read so far have made.  */
struct cases
{
  char *tree_lines[400];	/* of the present tree */
  size_t n_lines;
  size_t n_cases, n_fails;
};

/* The next field of *TEXT up to SEPARATOR, NULL at the end.  */

static char *
field (char **text, const char *separator)
{
  char *begin = *text, *end;

  if (!begin)
    return NULL;
  end = strstr (begin, separator);
  *text = end ? end + strlen (separator) : NULL;
  if (end)
    *end = '\0';
  return begin;
}

/* Set what SETTING, NAME=VALUE, says of SCOPE.  */

static void
set (struct tree *t, struct node *scope, char *setting)
{
  char *value = strrchr (setting, '=');

  *value++ = '\0';
  for (size_t i = 0; i < t->n_metrics; i++)
    if (strcmp (t->metrics[i].name, setting) == 0)
      {
	tree_add_cell (t, (int) i, scope, strtod (value, NULL));
	return;
      }
  tree_set (t, scope, setting, value);
}

/* Do what one LINE of a tree says; OPEN holds the scopes it may be in.  */

static void
build_line (struct tree *t, struct node **open, char *line)
{
  char *what = field (&line, " ");

  if (strcmp (what, "metric") == 0)
    {
      char *name = field (&line, " "), *unit = field (&line, " ");
      tree_declare (t, tree_add_metric (t, name),
		    strcmp (unit, "-") == 0 ? NULL : unit, line);
      return;
    }
  if (strcmp (what, "define") == 0)
    {
      struct fail why = { .text = "" };
      ck_assert_msg (metric_derive (t, line, NULL, &why) != NO_METRIC, "%s",
		     why.text);
      return;
    }
  int depth = atoi (field (&line, " "));
  char *element = field (&line, " "), *name = field (&line, " ");
  struct node *scope = depth ? tree_add (t, open[depth - 1], element)
		       : t->program;
  tree_set (t, scope, "name", name);
  open[depth] = scope;
  while (line)
    set (t, scope, field (&line, " "));
}

/* The tree of C.  */

static struct tree *
build (const struct cases *c)
{
  struct tree *t = tree_new_profile ("cases", "p");
  struct node *open[20];

  for (size_t i = 0; i < c->n_lines; i++)
    {
      char *line = strdup (c->tree_lines[i]);
      build_line (t, open, line);
      free (line);
    }
  return t;
}

/* The scope of T called NAME.  */

static size_t
scope_called (struct tree *t, const char *name)
{
  tree_number (t);
  for (size_t i = 0; i < t->n_scopes; i++)
    if (strcmp (node_name (t->scopes[i]), name) == 0)
      return i;
  ck_abort_msg ("no scope %s", name);
  return 0;
}

/* A line `case'; TEXT is what follows.  */

static void
check_case (struct cases *c, char *text)
{
  char *definition = field (&text, " | "), *scope = field (&text, " | ");
  char *value = field (&text, " | "), *unit = field (&text, " | ");
  char *kind = field (&text, " | ");
  struct tree *t = build (c);
  struct fail why = { .text = "" };
  int metric = metric_derive (t, definition, NULL, &why);

  c->n_cases++;
  ck_assert_msg (metric != NO_METRIC, "%s: %s", definition, why.text);
  double *values = tree_stored (t, metric);
  double got = values[scope_called (t, scope)];
  if (strcmp (value, "-") == 0)
    ck_assert_msg (isnan (got), "%s in %s: %.17g", definition, scope, got);
  else
    ck_assert_msg (fabs (got - strtod (value, NULL))
		   <= 1e-14 * fabs (strtod (value, NULL)),
		   "%s in %s: %.17g, not %s", definition, scope, got, value);
  const struct metric *m = &t->metrics[metric];
  if (unit)
    ck_assert_msg (strcmp (m->unit ? m->unit : "-", unit) == 0,
		   "%s: unit %s, not %s", definition,
		   m->unit ? m->unit : "-", unit);
  if (kind)
    ck_assert_msg (strcmp (kind_name (m->kind), kind) == 0,
		   "%s: kind %s, not %s", definition, kind_name (m->kind),
		   kind);
  free (values);
  tree_free (t);
}

/* A line `fail'; TEXT is what follows.  */

static void
check_fail (struct cases *c, char *text)
{
  char *definition = field (&text, " | ");
  struct tree *t = build (c);
  struct fail why = { .text = "" };

  c->n_fails++;
  ck_assert_msg (metric_derive (t, definition, NULL, &why) == NO_METRIC,
		 "accepted: %s", definition);
  ck_assert_msg (strstr (why.text, text) != NULL, "%s: `%s', not `%s'",
		 definition, why.text, text);
  tree_free (t);
}

/* Take LINE of the file.  */

static void
take_line (struct cases *c, char *line)
{
  if (strncmp (line, "tree ", 5) == 0)
    {
      while (c->n_lines)
	free (c->tree_lines[--c->n_lines]);
    }
  else if (strncmp (line, "case ", 5) == 0)
    check_case (c, line + 5);
  else if (strncmp (line, "fail ", 5) == 0)
    check_fail (c, line + 5);
  else if (*line && *line != '#')
    c->tree_lines[c->n_lines++] = strdup (line);
}

START_TEST (test_cases)
{
  struct cases c = { .n_cases = 0 };
  FILE *in = fopen (TEST_DATA "/metric-cases.txt", "r");
  char *line = NULL;
  size_t size = 0;

  ck_assert_ptr_nonnull (in);
  while (getline (&line, &size, in) > 0)
    {
      line[strcspn (line, "\n")] = '\0';
      take_line (&c, line);
    }
  free (line);
  fclose (in);
  take_line (&c, (char[]) { "tree " });
  ck_assert_uint_ge (c.n_cases, 100);
  ck_assert_uint_ge (c.n_fails, 20);
}
END_TEST

START_TEST (test_units)
{
  static const char *const same[][2]
    = { { "s", "s" }, { "B/s", "B/s" }, { "s*B", "s*B" }, { "1", "1" },
	{ "s/s", "1" }, { "s*s", "s^2" }, { "1/s", "1/s" },
	{ "s^0.5", "s^0.5" }, { "B/s/s", "B/s^2" }, { "MFLOP/s", "MFLOP/s" } };

  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    {
      struct unit u = unit_parse (same[i][0]);
      char *text = unit_text (&u);
      ck_assert_str_eq (text, same[i][1]);
      free (text);
    }
  ck_assert (unit_parse ("").unknown);
  ck_assert (unit_parse (NULL).unknown);
  ck_assert (unit_parse ("s^").unknown);
  ck_assert (unit_parse ("s^1000").unknown);
  ck_assert (unit_parse ("*").unknown);
  ck_assert (unit_parse ("a*b*c*d*e*f*g").unknown);
  ck_assert (unit_parse ("a-symbol-that-is-much-too-long").unknown);
}
END_TEST

/* Formulas that are too much are refused, not followed.  */

START_TEST (test_limits)
{
  struct fail why;
  char *text = malloc (40000);

  strcpy (text, "x = ");
  memset (text + 4, '(', 10000);
  strcpy (text + 10004, "1");
  ck_assert_ptr_null (formula_parse (text, &why));
  ck_assert_ptr_nonnull (strstr (why.text, "too deep"));
  memset (text + 4, '-', 10000);
  ck_assert_ptr_null (formula_parse (text, &why));
  strcpy (text, "x = 1");
  for (int i = 0; i < 3000; i++)
    strcpy (text + 5 + 2 * i, "+1");
  ck_assert_ptr_null (formula_parse (text, &why));
  ck_assert_ptr_nonnull (strstr (why.text, "too long"));
  memset (text, 'x', 30000);
  text[30000] = '\0';
  ck_assert_ptr_null (formula_parse (text, &why));
  ck_assert_ptr_nonnull (strstr (why.text, "more than"));
  free (text);
}
END_TEST

/* Every ready metric is a formula, and those on times and bounds are
   computed from a profile of them.  */

START_TEST (test_ready)
{
  static const char *const names[]
    = { "recoverable", "stall", "miss_free_share", "speedup", "share",
	"covered", "coverage", "promise", "misalignment", "uncertainty",
	"time_per_entry", "time_per_iteration", "redirected_share" };
  struct ready ready = { 0 };
  struct fail why = { .text = "" };

  ck_assert_msg (ready_load (&ready, READY, &why) == 0, "%s:%ld: %s",
		 why.file, why.line, why.text);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      struct tree *t = tree_new_profile ("ready", "p");
      ck_assert_msg (metric_derive (t, names[i], &ready, &why) != NO_METRIC,
		     "%s: %s", names[i], why.text);
      tree_free (t);
    }
  for (size_t i = 0; i < ready.n; i++)
    {
      ck_assert_ptr_eq (ready_find (&ready, ready.at[i].name), &ready.at[i]);
      ck_assert_msg (*ready.at[i].meaning, "%s", ready.at[i].name);
    }
  ck_assert_ptr_null (ready_find (&ready, "nothing"));
  ready_free (&ready);
}
END_TEST

/* Ready metrics on counters, by hand: 2,000,000 flops, 8,000,000 bytes,
   300 cycles and 600 instructions in 2 s.  */

START_TEST (test_ready_counters)
{
  static const struct { const char *name, *unit, *metric; double value; }
    counters[] = { { "flops", "flop", "mflops", 1 },
		   { "bytes", "B", "bytes_per_flop", 4 },
		   { "instructions", "1", NULL, 0 },
		   { "cycles", "1", "ipc", 2 } };
  static const double given[] = { 2e6, 8e6, 600, 300 };
  struct tree *t = tree_new_profile ("ready", "p");
  struct ready ready = { 0 };
  struct fail why = { .text = "" };

  ck_assert_int_eq (ready_load (&ready, READY, &why), 0);
  tree_set (t, t->program, "time", "2");
  for (int i = 0; i < 4; i++)
    {
      int metric = tree_add_metric (t, counters[i].name);
      tree_declare (t, metric, counters[i].unit, "sum");
      tree_add_cell (t, metric, t->program, given[i]);
    }
  for (int i = 0; i < 4; i++)
    if (counters[i].metric)
      {
	int metric = metric_derive (t, counters[i].metric, &ready, &why);
	ck_assert_msg (metric != NO_METRIC, "%s", why.text);
	ck_assert_double_eq (t->metrics[metric].cells[0].value,
			     counters[i].value);
      }
  ready_free (&ready);
  tree_free (t);
}
END_TEST

/* Ready metrics that refer to one another without an end are refused.  */

START_TEST (test_circle)
{
  struct ready_metric circle[]
    = { { "a", "a = b + 1", "" }, { "b", "b = a + 1", "" } };
  struct ready ready = { circle, 2 };
  struct tree *t = tree_new_profile ("circle", "p");
  struct fail why;

  ck_assert_int_eq (metric_derive (t, "a", &ready, &why), NO_METRIC);
  ck_assert_ptr_nonnull (strstr (why.text, "refers to itself"));
  tree_free (t);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("metric");

  tcase_add_test (tests, test_cases);
  tcase_add_test (tests, test_units);
  tcase_add_test (tests, test_limits);
  tcase_add_test (tests, test_ready);
  tcase_add_test (tests, test_ready_counters);
  tcase_add_test (tests, test_circle);
  return run_tests (tests);
}
