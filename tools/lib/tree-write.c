/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree as the XML file of a profile.  */

#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "output.h"
#include "xalloc.h"

/* A value with the metric that it belongs to, in the order of scopes.  */
struct entry
{
  uint32_t scope;
  int metric;		/* as order_of has it */
  double value;
};

struct writing
{
  struct tree *t;
  FILE *out;
  struct entry *entries;
  size_t n, next;
};

/* METRIC of T behind all that are declared if it is not, so that a file reads
   and writes in one order.  */

static int
order_of (const struct tree *t, size_t metric)
{
  return (int) metric + (t->metrics[metric].declared ? 0
			 : (int) t->n_metrics);
}

static int
compare_entries (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;

  if (x->scope != y->scope)
    return x->scope < y->scope ? -1 : 1;
  return (x->metric > y->metric) - (x->metric < y->metric);
}

/* The values of W's tree that stand in <m>, in the order of the file.  */

static void
collect (struct writing *w)
{
  struct tree *t = w->t;

  tree_number (t);
  w->entries = XNEWVEC (struct entry, t->n_cells + 1);
  for (size_t m = 0; m < t->n_metrics; m++)
    for (size_t i = 0; !t->metrics[m].builtin && i < t->metrics[m].n_cells;
	 i++)
      w->entries[w->n++] = (struct entry)
	{ t->metrics[m].cells[i].scope->number, order_of (t, m),
	  t->metrics[m].cells[i].value };
  qsort (w->entries, w->n, sizeof *w->entries, compare_entries);
}

/* Begin a line of OUT for an element DEPTH levels deep.  */

static void
indent (FILE *out, int depth)
{
  fprintf (out, "%*s", depth, "");
}

static void
write_attribute (FILE *out, const char *name, const char *value)
{
  if (!value)
    return;
  fprintf (out, " %s=\"", name);
  output_xml (out, value);
  putc ('"', out);
}

/* Write the values of the scope NODE as <m> elements.  */

static void
write_values (struct writing *w, const struct node *node, int depth)
{
  for (; w->next < w->n && w->entries[w->next].scope == node->number;
       w->next++)
    {
      const struct entry *e = &w->entries[w->next];
      size_t metric = (size_t) e->metric % w->t->n_metrics;
      indent (w->out, depth);
      fputs ("<m", w->out);
      write_attribute (w->out, "n", w->t->metrics[metric].name);
      fputs (" v=\"", w->out);
      output_number (w->out, e->value);
      fputs ("\"/>\n", w->out);
    }
}

/* Write the declarations of the metrics.  */

static void
write_metrics (struct writing *w, int depth)
{
  for (size_t i = 0; i < w->t->n_metrics; i++)
    {
      const struct metric *m = &w->t->metrics[i];
      char *kind = NULL;
      if (m->builtin || !m->declared)
	continue;
      indent (w->out, depth);
      fputs ("<metric", w->out);
      write_attribute (w->out, "name", m->name);
      write_attribute (w->out, "unit", m->unit);
      if (m->kind != KIND_NONE)
	kind = m->weight ? xasprintf ("%s(%s)", kind_name (m->kind),
				      m->weight)
	       : xstrdup (kind_name (m->kind));
      write_attribute (w->out, "kind", kind);
      write_attribute (w->out, "formula", m->formula);
      fputs ("/>\n", w->out);
      free (kind);
    }
}

/* True when NODE has nothing inside.  */

static bool
empty_p (const struct writing *w, const struct node *node)
{
  if (node == w->t->metrics_element)
    {
      for (size_t i = 0; i < w->t->n_metrics; i++)
	if (!w->t->metrics[i].builtin && w->t->metrics[i].declared)
	  return false;
      return true;
    }
  return !node->first
	 && (node->kind == SCOPE_NONE || w->next == w->n
	     || w->entries[w->next].scope != node->number);
}

/* Write the start of NODE.  Return true when an end must follow.  */

static bool
write_start (struct writing *w, const struct node *node, int depth)
{
  indent (w->out, depth);
  fprintf (w->out, "<%s", node->element);
  for (uint32_t i = 0; i < node->n_attributes; i++)
    write_attribute (w->out, node->attributes[i].name,
		     node->attributes[i].value);
  if (empty_p (w, node))
    {
      fputs ("/>\n", w->out);
      return false;
    }
  fputs (">\n", w->out);
  if (node == w->t->metrics_element)
    write_metrics (w, depth + 1);
  else if (node->kind != SCOPE_NONE)
    write_values (w, node, depth + 1);
  return true;
}

/* Write all elements of W's tree.  */

static void
write_nodes (struct writing *w)
{
  const struct node *node = w->t->root;
  int depth = 0;

  while (node)
    {
      bool open = write_start (w, node, depth);
      if (open && node->first && node != w->t->metrics_element)
	{
	  node = node->first;
	  depth++;
	  continue;
	}
      for (;; open = true)
	{
	  if (open)
	    {
	      indent (w->out, depth);
	      fprintf (w->out, "</%s>\n", node->element);
	    }
	  if (node->next || !node->parent)
	    break;
	  node = node->parent;
	  depth--;
	}
      node = node->next;
    }
}

/* Write T to FILE, or to standard output if that is NULL or `-'.  Return 0,
   or -1 with the reason in WHY.  */

int
tree_write (struct tree *t, const char *file, struct fail *why)
{
  struct writing w = { .t = t };
  struct output o;

  if (output_open (&o, file, why) != 0)
    return -1;
  w.out = o.to;
  collect (&w);
  fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", w.out);
  write_nodes (&w);
  free (w.entries);
  return output_close (&o, why);
}
