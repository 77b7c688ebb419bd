/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All about one loop: the figures, the evidence behind the verdict, the
   memory references, and what to try next.  */

#include "write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "events.h"
#include "reasons.h"
#include "table.h"
#include "text.h"
#include "xalloc.h"

/* Write to OUT the time VALUE called NAME with its interval LOW..HIGH and,
   where ENTRIES is known, the time per entry.  */

static void
write_time (FILE *out, const char *name, double value, double low,
	    double high, double entries)
{
  char *text = text_seconds (value);

  fprintf (out, "%-12s %s", name, text);
  free (text);
  if (!isnan (low) && !isnan (high) && low < high)
    {
      char *from = text_seconds (low), *to = text_seconds (high);
      fprintf (out, "   (95 %%: %s to %s)", from, to);
      free (from);
      free (to);
    }
  if (entries > 0)
    {
      char *each = text_seconds (value / entries);
      fprintf (out, "   %s per entry", each);
      free (each);
    }
  putc ('\n', out);
}

/* Write to OUT how WHAT, "time" or "bound", lies on the threads of LOOP, after
   BEFORE; false if that is not known.  */

static bool
write_thread_figure (FILE *out, const struct loop *loop, const char *what,
		     const char *before)
{
  static const char *const ends[] = { "min", "max", "mean" };
  char *text[3];

  for (int i = 0; i < 3; i++)
    {
      char *name = xasprintf ("thread-%s-%s", what, ends[i]);
      double value = values_get (loop->has->metrics, loop->has->n_metrics,
				 name);
      free (name);
      if (isnan (value))
	{
	  while (i-- > 0)
	    free (text[i]);
	  return false;
	}
      text[i] = text_seconds (value);
    }
  fprintf (out, "%s%s %s to %s, mean %s", before, what, text[0], text[1],
	   text[2]);
  for (int i = 0; i < 3; i++)
    free (text[i]);
  return true;
}

/* Write how time and bound lie on the threads of LOOP.  */

static void
write_threads (FILE *out, const struct loop *loop)
{
  char *head = xasprintf ("%-12s ", "by thread");

  if (write_thread_figure (out, loop, "time", head))
    {
      if (!isnan (loop_bound (loop, N_BOUND)))
	write_thread_figure (out, loop, "bound", "; ");
      putc ('\n', out);
    }
  free (head);
}

/* True if NAME is one of the values that write_threads writes.  */

static bool
thread_metric_p (const char *name)
{
  return !strncmp (name, "thread-time-", 12)
	 || !strncmp (name, "thread-bound-", 13);
}

/* Write what was measured of LOOP in P.  */

static void
write_figures (FILE *out, const struct profile *p, const struct loop *loop)
{
  double entries = loop->n[N_ENTRIES];

  if (!isnan (entries))
    fprintf (out, "%-12s %.15g", "entries", entries);
  if (!isnan (loop->n[N_SAMPLED]))
    fprintf (out, ", %.15g sampled", loop->n[N_SAMPLED]);
  if (loop->n[N_THREADS] > 0)
    fprintf (out, ", on %.15g thread%s", loop->n[N_THREADS],
	     loop->n[N_THREADS] > 1 ? "s" : "");
  if (!isnan (entries))
    putc ('\n', out);
  if (!isnan (loop->n[N_TIME]))
    write_time (out, "time", loop->n[N_TIME], loop->n[N_TIME_LOW],
		loop->n[N_TIME_HIGH], entries);
  if (!isnan (loop_share (p, loop)))
    fprintf (out, "%-12s %.1f %% of the program\n", "share",
	     100 * loop_share (p, loop));
  if (isnan (loop_bound (loop, N_BOUND)))
    return;
  write_time (out, "bound", loop->n[N_BOUND], loop->n[N_BOUND_LOW],
	      loop->n[N_BOUND_HIGH], entries);
  if (!isnan (loop_bound (loop, N_BOUND_PLACED)))
    {
      double placed = loop->n[N_BOUND_PLACED];
      write_time (out, "placed", placed, NAN, NAN, entries);
      if (loop_misaligned (loop) > 0 && loop->n[N_TIME] > 0)
	fprintf (out, "%-12s about %.0f %% of this loop's time is misalignment: "
		 "placed is the bound\n%-12s with wide references as they lie in "
		 "their cache lines now\n", "",
		 100 * loop_misaligned (loop) / loop->n[N_TIME], "");
    }
  if (!isnan (loop_bound (loop, N_BOUND_REPLAYED)))
    {
      double replayed = loop->n[N_BOUND_REPLAYED];
      write_time (out, "replayed", replayed, NAN, NAN, entries);
      fprintf (out, "%-12s replayed is the bound with the loads that decide the "
	       "control flow\n%-12s in the cache, too", "", "");
      if (replayed < loop->n[N_BOUND] && loop->n[N_TIME] > 0)
	fprintf (out, ": what these miss is about %.0f %%\n%-12s of this loop's "
		 "time", 100 * (loop->n[N_BOUND] - replayed) / loop->n[N_TIME],
		 "");
      putc ('\n', out);
    }
  if (!isnan (loop->n[N_ATTAINABLE]))
    write_time (out, "attainable", loop->n[N_ATTAINABLE], NAN, NAN, entries);
  char *most = text_seconds (loop_recoverable (loop));
  char *speedup = text_speedup (loop);
  fprintf (out, "%-12s %s %s   speed-up %s\n", "recoverable",
	   bound_sign (loop->verdict_name, loop->reason), most, speedup);
  free (most);
  free (speedup);
}

