/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files, procedures and loops of a tree by what other tools call them.

   Paths differ: one tool has ./src/../a.c, another /build/src/a.c.  A file is
   the one whose path ends in the other's, or that agrees in its name and its
   last folder.  Of several the one that agrees most is taken, and if that
   leaves a choice, it is told.  Names of functions are compared as people
   write them.  In a new tree, which has only what one tool said, all names
   must be equal.  */

#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "xalloc.h"
#include <libiberty/hashtab.h>

/* Files that are compared with a path, of those with its base name, and how
   many of these may be strangers to the profile.  */
enum { MOST_ALIKE = 2000, MOST_STRANGERS = 100 };

/* Nodes that share a key: the base name of files, the name of procedures, the
   path of modules, files and what is inlined.  IN is the scope that they are
   in, or NULL for those of the whole tree.  */
struct bucket
{
  const struct node *in;
  const char *key;
  struct node **nodes;
  size_t n;
};

/* The loops of one file, by line.  */
struct file_loops
{
  const struct node *file;
  struct node **loops;
  long *furthest;	/* the last line of those up to each */
  size_t n;
};

static hashval_t
hash_bucket (const void *entry)
{
  const struct bucket *b = entry;

  return htab_hash_string (b->key) ^ htab_hash_pointer (b->in);
}

static int
same_bucket_p (const void *a, const void *b)
{
  const struct bucket *x = a, *y = b;

  return x->in == y->in && strcmp (x->key, y->key) == 0;
}

static void
free_bucket (void *entry)
{
  free (((struct bucket *) entry)->nodes);
  free (entry);
}

/* The bucket KEY of what is IN a scope in TABLE, a new one if INSERT, else
   NULL.  */

static struct bucket *
bucket_of (struct import *im, void *table, const struct node *in,
	   const char *key, bool insert)
{
  struct bucket wanted = { .in = in, .key = key };
  struct bucket **slot = (struct bucket **)
    htab_find_slot (table, &wanted, insert ? INSERT : NO_INSERT);

  if (!slot)
    return NULL;
  if (!*slot)
    {
      *slot = XCNEW (struct bucket);
      (*slot)->in = in;
      (*slot)->key = tree_string (im->t, key);
    }
  return *slot;
}

/* Put NODE there.  All of its keys come one after the other, so that it is the
   last one if it is there already.  */

static void
add_to_bucket (struct import *im, void *table, const struct node *in,
	       const char *key, struct node *node)
{
  struct bucket *b = bucket_of (im, table, in, key, true);

  if (b->n && b->nodes[b->n - 1] == node)
    return;
  b->nodes = grow (b->nodes, b->n, sizeof *b->nodes);
  b->nodes[b->n++] = node;
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash && slash[1] ? slash + 1 : path;
}

static const char *
path_of (const struct node *file)
{
  const char *path = node_get (file, "path");

  return path ? path : node_name (file);
}

/* PATH without a `./' at its beginning.  */

static const char *
without_dot (const char *path)
{
  while (path[0] == '.' && path[1] == '/')
    path += 2;
  return path;
}

/* FUNCTION as people write it, without parameters; to be freed.  */

static char *
plain_function (const char *function)
{
  char *name = name_of_function (function, function);
  /* Parameters of a demangled C++ name, not (anonymous namespace).  */
  char *end = *name ? strchr (name + 1, '(') : NULL;

  if (end && end[-1] != ' ' && end[-1] != ':')
    *end = '\0';
  /* What callgrind and the linker add: recursion, versions.  */
  end = strpbrk (name, "@'");
  if (end && end > name)
    *end = '\0';
  return name;
}

/* Put FILE into IM's index.  */

void
import_index_file (struct import *im, struct node *file)
{
  const char *path = node_get (file, "path"), *base = base_name (path_of (file));
  const struct node *module = node_inside (file, SCOPE_MODULE);
  const struct bucket *alike = bucket_of (im, im->files, NULL, base, false);

  if (!im->elsewhere || module != im->elsewhere || !alike
      || alike->n < MOST_STRANGERS)
    add_to_bucket (im, im->files, NULL, base, file);
  /* By its whole path, too.  */
  add_to_bucket (im, im->files, im->t->program, without_dot (path_of (file)),
		 file);
  if (path)
    import_index_child (im, module, path, file);
}

/* Put CHILD, of the path PATH, into IM's index of what is directly inside
   PARENT.  */

void
import_index_child (struct import *im, const struct node *parent,
		    const char *path, struct node *child)
{
  add_to_bucket (im, im->children, parent, path, child);
}

/* The first such child of PARENT with PATH, NULL if there is none.  */

struct node *
import_find_child (struct import *im, const struct node *parent,
		   const char *path)
{
  const struct bucket *b = bucket_of (im, im->children, parent, path, false);

  return b ? b->nodes[0] : NULL;
}

/* Put PROCEDURE into IM's index under KEY, among all and those of FILE.  */

