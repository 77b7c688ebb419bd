/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an XML file to a profile, in one pass over SAX events: memory grows
   with the loops, not with the text.

   The reader keeps a stack of the elements it is inside of.  An element it
   does not know, which a later minor version may have added, is skipped with
   everything in it.  */

#include <stdbool.h>
#include "profile-read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "xalloc.h"
#include "xml-input.h"

/* More than any program has; a file with more is an attack.  */
enum { MOST_LOOPS = 2000000, MOST_REFS = 20000000 };

/* The elements that matter here, by the one they stand in.  */
enum element
{
  E_DOCUMENT, E_MEMLB, E_ENVIRONMENT, E_HOST, E_CPU, E_RUN, E_ENV, E_LOSSES, E_LOSS,
  E_PROGRAM, E_MODULE, E_FILE, E_PROCEDURE, E_LOOP, E_REF, E_M
};

static const struct
{
  enum element parent, self;
  const char *name;
} elements[] =
  {
    { E_DOCUMENT, E_MEMLB, "memlb" },
    { E_MEMLB, E_ENVIRONMENT, "environment" },
    { E_ENVIRONMENT, E_HOST, "host" },
    { E_ENVIRONMENT, E_CPU, "cpu" },
    { E_ENVIRONMENT, E_RUN, "run" },
    { E_ENVIRONMENT, E_ENV, "env" },
    { E_MEMLB, E_LOSSES, "losses" },
    { E_LOSSES, E_LOSS, "loss" },
    { E_MEMLB, E_PROGRAM, "program" },
    { E_PROGRAM, E_MODULE, "module" },
    { E_MODULE, E_FILE, "file" },
    { E_FILE, E_PROCEDURE, "procedure" },
    { E_PROCEDURE, E_LOOP, "loop" },
    { E_LOOP, E_REF, "ref" },
    { E_LOOP, E_M, "m" },
  };

/* One reading.  */
struct reader
{
  struct xml_input in;
  struct profile *p;
  enum element stack[8];
  int depth;		/* elements of STACK in use */
  int skipped;		/* levels inside an unknown element */
  bool head_only;
  const char *module, *file, *path, *procedure, *asm_name, *function;
  size_t n_refs;
};

/* The attributes of one element as SAX2 hands them out: five pointers each,
   local name, prefix, URI, value, end of value.  */
struct attributes
{
  const xmlChar **at;
  int n;
};

/* The value of NAME in A as a string of R's profile, or NULL.  After a failure
   there is nothing to read: stopping the parser freed the attributes.  */

static const char *
get_string (struct reader *r, struct attributes a, const char *name)
{
  for (int i = 0; i < a.n && !r->in.failed; i++)
    if (strcmp ((const char *) a.at[5 * i], name) == 0)
      return obstack_copy0 (&r->p->storage, a.at[5 * i + 3],
			    a.at[5 * i + 4] - a.at[5 * i + 3]);
  return NULL;
}

/* The same, but an empty value counts as none.  */

static const char *
get_text (struct reader *r, struct attributes a, const char *name)
{
  const char *text = get_string (r, a, name);

  return text && *text ? text : NULL;
}

/* The number that NAME has in A; NaN if it has none.  All numbers of a
   profile are finite and not negative.  */

static double
get_number (struct reader *r, struct attributes a, const char *name)
{
  const char *text = get_text (r, a, name);
  char *end;

  if (!text)
    return NAN;
  /* strtod alone would take hexadecimal numbers and words too.  */
  double value = strtod (text, &end);
  if (*end || text[0] < '0' || text[0] > '9' || !isfinite (value)
      || text[strspn (text, "0123456789.eE+-")])
    {
      xml_input_fail (&r->in, "%s=\"%.40s\" is not a number; "
		      "the profile is damaged", name, text);
      return NAN;
    }
  return value;
}

/* <memlb>: check the version; readers skip what a later minor version adds,
   but another major version means something else.  */

