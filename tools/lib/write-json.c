/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as JSON: the program, and its loops with the figures of the
   CSV columns under the same names; null where unknown.  */

#include "write.h"

#include <math.h>
#include "output.h"
#include "warnings.h"

/* Write VALUE of KIND, or null.  */

static void
write_value (FILE *out, enum column_kind kind, double value)
{
  if (isnan (value))
    fputs ("null", out);
  else
    write_number (out, kind, value);
}

/* Write LOOP of P to OUT.  */

static void
write_object (FILE *out, const struct profile *p, const struct loop *loop)
{
  fputs ("    {", out);
  for (size_t i = 0; i < n_columns; i++)
    {
      fprintf (out, "%s\"%s\": ", i ? ", " : "", columns[i].name);
      if (columns[i].kind == COLUMN_TEXT)
	output_json (out, columns[i].text (loop));
      else
	write_value (out, columns[i].kind, columns[i].figure (p, loop));
    }
  fputs (", \"path\": ", out);
  output_json (out, loop->in->path);
  fputs (", \"module\": ", out);
  output_json (out, loop->in->module);
  putc ('}', out);
}

/* Where the warnings of a list go, and how many there were.  */
struct warning_list
{
  FILE *out;
  size_t n;
};

static void
write_one_warning (void *context, const char *text)
{
  struct warning_list *list = context;

  if (list->n++)
    fputs (", ", list->out);
  output_json (list->out, text);
}

/* Write to OUT what spoils the figures of P.  */

static void
write_warning_list (FILE *out, const struct profile *p)
{
  struct warning_list list = { out, 0 };
  struct warning_sink sink = { write_one_warning, &list };

  warnings_of_mixture (p, sink);
  warnings_of_run (p, sink);
}

/* Write the loops of R to OUT as JSON.  */

void
write_json (FILE *out, const struct ranking *r)
{
  const struct profile *p = r->p;

  fputs ("{\n  \"program\": {\"name\": ", out);
  output_json (out, p->program);
  fputs (", \"run\": ", out);
  output_json (out, p->run);
  fputs (", \"mode\": ", out);
  output_json (out, p->mode);
  fputs (", \"start\": ", out);
  output_json (out, p->start);
  fputs (", \"time_s\": ", out);
  write_value (out, COLUMN_FIGURE, p->time);
  fputs (", \"elapsed_s\": ", out);
  write_value (out, COLUMN_FIGURE, p->elapsed);
  fputs (", \"threads\": ", out);
  write_value (out, COLUMN_COUNT, p->threads);
  fprintf (out, ", \"incomplete\": %zu, \"ended\": ", p->n_incomplete);
  output_json (out, p->ended);
  fprintf (out, ", \"profiles\": %zu, \"ranks\": ", p->n_files);
  write_value (out, COLUMN_COUNT, p->ranks > 0 ? p->ranks : NAN);
  fputs ("},\n  \"warnings\": [", out);
  write_warning_list (out, p);
  fputs ("],\n  \"blocked\": [", out);
  write_blocked_json (out, p);
  fputs ("],\n  \"loops\": [", out);
  for (size_t i = 0; i < r->n; i++)
    {
      fputs (i ? ",\n" : "\n", out);
      write_object (out, p, r->rows[i]);
    }
  fputs (r->n ? "\n  ]\n}\n" : "]\n}\n", out);
}
