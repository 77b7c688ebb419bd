/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an XML file to a profile, in one pass over SAX events: memory grows
   with the loops, not with the text.

   The reader keeps a stack of the elements it is inside of.  An element it
   does not know, which a later minor version may have added, is skipped with
   everything in it.  */

#include <stdbool.h>
#include "profile-read.h"

#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "profile-reading.h"

static const struct
{
  enum element parent, self;
  const char *name;
} elements[] =
  {
    { E_DOCUMENT, E_MEMLB, "memlb" },
    { E_MEMLB, E_ENVIRONMENT, "environment" },
    { E_ENVIRONMENT, E_ITEM, NULL },	/* whatever it is called */
    { E_MEMLB, E_LOSSES, "losses" },
    { E_LOSSES, E_LOSS, "loss" },
    { E_MEMLB, E_METRICS, "metrics" },
    { E_METRICS, E_METRIC, "metric" },
    { E_MEMLB, E_PROGRAM, "program" },
    { E_PROGRAM, E_MODULE, "module" },
    { E_PROGRAM, E_SCOPE_M, "m" },
    { E_MODULE, E_FILE, "file" },
    { E_MODULE, E_UNIT, "unit" },
    { E_MODULE, E_SCOPE_M, "m" },
    { E_FILE, E_PROCEDURE, "procedure" },
    { E_FILE, E_SCOPE_M, "m" },
    { E_PROCEDURE, E_LOOP, "loop" },
    { E_PROCEDURE, E_SCOPE_M, "m" },
    { E_PROCEDURE, E_SCOPE_BLOCK, "block" },
    { E_SCOPE_BLOCK, E_TARGET, "target" },
    { E_LOOP, E_REF, "ref" },
    { E_LOOP, E_BLOCK, "block" },
    { E_LOOP, E_ENTRY, "entry" },
    { E_LOOP, E_M, "m" },
  };

/* A scope of LEVEL, in the one above.  */

static struct scope *
read_scope (struct reader *r, enum level level, struct attributes a)
{
  struct scope *scope
    = profile_add_scope (r->p, level, level ? r->scope[level - 1] : 0);

  r->scope[level] = scope - r->p->scopes;
  scope->id = read_text (r, a, "id");
  scope->name = read_text (r, a, "name");
  if (level == LEVEL_MODULE || level == LEVEL_FILE)
    scope->path = read_text (r, a, "path");
  if (level == LEVEL_MODULE)
    scope->build_id = read_text (r, a, "build-id");
  return scope;
}

/* <procedure>.  */

static void
read_procedure (struct reader *r, struct attributes a)
{
  struct scope *scope = read_scope (r, LEVEL_PROCEDURE, a);

  scope->asm_name = read_text (r, a, "asm-name");
  scope->model = read_text (r, a, "model");
  scope->line = read_number (r, a, "line");
  scope->entries = read_number (r, a, "entries");
  char *name = name_of_function (scope->name, scope->asm_name);
  scope->function = scope->name && strcmp (name, scope->name) == 0
		    ? scope->name : profile_string (r->p, name);
  free (name);
}

/* The scope that holds the element being read.  */

static struct scope *
scope_around (const struct reader *r)
{
  static const enum level levels[]
    = { [E_PROGRAM] = LEVEL_PROGRAM, [E_MODULE] = LEVEL_MODULE,
	[E_FILE] = LEVEL_FILE, [E_PROCEDURE] = LEVEL_PROCEDURE };

  return &r->p->scopes[r->scope[levels[r->stack[r->depth - 2]]]];
}

/* <program>.  */

static void
read_program (struct reader *r, struct attributes a)
{
  if (r->p->n_scopes)
    {
      xml_input_fail (&r->in, "a second <program>; the profile is damaged");
      return;
    }
  r->p->program = read_scope (r, LEVEL_PROGRAM, a)->name;
  r->p->time = read_number (r, a, "time");
  r->p->elapsed = read_number (r, a, "elapsed");
  r->p->threads = read_number (r, a, "threads");
}

/* An element SELF begins, called NAME, with the attributes A.  */

