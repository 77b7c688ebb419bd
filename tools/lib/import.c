/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of other tools onto the scopes of a profile.

   A figure belongs to a line.  The line becomes a scope in the innermost
   loop that holds it, else in its function; what came from another file by
   inlining stands in a scope of that name inside the function.  Files that
   the profile does not know go to the module `elsewhere', with their
   functions.  No figure is left out: every sum is that of the other tool.

   Figures come in as values of lines and are added up at the end, since a
   profile's values are those of a scope with everything inside.  */

#include "import.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"
#include <libiberty/hashtab.h>

/* Conflicts that are told one by one.  */
enum { MOST_TOLD = 10 };

/* A place that was looked for before.  */
struct known_place
{
  struct place place;
  struct node *node;
};

static hashval_t
hash_text (hashval_t h, const char *text)
{
  for (; text && *text; text++)
    h = h * 31 + (unsigned char) *text;
  return h * 31 + 7;
}

static hashval_t
hash_place (const void *entry)
{
  const struct place *p = &((const struct known_place *) entry)->place;
  hashval_t h = (hashval_t) p->line;

  h = hash_text (h, p->module);
  h = hash_text (h, p->file);
  h = hash_text (h, p->function);
  return hash_text (h, p->inlined_from);
}

static bool
same_text_p (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

static int
same_place_p (const void *a, const void *b)
{
  const struct place *x = &((const struct known_place *) a)->place;
  const struct place *y = &((const struct known_place *) b)->place;

  return x->line == y->line && same_text_p (x->file, y->file)
	 && same_text_p (x->function, y->function)
	 && same_text_p (x->module, y->module)
	 && same_text_p (x->inlined_from, y->inlined_from);
}

/* Begin to import into T, which is a profile of the user's if BASED.
   Conflicts go to TELL, failures to WHY.  */

void
import_begin (struct import *im, struct tree *t, bool based,
	      import_tell *tell, struct fail *why)
{
  *im = (struct import) { .t = t, .based = based, .named = based,
			  .tell = tell, .why = why };
  im->module = node_name (t->program);
  im->places = htab_create (1024, hash_place, same_place_p, NULL);
}

void
import_free (struct import *im)
{
  htab_delete (im->places);
  import_index_free (im);
  import_statements_free (im);
  free (im->metrics);
}

/* Tell that something about LINE of FILE could be taken in several ways.
   What is told too often is counted only.  */

void
import_tell_conflict (struct import *im, const char *file, long line,
		      const char *format, ...)
{
  struct fail what;
  char text[sizeof what.text];
  va_list ap;

  if (im->n_told++ >= MOST_TOLD)
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  fail_set (&what, file, line, "%s", text);
  im->tell (&what);
}

/* A metric called NAME in UNIT for IM.  Return its number, or NO_METRIC with
   the reason recorded when the profile has one of this name.  */

int
import_metric (struct import *im, const char *name, const char *unit)
{
  char *whole = concat (im->prefix ? im->prefix : "", name, NULL);
  int metric = tree_metric (im->t, whole);

  for (size_t i = 0; metric != NO_METRIC && i < im->n_metrics; i++)
    if (im->metrics[i] == metric)
      {
	free (whole);
	return metric;
      }
  if (metric != NO_METRIC)
    {
      fail_set (im->why, im->t->source, 0, "metric `%.80s' is in the profile "
		"already; give the new ones another name with --prefix=TEXT",
		whole);
      free (whole);
      return NO_METRIC;
    }
  metric = tree_add_metric (im->t, whole);
  tree_declare (im->t, metric, unit, "sum");
  im->metrics = grow (im->metrics, im->n_metrics, sizeof *im->metrics);
  im->metrics[im->n_metrics++] = metric;
  free (whole);
  return metric;
}

/* PATH without its folders.  */

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash && slash[1] ? slash + 1 : path;
}

/* Call the program of a new profile by what is run from PATH, once and unless
   the user has named it.  */

void
import_program (struct import *im, const char *path)
{
  const char *name = base_name (path);

  if (im->named || !*name)
    return;
  im->named = true;
  tree_set (im->t, im->t->program, "name", name);
  im->module = node_name (im->t->program);
}

/* The module of IM called NAME, `elsewhere' where the profile is the
   user's: a new one if there is none.  */

