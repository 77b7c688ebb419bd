/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as the tree of its elements; see tree.h.  */

#include "tree.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/xmlstring.h>
#include <libxml/dict.h>
#include "xalloc.h"
#include <libiberty/hashtab.h>

#define obstack_chunk_alloc xmalloc
#define obstack_chunk_free free

static const char *const scope_elements[]
  = { "", "program", "module", "file", "procedure", "inlined", "loop",
      "block", "line", "ref" };

/* The kind of scope that ELEMENT is, SCOPE_NONE if none.  */

enum scope_kind
scope_kind_of (const char *element)
{
  for (int k = SCOPE_PROGRAM; k <= SCOPE_REF; k++)
    if (strcmp (scope_elements[k], element) == 0)
      return (enum scope_kind) k;
  return SCOPE_NONE;
}

/* Metrics by name.  An entry of the table is a name with its number.  */

struct metric_name
{
  const char *name;
  int number;
};

/* A character of a metric's name as formulas write it: profiles have dashes
   where formulas, in which a dash subtracts, have underscores.  */

static int
folded (char c)
{
  return c == '-' ? '_' : c;
}

static hashval_t
hash_name (const void *entry)
{
  const struct metric_name *m = entry;
  hashval_t h = 5381;

  for (const char *c = m->name; *c; c++)
    h = h * 33 + (hashval_t) folded (*c);
  return h;
}

static int
same_name_p (const void *a, const void *b)
{
  const char *x = ((const struct metric_name *) a)->name;
  const char *y = ((const struct metric_name *) b)->name;

  while (*x && folded (*x) == folded (*y))
    x++, y++;
  return folded (*x) == folded (*y);
}

/* A new, empty tree that came from SOURCE.  */

struct tree *
tree_new (const char *source)
{
  struct tree *t = XCNEW (struct tree);

  obstack_init (&t->storage);
  t->source = tree_string (t, source);
  t->metric_table = htab_create (64, hash_name, same_name_p, NULL);
  return t;
}

/* A tree with the elements that every profile has, for PROGRAM.  */

struct tree *
tree_new_profile (const char *source, const char *program)
{
  struct tree *t = tree_new (source);

  t->root = tree_add (t, NULL, "memlb");
  tree_set (t, t->root, "version", "1.0");
  tree_set (t, t->root, "run", "0");
  tree_add (t, t->root, "environment");
  tree_add (t, t->root, "losses");
  t->metrics_element = tree_add (t, t->root, "metrics");
  t->program = tree_add (t, t->root, "program");
  tree_set (t, t->program, "name", program);
  return t;
}

/* Free T and everything in it; T may be NULL.  */

void
tree_free (struct tree *t)
{
  if (!t)
    return;
  for (size_t i = 0; i < t->n_metrics; i++)
    free (t->metrics[i].cells);
  free (t->metrics);
  free (t->scopes);
  htab_delete (t->metric_table);
  xmlDictFree (t->words);
  obstack_free (&t->storage, NULL);
  free (t);
}

/* A copy of TEXT that lives as long as T.  NULL stays NULL.  */

const char *
tree_string (struct tree *t, const char *text)
{
  return text ? obstack_copy0 (&t->storage, text, strlen (text)) : NULL;
}

/* A new node of T called ELEMENT, in no place yet.  */

static struct node *
new_node (struct tree *t, const char *element)
{
  struct node *node = obstack_alloc (&t->storage, sizeof *node);
  enum scope_kind kind = scope_kind_of (element);

  *node = (struct node) { .kind = kind };
  node->element = kind ? scope_elements[kind] : tree_string (t, element);
  t->numbered = false;
  return node;
}

/* A new node called ELEMENT as the last one in PARENT.  */

struct node *
tree_add (struct tree *t, struct node *parent, const char *element)
{
  return tree_insert_after (t, parent, parent ? parent->last : NULL, element);
}

/* A new node called ELEMENT in PARENT after its child BEFORE, as the first
   one if that is NULL.  */