static void
read_element (struct reader *r, enum element self, const char *name,
	      struct attributes a)
{
  struct profile *p = r->p;
  struct loop *loop = p->n_loops ? &p->loops[p->n_loops - 1] : NULL;
  struct contents *values;
  struct scope *scope;
  const char *what;

  switch (self)
    {
    case E_MEMLB: read_memlb (r, a); break;
    case E_ITEM: read_environment (r, name, a); break;
    case E_LOSS:
      what = read_text (r, a, "what");
      if (what)
	profile_add_loss (p, what, read_number (r, a, "n"));
      break;
    case E_METRIC: read_declaration (r, a); break;
    case E_PROGRAM: read_program (r, a); break;
    case E_MODULE: read_scope (r, LEVEL_MODULE, a); break;
    case E_UNIT:
      scope = &p->scopes[r->scope[LEVEL_MODULE]];
      read_item (r, &scope->units, name, a);
      break;
    case E_FILE: read_scope (r, LEVEL_FILE, a); break;
    case E_PROCEDURE: read_procedure (r, a); break;
    case E_LOOP: read_loop (r, a); break;
    case E_REF: read_ref (r, a); break;
    case E_BLOCK:
      values = loop_contents (loop);
      read_block (r, &values->blocks, &values->n_blocks, a);
      break;
    case E_SCOPE_BLOCK:
      scope = &p->scopes[r->scope[LEVEL_PROCEDURE]];
      read_block (r, &scope->blocks, &scope->n_blocks, a);
      break;
    case E_TARGET:
      read_target (r, &p->scopes[r->scope[LEVEL_PROCEDURE]], a);
      break;
    case E_ENTRY: read_entry (r, a); break;
    case E_M: 
      values = loop_contents (loop);
      read_value (r, &values->metrics, &values->n_metrics, a);
      break;
    case E_SCOPE_M:
      scope = scope_around (r);
      read_value (r, &scope->metrics, &scope->n_metrics, a);
      break;
    default: break;
    }
}

/* The element NAME begins.  */

static void
start_element (struct xml_input *in, const char *name, struct attributes a)
{
  struct reader *r = (struct reader *) in;
  enum element parent = r->depth ? r->stack[r->depth - 1] : E_DOCUMENT;

  if (!r->skipped)
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
      if (elements[i].parent == parent
	  && (!elements[i].name
	      || strcmp (elements[i].name, name) == 0))
	{
	  r->stack[r->depth++] = elements[i].self;
	  read_element (r, elements[i].self, name, a);
	  return;
	}
  if (parent == E_DOCUMENT)
    xml_input_fail (&r->in, "the document is <%.40s>, not <memlb>; "
		    "this is not a profile of memlb", name);
  r->skipped++;
}

/* An element ends.  */

static void
end_element (struct xml_input *in)
{
  struct reader *r = (struct reader *) in;

  if (r->skipped)
    r->skipped--;
  else if (r->depth && r->stack[--r->depth] == E_ENVIRONMENT && r->head_only)
    xml_input_enough (&r->in);
}

/* Read FILE, only as far as its environment if HEAD_ONLY.  */

static struct profile *
read_file (const char *file, bool head_only, struct fail *why)
{
  struct reader r = { .head_only = head_only };

  if (!xml_input_open (&r.in, file, why))
    {
      fail_set (why, file, 0, "out of memory");
      return NULL;
    }
  xml_input_elements (&r.in, start_element, end_element);
  loop_fields_begin (&r);
  r.p = profile_new (xml_input_name (file));
  if (xml_input_parse (&r.in) != 0)
    {
      profile_free (r.p);
      r.p = NULL;
    }
  xml_input_close (&r.in);
  return r.p;
}

/* The profile in FILE (`-' for standard input), or NULL with the reason in
   WHY.  */

struct profile *
profile_read (const char *file, struct fail *why)
{
  return read_file (file, false, why);
}

/* FILE as far as its environment: which run it belongs to.  */

struct profile *
profile_read_head (const char *file, struct fail *why)
{
  return read_file (file, true, why);
}