static struct node *
module_called (struct import *im, const char *name)
{
  struct tree *t = im->t;
  struct node *module;

  if (im->based)
    {
      for (struct node *n = t->program->first; n && !im->elsewhere; n = n->next)
	if (n->kind == SCOPE_MODULE
	    && same_text_p (node_get (n, "name"), "elsewhere"))
	  im->elsewhere = n;
      if (!im->elsewhere)
	{
	  im->elsewhere = tree_add (t, t->program, "module");
	  tree_set (t, im->elsewhere, "name", "elsewhere");
	}
      return im->elsewhere;
    }
  if (!name || !*name)
    name = im->module;
  module = import_find_child (im, t->program, name);
  if (!module)
    {
      module = tree_add (t, t->program, "module");
      tree_set (t, module, "name", base_name (name));
      tree_set (t, module, "path", name);
      import_index_child (im, t->program, name, module);
    }
  return module;
}

/* A new file PATH in the module of PLACE.  */

static struct node *
new_file (struct import *im, const struct place *place, const char *path)
{
  struct node *module = module_called (im, place->module);
  struct node *file = tree_add (im->t, module, "file");

  tree_set (im->t, file, "name", base_name (path));
  tree_set (im->t, file, "path", path);
  import_index_file (im, file);
  return file;
}

/* A new procedure FUNCTION in FILE.  */

static struct node *
new_procedure (struct import *im, struct node *file, const char *function)
{
  struct node *procedure = tree_add (im->t, file, "procedure");

  tree_set (im->t, procedure, "name", function);
  tree_set (im->t, procedure, "asm-name", function);
  import_index_procedure (im, procedure);
  return procedure;
}

/* The file of PLACE, a new one if the tree has none.  */

static struct node *
file_of (struct import *im, const struct place *place)
{
  const char *path = place->file && *place->file ? place->file : "???";
  struct node *file = import_find_file (im, path);

  if (file)
    {
      const struct node *module = node_inside (file, SCOPE_MODULE);
      /* A new tree keeps equal files of two modules apart.  */
      if (im->based || !place->module
	  || same_text_p (node_get (module, "path"), place->module))
	return file;
      file = import_find_child (im, module_called (im, place->module), path);
    }
  return file ? file : new_file (im, place, path);
}

/* The scope for what was inlined from PATH into PROCEDURE.  */

static struct node *
inlined_from (struct import *im, struct node *procedure, const char *path)
{
  struct node *inlined = import_find_child (im, procedure, path);

  if (!inlined)
    {
      inlined = tree_add (im->t, procedure, "inlined");
      tree_set (im->t, inlined, "name", base_name (path));
      tree_set (im->t, inlined, "path", path);
      import_index_child (im, procedure, path, inlined);
    }
  return inlined;
}

static bool
file_known_p (const char *file)
{
  return file && *file && strcmp (file, "???") != 0;
}

/* The procedure of the user's profile that PLACE means by its function alone:
   the only one of this name, and in a module of the same name.  NULL if none.
   Without a file that is all there is; with one that is not known, the line
   was inlined from there.  */

static struct node *
function_alone (struct import *im, const struct place *place)
{
  struct node *procedure = im->based && place->function
			   ? import_find_procedure (im, NULL, place->function)
			   : NULL;

  if (!procedure
      || (file_known_p (place->file) && import_find_file (im, place->file)))
    return NULL;
  if (!place->module)
    return file_known_p (place->file) ? NULL : procedure;
  const struct node *module = node_inside (procedure, SCOPE_MODULE);
  return module && strcmp (base_name (place->module), node_name (module)) == 0
	 ? procedure : NULL;
}

/* The scope that holds PLACE: the innermost loop if one is known, else the
   function, else the file.  What a structure file says of the line comes
   first.  */

