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
  E_DOCUMENT, E_MEMLB, E_ENVIRONMENT, E_ITEM, E_LOSSES, E_LOSS, E_METRICS,
  E_METRIC, E_PROGRAM, E_MODULE, E_UNIT, E_FILE, E_PROCEDURE, E_LOOP, E_REF,
  E_BLOCK, E_M, E_SCOPE_M
};

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
    { E_LOOP, E_REF, "ref" },
    { E_LOOP, E_BLOCK, "block" },
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
  size_t scope[LEVEL_PROCEDURE + 1];	/* the last of each kind */
  const char *function;
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

/* The number that TEXT, the attribute NAME, holds; NaN if it is NULL or
   empty.  All numbers of a profile are finite and not negative.  */

static double
number_of (struct reader *r, const char *name, const char *text)
{
  char *end;

  if (!text || !*text)
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

/* The number that NAME has in A; NaN if it has none.  */

static double
get_number (struct reader *r, struct attributes a, const char *name)
{
  return number_of (r, name, get_text (r, a, name));
}

/* One more element of those that a file may have many of.  False when it has
   too many.  */

static bool
count_element (struct reader *r)
{
  if (++r->n_refs <= MOST_REFS)
    return true;
  xml_input_fail (&r->in, "more than %d elements in loops; refused",
		  MOST_REFS);
  return false;
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

/* An element called NAME, whose attributes only are of interest, into
   ITEMS.  */

static struct item *
read_item (struct reader *r, struct items *items, const char *name,
	   struct attributes a)
{
  struct item *item;

  if (!count_element (r))
    return NULL;
  item = items_add (items, profile_string (r->p, name));
  for (int i = 0; i < a.n; i++)
    {
      const char *attribute
	= profile_string (r->p, (const char *) a.at[5 * i]);
      item_add (item, attribute, get_string (r, a, attribute));
    }
  return item;
}

/* The number NAME of ITEM into *TO, if it has it.  */

static void
item_number (struct reader *r, const struct item *item, const char *name,
	     double *to)
{
  const char *text = item_value (item, name);

  if (text)
    *to = number_of (r, name, text);
}

/* <merged>: of how many profiles P is made.  */

static void
read_merged (struct reader *r, const struct item *item)
{
  double n[6] = { 1, 0, 1, 1, 0, 1 };

  item_number (r, item, "profiles", &n[0]);
  item_number (r, item, "incomplete", &n[1]);
  item_number (r, item, "runs", &n[2]);
  item_number (r, item, "hosts", &n[3]);
  item_number (r, item, "rank-profiles", &n[4]);
  item_number (r, item, "programs", &n[5]);
  item_number (r, item, "ranks", &r->p->ranks);
  for (int i = 0; i < 6; i++)
    if (!(n[i] <= 1e9))
      n[i] = 0;
  r->p->merged = true;
  r->p->n_files = n[0];
  r->p->n_incomplete = n[1];
  r->p->n_runs = n[2];
  r->p->n_hosts = n[3];
  r->p->n_ranks = n[4];
  r->p->n_programs = n[5];
}

/* An element of <environment> called NAME.  */

static void
read_environment (struct reader *r, const char *name, struct attributes a)
{
  struct item *item = read_item (r, &r->p->environment, name, a);

  if (!item || r->in.failed)
    return;
  if (strcmp (name, "merged") == 0)
    read_merged (r, item);
  else if (strcmp (name, "run") == 0)
    {
      r->p->start = item_value (item, "start");
      item_number (r, item, "rank", &r->p->rank);
      item_number (r, item, "ranks", &r->p->ranks);
      r->p->n_ranks = !isnan (r->p->rank);
    }
  else if (strcmp (name, "env") == 0 && item_value (item, "name")
	   && strcmp (item_value (item, "name"), "MEMLB_RUN_ID") == 0)
    r->p->launch = item_value (item, "value");
}

/* A scope of LEVEL, in the one above.  */

static struct scope *
read_scope (struct reader *r, enum level level, struct attributes a)
{
  struct scope *scope
    = profile_add_scope (r->p, level, level ? r->scope[level - 1] : 0);

  r->scope[level] = scope - r->p->scopes;
  scope->id = get_text (r, a, "id");
  scope->name = get_text (r, a, "name");
  if (level == LEVEL_MODULE || level == LEVEL_FILE)
    scope->path = get_text (r, a, "path");
  if (level == LEVEL_MODULE)
    scope->build_id = get_text (r, a, "build-id");
  return scope;
}

/* <procedure>.  */

static void
read_procedure (struct reader *r, struct attributes a)
{
  struct scope *scope = read_scope (r, LEVEL_PROCEDURE, a);

  scope->asm_name = get_text (r, a, "asm-name");
  char *name = name_of_function (scope->name, scope->asm_name);
  r->function = profile_string (r->p, name);
  free (name);
}

/* <metric>: a declaration.  */

static void
read_declaration (struct reader *r, struct attributes a)
{
  const char *name = get_text (r, a, "name");

  if (name && count_element (r))
    profile_declare (r->p, name, get_text (r, a, "unit"),
		     get_text (r, a, "kind"), get_text (r, a, "formula"));
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

/* The number of the attribute NAME among those of a loop, looked for from
   HINT on: a file has them nearly in order.  N_NUMBERS if it is none.  */

static int
number_named (const char *name, int hint)
{
#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) ATTRIBUTE,
  static const char *const numbers[] = {
#include "profile-numbers.def"
  };
#undef NUMBER

  for (int i = 0; i < N_NUMBERS; i++)
    {
      int number = (hint + i) % N_NUMBERS;
      if (strcmp (numbers[number], name) == 0)
	return number;
    }
  return N_NUMBERS;
}

/* The numbers of LOOP.  */

static void
read_numbers (struct reader *r, struct loop *loop, struct attributes a)
{
  int hint = 0;

  for (int i = 0; i < a.n && !r->in.failed; i++)
    {
      const char *name = (const char *) a.at[5 * i];
      int number = number_named (name, hint);
      const xmlChar *value = a.at[5 * i + 3], *end = a.at[5 * i + 4];
      char text[64];

      if (number == N_NUMBERS)
	continue;
      hint = number + 1;
      size_t n = end - value < 63 ? end - value : 63;
      memcpy (text, value, n);
      text[n] = '\0';
      loop->n[number] = number_of (r, name, text);
    }
}

/* <loop>.  */

static void
read_loop (struct reader *r, struct attributes a)
{
  const struct scope *module = &r->p->scopes[r->scope[LEVEL_MODULE]];
  const struct scope *file = &r->p->scopes[r->scope[LEVEL_FILE]];
  const struct scope *procedure = &r->p->scopes[r->scope[LEVEL_PROCEDURE]];
  struct loop *loop;

  if (r->p->n_loops >= MOST_LOOPS)
    {
      xml_input_fail (&r->in, "more than %d loops; refused", MOST_LOOPS);
      return;
    }
  loop = profile_add_loop (r->p);
  loop->scope = r->scope[LEVEL_PROCEDURE];
  loop->module = module->name;
  loop->file = file->name;
  loop->path = file->path;
  loop->procedure = procedure->name;
  loop->asm_name = procedure->asm_name;
  loop->function = r->function;
  loop->variable = get_text (r, a, "variable");
  loop->reason = get_text (r, a, "reason");
  loop->flags = get_text (r, a, "flags");
  loop->verdict_name = get_text (r, a, "verdict");
  loop->id = get_text (r, a, "id");
  read_numbers (r, loop, a);
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

  if (!count_element (r))
    return;
  loop->refs = grow (loop->refs, loop->n_refs, sizeof *loop->refs);
  loop->refs[loop->n_refs++] = (struct ref)
    {
      .id = get_text (r, a, "id"),
      .name = get_text (r, a, "name"),
      .array = get_text (r, a, "array"),
      .kind = get_text (r, a, "kind"),
      .treatment = get_text (r, a, "treatment"),
      .line = get_number (r, a, "line"),
      .column = get_number (r, a, "column"),
      .size = get_number (r, a, "size"),
      .slot = get_number (r, a, "slot"),
    };
}

/* <block>, in the last loop.  */

static void
read_block (struct reader *r, struct attributes a)
{
#define NUMBER(IDENTIFIER, ATTRIBUTE) ATTRIBUTE,
  static const char *const numbers[] = {
#include "block-numbers.def"
  };
#undef NUMBER
  struct loop *loop = &r->p->loops[r->p->n_loops - 1];

  if (!count_element (r))
    return;
  loop->blocks = grow (loop->blocks, loop->n_blocks, sizeof *loop->blocks);
  struct block *block = &loop->blocks[loop->n_blocks++];
  block->address = get_text (r, a, "address");
  for (int i = 0; i < B_NUMBERS; i++)
    block->n[i] = get_number (r, a, numbers[i]);
  for (int i = B_LOADS; i < B_NUMBERS; i++)
    if (isnan (block->n[i]) && !isnan (block->n[B_LOADS]))
      block->n[i] = 0;
}

/* <m> into the *N of *METRICS.  Only these values may be negative.  */

static void
read_value (struct reader *r, struct metric_value **metrics, size_t *n,
	    struct attributes a)
{
  const char *name = get_text (r, a, "n"), *text = get_text (r, a, "v");
  bool negative = text && *text == '-';

  if (!name || !count_element (r))
    return;
  double value = number_of (r, "v", text + negative);
  *metrics = grow (*metrics, *n, sizeof **metrics);
  (*metrics)[(*n)++]
    = (struct metric_value) { name, negative ? -value : value };
}

/* <program>.  */

static void
read_program (struct reader *r, struct attributes a)
{
  r->p->program = read_scope (r, LEVEL_PROGRAM, a)->name;
  r->p->time = get_number (r, a, "time");
  r->p->elapsed = get_number (r, a, "elapsed");
  r->p->threads = get_number (r, a, "threads");
}

/* An element SELF begins, called NAME, with the attributes A.  */

static void
read_element (struct reader *r, enum element self, const char *name,
	      struct attributes a)
{
  struct profile *p = r->p;
  struct loop *loop = p->n_loops ? &p->loops[p->n_loops - 1] : NULL;
  struct scope *scope = p->n_scopes ? &p->scopes[p->n_scopes - 1] : NULL;
  const char *what;

  switch (self)
    {
    case E_MEMLB: read_memlb (r, a); break;
    case E_ITEM: read_environment (r, name, a); break;
    case E_LOSS:
      what = get_text (r, a, "what");
      if (what)
	profile_add_loss (p, what, get_number (r, a, "n"));
      break;
    case E_METRIC: read_declaration (r, a); break;
    case E_PROGRAM: read_program (r, a); break;
    case E_MODULE: read_scope (r, LEVEL_MODULE, a); break;
    case E_UNIT: read_item (r, &scope->units, name, a); break;
    case E_FILE: read_scope (r, LEVEL_FILE, a); break;
    case E_PROCEDURE: read_procedure (r, a); break;
    case E_LOOP: read_loop (r, a); break;
    case E_REF: read_ref (r, a); break;
    case E_BLOCK: read_block (r, a); break;
    case E_M: read_value (r, &loop->metrics, &loop->n_metrics, a); break;
    case E_SCOPE_M:
      read_value (r, &scope->metrics, &scope->n_metrics, a);
      break;
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
	  && (!elements[i].name
	      || strcmp (elements[i].name, (const char *) name) == 0))
	{
	  r->stack[r->depth++] = elements[i].self;
	  read_element (r, elements[i].self, (const char *) name,
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