static void
add_procedure (struct import *im, const struct node *file, const char *key,
	       struct node *procedure)
{
  add_to_bucket (im, im->procedures, NULL, key, procedure);
  add_to_bucket (im, im->procedures, file, key, procedure);
}

/* Put PROCEDURE into IM's index, by all of its names.  */

void
import_index_procedure (struct import *im, struct node *procedure)
{
  const char *name = node_get (procedure, "name");
  const char *asm_name = node_get (procedure, "asm-name");
  const struct node *file = node_inside (procedure, SCOPE_FILE);

  if (asm_name)
    add_procedure (im, file, asm_name, procedure);
  /* Code of memlb's own copies is no code of the program.  */
  if ((asm_name && strstr (asm_name, ".memlb_"))
      || (name && strstr (name, ".memlb_")))
    return;
  if (name)
    add_procedure (im, file, name, procedure);
  char *shown = name_of_function (name, asm_name);
  char *plain = plain_function (shown);
  add_procedure (im, file, shown, procedure);
  add_procedure (im, file, plain, procedure);
  free (shown);
  free (plain);
}

static long
line_of (const struct node *node, const char *name)
{
  double line = node_number (node, name);

  return line >= 1 && line < 1e9 ? (long) line : 0;
}

static long
last_line (const struct node *loop)
{
  long line = line_of (loop, "line"), end = line_of (loop, "end-line");

  return end > line ? end : line;
}

