/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a profile, with their references, blocks and values.  */

#include "profile-reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* More than any program has; a file with more is an attack.  */
enum { MOST_LOOPS = 2000000 };

/* The attributes of <loop>: those of the loop first.  */
struct loop_element
{
  struct loop loop;
  const char *flags, *model, *library;
};

#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) \
  { ATTRIBUTE, FIELD_NUMBER, offsetof (struct loop, n[N_##IDENTIFIER]) },
static const struct field loop_fields[] =
  {
    { "id", FIELD_TEXT, offsetof (struct loop, id) },
    { "variable", FIELD_WORD, offsetof (struct loop, variable) },
    { "callee", FIELD_WORD, offsetof (struct loop, callee) },
    { "library", FIELD_WORD, offsetof (struct loop_element, library) },
    { "verdict", FIELD_WORD, offsetof (struct loop, verdict_name) },
    { "reason", FIELD_WORD, offsetof (struct loop, reason) },
    { "flags", FIELD_WORD, offsetof (struct loop_element, flags) },
    { "model", FIELD_WORD, offsetof (struct loop_element, model) },
#include "profile-numbers.def"
  };
#undef NUMBER

static const struct field ref_fields[] =
  {
    { "id", FIELD_TEXT, offsetof (struct ref, id) },
    { "name", FIELD_WORD, offsetof (struct ref, name) },
    { "array", FIELD_WORD, offsetof (struct ref, array) },
    { "kind", FIELD_WORD, offsetof (struct ref, kind) },
    { "treatment", FIELD_WORD, offsetof (struct ref, treatment) },
    { "line", FIELD_NUMBER, offsetof (struct ref, line) },
    { "column", FIELD_NUMBER, offsetof (struct ref, column) },
    { "size", FIELD_NUMBER, offsetof (struct ref, size) },
    { "slot", FIELD_NUMBER, offsetof (struct ref, slot) },
  };

#define NUMBER(IDENTIFIER, ATTRIBUTE) \
  { ATTRIBUTE, FIELD_NUMBER, offsetof (struct block, n[B_##IDENTIFIER]) },
static const struct field block_fields[] =
  {
    { "address", FIELD_TEXT, offsetof (struct block, address) },
    { "callee", FIELD_WORD, offsetof (struct block, callee) },
#include "block-numbers.def"
  };
#undef NUMBER

static const struct field entry_fields[] =
  {
    { "start", FIELD_NUMBER, offsetof (struct entry, start) },
    { "time", FIELD_NUMBER, offsetof (struct entry, time) },
    { "bound", FIELD_NUMBER, offsetof (struct entry, bound) },
    { "thread", FIELD_NUMBER, offsetof (struct entry, thread) },
    { "rank", FIELD_NUMBER, offsetof (struct entry, rank) },
  };

static const struct field value_fields[] =
  {
    { "n", FIELD_WORD, offsetof (struct metric_value, name) },
    { "v", FIELD_SIGNED, offsetof (struct metric_value, value) },
  };

static const struct field target_fields[] =
  {
    { "name", FIELD_WORD, offsetof (struct target, name) },
    { "file", FIELD_WORD, offsetof (struct target, file) },
    { "calls", FIELD_NUMBER, offsetof (struct target, calls) },
    { "passed", FIELD_NUMBER, offsetof (struct target, passed) },
  };

#define FIELDS(TABLE) \
  (struct fields) { .at = TABLE, .n = sizeof TABLE / sizeof *TABLE }

/* R is about to read.  */

void
loop_fields_begin (struct reader *r)
{
  r->loop_fields = FIELDS (loop_fields);
  r->ref_fields = FIELDS (ref_fields);
  r->block_fields = FIELDS (block_fields);
  r->entry_fields = FIELDS (entry_fields);
  r->value_fields = FIELDS (value_fields);
  r->target_fields = FIELDS (target_fields);
}

/* An identity for LOOP where the file gives none.  */

static const char *
make_id (struct reader *r, const struct loop *loop)
{
  const struct surroundings *in = loop->in;
  char *id = xasprintf ("%s@%s:%.0f",
			in->procedure ? in->procedure : in->function,
			in->file ? in->file : "?",
			isnan (loop->n[N_LINE]) ? 0 : loop->n[N_LINE]);
  const char *kept = profile_string (r->p, id);

  free (id);
  return kept;
}

/* <loop>, in the last procedure.  */

void
read_loop (struct reader *r, struct attributes a)
{
  struct loop *loop;

  if (r->p->n_loops >= MOST_LOOPS)
    {
      xml_input_fail (&r->in, "more than %d loops; refused", MOST_LOOPS);
      return;
    }
  loop = profile_add_loop (r->p, r->scope[LEVEL_PROCEDURE]);
  struct loop_element e = { .loop = *loop };
  read_fields (r, &r->loop_fields, &e, a);
  *loop = e.loop;
  if (e.flags || e.model || e.library)
    {
      struct contents *has = loop_contents (loop);
      has->flags = e.flags;
      has->model = e.model;
      has->library = e.library;
    }
  if (!loop->verdict_name)
    xml_input_fail (&r->in, "<loop> without a verdict; "
		    "the profile is damaged");
  else
    loop->verdict = verdict_of (loop->verdict_name);
  if (!loop->id)
    loop->id = make_id (r, loop);
}

/* <ref>, in the last loop.  */

void
read_ref (struct reader *r, struct attributes a)
{
  struct loop *loop = &r->p->loops[r->p->n_loops - 1];
  struct ref ref = { .line = NAN, .column = NAN, .size = NAN, .slot = NAN };

  if (!count_element (r))
    return;
  read_fields (r, &r->ref_fields, &ref, a);
  struct contents *to = loop_contents (loop);
  to->refs = grow (to->refs, to->n_refs, sizeof *to->refs);
  to->refs[to->n_refs++] = ref;
}

/* <block> into the *N of *BLOCKS.  */

void
read_block (struct reader *r, struct block **blocks, size_t *n,
	    struct attributes a)
{
  struct block block = { 0 };

  if (!count_element (r))
    return;
  for (int i = 0; i < B_NUMBERS; i++)
    block.n[i] = NAN;
  read_fields (r, &r->block_fields, &block, a);
  for (int i = B_LOADS; i < B_NUMBERS; i++)
    if (isnan (block.n[i]) && !isnan (block.n[B_LOADS]))
      block.n[i] = 0;
  *blocks = grow (*blocks, *n, sizeof **blocks);
  (*blocks)[(*n)++] = block;
}

/* <target>, in the last block of PROCEDURE.  */

void
read_target (struct reader *r, struct scope *procedure, struct attributes a)
{
  struct target target = { .calls = 0, .passed = 0 };

  if (!count_element (r))
    return;
  read_fields (r, &r->target_fields, &target, a);
  if (!target.name || !procedure->n_blocks)
    return;
  target.block = procedure->n_blocks - 1;
  procedure->targets = grow (procedure->targets, procedure->n_targets,
			     sizeof *procedure->targets);
  procedure->targets[procedure->n_targets++] = target;
}

/* <entry>, in the last loop.  */

void
read_entry (struct reader *r, struct attributes a)
{
  struct loop *loop = &r->p->loops[r->p->n_loops - 1];
  struct entry entry = { NAN, NAN, NAN, NAN, NAN };

  if (!count_element (r))
    return;
  read_fields (r, &r->entry_fields, &entry, a);
  if (isnan (entry.start) || isnan (entry.time))
    return;
  struct contents *to = loop_contents (loop);
  to->entries = grow (to->entries, to->n_entries, sizeof *to->entries);
  to->entries[to->n_entries++] = entry;
}

/* <m> into the *N of *METRICS.  Only these values may be negative.  */

void
read_value (struct reader *r, struct metric_value **metrics, size_t *n,
	    struct attributes a)
{
  struct metric_value value = { NULL, NAN };

  read_fields (r, &r->value_fields, &value, a);
  if (!value.name || !count_element (r))
    return;
  *metrics = grow (*metrics, *n, sizeof **metrics);
  (*metrics)[(*n)++] = value;
}
