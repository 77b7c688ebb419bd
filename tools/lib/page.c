/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page of HTML that shows profiles: the viewer, which is built from
   viewer/, with the data in the place that it has for them.  What is derived
   from a profile's figures the page computes itself; here it gets the
   figures, the texts that all tools share, and the sources.  */

#include "page.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "match.h"
#include "output.h"
#include "page-entries.h"
#include "page-scopes.h"
#include "page-source.h"
#include "profile-read.h"
#include "profile-write.h"
#include "reasons.h"
#include "text.h"
#include "warnings.h"
#include "write.h"
#include "xalloc.h"

/* Where the viewer has the place for the data.  */
static const char place[] = "@MEMLB-DATA@";

/* The template of a temporary file's name; to be freed.  */

static char *
temporary_name (void)
{
  const char *folder = getenv ("TMPDIR");

  return concat (folder && *folder ? folder : "/tmp",
		 "/memlb-html.XXXXXX.xml", NULL);
}

/* The profile P of several files as a tree, by way of a file, or NULL with
   the reason in WHY.  */

static struct tree *
tree_of_profile (const struct profile *p, struct fail *why)
{
  char *file = temporary_name ();
  int fd = mkstemps (file, 4);
  struct tree *t = NULL;

  if (fd < 0)
    fail_set (why, file, 0, "cannot write: %s", strerror (errno));
  else
    {
      output_unfinished (file);
      close (fd);
      if (profile_write (p, file, why) == 0)
	t = tree_read (file, why);
      unlink (file);
      output_finished (file);
    }
  free (file);
  return t;
}

/* Standard input as a file, since it is read twice; to be removed and freed;
   NULL with the reason in WHY.  */

static char *
spool (struct fail *why)
{
  char *file = temporary_name (), buffer[65536];
  int fd = mkstemps (file, 4);
  ssize_t got = fd < 0 ? -1 : 0;

  if (fd >= 0)
    output_unfinished (file);

  while (fd >= 0 && (got = read (STDIN_FILENO, buffer, sizeof buffer)) > 0)
    if (write (fd, buffer, (size_t) got) != got)
      {
	got = -1;
	break;
      }
  if (fd >= 0)
    close (fd);
  if (got == 0)
    return file;
  fail_set (why, file, 0, "cannot write: %s", strerror (errno));
  if (fd >= 0)
    {
      unlink (file);
      output_finished (file);
    }
  free (file);
  return NULL;
}

/* Read the file NAME into ONE.  */

static void
read_file (struct page_profile *one, const char *name, struct fail *why)
{
  one->profile = profile_read (name, why);
  if (one->profile)
    one->tree = tree_read (name, why);
}

/* Add the profile in FILES, the ranks of one run if there are several, to
   PAGE; NAME is what the user called it.  Return 0, or -1 with the reason in
   WHY.  */

int
page_add (struct page *page, const char *name, const struct names *files,
	  struct fail *why)
{
  page->profiles = grow (page->profiles, page->n, sizeof *page->profiles);
  struct page_profile *one = &page->profiles[page->n++];

  *one = (struct page_profile) { .name = xstrdup (name) };
  if (files->n == 1 && strcmp (files->at[0], "-") == 0)
    {
      char *file = spool (why);
      if (file)
	{
	  read_file (one, file, why);
	  unlink (file);
	  output_finished (file);
	}
      free (file);
    }
  else if (files->n == 1)
    read_file (one, files->at[0], why);
  else
    {
      one->profile = read_profiles (files, msg_progress, why);
      if (one->profile)
	one->tree = tree_of_profile (one->profile, why);
    }
  return one->tree ? 0 : -1;
}

/* Free what PAGE holds.  */

void
page_free (struct page *page)
{
  for (size_t i = 0; i < page->n; i++)
    {
      free (page->profiles[i].name);
      profile_free (page->profiles[i].profile);
      tree_free (page->profiles[i].tree);
    }
  free (page->profiles);
  *page = (struct page) { 0 };
}

/* Add what every page has: the built-in metrics and the ready ones, and what
   verdicts mean.  */