static int
compare_loops (const void *a, const void *b)
{
  const struct node *x = *(const struct node *const *) a;
  const struct node *y = *(const struct node *const *) b;
  long line_x = line_of (x, "line"), line_y = line_of (y, "line");

  if (line_x != line_y)
    return line_x < line_y ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static void
add_loop (struct file_loops *f, struct node *loop)
{
  if (!line_of (loop, "line"))
    return;
  f->loops = grow (f->loops, f->n, sizeof *f->loops);
  f->loops[f->n++] = loop;
}

static void
sort_loops (struct file_loops *f)
{
  long furthest = 0;

  if (f->n)
    qsort (f->loops, f->n, sizeof *f->loops, compare_loops);
  f->furthest = XNEWVEC (long, f->n + 1);
  for (size_t i = 0; i < f->n; i++)
    {
      long last = last_line (f->loops[i]);
      furthest = last > furthest ? last : furthest;
      f->furthest[i] = furthest;
    }
}

static hashval_t
hash_file_loops (const void *entry)
{
  return htab_hash_pointer (((const struct file_loops *) entry)->file);
}

static int
same_file_loops_p (const void *a, const void *b)
{
  return ((const struct file_loops *) a)->file
	 == ((const struct file_loops *) b)->file;
}

static void
free_file_loops (void *entry)
{
  struct file_loops *f = entry;

  free (f->loops);
  free (f->furthest);
  free (f);
}

static int
sort_entry (void **slot, void *data __attribute__ ((unused)))
{
  sort_loops (*slot);
  return 1;
}

/* True when the lines of LOOP are those of another file than the one it
   stands in, since it was inlined from there.  */

static bool
foreign_p (const struct node *loop)
{
  const struct node *inlined = node_inside (loop, SCOPE_INLINED);
  const char *path = inlined ? node_get (inlined, "path") : NULL;

  return path && strcmp (path, path_of (node_inside (loop, SCOPE_FILE))) != 0;
}

/* Index the tree of IM, once.  */

void
import_index (struct import *im)
{
  struct file_loops *present = NULL;
  struct tree *t = im->t;

  if (im->indexed)
    return;
  im->indexed = true;
  im->files = htab_create (64, hash_bucket, same_bucket_p, free_bucket);
  im->procedures = htab_create (64, hash_bucket, same_bucket_p, free_bucket);
  im->children = htab_create (64, hash_bucket, same_bucket_p, free_bucket);
  im->loops = htab_create (64, hash_file_loops, same_file_loops_p,
			   free_file_loops);
  tree_number (t);
  for (size_t i = 0; i < t->n_scopes; i++)
    {
      struct node *scope = t->scopes[i];
      const char *path = node_get (scope, "path");
      if ((scope->kind == SCOPE_MODULE || scope->kind == SCOPE_INLINED) && path)
	import_index_child (im, scope->parent, path, scope);
      if (scope->kind == SCOPE_FILE)
	{
	  import_index_file (im, scope);
	  present = XCNEW (struct file_loops);
	  present->file = scope;
	  *htab_find_slot (im->loops, present, INSERT) = present;
	}
      else if (scope->kind == SCOPE_PROCEDURE)
	import_index_procedure (im, scope);
      else if (scope->kind == SCOPE_LOOP && present && !foreign_p (scope))
	add_loop (present, scope);
    }
  htab_traverse (im->loops, sort_entry, NULL);
}

void
import_index_free (struct import *im)
{
  if (!im->indexed)
    return;
  htab_delete (im->files);
  htab_delete (im->procedures);
  htab_delete (im->children);
  htab_delete (im->loops);
}

/* How many components at their ends A and B have in common; a path that is
   used up counts as if all were.  */

static int
agreement (const char *a, const char *b)
{
  size_t i = strlen (a), j = strlen (b);
  int common = 0;

  while (i && j)
    {
      size_t x = i, y = j;
      while (x && a[x - 1] != '/')
	x--;
      while (y && b[y - 1] != '/')
	y--;
      if (i - x != j - y || strncmp (a + x, b + y, i - x) != 0)
	return common;
      common++;
      i = x ? x - 1 : 0;
      j = y ? y - 1 : 0;
    }
  return common + 1000;
}

/* The file of IM's tree that PATH means, NULL if none.  */

struct node *
import_find_file (struct import *im, const char *path)
{
  const struct bucket *b;
  struct node *best = NULL, *other = NULL;
  int most = 0;

  path = without_dot (path);
  b = bucket_of (im, im->files, im->t->program, path, false);
  if (b || !im->based)
    return b ? b->nodes[0] : NULL;
  b = bucket_of (im, im->files, NULL, base_name (path), false);
  for (size_t i = 0; b && i < b->n && i < MOST_ALIKE; i++)
    {
      int n = agreement (path, without_dot (path_of (b->nodes[i])));
      if (n > most)
	{
	  best = b->nodes[i];
	  other = NULL;
	  most = n;
	}
      else if (n == most
	       && strcmp (path_of (b->nodes[i]), path_of (best)) != 0)
	other = b->nodes[i];
    }
  /* The same name in another folder is another file.  */
  if (most < 2)
    return NULL;
  if (other)
    import_tell_conflict (im, path, 0, "may be %s or %s; taken for the first",
			  path_of (best), path_of (other));
  return best;
}

/* The procedure of IM's tree that FUNCTION means in FILE, or in the only file
   that has one of this name if that is NULL.  NULL if none.  */

struct node *
import_find_procedure (struct import *im, const struct node *file,
		       const char *function)
{
  const struct bucket *b = bucket_of (im, im->procedures, file, function,
				      false);
  struct node *found = NULL;

  if (!b && !strstr (function, ".memlb_"))
    {
      char *plain = plain_function (function);
      b = bucket_of (im, im->procedures, file, plain, false);
      free (plain);
    }
  for (size_t i = 0; b && i < b->n; i++)
    {
      const char *exact = node_get (b->nodes[i], "asm-name");
      if (!im->based && (!exact || strcmp (exact, function) != 0))
	continue;
      if (!file && found)
	return NULL;
      if (!found || (exact && strcmp (exact, function) == 0))
	found = b->nodes[i];
    }
  return found;
}

/* The file of IM's tree that PATH was before it moved to another folder: the
   only one of its name, if it has FUNCTION.  NULL if none.  */

struct node *
import_find_moved (struct import *im, const char *path, const char *function)
{
  const struct bucket *b = bucket_of (im, im->files, NULL, base_name (path),
				      false);
  struct node *only = NULL;

  for (size_t i = 0; b && i < b->n; i++)
    if (node_inside (b->nodes[i], SCOPE_MODULE) != im->elsewhere)
      {
	if (only)
	  return NULL;
	only = b->nodes[i];
      }
  return only && import_find_procedure (im, only, function) ? only : NULL;
}

/* The innermost loop of FILE that holds LINE: in PROCEDURE if that is not
   NULL and has one, else in any.  NULL if there is none.  */

struct node *
import_find_loop (struct import *im, const struct node *file,
		  const struct node *procedure, long line)
{
  struct file_loops wanted = { .file = file };
  const struct file_loops *f = htab_find (im->loops, &wanted);
  struct node *best = NULL;
  const struct node *rival = NULL;
  size_t first = 0, end = f ? f->n : 0, mid;

  /* The number of loops that begin at LINE or before.  */
  while (first < end)
    {
      mid = first + (end - first) / 2;
      if (line_of (f->loops[mid], "line") <= line)
	first = mid + 1;
      else
	end = mid;
    }
  for (size_t i = first; i-- > 0 && f->furthest[i] >= line;)
    {
      struct node *loop = f->loops[i];
      const struct node *in = node_inside (loop, SCOPE_PROCEDURE);
      /* Those that begin before it hold more lines than the best.  */
      if (best && procedure
	  && line - line_of (loop, "line")
	     > last_line (best) - line_of (best, "line"))
	break;
      if (last_line (loop) < line || (procedure && in != procedure))
	continue;
      if (!best || (node_inside (best, SCOPE_PROCEDURE) == in
		    && last_line (loop) - line_of (loop, "line")
		       < last_line (best) - line_of (best, "line")))
	best = loop;
      else if (node_inside (best, SCOPE_PROCEDURE) != in)
	rival = in;
    }
  if (rival)
    {
      const struct node *in = node_inside (best, SCOPE_PROCEDURE);
      import_tell_conflict (im, path_of (file), line, "is in loops of %s and "
			    "%s; given to %s", node_name (in),
			    node_name (rival), node_name (in));
    }
  return best;
}