static void
read_memlb (struct reader *r, struct attributes a)
{
  const char *version = get_string (r, a, "version");
  char *end = NULL;
  long major = version ? strtol (version, &end, 10) : 0;

  if (!version || end == version || *end != '.')
    xml_input_fail (&r->in, "<memlb> without a version=\"MAJOR.MINOR\"; "
		    "this is not a profile of memlb");
  else if (major != PROFILE_MAJOR)
    xml_input_fail (&r->in, "a profile of version %.20s, but this memlb reads "
		    "version %d.x; use the memlb that wrote it", version,
		    PROFILE_MAJOR);
  else
    r->p->minor = atoi (end + 1);
  r->p->run = get_text (r, a, "run");
  r->p->mode = get_text (r, a, "mode");
  const char *complete = get_text (r, a, "complete");
  r->p->n_incomplete = complete && strcmp (complete, "no") == 0;
  r->p->ended = get_text (r, a, "ended");
}

/* <env>: only the run id that `memlb run' gave matters here.  */

static void
read_env (struct reader *r, struct attributes a)
{
  const char *name = get_text (r, a, "name");

  if (name && strcmp (name, "MEMLB_RUN_ID") == 0)
    r->p->launch = get_text (r, a, "value");
}

/* <procedure>.  */

static void
read_procedure (struct reader *r, struct attributes a)
{
  r->procedure = get_text (r, a, "name");
  r->asm_name = get_text (r, a, "asm-name");
  char *name = name_of_function (r->procedure, r->asm_name);
  r->function = profile_string (r->p, name);
  free (name);
}

/* An identity for LOOP where the file gives none.  */

static const char *
make_id (struct reader *r, const struct loop *loop)
{
  char *id = xasprintf ("%s@%s:%.0f",
			loop->procedure ? loop->procedure : loop->function,
			loop->file ? loop->file : "?",
			isnan (loop->n[N_LINE]) ? 0 : loop->n[N_LINE]);
  const char *kept = profile_string (r->p, id);

  free (id);
  return kept;
}

/* <loop>.  */

static void
read_loop (struct reader *r, struct attributes a)
{
#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) ATTRIBUTE,
  static const char *const numbers[] = {
#include "profile-numbers.def"
  };
#undef NUMBER
  struct loop *loop;

  if (r->p->n_loops >= MOST_LOOPS)
    {
      xml_input_fail (&r->in, "more than %d loops; refused", MOST_LOOPS);
      return;
    }
  loop = profile_add_loop (r->p);
  for (int i = 0; i < N_NUMBERS; i++)
    loop->n[i] = get_number (r, a, numbers[i]);
  loop->module = r->module;
  loop->file = r->file;
  loop->path = r->path;
  loop->procedure = r->procedure;
  loop->asm_name = r->asm_name;
  loop->function = r->function;
  loop->variable = get_text (r, a, "variable");
  loop->reason = get_text (r, a, "reason");
  loop->flags = get_text (r, a, "flags");
  loop->verdict_name = get_text (r, a, "verdict");
  loop->id = get_text (r, a, "id");
  if (!loop->verdict_name)
    xml_input_fail (&r->in, "<loop> without a verdict; "
		    "the profile is damaged");
  else
    loop->verdict = verdict_of (loop->verdict_name);
  if (!loop->id)
    loop->id = make_id (r, loop);
}

/* <ref>, in the last loop.  */

static void
read_ref (struct reader *r, struct attributes a)
{
  struct loop *loop = &r->p->loops[r->p->n_loops - 1];

  if (++r->n_refs > MOST_REFS)
    {
      xml_input_fail (&r->in, "more than %d references; refused", MOST_REFS);
      return;
    }
  loop->refs = grow (loop->refs, loop->n_refs, sizeof *loop->refs);
  loop->refs[loop->n_refs++] = (struct ref)
    {
      .name = get_text (r, a, "name"),
      .array = get_text (r, a, "array"),
      .kind = get_text (r, a, "kind"),
      .treatment = get_text (r, a, "treatment"),
      .line = get_number (r, a, "line"),
      .column = get_number (r, a, "column"),
      .size = get_number (r, a, "size"),
    };
}

/* <m>, in the last loop.  */

