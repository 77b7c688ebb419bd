/* Carrying names through link-time optimisation.
   SPDX-License-Identifier: GPL-3.0-or-later

   The early pass runs when a file is compiled, expansion when the program is
   linked, in another process.  What survives in between is what bytecode
   has a place for:

   compilation	one top-level asm that is nothing but a comment holds the
		names of all functions;
   link, WPA	sees the asms of all files, but only one of its parts will:
		so it gives each function its names as an attribute, after
		all decisions that compare functions and their attributes;
   link, LTRANS	reads the attributes of the functions that it compiles and
		of those inlined into them.

   Without partitions the link reads the asms itself.  Where nothing is
   found, names are missing, and that is all.

   A file's names are records of fields:
     F function			what follows is of it and what it inlines
     L loop parent depth line end-line file variable
     P line column file			what follows stands there
     R size flags shape offset step text array root
     I loop				a statement of it
     E loop				a condition that ends it  */

#include "gcc-compat.h"
#include "names-map.h"
#include "names-lto.h"
#include "plugin-options.h"
#include "names.h"

#define RECORD_END "\036"
#define FIELD_END "\037"

static const char marker[] = ASM_COMMENT_START " memlb names 1" RECORD_END;
static const char attribute_name[] = "memlb names";

enum { FIELDS_MAX = 9 };

/* Flags of a reference.  */
enum
{
  REF_STORE = 1, REF_ROOT_GLOBAL = 2, REF_ROOT_FIRM = 4, REF_STEP_KNOWN = 8,
  REF_INTERNAL = 16
};

/* The records of a function, in the journal.  */
struct chapter
{
  unsigned start, end;
};

/* The records of this file, where the last P record stands, and which
   records each function has, by DECL_UID.  */
static auto_vec<char> journal;
static location_t journal_place;
static hash_map<int_hash<int, -1, -2>, chapter> *chapters;
static int current_chapter;

/* Append TEXT to the journal, as records of the current function.  */

static void
append (const char *text)
{
  for (; *text; text++)
    journal.safe_push (*text);
  chapters->get (current_chapter)->end = journal.length ();
}

/* Append a field with TEXT, empty for NULL.  */

static void
append_field (const char *text)
{
  append (FIELD_END);
  if (text && !strpbrk (text, RECORD_END FIELD_END "\n"))
    append (text);
}

/* Append a field with N.  */

static void
append_number (HOST_WIDE_INT n)
{
  char text[32];

  snprintf (text, sizeof text, HOST_WIDE_INT_PRINT_DEC, n);
  append_field (text);
}

/* What follows stands at LOCATION.  */

static void
append_place (location_t location)
{
  expanded_location where = expand_location (location);

  if (LOCATION_LOCUS (location) == journal_place)
    return;
  journal_place = LOCATION_LOCUS (location);
  append ("P");
  append_number (where.line);
  append_number (where.column);
  append_field (where.file);
  append (RECORD_END);
}

/* Note that what follows is of function DECL.  */

void
note_lto_function (tree decl)
{
  if (!flag_generate_lto)
    return;
  if (!chapters)
    chapters = new hash_map<int_hash<int, -1, -2>, chapter>;
  journal_place = UNKNOWN_LOCATION;
  current_chapter = DECL_UID (decl);
  chapters->put (current_chapter, { journal.length (), journal.length () });
}

/* Note REF at LOCATION.  */

void
note_lto_ref (location_t location, const source_ref *ref)
{
  if (!flag_generate_lto)
    return;
  append_place (location);
  append ("R");
  append_number (ref->size);
  append_number ((ref->store ? REF_STORE : 0)
		 | (ref->root_global ? REF_ROOT_GLOBAL : 0)
		 | (ref->root_firm ? REF_ROOT_FIRM : 0)
		 | (ref->step_known ? REF_STEP_KNOWN : 0)
		 | (ref->internal ? REF_INTERNAL : 0));
  append_number (ref->shape);
  append_number (ref->offset);
  append_number (ref->step);
  append_field (ref->text);
  append_field (ref->array);
  append_field (ref->root);
  append (RECORD_END);
}

/* Note LOOP, which is number INDEX here.  */

void
note_lto_loop (int index, const source_loop *loop)
{
  if (!flag_generate_lto)
    return;
  append ("L");
  append_number (index);
  append_number (loop->parent);
  append_number (loop->depth);
  append_number (loop->line);
  append_number (loop->end_line);
  append_field (loop->file);
  append_field (loop->variable);
  append (RECORD_END);
}

/* Note that a statement of loop INDEX, or a condition that ends it if EXIT,
   stands at LOCATION.  */

void
note_lto_place (location_t location, int index, bool exit)
{
  if (!flag_generate_lto)
    return;
  append_place (location);
  append (exit ? "E" : "I");
  append_number (index);
  append (RECORD_END);
}

/* What reading keeps between records.  */
struct reader
{
  source_place *place;
  unsigned shape_base;		/* no two readings have shapes in common */
  hash_map<int_hash<int, -2, -3>, int> loops; /* number there -> here */
};

