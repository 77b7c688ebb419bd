/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statements that a structure file names, by file and line: it knows for
   each line in which loop its code is, wherever the compiler moved it to, and
   of a loop itself no more than one line.  A statement is looked up in the
   function that is asked for, or in all.  */

#include "import.h"

#include <string.h>
#include "xalloc.h"
#include <libiberty/hashtab.h>

/* Where LINE of the file PATH is in the procedure IN, or in any if that is
   NULL; RIVAL is another scope with the same line, if neither holds the
   other.  */
struct statement
{
  const char *path;
  const struct node *in;
  long line;
  struct node *node;
  const struct node *rival;
};

static hashval_t
hash_statement (const void *entry)
{
  const struct statement *s = entry;

  return htab_hash_string (s->path) * 31 + (hashval_t) s->line * 7
	 + htab_hash_pointer (s->in);
}

static int
same_statement_p (const void *a, const void *b)
{
  const struct statement *x = a, *y = b;

  return x->line == y->line && x->in == y->in
	 && strcmp (x->path, y->path) == 0;
}

/* True when NODE is OUTER or inside of it.  */

static bool
inside_p (const struct node *node, const struct node *outer)
{
  while (node && node != outer)
    node = node->parent;
  return node;
}

/* S is in NODE too: of two, one of which is inside of the other, that is the
   one; else the first one in a loop.  */

static void
add_holder (struct statement *s, struct node *node)
{
  if (inside_p (s->node, node))
    return;
  if (inside_p (node, s->node))
    s->node = node;
  else if (!node_inside (node, SCOPE_LOOP))
    return;
  else if (!node_inside (s->node, SCOPE_LOOP))
    s->node = node;
  else if (!s->rival)
    s->rival = node;
}

/* LINE of the file PATH is in NODE, as seen from the procedure IN, or from all
   if that is NULL.  */

static void
record (struct import *im, const char *path, long line,
	const struct node *in, struct node *node)
{
  struct statement wanted = { .path = path, .in = in, .line = line }, **slot;

  slot = (struct statement **) htab_find_slot (im->statements, &wanted,
					       INSERT);
  if (*slot)
    {
      add_holder (*slot, node);
      return;
    }
  *slot = obstack_alloc (&im->t->storage, sizeof **slot);
  **slot = wanted;
  (*slot)->node = node;
}

/* Record that LINE of the file PATH, a text that stays, is in NODE of IM's
   tree.  */

void
import_statement (struct import *im, const char *path, long line,
		  struct node *node)
{
  const struct node *procedure = node_inside (node, SCOPE_PROCEDURE);

  if (!im->statements)
    im->statements = htab_create (1024, hash_statement, same_statement_p,
				  NULL);
  record (im, path, line, NULL, node);
  if (procedure)
    record (im, path, line, procedure, node);
}

/* Tell that S is in several loops.  */

static void
tell_rival (struct import *im, const struct statement *s)
{
  const struct node *in = node_inside (s->node, SCOPE_PROCEDURE);
  const struct node *other = node_inside (s->rival, SCOPE_PROCEDURE);

  if (in == other)
    import_tell_conflict (im, s->path, s->line, "is in several loops of %s; "
			  "given to the first", in ? node_name (in) : "???");
  else
    import_tell_conflict (im, s->path, s->line, "is in loops of %s and %s; "
			  "given to the first", in ? node_name (in) : "???",
			  other ? node_name (other) : "???");
}

/* The innermost scope with LINE of the file PATH, in PROCEDURE if that is not
   NULL.  NULL where no structure told.  */

struct node *
import_find_statement (struct import *im, const char *path, long line,
		       const struct node *procedure)
{
  struct statement wanted = { .path = path, .in = procedure, .line = line };
  const struct statement *s = im->statements
			      ? htab_find (im->statements, &wanted) : NULL;

  if (!s)
    return NULL;
  if (s->rival)
    tell_rival (im, s);
  return s->node;
}

void
import_statements_free (struct import *im)
{
  if (im->statements)
    htab_delete (im->statements);
}
