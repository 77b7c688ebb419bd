/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an XML file to a tree, with nothing left out but comments and text,
   of which a profile has none.  <m> and <metric> become metrics.  */

#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "profile.h"
#include "xalloc.h"
#include "xml-input.h"

/* More than any program has; a file with more is an attack.  */
enum { MOST_NODES = 20000000, MOST_CELLS = 20000000, MOST_METRICS = 100000 };

/* One reading.  */
struct reader
{
  struct xml_input in;
  struct tree *t;
  struct node *at;	/* the element being read */
  int inside_m;		/* levels inside <m> */
  size_t n_nodes;
};

/* A copy of the bytes FROM up to TO that lives as long as R's tree.  */

static const char *
keep (struct reader *r, const xmlChar *from, const xmlChar *to)
{
  return obstack_copy0 (&r->t->storage, from, to - from);
}

/* Give NODE the attributes A.  Their names stay libxml2's, which keeps each
   once in a dictionary that the tree shares.  */

static void
keep_attributes (struct reader *r, struct node *node, struct attributes a)
{
  if (!a.n)
    return;
  node->attributes = obstack_alloc (&r->t->storage,
				    a.n * sizeof *node->attributes);
  for (int i = 0; i < a.n; i++)
    node->attributes[i] = (struct attribute)
      { (const char *) a.at[5 * i],
	keep (r, a.at[5 * i + 3], a.at[5 * i + 4]) };
  node->n_attributes = a.n;
}

/* <metric>: a declaration.  */

static void
read_metric (struct reader *r, const struct node *node)
{
  const char *name = node_get (node, "name");

  if (!name || !*name)
    return;
  if (r->t->n_metrics >= MOST_METRICS)
    {
      xml_input_fail (&r->in, "more than %d metrics; refused", MOST_METRICS);
      return;
    }
  int metric = tree_add_metric (r->t, name);
  tree_declare (r->t, metric, node_get (node, "unit"),
		node_get (node, "kind"));
  r->t->metrics[metric].formula = node_get (node, "formula");
}

/* <m>, which NODE holds the attributes of: a value of the scope being
   read.  */

static void
read_value (struct reader *r, const struct node *node)
{
  const char *name = node_get (node, "n"), *text = node_get (node, "v");
  double value = node_number (node, "v");

  if (!name || !*name || r->at->kind == SCOPE_NONE)
    return;
  if (isnan (value))
    {
      xml_input_fail (&r->in, "v=\"%.40s\" is not a number; the profile is "
		      "damaged", text ? text : "");
      return;
    }
  if (r->t->n_cells >= MOST_CELLS || r->t->n_metrics >= MOST_METRICS)
    {
      xml_input_fail (&r->in, "more than %d values; refused", MOST_CELLS);
      return;
    }
  int metric = tree_add_metric (r->t, name);
  tree_add_cell (r->t, metric, r->at, value);
}

/* The root NODE: check the version.  */

static void
read_root (struct reader *r, const struct node *node)
{
  if (strcmp (node->element, "memlb") != 0)
    xml_input_fail (&r->in, "the document is <%.40s>, not <memlb>; "
		    "this is not a profile of memlb", node->element);
  else
    xml_input_version (&r->in, node_get (node, "version"));
}

/* NODE, with its attributes, has taken its place.  */

static void
read_node (struct reader *r, struct node *node)
{
  struct tree *t = r->t;

  if (!node->parent)
    {
      t->root = node;
      read_root (r, node);
    }
  else if (node->parent == t->root && node->kind == SCOPE_PROGRAM)
    {
      if (t->program)
	xml_input_fail (&r->in, "a second <program>; the profile is damaged");
      t->program = node;
    }
  else if (node->parent == t->root && strcmp (node->element, "metrics") == 0)
    t->metrics_element = node;
  else if (node->parent == t->metrics_element
	   && strcmp (node->element, "metric") == 0)
    read_metric (r, node);
}

/* The element NAME begins.  */

static void
start_element (struct xml_input *in, const char *name, struct attributes a)
{
  struct reader *r = (struct reader *) in;

  if (r->inside_m || (r->at && r->at->kind != SCOPE_NONE
		      && strcmp (name, "m") == 0))
    {
      struct node m = { 0 };
      keep_attributes (r, &m, a);
      if (!r->inside_m++)
	read_value (r, &m);
      return;
    }
  if (++r->n_nodes > MOST_NODES)
    {
      xml_input_fail (&r->in, "more than %d elements; refused", MOST_NODES);
      return;
    }
  struct node *node = tree_add (r->t, r->at, name);
  keep_attributes (r, node, a);
  r->at = node;
  read_node (r, node);
}

/* An element ends.  */

static void
end_element (struct xml_input *in)
{
  struct reader *r = (struct reader *) in;

  if (r->inside_m)
    r->inside_m--;
  else if (r->at)
    r->at = r->at->parent;
}

/* The profile in FILE (`-' for standard input) as a tree, or NULL with the
   reason in WHY.  */

struct tree *
tree_read (const char *file, struct fail *why)
{
  struct reader r = { 0 };
  struct tree *t;

  if (!xml_input_open (&r.in, file, why))
    {
      fail_set (why, file, 0, "out of memory");
      return NULL;
    }
  xml_input_elements (&r.in, start_element, end_element);
  t = r.t = tree_new (xml_input_name (file));
  t->words = r.in.context->dict;
  xmlDictReference (t->words);
  int result = xml_input_parse (&r.in);
  xml_input_close (&r.in);
  if (result == 0 && !t->program)
    result = fail_set (why, t->source, 0, "a profile without a <program>; "
		       "it is damaged");
  if (result == 0)
    return t;
  tree_free (t);
  return NULL;
}