static void
read_metric (struct reader *r, struct attributes a)
{
  struct loop *loop = &r->p->loops[r->p->n_loops - 1];
  const char *name = get_text (r, a, "n");

  if (!name || ++r->n_refs > MOST_REFS)
    return;
  loop->metrics = grow (loop->metrics, loop->n_metrics,
			sizeof *loop->metrics);
  loop->metrics[loop->n_metrics++]
    = (struct metric_value) { name, get_number (r, a, "v") };
}

/* <program>.  */

static void
read_program (struct reader *r, struct attributes a)
{
  r->p->program = get_text (r, a, "name");
  r->p->time = get_number (r, a, "time");
  r->p->elapsed = get_number (r, a, "elapsed");
  r->p->threads = get_number (r, a, "threads");
}

/* An element SELF begins, with the attributes A.  */

static void
read_element (struct reader *r, enum element self, struct attributes a)
{
  const char *what;

  switch (self)
    {
    case E_MEMLB: read_memlb (r, a); break;
    case E_HOST: r->p->host = get_text (r, a, "name"); break;
    case E_CPU: r->p->cpu = get_text (r, a, "model"); break;
    case E_RUN: r->p->start = get_text (r, a, "start"); break;
    case E_ENV: read_env (r, a); break;
    case E_LOSS:
      what = get_text (r, a, "what");
      if (what)
	profile_add_loss (r->p, what, get_number (r, a, "n"));
      break;
    case E_PROGRAM: read_program (r, a); break;
    case E_MODULE: r->module = get_text (r, a, "name"); break;
    case E_FILE:
      r->file = get_text (r, a, "name");
      r->path = get_text (r, a, "path");
      break;
    case E_PROCEDURE: read_procedure (r, a); break;
    case E_LOOP: read_loop (r, a); break;
    case E_REF: read_ref (r, a); break;
    case E_M: read_metric (r, a); break;
    default: break;
    }
}

/* SAX2: an element begins.  */

static void
start_element (void *context, const xmlChar *name,
	       const xmlChar *prefix __attribute__ ((unused)),
	       const xmlChar *uri __attribute__ ((unused)),
	       int n_namespaces __attribute__ ((unused)),
	       const xmlChar **namespaces __attribute__ ((unused)),
	       int n_attributes, int n_defaulted __attribute__ ((unused)),
	       const xmlChar **attributes)
{
  struct reader *r = ((xmlParserCtxtPtr) context)->_private;
  enum element parent = r->depth ? r->stack[r->depth - 1] : E_DOCUMENT;

  if (r->in.failed || r->in.enough)
    return;
  if (!r->skipped)
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
      if (elements[i].parent == parent
	  && strcmp (elements[i].name, (const char *) name) == 0)
	{
	  r->stack[r->depth++] = elements[i].self;
	  read_element (r, elements[i].self,
			(struct attributes) { attributes, n_attributes });
	  return;
	}
  if (parent == E_DOCUMENT)
    xml_input_fail (&r->in, "the document is <%.40s>, not <memlb>; "
		    "this is not a profile of memlb", (const char *) name);
  r->skipped++;
}

/* SAX2: an element ends.  */

static void
end_element (void *context, const xmlChar *name __attribute__ ((unused)),
	     const xmlChar *prefix __attribute__ ((unused)),
	     const xmlChar *uri __attribute__ ((unused)))
{
  struct reader *r = ((xmlParserCtxtPtr) context)->_private;

  if (r->skipped)
    r->skipped--;
  else if (r->depth && r->stack[--r->depth] == E_ENVIRONMENT && r->head_only)
    xml_input_enough (&r->in);
}

/* Take nothing from what is not an element.  */

static void
keep_only_elements (xmlSAXHandler *sax)
{
  sax->startElementNs = start_element;
  sax->endElementNs = end_element;
  sax->startDocument = NULL;
  sax->endDocument = NULL;
  sax->characters = NULL;
  sax->ignorableWhitespace = NULL;
  sax->cdataBlock = NULL;
  sax->comment = NULL;
  sax->processingInstruction = NULL;
  sax->reference = NULL;
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
  /* The handlers find the reader through its first member.  */
  r.in.context->_private = &r;
  keep_only_elements (r.in.context->sax);
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
