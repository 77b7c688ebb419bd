/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structure of a binary that hpcstruct writes (DTD 4.9), as scopes: load
   module LM, file F, procedure P, code from elsewhere A, loop L; statements S
   and calls C tell where their lines are.  It holds no figures; those come
   from a file of another format.

   A loop has one line only, that of its test; its last one is the last of the
   statements in it.  An A without a name stands for the place of a call whose
   code was inlined and is in the A inside of it.  What the document type
   allows and hpcstruct does not write, as a loop outside of any procedure,
   gets the scopes that it lacks.

   The document declares its elements inside of it, which is harmless; a
   declaration of an entity is not, and refused.  */

#include "import.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"
#include "xml-input.h"
#include <libiberty/hashtab.h>

enum { MOST_NODES = 10000000, MOST_DEPTH = 250 };

/* An element that has begun.  */
struct level
{
  struct node *node;		/* its scope, or that which it is in */
  const char *path;		/* file of the lines in it, NULL if unknown */
  long last;			/* the last of these so far */
  bool scope;			/* NODE is its own */
};

/* The reading of one file.  */
struct reading
{
  struct xml_input in;
  struct import *im;
  struct level at[MOST_DEPTH];	/* by depth of elements */
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

/* The line that TEXT, `FIRST' or `FIRST-LAST', begins with, 0 if unknown; the
   last one to *LAST.  */

static long
get_lines (const char *text, long *last)
{
  char *end;
  long first = text ? strtol (text, &end, 10) : 0;

  *last = 0;
  if (first <= 0 || first > INT_MAX)
    return 0;
  long other = *end == '-' ? strtol (end + 1, NULL, 10) : first;
  *last = other > first && other <= INT_MAX ? other : first;
  return first;
}

static void
set_line (struct tree *t, struct node *node, const char *name, long line)
{
  char number[24];

  snprintf (number, sizeof number, "%ld", line);
  tree_set (t, node, name, number);
}

/* Give LOOP an identity that no other one has.  */

static void
name_loop (struct reading *r, struct node *loop)
{
  struct tree *t = r->im->t;
  const struct node *procedure = node_inside (loop, SCOPE_PROCEDURE);
  const struct node *inlined = node_inside (loop, SCOPE_INLINED);
  const struct node *file = inlined ? inlined : node_inside (loop, SCOPE_FILE);
  const char *path = node_get (file, "path"), *line = node_get (loop, "line");
  const char *slash = path ? strrchr (path, '/') : NULL;
  char *id = xasprintf ("%s@%s:%s", node_name (procedure),
			slash && slash[1] ? slash + 1 : path ? path : "?",
			line ? line : "0");
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

/* Elements that are scopes.  */
static const struct element
{
  const char *name, *scope;
  enum scope_kind kind;
  unsigned inside;		/* 1 << kind of what it may be in */
} elements[]
  = { { "LM", "module", SCOPE_MODULE, 1 << SCOPE_PROGRAM },
      { "F", "file", SCOPE_FILE, 1 << SCOPE_MODULE },
      { "P", "procedure", SCOPE_PROCEDURE, 1 << SCOPE_FILE },
      { "A", "inlined", SCOPE_INLINED, 1 << SCOPE_PROCEDURE
				       | 1 << SCOPE_INLINED | 1 << SCOPE_LOOP },
      { "L", "loop", SCOPE_LOOP, 1 << SCOPE_PROCEDURE | 1 << SCOPE_INLINED
				 | 1 << SCOPE_LOOP } };
enum { N_ELEMENTS = sizeof elements / sizeof *elements };

/* The element NAME, NULL if it is no scope.  */

static const struct element *
find_element (const char *name)
{
  for (size_t k = 0; k < N_ELEMENTS; k++)
    if (strcmp (elements[k].name, name) == 0)
      return &elements[k];
  return NULL;
}

/* A new scope of KIND in PARENT that stands for one that is not there.  */

static struct node *
nameless (struct tree *t, struct node *parent, const char *kind)
{
  struct node *node = tree_add (t, parent, kind);

  tree_set (t, node, "name", "???");
  return node;
}

/* The scope that E can be in, PARENT or one around it or a new one in it; NULL
   if there is none.  */

static struct node *
parent_for (struct tree *t, const struct element *e, struct node *parent)
{
  /* A procedure inside another: beside it.  */
  if (e->kind == SCOPE_PROCEDURE && node_inside (parent, SCOPE_PROCEDURE))
    while (parent->kind != SCOPE_FILE)
      parent = parent->parent;
  if (e->kind >= SCOPE_PROCEDURE && parent->kind == SCOPE_MODULE)
    parent = nameless (t, parent, "file");
  if (e->kind > SCOPE_PROCEDURE && parent->kind == SCOPE_FILE)
    parent = nameless (t, parent, "procedure");
  return e->inside >> parent->kind & 1 ? parent : NULL;
}

/* NAME of a function without the load module that hpcstruct puts behind it,
   ` [MODULE]', in place.  */

static void
cut_module (char *name, const struct node *procedure)
{
  const struct node *module = node_inside (procedure, SCOPE_MODULE);
  char *mark = strrchr (name, '[');

  if (!module || !mark || mark < name + 2 || mark[-1] != ' ')
    return;
  const char *own = node_name (module);
  size_t length = strlen (own);
  if (strncmp (mark + 1, own, length) == 0
      && strcmp (mark + 1 + length, "]") == 0)
    mark[-1] = '\0';
}

/* Give NODE, a new scope, the name LABEL, the symbol LINK and the file PATH,
   each NULL or empty if unknown.  */

static void
set_names (struct tree *t, struct node *node, char *label, const char *link,
	   const char *path)
{
  bool labelled = label && *label;

  if (node->kind == SCOPE_MODULE || node->kind == SCOPE_FILE)
    set_path (t, node, label);
  else if (node->kind == SCOPE_INLINED)
    {
      set_path (t, node, path);
      if (labelled)
	tree_set (t, node, "name", label);
    }
  else if (node->kind == SCOPE_PROCEDURE)
    {
      if (labelled)
	cut_module (label, node);
      tree_set (t, node, "name", labelled ? label : "???");
      tree_set (t, node, "asm-name", link && *link ? link : label);
    }
}

/* A new scope for E in LEVEL's, with the attributes A, becomes that of
   LEVEL.  */

static void
new_scope (struct reading *r, struct level *level, const struct element *e,
	   struct attributes a)
{
  struct tree *t = r->im->t;
  struct node *parent = parent_for (t, e, level->node);
  char *label = get (a, "n"), *link = get (a, "ln"), *lines = get (a, "l");
  char *file = get (a, e->kind == SCOPE_FILE ? "n" : "f");
  long last, line = get_lines (lines, &last);
  bool call = e->kind == SCOPE_INLINED && !(label && *label);

  if (!parent)
    xml_input_fail (&r->in, "<%s> inside <%s>; the file is damaged", e->name,
		    level->node->element);
  else if (call)
    {
      /* Its line is one of those around it.  */
      if (line && level->path && file && strcmp (file, level->path) == 0)
	import_statement (r->im, level->path, line, parent);
      else
	last = 0;
    }
  else
    {
      struct node *node = tree_add (t, parent, e->scope);
      if (node->kind == SCOPE_MODULE && label)
	import_program (r->im, label);
      set_names (t, node, label, link, file);
      if (line)
	set_line (t, node, "line", line);
      if (node->kind == SCOPE_LOOP)
	name_loop (r, node);
      level->node = node;
      level->scope = true;
    }
  level->last = last;
  if (file && *file && e->kind != SCOPE_LOOP)
    level->path = tree_string (t, file);
  free (label);
  free (link);
  free (lines);
  free (file);
}

/* A statement with the attributes A in LEVEL.  */

static void
new_statement (struct reading *r, struct level *level, struct attributes a)
{
  char *lines = get (a, "l");
  long last, line = get_lines (lines, &last);

  free (lines);
  if (!line || !level->path)
    return;
  level->last = last;
  import_statement (r->im, level->path, line, level->node);
}

/* The element NAME begins.  */

static void
start_element (struct xml_input *in, const char *name, struct attributes a)
{
  struct reading *r = (struct reading *) in;
  const struct element *e = find_element (name);

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
  r->root = true;
  struct level *level = &r->at[r->depth + 1];
  *level = r->at[r->depth++];
  level->scope = false;
  level->last = 0;
  if (e)
    new_scope (r, level, e, a);
  else if (strcmp (name, "S") == 0 || strcmp (name, "C") == 0)
    new_statement (r, level, a);
}

/* An element ends.  */

static void
end_element (struct xml_input *in)
{
  struct reading *r = (struct reading *) in;
  const struct level *level = &r->at[r->depth];
  struct node *node = level->node;

  if (!r->depth)
    return;
  struct level *outer = &r->at[--r->depth];
  if (level->scope && node->kind >= SCOPE_PROCEDURE
      && level->last > node_number (node, "line"))
    set_line (r->im->t, node, "end-line", level->last);
  /* The lines of inlined code are not those of the code around it.  */
  if ((!level->scope || node->kind == SCOPE_LOOP)
      && outer->path && strcmp (level->path, outer->path) == 0
      && level->last > outer->last)
    outer->last = level->last;
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
  r->at[0].node = im->t->program;
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
