/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structure of a binary that hpcstruct writes (DTD 4.9), as scopes: load
   module LM, file F, procedure P, code from elsewhere A, loop L, statements
   S.  It holds no figures; those come from a file of another format.

   The document declares its elements inside of it, which is harmless; a
   declaration of an entity is not, and refused.  */

#include "import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"
#include "xml-input.h"
#include <libiberty/hashtab.h>

enum { MOST_NODES = 10000000, MOST_DEPTH = 250 };

/* The reading of one file.  */
struct reading
{
  struct xml_input in;
  struct import *im;
  struct node *at[MOST_DEPTH];	/* scopes by depth of elements */
  int depth;
  size_t n_nodes;
  bool root;
  htab_t ids;			/* of loops, each with how many have it */
};

/* How many loops have the identity ID before numbers are added.  */
struct counted_id
{
  const char *id;
  unsigned n;
};

static hashval_t
hash_id (const void *entry)
{
  return htab_hash_string (((const struct counted_id *) entry)->id);
}

static int
same_id_p (const void *a, const void *b)
{
  return strcmp (((const struct counted_id *) a)->id,
		 ((const struct counted_id *) b)->id) == 0;
}

/* The number of the next loop of R with the identity ID, from 1.  */

static unsigned
number_id (struct reading *r, const char *id)
{
  struct counted_id wanted = { .id = id }, **slot;

  slot = (struct counted_id **) htab_find_slot (r->ids, &wanted, INSERT);
  if (!*slot)
    {
      *slot = XCNEW (struct counted_id);
      (*slot)->id = tree_string (r->im->t, id);
    }
  return ++(*slot)->n;
}

/* The attribute NAME of A, to be freed, NULL if there is none.  */

static char *
get (struct attributes a, const char *name)
{
  for (int i = 0; i < a.n; i++)
    if (strcmp ((const char *) a.at[5 * i], name) == 0)
      return xstrndup ((const char *) a.at[5 * i + 3],
		       a.at[5 * i + 4] - a.at[5 * i + 3]);
  return NULL;
}

/* Set line and end-line of NODE from TEXT, `FIRST' or `FIRST-LAST'.  */

static void
set_lines (struct tree *t, struct node *node, const char *text)
{
  char *end, number[24];
  long first = text ? strtol (text, &end, 10) : 0;

  if (first <= 0)
    return;
  snprintf (number, sizeof number, "%ld", first);
  tree_set (t, node, "line", number);
  long last = *end == '-' ? strtol (end + 1, NULL, 10) : first;
  if (last <= first || node->kind == SCOPE_LINE)
    return;
  snprintf (number, sizeof number, "%ld", last);
  tree_set (t, node, "end-line", number);
}

/* Give LOOP an identity that no other one has.  */

static void
name_loop (struct reading *r, struct node *loop)
{
  struct tree *t = r->im->t;
  const struct node *procedure = node_inside (loop, SCOPE_PROCEDURE);
  const struct node *file = node_inside (loop, SCOPE_FILE);
  const char *line = node_get (loop, "line");
  char *id = xasprintf ("%s@%s:%s", procedure ? node_name (procedure) : "?",
			file ? node_name (file) : "?", line ? line : "0");
  unsigned number = number_id (r, id);

  if (number > 1)
    {
      char *numbered = xasprintf ("%s.%u", id, number);
      free (id);
      id = numbered;
    }
  tree_set (t, loop, "id", id);
  tree_set (t, loop, "verdict", "unsampled");
  free (id);
}

/* Set NODE's name and path from NAME.  */

static void
set_path (struct tree *t, struct node *node, const char *name)
{
  const char *slash = name ? strrchr (name, '/') : NULL;

  tree_set (t, node, "name", slash && slash[1] ? slash + 1
	    : name && *name ? name : "???");
  tree_set (t, node, "path", name && *name ? name : NULL);
}

/* The scope for the element NAME with the attributes A in PARENT; PARENT
   itself for what is none.  */