/* Write the verdict of LOOP, its reason and what was counted.  */

static void
write_evidence (FILE *out, const struct loop *loop)
{
  const struct contents *has = loop->has;
  char *verdict = text_safe (loop->verdict_name);

  fprintf (out, "%-12s %s: %s\n", "verdict", verdict,
	   loop_verdict_text (loop));
  free (verdict);
  if (loop->reason)
    {
      char *slug = text_safe (loop->reason);
      char *text = text_safe (reason_text (loop->reason));
      char *callee = text_callee (loop);
      fprintf (out, "%-12s %s: %s%s%s\n", "reason", slug, text,
	       callee ? ": " : "", callee ? callee : "");
      free (callee);
      free (slug);
      free (text);
    }
  if (!isnan (loop->n[N_REFS]))
    {
      fprintf (out, "%-12s %.15g", "references", loop->n[N_REFS]);
      if (!isnan (loop->n[N_REFS_REDIRECTED]))
	fprintf (out, ", %.15g redirected", loop->n[N_REFS_REDIRECTED]);
      if (loop->n[N_REFS_CONTROL] > 0)
	fprintf (out, ", %.15g real because they decide the control flow",
		 loop->n[N_REFS_CONTROL]);
      if (loop->n[N_REFS_REAL] > 0)
	fprintf (out, ", %.15g other real", loop->n[N_REFS_REAL]);
      if (loop->n[N_FORM_CHANGED] > 0)
	fprintf (out, "; %.15g in another addressing form",
		 loop->n[N_FORM_CHANGED]);
      putc ('\n', out);
    }
  if (!isnan (loop->n[N_CODE_BYTES]) && !isnan (loop->n[N_BOUND_CODE_BYTES]))
    fprintf (out, "%-12s %.15g bytes, %.15g in the bound copy\n", "code",
	     loop->n[N_CODE_BYTES], loop->n[N_BOUND_CODE_BYTES]);
  for (size_t i = 0; i < has->n_metrics; i++)
    {
      if (ranks_metric_p (has->metrics[i].name)
	  || thread_metric_p (has->metrics[i].name)
	  || events_metric_p (has->metrics[i].name))
	continue;
      char *name = text_safe (has->metrics[i].name);
      fprintf (out, "%-12s %.9g\n", name, has->metrics[i].value);
      free (name);
    }
  if (loop->has->flags)
    {
      char *flags = text_safe (loop->has->flags);
      fprintf (out, "%-12s %s\n", "flags", flags);
      free (flags);
    }
}

/* The number VALUE, `-' if unknown.  */

static char *
number_cell (double value)
{
  return isnan (value) ? xstrdup ("-") : xasprintf ("%.15g", value);
}

/* TEXT, `-' if there is none.  */