struct node *
tree_insert_after (struct tree *t, struct node *parent, struct node *before,
		   const char *element)
{
  struct node *node = new_node (t, element);

  node->parent = parent;
  if (!parent)
    return node;
  node->next = before ? before->next : parent->first;
  if (before)
    before->next = node;
  else
    parent->first = node;
  if (parent->last == before)
    parent->last = node;
  return node;
}

/* Set the attribute NAME of NODE to VALUE; NULL changes nothing.  */

void
tree_set (struct tree *t, struct node *node, const char *name,
	  const char *value)
{
  uint32_t i = 0;

  if (!value)
    return;
  while (i < node->n_attributes
	 && strcmp (node->attributes[i].name, name) != 0)
    i++;
  if (i == node->n_attributes)
    {
      struct attribute *more
	= obstack_alloc (&t->storage, (i + 1) * sizeof *more);
      if (i)
	memcpy (more, node->attributes, i * sizeof *more);
      more[i].name = tree_string (t, name);
      node->attributes = more;
      node->n_attributes++;
    }
  node->attributes[i].value = tree_string (t, value);
}

/* Set the attribute NAME of NODE to the number VALUE.  */

void
tree_set_number (struct tree *t, struct node *node, const char *name,
		 double value)
{
  char *text = xasprintf ("%.9g", value);

  tree_set (t, node, name, text);
  free (text);
}

/* The attribute NAME of NODE, NULL if it has none.  */

const char *
node_get (const struct node *node, const char *name)
{
  for (uint32_t i = 0; i < node->n_attributes; i++)
    if (strcmp (node->attributes[i].name, name) == 0)
      return node->attributes[i].value;
  return NULL;
}

/* The number in the attribute NAME of NODE, NaN if there is none.  */

double
node_number (const struct node *node, const char *name)
{
  const char *text = node_get (node, name);
  char *end;

  if (!text || !(isdigit ((unsigned char) *text) || *text == '-')
      || text[strspn (text, "0123456789.eE+-")])
    return NAN;
  double value = strtod (text, &end);
  return *end || !isfinite (value) ? NAN : value;
}

/* The innermost scope of KIND around NODE, itself included; NULL if none.  */

const struct node *
node_inside (const struct node *node, enum scope_kind kind)
{
  while (node && node->kind != kind)
    node = node->parent;
  return node;
}

/* What NODE is called, never NULL.  */

const char *
node_name (const struct node *node)
{
  const char *name = node_get (node, "name");

  if (!name)
    name = node_get (node, "id");
  if (!name && node->kind == SCOPE_LINE)
    name = node_get (node, "line");
  return name ? name : node->element;
}

/* The element that follows NODE in the order of the file, inside TOP.  */

static struct node *
following (struct node *node, const struct node *top)
{
  if (node->first)
    return node->first;
  while (node != top && !node->next)
    node = node->parent;
  return node == top ? NULL : node->next;
}

/* Number the scopes of T, parents before what they hold.  */

void
tree_number (struct tree *t)
{
  if (t->numbered)
    return;
  t->n_scopes = 0;
  for (struct node *n = t->program; n; n = following (n, t->program))
    if (n->kind != SCOPE_NONE)
      {
	t->scopes = grow (t->scopes, t->n_scopes, sizeof *t->scopes);
	n->number = (uint32_t) t->n_scopes;
	t->scopes[t->n_scopes++] = n;
      }
  t->numbered = true;
}

/* The number of T's metric NAME, NO_METRIC if there is none.  */

static int
find_metric (struct tree *t, const char *name)
{
  struct metric_name key = { name, 0 };
  struct metric_name *found = htab_find (t->metric_table, &key);

  return found ? found->number : NO_METRIC;
}

/* A new metric of T called NAME, or the one that has this name.  */

