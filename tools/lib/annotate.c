/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source with the figures of its loops beside the lines: each loop's on the
   line where it begins, a bar along its lines, and the figures of single
   lines where an import left some.  Lines far from any of them are left
   out.  */

#include "annotate.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reasons.h"
#include "text.h"
#include "xalloc.h"

enum { MOST_LINE = 10000000 };

/* A column: a metric, or what one of the kinds below says.  */
enum column_of { OF_METRIC, OF_RECOVERABLE, OF_SPEEDUP, OF_VERDICT };

struct column
{
  enum column_of of;
  char *head;
  const char *unit;
  double *values;	/* by scope */
  int width;
};

/* What is shown of one file.  */
struct row
{
  size_t line;
  const struct node *scope;
};

struct annotation
{
  FILE *out;
  const struct annotate_options *o;
  struct tree *t;
  struct column *columns;
  size_t n_columns;
  double *time, *bound;		/* by scope */
  struct row *rows;		/* of the present file, by line */
  size_t n_rows;
  bool *shown, *inside;		/* of the present file, by line */
  size_t last;			/* line that matters */
};

/* Add a column OF values of METRIC, NO_METRIC for none, under HEAD.  */

static void
add_column (struct annotation *a, enum column_of of, const char *head,
	    int metric)
{
  struct column *c;

  a->columns = grow (a->columns, a->n_columns, sizeof *a->columns);
  c = &a->columns[a->n_columns++];
  *c = (struct column) { .of = of, .head = text_safe (head) };
  c->width = (int) strlen (c->head);
  if (metric != NO_METRIC)
    {
      c->unit = a->t->metrics[metric].unit;
      c->values = metric_inclusive (a->t, metric);
    }
}

/* The columns that A's options ask for.  */

static int
choose_columns (struct annotation *a, const struct ready *ready,
		struct fail *why)
{
  for (size_t i = 0; i < a->o->metrics.n; i++)
    {
      int metric = metric_derive (a->t, a->o->metrics.at[i], ready, why);
      if (metric == NO_METRIC)
	return -1;
      add_column (a, OF_METRIC, a->t->metrics[metric].name, metric);
    }
  if (!a->o->metrics.n)
    {
      add_column (a, OF_METRIC, "time", tree_metric (a->t, "time"));
      add_column (a, OF_METRIC, "bound", tree_metric (a->t, "bound"));
      add_column (a, OF_RECOVERABLE, "recoverable", NO_METRIC);
      add_column (a, OF_SPEEDUP, "speed-up", NO_METRIC);
    }
  add_column (a, OF_VERDICT, "verdict", NO_METRIC);
  a->time = metric_inclusive (a->t, tree_metric (a->t, "time"));
  a->bound = metric_inclusive (a->t, tree_metric (a->t, "bound"));
  return 0;
}

/* The figure VALUE in UNIT.  */

static char *
figure (double value, const char *unit)
{
  if (isnan (value))
    return xstrdup ("");
  if (unit && strcmp (unit, "s") == 0)
    return text_seconds (value);
  if (fabs (value) < 1e15 && value == floor (value))
    return xasprintf ("%.0f", value);
  return xasprintf ("%.4g", value);
}

/* Whether the bound of SCOPE limits from above, or otherwise.  */

static const char *
limit (const struct node *scope)
{
  return bound_sign (node_get (scope, "verdict"), node_get (scope, "reason"));
}

/* The speed-up of SCOPE with its error.  */

static char *
speedup_cell (const struct annotation *a, const struct node *scope)
{
  double time = a->time[scope->number], bound = a->bound[scope->number];
  double high = node_number (scope, "bound-high");
  double error
    = speedup_error (time,
		     node_number (scope, "time-high")
		     - node_number (scope, "time-low"),
		     bound, high - node_number (scope, "bound-low"));

  if (!(bound > 0) || isnan (time))
    return xstrdup ("");
  return text_limit (limit (scope), time / bound, error,
		     least_speedup (time, node_number (scope, "time-low"), high));
}

/* The cell of column C for SCOPE.  */

static char *
cell (const struct annotation *a, const struct column *c,
      const struct node *scope)
{
  const char *verdict = node_get (scope, "verdict");
  const char *reason = node_get (scope, "reason");

  if (c->of == OF_METRIC)
    return figure (c->values[scope->number], c->unit);
  if (c->of == OF_SPEEDUP)
    return speedup_cell (a, scope);
  if (c->of == OF_VERDICT)
    {
      char *both = concat (verdict ? verdict : "", reason ? ": " : "",
			   reason ? reason : "", NULL);
      char *safe = text_safe (both);
      free (both);
      return safe;
    }
  double most = a->time[scope->number] - a->bound[scope->number];
  if (isnan (most))
    return xstrdup ("");
  char *time = text_seconds (most < 0 ? 0 : most);
  char *text = concat (limit (scope), " ", time, NULL);
  free (time);
  return text;
}

static int
compare_rows (const void *a, const void *b)
{
  const struct row *x = a, *y = b;

  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->scope->number > y->scope->number)
	 - (x->scope->number < y->scope->number);
}