/* The highest number of a shape read.  */
static unsigned shapes_used;

/* The number in FIELD.  */

static HOST_WIDE_INT
number (const char *field)
{
  return strtoll (field, NULL, 10);
}

/* FIELD, or NULL if it is empty.  */

static const char *
text_or_null (const char *field)
{
  return *field ? field : NULL;
}

/* Enter the loop with FIELDS.  */

static void
read_loop (reader *r, char **fields)
{
  source_loop loop = source_loop ();
  int *parent = r->loops.get (number (fields[2]));

  loop.parent = parent ? *parent : -1;
  loop.depth = number (fields[3]);
  loop.line = number (fields[4]);
  loop.end_line = number (fields[5]);
  loop.file = text_or_null (fields[6]);
  loop.variable = text_or_null (fields[7]);
  if (loop.depth > 0)
    r->loops.put (number (fields[1]), add_source_loop (&loop));
}

/* Enter the reference with FIELDS.  */

static void
read_ref (reader *r, char **fields)
{
  source_ref ref = source_ref ();
  unsigned flags = number (fields[2]);

  ref.size = number (fields[1]);
  ref.store = flags & REF_STORE;
  ref.root_global = flags & REF_ROOT_GLOBAL;
  ref.root_firm = flags & REF_ROOT_FIRM;
  ref.step_known = flags & REF_STEP_KNOWN;
  ref.internal = flags & REF_INTERNAL;
  ref.shape = number (fields[3]);
  if (ref.shape)
    {
      ref.shape += r->shape_base;
      shapes_used = MAX (shapes_used, ref.shape);
    }
  ref.offset = number (fields[4]);
  ref.step = number (fields[5]);
  ref.text = fields[6];
  ref.array = text_or_null (fields[7]);
  ref.root = text_or_null (fields[8]);
  if (r->place && *ref.text)
    add_ref_at (r->place, &ref);
}

/* Enter the record with N FIELDS.  */

static void
read_record (reader *r, char **fields, int n)
{
  int *loop;

  switch (*fields[0])
    {
    case 'P':
      r->place = n == 4 ? get_place_at (fields[3], number (fields[1]),
					number (fields[2])) : NULL;
      break;
    case 'L':
      if (n == 8)
	read_loop (r, fields);
      break;
    case 'R':
      if (n == 9)
	read_ref (r, fields);
      break;
    case 'I':
    case 'E':
      loop = n == 2 ? r->loops.get (number (fields[1])) : NULL;
      if (loop && r->place)
	add_loop_at (r->place, *loop, *fields[0] == 'E');
      break;
    }
}

/* Split RECORD into FIELDS; returns their number.  */

static int
split_record (char *record, char **fields)
{
  int n = 0;

  do
    {
      fields[n++] = record;
      record = strchr (record, *FIELD_END);
      if (record)
	*record++ = '\0';
    }
  while (record && n < FIELDS_MAX);
  return n;
}

/* Enter the records from TEXT on, LENGTH bytes.  */

static void
read_records (const char *text, size_t length)
{
  char *copy = xstrndup (text, length), *next;
  char *fields[FIELDS_MAX];
  reader r;

  r.place = NULL;
  r.shape_base = shapes_used;
  for (char *record = copy; record && *record; record = next)
    {
      next = strchr (record, *RECORD_END);
      if (next)
	*next++ = '\0';
      read_record (&r, fields, split_record (record, fields));
    }
  free (copy);
}

/* The records in top-level asm NODE, or NULL.  */

static const char *
asm_records (asm_node *node)
{
  const char *text = TREE_STRING_POINTER (node->asm_str);
  size_t n = sizeof marker - 1;

  return ((size_t) TREE_STRING_LENGTH (node->asm_str) > n
	  && !strncmp (text, marker, n) ? text + n : NULL);
}

/* Make NODE a short comment: its records have been read.  */

static void
clear_asm (asm_node *node)
{
  node->asm_str = build_string (sizeof ASM_COMMENT_START, ASM_COMMENT_START);
}

/* Give the functions called NAME the records from TEXT on, LENGTH bytes.  */

static void
attach_records (const char *name, const char *text, size_t length)
{
  for (symtab_node *node = symtab_node::get_for_asmname (get_identifier (name));
       node; node = node->next_sharing_asm_name)
    {
      if (!is_a<cgraph_node *> (node))
	continue;
      tree value = build_string (length, text);
      DECL_ATTRIBUTES (node->decl)
	= tree_cons (get_identifier (attribute_name),
		     build_tree_list (NULL_TREE, value),
		     DECL_ATTRIBUTES (node->decl));
    }
}

/* Give the functions of a file their parts of its records TEXT.  */

static void
attach_file (const char *text)
{
  while (*text == 'F')
    {
      const char *end = strchr (text, *RECORD_END);
      if (!end || end - text < 3)
	return;
      char *name = xstrndup (text + 2, end - text - 2);
      text = end + 1;
      const char *next = strstr (text, RECORD_END "F" FIELD_END);
      size_t length = next ? (size_t) (next + 1 - text) : strlen (text);
      attach_records (name, text, length);
      free (name);
      text += length;
    }
}