static struct node *
holder_of (struct import *im, const struct place *place)
{
  const char *line_file = place->inlined_from ? place->inlined_from
			  : place->file;
  struct node *lines_in = line_file ? import_find_file (im, line_file) : NULL;
  struct node *procedure = NULL, *loop = NULL, *file;

  if (line_file && place->function && im->based
      && (!lines_in || node_inside (lines_in, SCOPE_MODULE) == im->elsewhere))
    {
      struct node *moved = import_find_moved (im, line_file, place->function);
      lines_in = moved ? moved : lines_in;
    }
  if (place->function && lines_in)
    procedure = import_find_procedure (im, lines_in, place->function);
  if (line_file && place->line > 0)
    {
      const char *path = lines_in ? node_get (lines_in, "path") : NULL;
      struct node *held = import_find_statement (im, path ? path : line_file,
						 place->line, procedure);
      if (held)
	return held;
    }
  /* By its line, also where the function was inlined into another, or is not
     known; but not for code of memlb's own copies.  */
  if (lines_in && place->line > 0
      && !(place->function && strstr (place->function, ".memlb_")))
    {
      loop = import_find_loop (im, lines_in, procedure, place->line);
      /* Of a function that was inlined, or whose loops are outlined.  */
      if (!loop && procedure)
	loop = import_find_loop (im, lines_in, NULL, place->line);
    }
  if (loop)
    return loop;
  if (procedure && !place->inlined_from)
    return procedure;
  procedure = function_alone (im, place);
  /* A line of a file that nothing is known of.  */
  if (procedure && file_known_p (place->file) && !place->inlined_from)
    return inlined_from (im, procedure, place->file);
  file = procedure ? procedure->parent : file_of (im, place);
  if (!place->function)
    return file;
  if (!procedure)
    procedure = import_find_procedure (im, file, place->function);
  if (!procedure)
    procedure = new_procedure (im, file, place->function);
  return place->inlined_from
	 ? inlined_from (im, procedure, place->inlined_from) : procedure;
}

/* The scope of LINE in HOLDER, a new one; HOLDER itself where no line is
   known.  A procedure's lines are found again by their place.  */

static struct node *
line_in (struct import *im, struct node *holder, long line)
{
  char text[24];
  struct node *node;

  if (line <= 0)
    return holder;
  snprintf (text, sizeof text, "%ld", line);
  node = tree_add (im->t, holder, "line");
  tree_set (im->t, node, "line", text);
  return node;
}

/* The scope of PLACE, a new one if there was no figure of it yet.  */

struct node *
import_place (struct import *im, const struct place *place)
{
  struct known_place key = { *place, NULL };
  struct known_place **slot;
  struct tree *t = im->t;

  import_index (im);
  slot = (struct known_place **) htab_find_slot (im->places, &key, INSERT);
  if (*slot)
    return (*slot)->node;
  struct known_place *known = obstack_alloc (&t->storage, sizeof *known);
  known->place = (struct place)
    { tree_string (t, place->module), tree_string (t, place->file),
      tree_string (t, place->function), tree_string (t, place->inlined_from),
      place->line };
  *slot = known;
  known->node = line_in (im, holder_of (im, place), place->line);
  return known->node;
}

/* METRIC has VALUE in NODE by itself, added to what it has.  */

void
import_value (struct import *im, struct node *node, int metric, double value)
{
  tree_add_cell (im->t, metric, node, value);
  im->n_values++;
  if (im->elsewhere && node_inside (node, SCOPE_MODULE) == im->elsewhere)
    im->n_homeless++;
}

/* Add up the values of METRIC from lines to scopes with everything in
   them.  */

static void
add_up (struct tree *t, int metric)
{
  const struct metric *m = &t->metrics[metric];
  double *sums = XCNEWVEC (double, t->n_scopes + 1);
  bool *any = XCNEWVEC (bool, t->n_scopes + 1);

  for (size_t i = 0; i < m->n_cells; i++)
    {
      sums[m->cells[i].scope->number] += m->cells[i].value;
      any[m->cells[i].scope->number] = true;
    }
  for (size_t i = t->n_scopes; i-- > 1;)
    if (any[i])
      {
	const struct node *parent = t->scopes[i]->parent;
	while (parent->kind == SCOPE_NONE)
	  parent = parent->parent;
	sums[parent->number] += sums[i];
	any[parent->number] = true;
      }
  tree_drop_cells (t, metric);
  for (size_t i = 0; i < t->n_scopes; i++)
    if (any[i])
      tree_add_cell (t, metric, t->scopes[i], sums[i]);
  free (sums);
  free (any);
}

/* All values are in: add them up.  */

void
import_end (struct import *im)
{
  tree_number (im->t);
  for (size_t i = 0; i < im->n_metrics; i++)
    add_up (im->t, im->metrics[i]);
  if (im->n_told > MOST_TOLD)
    {
      size_t more = im->n_told - MOST_TOLD;
      im->n_told = 0;
      import_tell_conflict (im, NULL, 0, "%zu more conflicts like these",
			    more);
    }
}