/* The line that NODE's attribute NAME gives, 0 if none.  */

static size_t
line_of (const struct node *node, const char *name)
{
  double line = node_number (node, name);

  return line >= 1 && line <= MOST_LINE ? (size_t) line : 0;
}

/* True when the loop SCOPE, or the one around a line, is wanted.  */

static bool
wanted_p (const struct annotation *a, const struct node *scope)
{
  if (!a->o->loop)
    return true;
  for (; scope && scope->kind != SCOPE_FILE; scope = scope->parent)
    {
      const char *id = node_get (scope, "id");
      if (id && fnmatch (a->o->loop, id, 0) == 0)
	return true;
    }
  return false;
}

/* True when the lines of SCOPE, inlined, are those of another file.  */

static bool
foreign_p (const struct node *scope)
{
  const struct node *inlined = node_inside (scope, SCOPE_INLINED);
  const struct node *file = node_inside (scope, SCOPE_FILE);
  const char *from = inlined ? node_get (inlined, "path") : NULL;
  const char *path = file ? node_get (file, "path") : NULL;

  return from && path && strcmp (from, path) != 0;
}

/* True when SCOPE is to have a row: loops, and lines that have a value.  */

static bool
row_p (const struct annotation *a, const struct node *scope)
{
  if (!line_of (scope, "line") || foreign_p (scope) || !wanted_p (a, scope))
    return false;
  if (scope->kind == SCOPE_LOOP)
    return true;
  for (size_t i = 0; scope->kind == SCOPE_LINE && i < a->n_columns; i++)
    if (a->columns[i].values && !isnan (a->columns[i].values[scope->number]))
      return true;
  return false;
}

/* Collect A's rows of FILE: those of scopes inside it.  */

static void
collect_rows (struct annotation *a, const struct node *file)
{
  a->n_rows = 0;
  a->last = 0;
  for (size_t i = file->number + 1; i < a->t->n_scopes; i++)
    {
      const struct node *scope = a->t->scopes[i];
      size_t end = line_of (scope, "end-line");
      if (scope->kind <= SCOPE_FILE)
	break;
      if (!row_p (a, scope))
	continue;
      struct row row = { line_of (scope, "line"), scope };
      a->rows = grow (a->rows, a->n_rows, sizeof *a->rows);
      a->rows[a->n_rows++] = row;
      end = end > row.line ? end : row.line;
      a->last = end > a->last ? end : a->last;
    }
  if (a->n_rows)
    qsort (a->rows, a->n_rows, sizeof *a->rows, compare_rows);
}

/* Count in BEGINS the range FROM..TO of lines, of which there are LINES: one
   more where it begins, one less behind its end.  */

static void
add_range (int *begins, size_t from, size_t to, size_t lines)
{
  if (from > lines)
    return;
  begins[from]++;
  begins[to < lines ? to + 1 : lines + 1]--;
}

/* Mark in A the lines of its rows and those around, of LINES there are.  A
   profile may hold as many loops as a file has lines, and each may claim all
   of them.  */

static void
mark_lines (struct annotation *a, size_t lines)
{
  size_t around = a->o->context;
  int *inside = XCNEWVEC (int, lines + 2), *shown = XCNEWVEC (int, lines + 2);

  for (size_t i = 0; i < a->n_rows; i++)
    {
      bool loop = a->rows[i].scope->kind == SCOPE_LOOP;
      size_t from = a->rows[i].line;
      size_t to = loop ? line_of (a->rows[i].scope, "end-line") : from;
      to = to < from ? from : to;
      if (loop)
	add_range (inside, from, to, lines);
      add_range (shown, from > around ? from - around : 1, to + around,
		 lines);
    }
  a->shown = XCNEWVEC (bool, lines + 2);
  a->inside = XCNEWVEC (bool, lines + 2);
  for (size_t line = 1; line <= lines; line++)
    {
      inside[line] += inside[line - 1];
      shown[line] += shown[line - 1];
      a->inside[line] = inside[line] > 0;
      a->shown[line] = shown[line] > 0 || a->o->all;
    }
  free (inside);
  free (shown);
}

/* Widen A's columns to what its rows hold.  */

static void
fit_columns (struct annotation *a)
{
  for (size_t c = 0; c < a->n_columns; c++)
    for (size_t i = 0; i < a->n_rows; i++)
      {
	char *text = cell (a, &a->columns[c], a->rows[i].scope);
	int width = (int) strlen (text);
	if (width > a->columns[c].width)
	  a->columns[c].width = width;
	free (text);
      }
}

/* Write the cells of SCOPE, empty ones if it is NULL.  */

static void
write_cells (const struct annotation *a, const struct node *scope)
{
  for (size_t c = 0; c < a->n_columns; c++)
    {
      const struct column *column = &a->columns[c];
      char *text = scope ? cell (a, column, scope) : xstrdup ("");
      int width = column->of == OF_VERDICT ? -column->width : column->width;
      fprintf (a->out, "%*s  ", width, text);
      free (text);
    }
}

