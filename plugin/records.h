/* Writing the records of include/memlb/abi.def as assembler text.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_RECORDS_H
#define MEMLB_RECORDS_H

/* The fields of each record; text for REL and ABS fields is an assembler
   expression, NULL for none.  */

#define RECORD(NAME) struct NAME##_fields {
#define END_RECORD(NAME) };
#define U32(NAME, DOC) HOST_WIDE_INT NAME;
#define S32(NAME, DOC) HOST_WIDE_INT NAME;
#define U64(NAME, DOC) HOST_WIDE_INT NAME;
#define REL(NAME, DOC) const char *NAME;
#define ABS(NAME, DOC) const char *NAME;
#include "memlb/abi.def"

/* Write expression TEXT as a distance from here, or 0.  */

static inline void
write_rel (FILE *f, const char *text)
{
  if (text)
    fprintf (f, "\t.quad\t%s-.\n", text);
  else
    fputs ("\t.quad\t0\n", f);
}

#define RECORD(NAME)							\
  static inline void							\
  write_##NAME (FILE *f, const NAME##_fields *v)			\
  {
#define END_RECORD(NAME) }
#define U32(NAME, DOC)							\
    fprintf (f, "\t.long\t" HOST_WIDE_INT_PRINT_DEC "\n",		\
	     v->NAME & 0xffffffff);
#define S32(NAME, DOC)							\
    fprintf (f, "\t.long\t" HOST_WIDE_INT_PRINT_DEC "\n", v->NAME);
#define U64(NAME, DOC)							\
    fprintf (f, "\t.quad\t" HOST_WIDE_INT_PRINT_DEC "\n", v->NAME);
#define REL(NAME, DOC) write_rel (f, v->NAME);
#define ABS(NAME, DOC)							\
    fprintf (f, "\t.quad\t%s\n", v->NAME ? v->NAME : "0");
#include "memlb/abi.def"

/* Begin table KIND of nest N with ROWS rows; returns its name, or NULL if
   it is empty.  The caller ends a section that has been begun.  */
extern const char *begin_table (FILE *f, nest *n, const char *kind,
				unsigned rows);

/* Write STRING to the string section; returns its name, NULL for NULL.  */
extern const char *write_string (FILE *f, const char *string);

/* Switch to section NAME of data, in the group of the current function if it has
   one.  */
extern void push_section (FILE *f, const char *name);

/* describe-tables.cc: write reference REF of N; the table of its pure callees.  */
extern void write_nest_ref (FILE *f, const nest *n, const nest_ref *ref);
extern const char *write_callees (FILE *f, nest *n);

/* That of the functions whose bound copies N calls.  */
extern const char *write_calls (FILE *f, nest *n);

/* Write N's references, observation points, their addresses, the ranges and
   values of the frame that it uses, its webs; return the tables' names.  */
extern const char *write_refs (FILE *f, nest *n);
extern const char *write_points (FILE *f, nest *n);
extern const char *write_addrs (FILE *f, nest *n);
extern const char *write_ranges (FILE *f, nest *n);
extern const char *write_fvalues (FILE *f, nest *n);
extern const char *write_webs (FILE *f, nest *n);

/* How many wide references of N have slots that no web is the base of.  */
extern unsigned count_wide_unplaced (const nest *n);

/* The name of LABEL, or NULL.  */
extern const char *label_name (rtx_code_label *label);

/* describe-counts.cc: write the blocks and edges of N; return the tables'
   names.  */
extern const char *write_block_table (FILE *f, nest *n);
extern const char *write_edges (FILE *f, nest *n);
extern const char *write_row_table (FILE *f, nest *n);

/* progress.cc: write the loops of N, and the spans of its blocks; return the
   tables' names.  */
extern const char *write_progress_rows (FILE *f, nest *n);
extern const char *write_spans (FILE *f, nest *n);

/* replay.cc: write what N's replay copy reads from its stream; returns the
   table's name.  */
extern const char *write_reads (FILE *f, nest *n);

#endif /* MEMLB_RECORDS_H */
