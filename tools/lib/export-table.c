/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as CSV and as JSON: every scope with its metrics, everything in
   it included.  */

#include "export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "output.h"

/* The attribute NAME of NODE as a field of CSV, with a comma behind.  */

static void
write_field (FILE *out, const struct node *node, const char *name)
{
  const char *text = node ? node_get (node, name) : NULL;

  output_csv (out, text ? text : "");
  putc (',', out);
}

/* The row of SCOPE.  */

static void
write_row (const struct export *e, const struct node *scope)
{
  fprintf (e->out, "%s,", scope->element);
  output_csv (e->out, node_name (scope));
  putc (',', e->out);
  write_field (e->out, node_inside (scope, SCOPE_MODULE), "name");
  write_field (e->out, node_inside (scope, SCOPE_FILE), "path");
  write_field (e->out, node_inside (scope, SCOPE_PROCEDURE), "name");
  write_field (e->out, scope, "line");
  write_field (e->out, scope, "end-line");
  const char *verdict = node_get (scope, "verdict");
  output_csv (e->out, verdict ? verdict : "");
  for (size_t k = 0; k < e->n; k++)
    {
      double value = e->metrics[k].inclusive[scope->number];
      putc (',', e->out);
      if (!isnan (value))
	output_number (e->out, value);
    }
  fputs ("\r\n", e->out);
}

/* E as CSV: RFC 4180, a row for each scope.  */

void
export_csv (const struct export *e)
{
  fputs ("scope,name,module,file,function,line,end_line,verdict", e->out);
  for (size_t k = 0; k < e->n; k++)
    {
      putc (',', e->out);
      output_csv (e->out, e->metrics[k].name);
    }
  fputs ("\r\n", e->out);
  for (size_t i = 0; i < e->t->n_scopes; i++)
    write_row (e, e->t->scopes[i]);
}

/* The object of SCOPE, without what is inside it and without its end.  */

static void
write_object (const struct export *e, const struct node *scope)
{
  bool any = false;

  fprintf (e->out, "{\"scope\":\"%s\"", scope->element);
  for (uint32_t i = 0; i < scope->n_attributes; i++)
    {
      const char *name = scope->attributes[i].name;
      if (strcmp (name, "id") != 0 && strcmp (name, "name") != 0
	  && strcmp (name, "path") != 0 && strcmp (name, "line") != 0
	  && strcmp (name, "end-line") != 0 && strcmp (name, "verdict") != 0
	  && strcmp (name, "reason") != 0)
	continue;
      fprintf (e->out, ",\"%s\":",
	       strcmp (name, "end-line") == 0 ? "end_line" : name);
      double line = strstr (name, "line") ? node_number (scope, name) : NAN;
      if (line >= 0)
	fprintf (e->out, "%.0f", line);
      else
	output_json (e->out, scope->attributes[i].value);
    }
  fputs (",\"metrics\":{", e->out);
  for (size_t k = 0; k < e->n; k++)
    {
      double value = e->metrics[k].inclusive[scope->number];
      if (isnan (value))
	continue;
      fputs (any ? "," : "", e->out);
      output_json (e->out, e->metrics[k].name);
      putc (':', e->out);
      output_number (e->out, value);
      any = true;
    }
  putc ('}', e->out);
}

/* The metrics of E and their units.  */

static void
write_declarations (const struct export *e)
{
  for (size_t k = 0; k < e->n; k++)
    {
      fputs (k ? ",\n{\"name\":" : "\n{\"name\":", e->out);
      output_json (e->out, e->metrics[k].name);
      fputs (",\"unit\":", e->out);
      output_json (e->out, e->metrics[k].unit);
      fprintf (e->out, ",\"kind\":\"%s\"}", kind_name (e->metrics[k].kind));
    }
}

/* How many scopes SCOPE lies in.  */

static int
depth_of (const struct node *scope)
{
  int depth = 0;

  for (const struct node *n = scope->parent; n; n = n->parent)
    depth += n->kind != SCOPE_NONE;
  return depth;
}

/* E as JSON: the tree of scopes.  */

void
export_json (const struct export *e)
{
  int depth = -1;

  fputs ("{\"metrics\":[", e->out);
  write_declarations (e);
  fputs ("\n],\n\"program\":", e->out);
  for (size_t i = 0; i < e->t->n_scopes; i++)
    {
      const struct node *scope = e->t->scopes[i];
      int here = depth_of (scope);
      if (here > depth && depth >= 0)
	fputs (",\"scopes\":[\n", e->out);
      for (; depth >= here; depth--)
	fputs (depth > here ? "}]" : "},\n", e->out);
      write_object (e, scope);
      depth = here;
    }
  for (; depth > 0; depth--)
    fputs ("}]", e->out);
  fputs ("}}\n", e->out);
}