int
tree_add_metric (struct tree *t, const char *name)
{
  int number = find_metric (t, name);

  if (number != NO_METRIC)
    return number;
  t->metrics = grow (t->metrics, t->n_metrics, sizeof *t->metrics);
  number = (int) t->n_metrics++;
  t->metrics[number] = (struct metric) { .name = tree_string (t, name) };

  struct metric_name *entry = obstack_alloc (&t->storage, sizeof *entry);
  *entry = (struct metric_name) { t->metrics[number].name, number };
  *htab_find_slot (t->metric_table, entry, INSERT) = entry;
  return number;
}

/* Give METRIC of T the UNIT and the KIND of the profile's own words.  */

void
tree_declare (struct tree *t, int metric, const char *unit, const char *kind)
{
  struct metric *m = &t->metrics[metric];
  char *weight;

  m->unit = tree_string (t, unit);
  m->kind = kind_parse (kind, &weight);
  m->weight = tree_string (t, weight);
  m->declared = true;
  free (weight);
}

/* True when the figures of NODE's bound can be believed.  */

static bool
believed_p (const struct node *node)
{
  const char *verdict = node_get (node, "verdict");

  return !verdict || strcmp (verdict, "ok") == 0
	 || strcmp (verdict, "partial") == 0;
}

/* Fill the built-in METRIC of T from the attribute called ATTRIBUTE.  */

static void
fill_builtin (struct tree *t, int metric, const char *attribute,
	      bool only_believed)
{
  tree_number (t);
  t->metrics[metric].builtin = true;
  for (size_t i = 0; i < t->n_scopes; i++)
    {
      struct node *scope = t->scopes[i];
      double value = node_number (scope, attribute);
      if (!isnan (value) && (!only_believed || believed_p (scope)))
	tree_add_cell (t, metric, scope, value);
    }
}

/* The number of T's metric NAME, built-in ones included; NO_METRIC if there
   is none.  */

int
tree_metric (struct tree *t, const char *name)
{
  enum { ALWAYS, BELIEVED };
#define METRIC(NAME, ATTRIBUTE, UNIT, KIND, WHEN) \
  { NAME, ATTRIBUTE, UNIT, KIND, WHEN },
  static const struct
  {
    const char *name, *attribute, *unit, *kind;
    int when;
  } builtin[] = {
#include "metric-builtin.def"
  };
#undef METRIC
  int number = find_metric (t, name);

  for (size_t i = 0; number == NO_METRIC
		     && i < sizeof builtin / sizeof *builtin; i++)
    if (strcmp (builtin[i].name, name) == 0
	|| strcmp (builtin[i].attribute, name) == 0)
      {
	number = tree_add_metric (t, builtin[i].name);
	tree_declare (t, number, builtin[i].unit, builtin[i].kind);
	fill_builtin (t, number, builtin[i].attribute,
		      builtin[i].when == BELIEVED);
      }
  return number;
}

/* Forget the values of METRIC of T.  */

void
tree_drop_cells (struct tree *t, int metric)
{
  struct metric *m = &t->metrics[metric];

  t->n_cells -= m->n_cells;
  free (m->cells);
  m->cells = NULL;
  m->n_cells = 0;
}

/* METRIC of T is VALUE in SCOPE.  */

void
tree_add_cell (struct tree *t, int metric, struct node *scope, double value)
{
  struct metric *m = &t->metrics[metric];

  m->cells = grow (m->cells, m->n_cells, sizeof *m->cells);
  m->cells[m->n_cells++] = (struct cell) { scope, value };
  t->n_cells++;
}

/* The values that METRIC has in T's scopes by itself, by number, NaN where it
   has none; the last one of several.  To be freed.  */

double *
tree_stored (struct tree *t, int metric)
{
  const struct metric *m = &t->metrics[metric];

  tree_number (t);
  double *values = XNEWVEC (double, t->n_scopes + 1);
  for (size_t i = 0; i < t->n_scopes; i++)
    values[i] = NAN;
  for (size_t i = 0; i < m->n_cells; i++)
    values[m->cells[i].scope->number] = m->cells[i].value;
  return values;
}
