/* Names of loops and references in the user's source.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_H
#define MEMLB_NAMES_H

struct nest;
struct nest_ref;

/* The name of the array or variable that REF accesses, or NULL.  */
extern const char *ref_array_name (const nest_ref *ref);

/* REF as the source writes it, or NULL.  */
extern const char *ref_source_name (const nest_ref *ref);

/* The name of the variable of N's innermost loop, or NULL.  */
extern const char *loop_variable_name (nest *n);

/* Find N's file and lines.  */
extern void locate_nest (nest *n);

/* The pass that learns the names, for each of its two places.  */
extern opt_pass *make_pass_memlb_names (void);

/* The pass that carries names through bytecode.  */
extern opt_pass *make_pass_memlb_lto_names (void);

/* The pass that carries names to RTL.  */
extern opt_pass *make_pass_memlb_late_names (void);

#endif /* MEMLB_NAMES_H */