/* Append the records of function DECL to TEXT, unless DONE has it.  */

static void
write_chapter (auto_vec<char> *text, tree decl,
	       hash_set<int_hash<int, -1, -2> > *done)
{
  const chapter *c = chapters->get (DECL_UID (decl));

  if (!c || done->add (DECL_UID (decl)))
    return;
  for (unsigned i = c->start; i < c->end; i++)
    text->safe_push (journal[i]);
}

/* Append to TEXT the records of what is inlined in BLOCK and what it
   contains, but for those that DONE has: the functions themselves may be
   gone.  */

static void
write_inlined (auto_vec<char> *text, tree block,
	       hash_set<int_hash<int, -1, -2> > *done)
{
  for (; block; block = BLOCK_CHAIN (block))
    {
      tree origin = inlined_function_outer_scope_p (block)
		    ? block_ultimate_origin (block) : NULL_TREE;
      if (origin && TREE_CODE (origin) == FUNCTION_DECL)
	write_chapter (text, origin, done);
      write_inlined (text, BLOCK_SUBBLOCKS (block), done);
    }
}

/* Append what belongs to NODE to TEXT.  */

static void
write_node (auto_vec<char> *text, cgraph_node *node)
{
  hash_set<int_hash<int, -1, -2> > done;
  auto_vec<char> records;
  tree block = DECL_INITIAL (node->decl);

  write_chapter (&records, DECL_ORIGIN (node->decl), &done);
  if (block && TREE_CODE (block) == BLOCK)
    write_inlined (&records, block, &done);
  if (records.is_empty ())
    return;
  text->safe_push ('F');
  text->safe_push (*FIELD_END);
  for (const char *s = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl));
       *s; s++)
    text->safe_push (*s);
  text->safe_push (*RECORD_END);
  for (char c : records)
    text->safe_push (c);
}

/* Write the journal as a top-level asm.  */

static void
write_journal (void)
{
  auto_vec<char> text;
  cgraph_node *node;

  if (!flag_generate_lto || journal.is_empty ())
    return;
  for (const char *s = marker; *s; s++)
    text.safe_push (*s);
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    write_node (&text, node);
  text.safe_push ('\0');
  symtab->finalize_toplevel_asm (build_string (text.length (),
					       text.address ()));
  journal.release ();
}

/* Enter the records of function DECL, if it has some, once.  */

static void
read_function (tree decl)
{
  static hash_set<int_hash<int, -1, -2> > done;

  for (; decl; decl = DECL_ABSTRACT_ORIGIN (decl))
    {
      if (done.add (DECL_UID (decl)))
	return;
      tree attribute = lookup_attribute (attribute_name,
					 DECL_ATTRIBUTES (decl));
      if (attribute && TREE_VALUE (attribute))
	{
	  tree value = TREE_VALUE (TREE_VALUE (attribute));
	  read_records (TREE_STRING_POINTER (value),
			TREE_STRING_LENGTH (value));
	}
      if (DECL_ABSTRACT_ORIGIN (decl) == decl)
	return;
    }
}

/* Enter the records of what is inlined in BLOCK and what it contains.  */

static void
read_inlined (tree block)
{
  for (; block; block = BLOCK_CHAIN (block))
    {
      if (inlined_function_outer_scope_p (block))
	{
	  tree origin = block_ultimate_origin (block);
	  if (origin && TREE_CODE (origin) == FUNCTION_DECL)
	    read_function (origin);
	}
      read_inlined (BLOCK_SUBBLOCKS (block));
    }
}

/* Enter the names of the current function and of what was inlined into it
   into the map.  */

void
read_lto_names (void)
{
  if (!in_lto_p)
    return;
  read_function (current_function_decl);
  if (TREE_CODE (DECL_INITIAL (current_function_decl)) == BLOCK)
    read_inlined (DECL_INITIAL (current_function_decl));
}

namespace {

const pass_data lto_names_data =
{
  IPA_PASS, "memlb_lto_names", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class pass_memlb_lto_names : public ipa_opt_pass_d
{
public:
  pass_memlb_lto_names (gcc::context *context)
    : ipa_opt_pass_d (lto_names_data, context, write_journal, NULL, NULL,
		      NULL, NULL, NULL, 0, NULL, NULL)
  {}

  bool gate (function *) final override
  {
    return ((flag_generate_lto || in_lto_p) && !flag_ltrans
	    && !plugin_options.disable && !seen_error ());
  }

  unsigned execute (function *) final override
  {
    if (in_lto_p)
      for (asm_node *node = symtab->first_asm_symbol (); node;
	   node = static_cast<asm_node *> (node->next))
	if (const char *text = asm_records (node))
	  {
	    if (flag_wpa)
	      attach_file (text);
	    else
	      read_records (text, strlen (text));
	    clear_asm (node);
	  }
    return 0;
  }
};

} /* anonymous namespace */

opt_pass *
make_pass_memlb_lto_names (void)
{
  return new pass_memlb_lto_names (g);
}