static char *
text_cell (const char *text)
{
  return xstrdup (text ? text : "-");
}

/* What REF is called, `-' if nothing is known.  */

static const char *
ref_name (const struct ref *ref)
{
  return ref->name ? ref->name : ref->array ? ref->array : "-";
}

/* Compare references by line, those without one last; then by what a row
   shows of them.  */

static int
compare_refs (const void *a, const void *b)
{
  const struct ref *x = *(const struct ref *const *) a;
  const struct ref *y = *(const struct ref *const *) b;
  double line_x = isnan (x->line) ? INFINITY : x->line;
  double line_y = isnan (y->line) ? INFINITY : y->line;
  int c = (line_x > line_y) - (line_x < line_y);

  if (!c)
    c = strcmp (ref_name (x), ref_name (y));
  if (!c)
    c = strcmp (x->kind ? x->kind : "", y->kind ? y->kind : "");
  if (!c)
    c = (x->size > y->size) - (x->size < y->size);
  if (!c)
    c = strcmp (x->treatment ? x->treatment : "",
		y->treatment ? y->treatment : "");
  return c;
}

/* Add to TABLE a row for COUNT references like REF.  */

static void
add_ref_row (struct libscols_table *table, const struct ref *ref,
	     size_t count)
{
  struct libscols_line *line = table_line (table);

  table_cell (line, 0, number_cell (ref->line));
  table_cell (line, 1, number_cell ((double) count));
  table_cell (line, 2, number_cell (ref->size));
  table_cell (line, 3, text_cell (ref->kind));
  table_cell (line, 4, text_cell (ref->treatment));
  table_cell (line, 5, xstrdup (ref_name (ref)));
}

/* Write the references of LOOP, equal ones in one row: unrolling and
   vectorisation make many of one in the source.  */

static void
write_refs (FILE *out, const struct loop *loop, const struct text_style *style)
{
  const struct contents *has = loop->has;
  const struct ref **refs;
  struct libscols_table *table;
  size_t first = 0;

  if (!has->n_refs)
    return;
  refs = xcalloc (has->n_refs, sizeof *refs);
  for (size_t i = 0; i < has->n_refs; i++)
    refs[i] = &has->refs[i];
  qsort (refs, has->n_refs, sizeof *refs, compare_refs);
  table = table_new (style->terminal);
  table_column (table, "line", true);
  table_column (table, "refs", true);
  table_column (table, "bytes", true);
  table_column (table, "kind", false);
  table_column (table, "in the copy", false);
  table_column (table, "reference", false);
  for (size_t i = 1; i <= has->n_refs; i++)
    if (i == has->n_refs || compare_refs (&refs[first], &refs[i]))
      {
	add_ref_row (table, refs[first], i - first);
	first = i;
      }
  free (refs);
  putc ('\n', out);
  table_write (table, out);
}

/* The lines FIRST to LAST.  */

static char *
lines_cell (double first, double last)
{
  if (isnan (first) || isnan (last) || first == last)
    return number_cell (first);
  return xasprintf ("%.15g-%.15g", first, last);
}

/* Write the blocks of LOOP, if they were counted.  */

static void
write_blocks (FILE *out, const struct loop *loop,
	      const struct text_style *style)
{
  const struct contents *has = loop->has;
  struct libscols_table *table;

  if (!has->n_blocks)
    return;
  table = table_new (style->terminal);
  table_column (table, "block", true);
  table_column (table, "lines", true);
  table_column (table, "depth", true);
  table_column (table, "insns", true);
  table_column (table, "executions", true);
  table_column (table, "iterations", true);
  for (size_t i = 0; i < has->n_blocks; i++)
    {
      const struct block *block = &has->blocks[i];
      struct libscols_line *line = table_line (table);
      table_cell (line, 0, number_cell (block->n[B_ID]));
      table_cell (line, 1, lines_cell (block->n[B_LINE],
						block->n[B_END_LINE]));
      table_cell (line, 2, number_cell (block->n[B_DEPTH]));
      table_cell (line, 3, number_cell (block->n[B_INSNS]));
      table_cell (line, 4, number_cell (block->n[B_EXECUTIONS]));
      table_cell (line, 5, isnan (block->n[B_ITERATIONS])
			   ? xstrdup ("") : number_cell (block->n[B_ITERATIONS]));
    }
  putc ('\n', out);
  table_write (table, out);
}