static void
add_words (struct pack *p, const struct page *page)
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

  pack_key (p, ",", "builtin");
  for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
    {
      pack_string (p, i ? ",{" : "[{", "name", builtin[i].name);
      pack_string (p, ",", "attribute", builtin[i].attribute);
      pack_string (p, ",", "unit", builtin[i].unit);
      pack_string (p, ",", "kind", builtin[i].kind);
      pack_double (p, ",", "believed", builtin[i].when == BELIEVED);
      putc ('}', p->head);
    }
  pack_key (p, "],", "ready");
  putc ('[', p->head);
  for (size_t i = 0; i < page->ready->n; i++)
    {
      const struct ready_metric *r = &page->ready->at[i];
      pack_string (p, i ? ",{" : "{", "name", r->name);
      pack_string (p, ",", "definition", r->definition);
      pack_string (p, ",", "meaning", r->meaning);
      putc ('}', p->head);
    }
  pack_key (p, "],", "verdicts");
  for (int v = VERDICT_OK; v < VERDICT_OTHER; v++)
    pack_string (p, v ? "," : "{", verdict_name (v), verdict_text (v));
  putc ('}', p->head);
}

/* Add the reasons that loops of PAGE have, with their texts.  */

static void
add_reasons (struct pack *p, const struct page *page)
{
  struct names seen = { 0 };

  pack_key (p, ",", "reasons");
  putc ('{', p->head);
  for (size_t i = 0; i < page->n; i++)
    for (size_t k = 0; k < page->profiles[i].profile->n_loops; k++)
      {
	const char *slug = page->profiles[i].profile->loops[k].reason;
	size_t at = 0;
	while (slug && at < seen.n && strcmp (seen.at[at], slug) != 0)
	  at++;
	if (!slug || at < seen.n || seen.n >= 1000)
	  continue;
	pack_key (p, seen.n ? "," : "", slug);
	pack_string (p, "{", "text", reason_text (slug));
	pack_string (p, ",", "try", reason_advice (slug));
	putc ('}', p->head);
	names_add (&seen, slug);
      }
  putc ('}', p->head);
  names_free (&seen);
}

/* Where warnings go, and whether there were some before.  */
struct warning_list
{
  struct pack *p;
  bool some;
};

static void
add_warning (void *context, const char *text)
{
  struct warning_list *list = context;

  fputs (list->some ? "," : "", list->p->head);
  output_json (list->p->head, text);
  list->some = true;
}

static void
add_warnings (struct pack *p, const struct profile *profile)
{
  struct warning_list list = { p, false };
  struct warning_sink sink = { add_warning, &list };

  pack_key (p, ",", "warnings");
  putc ('[', p->head);
  warnings_of_mixture (profile, sink);
  warnings_of_run (profile, sink);
  putc (']', p->head);
}

/* Add one element NODE with its attributes; SCOPE is the number of what it
   stands in.  */

static void
add_element (struct pack *p, const struct node *node, size_t scope)
{
  pack_string (p, "{", "element", node->element);
  pack_double (p, ",", "scope", (double) scope);
  pack_key (p, ",", "attributes");
  putc ('{', p->head);
  for (uint32_t i = 0; i < node->n_attributes; i++)
    pack_string (p, i ? "," : "", node->attributes[i].name,
		 node->attributes[i].value);
  fputs ("}}", p->head);
}

/* Add the elements inside the element NAME of T's root.  */

static void
add_elements (struct pack *p, const char *name, const struct tree *t)
{
  const char *before = "";

  pack_key (p, ",", name);
  putc ('[', p->head);
  for (const struct node *n = t->root->first; n; n = n->next)
    for (const struct node *e = strcmp (n->element, name) == 0 ? n->first
	 : NULL; e; e = e->next)
      {
	fputs (before, p->head);
	add_element (p, e, 0);
	before = ",";
      }
  putc (']', p->head);
}

/* Add the object files of T's modules, with the compiler's flags.  */

static void
add_units (struct pack *p, const struct tree *t)
{
  const char *before = "";

  pack_key (p, ",", "units");
  putc ('[', p->head);
  for (size_t i = 0; i < t->n_scopes; i++)
    for (const struct node *e = t->scopes[i]->kind == SCOPE_MODULE
	 ? t->scopes[i]->first : NULL; e; e = e->next)
      if (e->kind == SCOPE_NONE)
	{
	  fputs (before, p->head);
	  add_element (p, e, i);
	  before = ",";
	}
  putc (']', p->head);
}

/* Add which loops of A are which of B, by their ids.  */

