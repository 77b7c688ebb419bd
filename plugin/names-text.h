/* Source text of early GIMPLE expressions.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_TEXT_H
#define MEMLB_NAMES_TEXT_H

/* Longest text of a reference.  */
#define NAME_TEXT_MAX 80

/* A text being printed.  Printing into a text that is full or has used up
   its budget does nothing and fails.  */
struct source_text
{
  char text[NAME_TEXT_MAX + 1];
  unsigned length;
  unsigned budget;		/* of trees still to be looked at */
  unsigned depth;
};

/* Where a subexpression stands, by how tightly its surroundings bind.  */
enum text_context
{
  TEXT_ANY, TEXT_OR, TEXT_XOR, TEXT_AND, TEXT_SHIFT, TEXT_SUM, TEXT_PRODUCT,
  TEXT_UNARY, TEXT_POSTFIX
};

/* names-ref.cc */
extern bool print_ref_text (source_text *, tree ref);
extern bool print_ref_array (source_text *, tree ref);
extern bool print_reference (source_text *, tree);
extern bool internal_ref_p (tree ref);
extern tree shared_variable (tree ref);
extern unsigned element_bytes (tree type);

/* names-text.cc */
extern void begin_text_function (void);
extern void end_text_function (void);
extern void start_text (source_text *);
extern bool put_text (source_text *, const char *);
extern bool put_number (source_text *, HOST_WIDE_INT);
extern bool print_value (source_text *, tree, text_context);
extern bool print_scaled (source_text *, tree, HOST_WIDE_INT size,
			  HOST_WIDE_INT add);
extern bool print_call (source_text *, gcall *);
extern bool print_object (source_text *, tree);
extern const char *callee_name (gcall *);
extern gimple *value_definition (tree);
extern tree look_through (tree);
extern tree_code value_parts (tree, tree *, tree *);
extern const char *user_name (tree);
extern bool parameter_assigned_p (tree);

/* names-fortran.cc */
extern bool fortran_p (void);
extern bool print_fortran_element (source_text *, tree base, tree type,
				   tree index, HOST_WIDE_INT scale);
extern bool print_fortran_base (source_text *, tree base);
extern tree fortran_descriptor (tree ref);
extern bool fortran_pointer_p (tree descriptor);

#endif /* MEMLB_NAMES_TEXT_H */