/* True if SLUG is the reason of LOOP's verdict.  */

static bool
reason_p (const struct loop *loop, const char *slug)
{
  return loop->reason && strcmp (loop->reason, slug) == 0;
}

/* Say what to do about LOOP.  */

static void
write_next (FILE *out, const struct loop *loop)
{
  const char *advice = loop->reason ? reason_advice (loop->reason) : NULL;
  double speedup = loop_speedup (loop);
  char sign = *bound_sign (loop->verdict_name, loop->reason);

  if (advice)
    fprintf (out, "\n%s: %s.\n",
	     loop_believed_p (loop) ? "To be surer" : "Try", advice);
  if (isnan (speedup))
    {
      if (reason_p (loop, "page-faults"))
	fputs ("\nTry: run longer, or without a budget: memlb run -b "
	       "unlimited.\n", out);
      return;
    }
  if (speedup < 1.1 && loop->verdict == VERDICT_OK
      && speedup + loop_speedup_error (loop) > 1.25)
    fputs ("\nThe interval is too wide to tell whether misses cost anything "
	   "here: run longer,\non a quiet machine, or raise the budget "
	   "(memlb run -b).\n", out);
  else if (speedup < 1.1 && sign == '<')
    fputs ("\nMisses cost next to nothing here: to be faster, this loop needs "
	   "fewer or\nother instructions (vectorisation, less work), not a "
	   "better memory layout.\n", out);
  else if (speedup < 1.1 && !reason_p (loop, "control-misses"))
    fprintf (out, "\nWhat misses cost here is not known: the bound is too %s to "
	     "tell.\n", sign == '~' ? "uncertain" : "high");
  else if (reason_p (loop, "page-faults"))
    fputs ("\nTry: keep memory and use it again, since the kernel maps and "
	   "clears each page\nthat is touched for the first time; pages of "
	   "2 MB (madvise); first touch by all\nthreads.  What misses cost "
	   "beside that is not known.\n", out);
  else
    fputs ("\nTry: shorten the distance between uses of the same data "
	   "(blocking, fusing with\nthe loop before), touch fewer cache lines "
	   "(unit stride, smaller types, arrays\nof what is used together), "
	   "or fetch ahead.  Which array misses is not\nknown from the bound "
	   "alone: sampled misses (perf mem, perf c2c) tell.\n", out);
  if (speedup >= 1.1 && loop->n[N_DEPTH] >= 3 && loop_believed_p (loop))
    fprintf (out, "\nIf it has several loops inside: compiled with "
	     "-fplugin-arg-memlb-max-depth=%.15g,\nthese are measured by "
	     "themselves.\n", loop->n[N_DEPTH] - 1);
}

/* Write all about LOOP of P to OUT as STYLE says.  */

void
write_loop (FILE *out, const struct profile *p, const struct loop *loop,
	    const struct text_style *style)
{
  char *title = text_title (loop);
  char *id = text_safe (loop->id);
  char *where = text_safe (loop->in->path ? loop->in->path : loop->in->file);

  fprintf (out, "%s\n%-12s %s\n%-12s %s\n", title, "id", id, "file", where);
  if (loop->n[N_DEPTH] > 0)
    fprintf (out, "%-12s %.15g deep", "nest", loop->n[N_DEPTH]);
  if (loop->n[N_DEPTH] > 0 && loop->variable)
    {
      char *variable = text_safe (loop->variable);
      fprintf (out, ", innermost over %s", variable);
      free (variable);
    }
  if (loop->n[N_DEPTH] > 0)
    putc ('\n', out);
  write_figures (out, p, loop);
  write_threads (out, loop);
  write_loop_ranks (out, p, loop);
  write_loop_events (out, loop);
  write_evidence (out, loop);
  write_refs (out, loop, style);
  write_blocks (out, loop, style);
  if (!style->brief)
    write_next (out, loop);
  free (title);
  free (id);
  free (where);
}
