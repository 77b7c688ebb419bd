/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources in a page: the text of those files of its profiles that have
   loops or lines and are found below the user's folders.  */

#include "page-source.h"

#include <stdlib.h>
#include <string.h>
#include <libiberty/hashtab.h>
#include "source.h"
#include "xalloc.h"

/* What a page holds at most, so that a profile cannot make it endless.  */
enum { MOST_FILES = 20000, MOST_TEXT = 400 << 20 };

/* Sources that are missed one by one; the others are counted.  */
enum { MOST_TOLD = 5 };

/* The sources of one page.  */
struct sources
{
  struct pack *p;
  const struct names *roots;
  htab_t seen;			/* paths */
  size_t n, size, missing;
  void (*tell) (const struct fail *);
};

/* True when FILE of a profile holds a loop or a line.  */

static bool
needed_p (const struct tree *t, const struct node *file)
{
  for (size_t i = file->number + 1; i < t->n_scopes; i++)
    if (t->scopes[i]->kind <= SCOPE_FILE)
      return false;
    else if (t->scopes[i]->kind == SCOPE_LOOP
	     || t->scopes[i]->kind == SCOPE_LINE)
      return true;
  return false;
}

/* Add the text of the file that profiles call PATH to S.  */

static void
add_source (struct sources *s, const char *path)
{
  struct source source;
  struct fail why;
  size_t size = 0;

  if (source_open (&source, path, s->roots, &why) != 0)
    {
      if (++s->missing <= MOST_TOLD)
	s->tell (&why);
      return;
    }
  char *text = NULL;
  FILE *out = open_memstream (&text, &size);
  for (size_t line = 1; out && line <= source.n; line++)
    {
      char *one = source_line (&source, line);
      fprintf (out, "%s\n", one);
      free (one);
    }
  if (out)
    fclose (out);
  if (s->size + size <= MOST_TEXT)
    {
      pack_string (s->p, s->n++ ? ",{" : "{", "path", path);
      pack_key (s->p, ",", "text");
      pack_text (s->p, text, size);
      putc ('}', s->p->head);
      s->size += size;
    }
  free (text);
  source_close (&source);
}

/* Add the sources of T to S.  */

static void
add_sources (struct sources *s, struct tree *t)
{
  tree_number (t);
  for (size_t i = 0; i < t->n_scopes && s->n < MOST_FILES; i++)
    {
      const struct node *file = t->scopes[i];
      if (file->kind != SCOPE_FILE || !needed_p (t, file))
	continue;
      const char *path = node_get (file, "path");
      path = path ? path : node_name (file);
      void **slot = htab_find_slot_with_hash (s->seen, path,
					      htab_hash_string (path),
					      INSERT);
      if (!*slot)
	add_source (s, path);
      *slot = (void *) path;
    }
}

static int
same_path (const void *a, const void *b)
{
  return strcmp (a, b) == 0;
}

static hashval_t
hash_path (const void *path)
{
  return htab_hash_string (path);
}

/* Add the sources of PAGE to P; those that are not found are told to TELL.  */

void
page_sources (struct pack *p, const struct page *page,
	      void (*tell) (const struct fail *))
{
  struct sources s = { .p = p, .roots = page->roots, .tell = tell };

  s.seen = htab_create (64, hash_path, same_path, NULL);
  pack_key (p, ",", "sources");
  putc ('[', p->head);
  /* Texts of the profile that is shown come first.  */
  for (size_t i = page->n; i-- > 0;)
    add_sources (&s, page->profiles[i].tree);
  putc (']', p->head);
  if (s.missing > MOST_TOLD)
    {
      struct fail more;
      fail_set (&more, NULL, 0, "%zu more sources not found",
		s.missing - MOST_TOLD);
      tell (&more);
    }
  htab_delete (s.seen);
}