static struct node *
new_scope (struct reading *r, struct node *parent, const char *name,
	   struct attributes a)
{
  static const struct { const char *element, *scope; unsigned inside; }
    kinds[] = { { "LM", "module", 1 << SCOPE_PROGRAM },
		{ "F", "file", 1 << SCOPE_MODULE },
		{ "P", "procedure", 1 << SCOPE_FILE },
		{ "A", "inlined", 1 << SCOPE_PROCEDURE | 1 << SCOPE_INLINED
				  | 1 << SCOPE_LOOP },
		{ "L", "loop", 1 << SCOPE_PROCEDURE | 1 << SCOPE_INLINED
			       | 1 << SCOPE_LOOP } };
  size_t k = 0, n_kinds = sizeof kinds / sizeof *kinds;
  struct tree *t = r->im->t;

  while (k < n_kinds && strcmp (kinds[k].element, name) != 0)
    k++;
  if (k == n_kinds)
    return parent;
  if (!(kinds[k].inside >> parent->kind & 1))
    {
      xml_input_fail (&r->in, "<%s> inside <%s>; the file is damaged", name,
		      parent->element);
      return parent;
    }
  struct node *node = tree_add (t, parent, kinds[k].scope);
  char *label = get (a, "n"), *link = get (a, "ln");
  char *lines = get (a, "l"), *file = get (a, "f");
  if (node->kind == SCOPE_MODULE || node->kind == SCOPE_FILE)
    set_path (t, node, label);
  else if (node->kind == SCOPE_INLINED)
    {
      set_path (t, node, file);
      tree_set (t, node, "name", label && *label ? label : NULL);
    }
  else if (node->kind == SCOPE_PROCEDURE)
    {
      tree_set (t, node, "name", label ? label : "???");
      tree_set (t, node, "asm-name", link && *link ? link : label);
    }
  set_lines (t, node, lines);
  if (node->kind == SCOPE_LOOP)
    name_loop (r, node);
  free (label);
  free (link);
  free (lines);
  free (file);
  return node;
}

/* The element NAME begins.  */

static void
start_element (struct xml_input *in, const char *name, struct attributes a)
{
  struct reading *r = (struct reading *) in;

  if (!r->root && strcmp (name, "HPCToolkitStructure") != 0)
    {
      xml_input_fail (&r->in, "the document is <%.40s>; this is no structure "
		      "file of hpcstruct", name);
      return;
    }
  if (r->depth + 1 >= MOST_DEPTH || ++r->n_nodes > MOST_NODES)
    {
      xml_input_fail (&r->in, "too many elements; refused");
      return;
    }
  struct node *parent = r->root ? r->at[r->depth] : r->im->t->program;
  r->root = true;
  r->at[++r->depth] = new_scope (r, parent, name, a);
}

/* An element ends.  */

static void
end_element (struct xml_input *in)
{
  struct reading *r = (struct reading *) in;

  if (r->depth)
    r->depth--;
}

/* SAX: an entity is declared.  */

static void
refuse_entity (void *context, const xmlChar *name __attribute__ ((unused)),
	       int type __attribute__ ((unused)),
	       const xmlChar *public __attribute__ ((unused)),
	       const xmlChar *system __attribute__ ((unused)),
	       xmlChar *content __attribute__ ((unused)))
{
  xml_input_fail (((xmlParserCtxtPtr) context)->_private,
		  "an entity is declared, which hpcstruct never does; refused");
}

/* Read FILE into IM, a tree without scopes.  Return 0, or -1 with the reason
   in IM's WHY.  */

int
import_hpcstruct (struct import *im, const char *file)
{
  struct reading *r = XCNEW (struct reading);

  r->im = im;
  r->ids = htab_create (64, hash_id, same_id_p, free);
  if (!xml_input_open (&r->in, file, im->why))
    {
      htab_delete (r->ids);
      free (r);
      return fail_set (im->why, file, 0, "out of memory");
    }
  r->at[0] = im->t->program;
  xml_input_elements (&r->in, start_element, end_element);
  /* Declarations in the document are skipped, but for entities.  */
  r->in.context->sax->internalSubset = NULL;
  r->in.context->sax->entityDecl = refuse_entity;
  int result = xml_input_parse (&r->in);
  xml_input_close (&r->in);
  htab_delete (r->ids);
  free (r);
  return result;
}
