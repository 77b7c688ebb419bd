/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as a file of callgrind: what each line has by itself.  What a
   loop or a function has beside its lines stands on its first line, what a
   file, a module or the program has beside its functions in a function of
   its name.  Times become nanoseconds, as costs are integers.  */

#include "export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "text.h"
#include "xalloc.h"

/* One writing: what the lines so far have said.  */
struct writing
{
  const struct export *e;
  char *object, *file, *function, *line_file;
  double *totals;
};

/* The cost of M in scope number I by itself: not negative, an integer.  */

static double
cost_of (const struct exported *m, size_t i)
{
  double value = m->exclusive[i] * export_scale (m);

  return value > 0 ? round (value) : 0;
}

/* True when scope number I has a cost.  */

static bool
any_cost_p (const struct writing *w, size_t i)
{
  const struct exported *m;

  for (size_t k = 0; (m = export_amount (w->e, k)); k++)
    if (cost_of (m, i) > 0)
      return true;
  return false;
}

/* Say KEY=VALUE to W unless *PRESENT is VALUE.  */

static void
say (struct writing *w, const char *key, char **present, const char *value)
{
  if (*present && strcmp (*present, value) == 0)
    return;
  free (*present);
  *present = xstrdup (value);
  char *safe = text_safe (value);
  /* A name that begins with ( would be taken for a number of one.  */
  fprintf (w->e->out, "%s=%s%s\n", key, *safe == '(' ? " " : "", safe);
  free (safe);
}

static const char *
path_or_name (const struct node *node)
{
  const char *path = node ? node_get (node, "path") : NULL;

  return path ? path : node ? node_name (node) : "???";
}

/* The name of the function that the costs of SCOPE are put down to.  */

static const char *
function_name (const struct node *scope)
{
  const struct node *procedure = node_inside (scope, SCOPE_PROCEDURE);
  const char *name = procedure ? node_get (procedure, "asm-name") : NULL;

  return name ? name : node_name (procedure ? procedure : scope);
}

/* Say to W where SCOPE is.  */

static void
say_place (struct writing *w, const struct node *scope)
{
  const struct node *module = node_inside (scope, SCOPE_MODULE);
  const struct node *file = node_inside (scope, SCOPE_FILE);
  const struct node *inlined = node_inside (scope, SCOPE_INLINED);
  const char *path = path_or_name (file);
  const char *from = inlined ? node_get (inlined, "path") : NULL;
  bool changed;

  if (module)
    say (w, "ob", &w->object, path_or_name (module));
  changed = !w->file || strcmp (w->file, path) != 0
	    || !w->function || strcmp (w->function, function_name (scope)) != 0;
  if (changed)
    {
      /* A function begins in its own file.  */
      free (w->file);
      free (w->function);
      w->file = w->function = NULL;
      say (w, "fl", &w->file, path);
      say (w, "fn", &w->function, function_name (scope));
      free (w->line_file);
      w->line_file = xstrdup (path);
    }
  say (w, from ? "fi" : "fe", &w->line_file, from ? from : path);
}

/* The line of SCOPE, or of what is around it in its function.  */

static double
line_of (const struct node *scope)
{
  for (; scope && scope->kind >= SCOPE_PROCEDURE; scope = scope->parent)
    {
      double line = node_number (scope, "line");
      if (line >= 0)
	return line;
    }
  return 0;
}

/* Write the costs of scope number I.  */

static void
write_costs (struct writing *w, size_t i)
{
  const struct node *scope = w->e->t->scopes[i];
  const struct exported *m;

  say_place (w, scope);
  fprintf (w->e->out, "%.0f", line_of (scope));
  for (size_t k = 0; (m = export_amount (w->e, k)); k++)
    {
      double cost = cost_of (m, i);
      fprintf (w->e->out, " %.0f", cost);
      w->totals[k] += cost;
    }
  putc ('\n', w->e->out);
}

/* The name of M as an event.  */

static char *
event_name (const struct exported *m)
{
  char *name = concat (m->name, export_scale (m) > 1 ? "_ns" : "", NULL);

  for (char *c = name; *c; c++)
    if ((unsigned char) *c <= ' ' || *c == 0x7f)
      *c = '_';
  return name;
}

/* Write E as a file of callgrind.  */

void
export_callgrind (const struct export *e)
{
  struct writing w = { .e = e };
  const struct exported *m;
  char *program = text_safe (node_name (e->t->program));

  w.totals = XCNEWVEC (double, e->n + 1);
  fprintf (e->out, "# callgrind format\nversion: 1\ncreator: memlb\n"
	   "cmd: %s\npart: 1\n\npositions: line\nevents:", program);
  for (size_t k = 0; (m = export_amount (e, k)); k++)
    {
      char *name = event_name (m);
      fprintf (e->out, " %s", name);
      free (name);
    }
  fputs ("\n\n", e->out);
  for (size_t i = 0; i < e->t->n_scopes; i++)
    if (any_cost_p (&w, i))
      write_costs (&w, i);
  fputs ("\ntotals:", e->out);
  for (size_t k = 0; export_amount (e, k); k++)
    fprintf (e->out, " %.0f", w.totals[k]);
  putc ('\n', e->out);
  free (w.totals);
  free (w.object);
  free (w.file);
  free (w.function);
  free (w.line_file);
  free (program);
}