static void
add_matches (struct pack *p, const struct profile *a, const struct profile *b)
{
  struct matches m = match_loops (a, b);
  uint32_t *texts = XNEWVEC (uint32_t, 2 * m.n + 1);
  size_t n = 0;

  for (size_t i = 0; i < m.n; i++)
    if (m.at[i].a && m.at[i].b)
      {
	texts[n++] = pack_text_number (p, m.at[i].a->id);
	texts[n++] = pack_text_number (p, m.at[i].b->id);
      }
  pack_key (p, ",", "matches");
  pack_integers (p, texts, n);
  free (texts);
  matches_free (&m);
}

/* Add ONE of PAGE.  */

static void
add_profile (struct pack *p, const struct page *page,
	     const struct page_profile *one)
{
  const struct profile *profile = one->profile;
  const struct page_profile *last = &page->profiles[page->n - 1];
  char *ranks = ranks_text (profile);
  size_t numbers = 0;

  for (size_t i = 0; i < page->n; i++)
    numbers += page_count_numbers (page->profiles[i].tree);
  pack_string (p, "{", "name", one->name);
  pack_string (p, ",", "program", profile->program);
  pack_string (p, ",", "start", profile->start);
  pack_string (p, ",", "run", profile->run);
  pack_string (p, ",", "mode", profile->mode);
  pack_string (p, ",", "ended", profile->ended);
  pack_string (p, ",", "ranks", ranks);
  pack_double (p, ",", "files", (double) profile->n_files);
  pack_double (p, ",", "incomplete", (double) profile->n_incomplete);
  pack_double (p, ",", "time", profile->time);
  pack_double (p, ",", "elapsed", profile->elapsed);
  pack_double (p, ",", "threads", profile->threads);
  add_warnings (p, profile);
  add_elements (p, "environment", one->tree);
  add_elements (p, "losses", one->tree);
  pack_key (p, ",", "scopes");
  page_scopes (p, one->tree, numbers < PAGE_MANY_NUMBERS);
  page_entries (p, one->tree);
  add_units (p, one->tree);
  if (one != last)
    add_matches (p, profile, last->profile);
  putc ('}', p->head);
  free (ranks);
}

/* Put PAGE into P.  */

static void
fill (struct pack *p, const struct page *page,
      void (*tell) (const struct fail *))
{
  pack_double (p, "{", "format", 1);
  pack_string (p, ",", "memlb", PACKAGE_VERSION);
  add_words (p, page);
  add_reasons (p, page);
  pack_key (p, ",", "profiles");
  for (size_t i = 0; i < page->n; i++)
    {
      putc (i ? ',' : '[', p->head);
      add_profile (p, page, &page->profiles[i]);
    }
  putc (']', p->head);
  page_sources (p, page, tell);
  pack_key (p, ",", "texts");
  pack_texts (p);
  putc ('}', p->head);
}

/* The viewer in the file NAME; to be freed; NULL with the reason in WHY.  */

static char *
read_viewer (const char *name, struct fail *why)
{
  FILE *in = fopen (name, "re");
  char *text = NULL;
  size_t size = 0;

  if (!in)
    {
      fail_set (why, name, 0, "the viewer is not installed: it is built where "
		"node and npm are (Debian: apt-get install nodejs npm); then "
		"configure, make and make install memlb again");
      return NULL;
    }
  ssize_t length = getdelim (&text, &size, '\0', in);
  fclose (in);
  if (length > 0 && strstr (text, place))
    return text;
  free (text);
  fail_set (why, name, 0, "not the viewer of this memlb; install memlb again");
  return NULL;
}

/* Write PAGE to OUT with the viewer in the file VIEWER.  Sources that are not
   found are told to TELL.  Return 0, or -1 with the reason in WHY.  */

int
page_write (FILE *out, const struct page *page, const char *viewer,
	    void (*tell) (const struct fail *), struct fail *why)
{
  char *text = read_viewer (viewer, why);
  struct pack p;

  if (!text)
    return -1;
  char *here = strstr (text, place);
  pack_begin (&p);
  fill (&p, page, tell);
  fwrite (text, 1, here - text, out);
  int result = pack_write (&p, out, why);
  fputs (here + sizeof place - 1, out);
  pack_free (&p);
  free (text);
  return result;
}