/* Write one line: cells of SCOPE, number LINE, MARK and TEXT without the
   blanks at its end.  */

static void
write_line (const struct annotation *a, const struct node *scope,
	    size_t line, char mark, const char *text)
{
  char *safe = text_safe (text);
  size_t length = strlen (safe);

  while (length && safe[length - 1] == ' ')
    length--;
  write_cells (a, scope);
  fprintf (a->out, "%6zu", line);
  if (length)
    fprintf (a->out, " %c %.*s", mark, (int) length, safe);
  else if (mark != ' ')
    fprintf (a->out, " %c", mark);
  putc ('\n', a->out);
  free (safe);
}

/* Write LINE of S, with the rows that belong to it from number *NEXT on.
   Of several loops on one line each has a row, with its name.  */

static void
write_source_line (const struct annotation *a, const struct source *s,
		   size_t line, size_t *next)
{
  char *text = source_line (s, line);
  const struct node *scope = NULL;
  char mark = a->inside[line] ? '|' : ' ';

  while (*next < a->n_rows && a->rows[*next].line == line)
    {
      const struct node *one = a->rows[(*next)++].scope;
      mark = one->kind == SCOPE_LOOP || mark == '>' ? '>' : mark;
      if (scope)
	{
	  char *name = concat ("  of ", node_name (scope), NULL);
	  write_line (a, scope, line, mark, name);
	  free (name);
	}
      scope = one;
    }
  write_line (a, scope, line, mark, text ? text : "");
  free (text);
}

/* Write what A holds of FILE, whose source is S, empty if it was not
   found.  */

static void
write_file (struct annotation *a, const struct node *file,
	    const struct source *s)
{
  size_t lines = s->n > a->last ? s->n : a->last, next = 0, before = 0;
  const char *path = node_get (file, "path");
  char *title = text_safe (path ? path : node_name (file));

  mark_lines (a, lines);
  fit_columns (a);
  fprintf (a->out, "%s\n\n", title);
  for (size_t c = 0; c < a->n_columns; c++)
    fprintf (a->out, "%*s  ", a->columns[c].of == OF_VERDICT
	     ? -a->columns[c].width : a->columns[c].width,
	     a->columns[c].head);
  fprintf (a->out, "%6s\n", "line");
  for (size_t line = 1; line <= lines; line++)
    if (a->shown[line]
	&& (line <= s->n || (next < a->n_rows && a->rows[next].line == line)))
      {
	if (s->n && before && before + 1 < line)
	  fputs ("...\n", a->out);
	write_source_line (a, s, line, &next);
	before = line;
      }
  free (title);
  free (a->shown);
  free (a->inside);
}

/* True when A is to show FILE.  */

static bool
file_wanted_p (const struct annotation *a, const struct node *file)
{
  const char *path = node_get (file, "path");

  for (size_t i = 0; i < a->o->files.n; i++)
    if (fnmatch (a->o->files.at[i], node_name (file), 0) == 0
	|| (path && fnmatch (a->o->files.at[i], path, 0) == 0))
      return true;
  return !a->o->files.n;
}

/* Write what A holds of all files.  Return how many had something, and tell
   TELL of sources that are not found.  */

static size_t
write_files (struct annotation *a, void (*tell) (const struct fail *))
{
  size_t n = 0;

  for (size_t i = 0; i < a->t->n_scopes; i++)
    {
      const struct node *file = a->t->scopes[i];
      const char *path = node_get (file, "path");
      struct source s;
      struct fail why;
      if (file->kind != SCOPE_FILE || !file_wanted_p (a, file))
	continue;
      collect_rows (a, file);
      if (!a->n_rows)
	continue;
      if (source_open (&s, path ? path : node_name (file), &a->o->roots, &why)
	  != 0)
	tell (&why);
      else if (a->last > s.n)
	{
	  fail_set (&why, path ? path : s.file, (long) s.n, "ends here, but the profile has "
		    "loops up to line %zu; the file was changed since",
		    a->last);
	  tell (&why);
	}
      if (n++)
	putc ('\n', a->out);
      write_file (a, file, &s);
      source_close (&s);
    }
  return n;
}

/* Write the source of T's loops to OUT as O says, with metrics of READY.
   Sources that are not found are told to TELL; their loops have lines
   without text.  Return 0, or -1 with the reason in WHY.  */

int
annotate (FILE *out, struct tree *t, const struct ready *ready,
	  const struct annotate_options *o,
	  void (*tell) (const struct fail *), struct fail *why)
{
  struct annotation a = { .out = out, .o = o, .t = t };
  int result;

  tree_number (t);
  result = choose_columns (&a, ready, why);
  if (result == 0 && !write_files (&a, tell))
    result = fail_set (why, t->source, 0, "no loop to show%s; memlb report "
		       "lists them", o->loop || o->files.n ? " of those asked "
		       "for" : "");
  for (size_t c = 0; c < a.n_columns; c++)
    {
      free (a.columns[c].head);
      free (a.columns[c].values);
    }
  free (a.columns);
  free (a.time);
  free (a.bound);
  free (a.rows);
  return result;
}
