/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of profile-read.c share; nobody else includes this.  */

#ifndef MEMLB_TOOLS_PROFILE_READING_H
#define MEMLB_TOOLS_PROFILE_READING_H

#include <stdbool.h>
#include <stddef.h>
#include "profile.h"
#include "xml-input.h"

/* How the value of an attribute is kept in a structure.  An empty value
   counts as none.  */
enum field_kind
{
  FIELD_TEXT,		/* a string of its own */
  FIELD_WORD,		/* one that many elements have, kept once */
  FIELD_NUMBER,		/* finite and not negative */
  FIELD_SIGNED		/* finite */
};

/* One attribute that is kept, at the offset AT of a structure.  */
struct field
{
  const char *name;
  enum field_kind kind;
  size_t at;
};

/* Those of one kind of element.  libxml2 keeps every name once, and a writer
   gives the attributes of all elements of a kind in one order, so that a name
   is nearly always the one seen last time at the same place.  */
struct fields
{
  const struct field *at;
  size_t n;
  struct
  {
    const xmlChar *name;
    const struct field *field;	/* NULL if it is not kept */
  } seen[64];
};

/* The elements that matter, by the one they stand in.  */
enum element
{
  E_DOCUMENT, E_MEMLB, E_ENVIRONMENT, E_ITEM, E_LOSSES, E_LOSS, E_METRICS,
  E_METRIC, E_PROGRAM, E_MODULE, E_UNIT, E_FILE, E_PROCEDURE, E_LOOP, E_REF,
  E_BLOCK, E_ENTRY, E_M, E_SCOPE_M, E_SCOPE_BLOCK,
  E_TARGET
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
  size_t n_refs;
  struct fields loop_fields, ref_fields, block_fields, entry_fields;
  struct fields value_fields, target_fields;
};

/* profile-fields.c: attributes.  */
void read_fields (struct reader *r, struct fields *fields, void *to,
		  struct attributes a);
const char *read_string (struct reader *r, struct attributes a,
			 const char *name);
const char *read_text (struct reader *r, struct attributes a,
		       const char *name);
double read_number (struct reader *r, struct attributes a, const char *name);
double number_of (struct reader *r, const char *name, const char *text);
bool count_element (struct reader *r);

/* profile-read-head.c: what stands before the program.  */
struct item *read_item (struct reader *r, struct items *items,
			const char *name, struct attributes a);
void read_memlb (struct reader *r, struct attributes a);
void read_environment (struct reader *r, const char *name,
		       struct attributes a);
void read_declaration (struct reader *r, struct attributes a);

/* profile-read-loop.c: loops and what is in them.  */
void loop_fields_begin (struct reader *r);
void read_loop (struct reader *r, struct attributes a);
void read_ref (struct reader *r, struct attributes a);
void read_block (struct reader *r, struct block **blocks, size_t *n,
		 struct attributes a);
void read_target (struct reader *r, struct scope *procedure,
		  struct attributes a);
void read_entry (struct reader *r, struct attributes a);
void read_value (struct reader *r, struct metric_value **metrics, size_t *n,
		 struct attributes a);

#endif /* MEMLB_TOOLS_PROFILE_READING_H */
