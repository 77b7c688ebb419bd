/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a profile to an XML file, as schema/memlb-1.rng wants it.

   The file gets its name when it is whole, so that what stood there before is
   replaced by a whole profile or not at all; a name that ends in `.gz' has it
   compressed.  Known weakness: what a later minor version added and the
   reader skipped is not written.  */

#include "profile-write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/xmlwriter.h>
#include "output.h"
#include "xalloc.h"

/* One writing.  */
struct writer
{
  xmlTextWriterPtr xml;
  const struct profile *p;
};

static void
open_element (struct writer *w, const char *name)
{
  xmlTextWriterStartElement (w->xml, (const xmlChar *) name);
}

static void
close_element (struct writer *w)
{
  xmlTextWriterEndElement (w->xml);
}

/* The attribute NAME with VALUE; none where that is NULL.  */

static void
write_attribute (struct writer *w, const char *name, const char *value)
{
  if (value)
    xmlTextWriterWriteAttribute (w->xml, (const xmlChar *) name,
				 (const xmlChar *) value);
}

/* VALUE as the format wants it: a whole number in full, two digits of
   exponent at most.  */

static void
format_number (char text[40], double value)
{
  if (fabs (value) < 1e-99)
    value = 0;
  snprintf (text, 40, value == floor (value) && fabs (value) < 1e15 ? "%.0f"
	    : "%.9g", value);
}

/* The attribute NAME with VALUE; none where that is not known.  */

static void
write_figure (struct writer *w, const char *name, double value)
{
  char text[40];

  if (!isfinite (value) || fabs (value) >= 1e99)
    return;
  format_number (text, value);
  write_attribute (w, name, text);
}

static void
write_item (struct writer *w, const struct item *item)
{
  open_element (w, item->element);
  for (size_t i = 0; i < item->n; i++)
    write_attribute (w, item->at[i].name, item->at[i].value);
  close_element (w);
}

/* The N values of METRICS.  */

static void
write_values (struct writer *w, const struct metric_value *metrics, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (isfinite (metrics[i].value))
      {
	open_element (w, "m");
	write_attribute (w, "n", metrics[i].name);
	write_figure (w, "v", metrics[i].value);
	close_element (w);
      }
}

static void
write_ref (struct writer *w, const struct ref *ref)
{
  open_element (w, "ref");
  write_attribute (w, "id", ref->id);
  write_figure (w, "line", ref->line);
  write_figure (w, "column", ref->column);
  write_attribute (w, "name", ref->name);
  write_attribute (w, "array", ref->array);
  write_attribute (w, "kind", ref->kind);
  write_figure (w, "size", ref->size);
  write_attribute (w, "treatment", ref->treatment);
  write_figure (w, "slot", ref->slot);
  close_element (w);
}

/* Write BLOCK with the N targets AT that it has.  */

static void
write_block (struct writer *w, const struct block *block,
	     const struct target *at, size_t n)
{
#define NUMBER(IDENTIFIER, ATTRIBUTE) ATTRIBUTE,
  static const char *const numbers[] = {
#include "block-numbers.def"
  };
#undef NUMBER

  open_element (w, "block");
  for (int i = 0; i < B_NUMBERS; i++)
    if (i <= B_LOADS || block->n[i] != 0)
      write_figure (w, numbers[i], block->n[i]);
  write_attribute (w, "callee", block->callee);
  write_attribute (w, "address", block->address);
  for (size_t i = 0; i < n; i++)
    {
      open_element (w, "target");
      write_attribute (w, "name", at[i].name);
      write_attribute (w, "file", at[i].file);
      if (at[i].calls > 0)
	write_figure (w, "calls", at[i].calls);
      if (at[i].passed > 0)
	write_figure (w, "passed", at[i].passed);
      close_element (w);
    }
  close_element (w);
}

static void
write_entry (struct writer *w, const struct entry *entry)
{
  open_element (w, "entry");
  write_figure (w, "start", entry->start);
  write_figure (w, "time", entry->time);
  write_figure (w, "bound", entry->bound);
  write_figure (w, "thread", entry->thread);
  write_figure (w, "rank", entry->rank);
  close_element (w);
}

static void
write_loop (struct writer *w, const struct loop *loop)
{
  const struct contents *has = loop->has;
#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) ATTRIBUTE,
  static const char *const numbers[] = {
#include "profile-numbers.def"
  };
#undef NUMBER

  open_element (w, "loop");
  write_attribute (w, "id", loop->id);
  write_attribute (w, "variable", loop->variable);
  write_attribute (w, "callee", loop->callee);
  write_attribute (w, "library", loop->has->library);
  for (int i = 0; i < N_NUMBERS; i++)
    write_figure (w, numbers[i], loop->n[i]);
  write_attribute (w, "verdict", loop->verdict_name);
  write_attribute (w, "reason", loop->reason);
  write_attribute (w, "flags", loop->has->flags);
  write_attribute (w, "model", loop->has->model);
  write_values (w, has->metrics, has->n_metrics);
  for (size_t i = 0; i < has->n_entries; i++)
    write_entry (w, &has->entries[i]);
  for (size_t i = 0; i < has->n_blocks; i++)
    write_block (w, &has->blocks[i], NULL, 0);
  for (size_t i = 0; i < has->n_refs; i++)
    write_ref (w, &has->refs[i]);
  close_element (w);
}

/* For each scope the first scope or loop in it and the next one beside it, in
   the order of the profile; NONE ends a list.  */
#define NONE ((size_t) -1)

struct order
{
  size_t *first, *next;			/* scopes */
  size_t *first_loop, *next_loop;	/* loops */
};

/* N links that lead nowhere yet.  */

static size_t *
no_links (size_t n)
{
  size_t *links = XNEWVEC (size_t, n + 1);

  for (size_t i = 0; i < n; i++)
    links[i] = NONE;
  return links;
}

static struct order
order_scopes (const struct profile *p)
{
  struct order o = { no_links (p->n_scopes), no_links (p->n_scopes),
		     no_links (p->n_scopes), no_links (p->n_loops) };

  for (size_t i = p->n_scopes; i-- > 1;)
    {
      o.next[i] = o.first[p->scopes[i].parent];
      o.first[p->scopes[i].parent] = i;
    }
  for (size_t i = p->n_loops; i-- > 0;)
    {
      o.next_loop[i] = o.first_loop[p->loops[i].scope];
      o.first_loop[p->loops[i].scope] = i;
    }
  return o;
}

static void
order_free (struct order *o)
{
  free (o->first);
  free (o->next);
  free (o->first_loop);
  free (o->next_loop);
}

/* What only the program has.  */

static void
write_program (struct writer *w)
{
  const struct profile *p = w->p;

  write_figure (w, "time", p->time);
  write_figure (w, "elapsed", p->elapsed);
  write_figure (w, "threads", p->threads);
}

/* The scope with NUMBER and all in it, in the order O.  */

static void
write_scope (struct writer *w, const struct order *o, size_t number)
{
  static const char *const elements[]
    = { "program", "module", "file", "procedure" };
  const struct scope *scope = &w->p->scopes[number];

  open_element (w, elements[scope->level]);
  write_attribute (w, "id", scope->id);
  write_attribute (w, "name", scope->name);
  write_attribute (w, "path", scope->path);
  write_attribute (w, "build-id", scope->build_id);
  write_attribute (w, "asm-name", scope->asm_name);
  if (scope->level == LEVEL_PROGRAM)
    write_program (w);
  else if (scope->level == LEVEL_PROCEDURE)
    {
      write_figure (w, "line", scope->line);
      write_figure (w, "entries", scope->entries);
      write_attribute (w, "model", scope->model);
    }
  write_values (w, scope->metrics, scope->n_metrics);
  for (size_t i = 0, from = 0, to; i < scope->n_blocks; i++, from = to)
    {
      for (to = from; to < scope->n_targets && scope->targets[to].block == i;)
	to++;
      write_block (w, &scope->blocks[i], &scope->targets[from], to - from);
    }
  for (size_t i = 0; i < scope->units.n; i++)
    write_item (w, &scope->units.at[i]);
  for (size_t i = o->first[number]; i != NONE; i = o->next[i])
    write_scope (w, o, i);
  for (size_t i = o->first_loop[number]; i != NONE; i = o->next_loop[i])
    write_loop (w, &w->p->loops[i]);
  close_element (w);
}

static void
write_root (struct writer *w)
{
  char version[16];

  snprintf (version, sizeof version, "%d.%d", PROFILE_MAJOR, PROFILE_MINOR);
  write_attribute (w, "version", version);
  write_attribute (w, "run", w->p->run);
  write_attribute (w, "complete", w->p->n_incomplete ? "no" : "yes");
  write_attribute (w, "ended", w->p->ended);
  write_attribute (w, "mode", w->p->mode);
}

static void
write_head (struct writer *w)
{
  const struct profile *p = w->p;

  open_element (w, "environment");
  for (size_t i = 0; i < p->environment.n; i++)
    write_item (w, &p->environment.at[i]);
  close_element (w);
  open_element (w, "losses");
  for (size_t i = 0; i < p->n_losses; i++)
    {
      open_element (w, "loss");
      write_attribute (w, "what", p->losses[i].what);
      write_figure (w, "n", p->losses[i].n);
      close_element (w);
    }
  close_element (w);
  open_element (w, "metrics");
  for (size_t i = 0; i < p->n_metrics; i++)
    {
      open_element (w, "metric");
      write_attribute (w, "name", p->metrics[i].name);
      write_attribute (w, "unit", p->metrics[i].unit);
      write_attribute (w, "kind", p->metrics[i].kind);
      write_attribute (w, "formula", p->metrics[i].formula);
      close_element (w);
    }
  close_element (w);
}

static void
write_document (struct writer *w)
{
  struct order o = order_scopes (w->p);

  xmlTextWriterSetIndent (w->xml, 1);
  xmlTextWriterStartDocument (w->xml, NULL, "UTF-8", NULL);
  open_element (w, "memlb");
  write_root (w);
  write_head (w);
  if (w->p->n_scopes)
    write_scope (w, &o, 0);
  xmlTextWriterEndDocument (w->xml);
  order_free (&o);
}

/* libxml2 has LENGTH bytes at BUFFER for FILE.  */

static int
put_bytes (void *file, const char *buffer, int length)
{
  return fwrite (buffer, 1, length, file) == (size_t) length ? length : -1;
}

static int
close_nothing (void *file __attribute__ ((unused)))
{
  return 0;
}

/* What libxml2 says by itself where it cannot write; the caller says it.  */

static void
say_nothing (void *context __attribute__ ((unused)),
	     const char *format __attribute__ ((unused)), ...)
{
}

/* Write P to OUT.  Return 0, or an error number.  */

static int
write_to (const struct profile *p, FILE *out)
{
  xmlOutputBufferPtr buffer;
  struct writer w = { .p = p };

  xmlSetGenericErrorFunc (NULL, say_nothing);
  errno = 0;
  buffer = xmlOutputBufferCreateIO (put_bytes, close_nothing, out, NULL);
  w.xml = buffer ? xmlNewTextWriter (buffer) : NULL;
  if (!w.xml)
    return ENOMEM;
  write_document (&w);
  bool good = xmlTextWriterFlush (w.xml) >= 0 && !buffer->error
	      && fflush (out) == 0;
  int error = good ? 0 : errno ? errno : EIO;
  xmlFreeTextWriter (w.xml);
  xmlSetGenericErrorFunc (NULL, NULL);
  return error;
}

/* Write P to FILE (`-' for standard output).  Return 0, or -1 with the reason
   in WHY.  */

int
profile_write (const struct profile *p, const char *file, struct fail *why)
{
  struct output o;

  if (output_open (&o, file, why) != 0)
    return -1;
  int error = write_to (p, o.to);
  if (!error)
    return output_close (&o, why);
  output_abandon (&o);
  return fail_set (why, strcmp (file, "-") == 0 ? "standard output" : file, 0,
		   "cannot write: %s; the profile is not complete",
		   strerror (error));
}
