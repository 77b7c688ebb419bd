/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of other tools onto the scopes of a profile.  */

#ifndef MEMLB_TOOLS_IMPORT_H
#define MEMLB_TOOLS_IMPORT_H

#include "tree.h"

/* Where another tool says that something happened.  Unknown: NULL, 0.  */
struct place
{
  const char *module;		/* executable or library */
  const char *file;		/* of the function */
  const char *function;
  const char *inlined_from;	/* file of the line, if that is another one */
  long line;
};

typedef void import_tell (const struct fail *);

/* One import.  */
struct import
{
  struct tree *t;
  bool based;			/* T is the user's profile, not a new one */
  bool named;			/* the program has the name it is to have */
  const char *prefix;		/* of the metrics' names, or NULL */
  const char *module;		/* where nothing names one */
  struct node *elsewhere;	/* what found no home */
  int *metrics;			/* those that came in */
  size_t n_metrics;
  void *places, *files, *procedures, *children, *loops;	/* hash tables */
  void *statements;		/* lines of a structure file, or NULL */
  bool indexed;
  size_t n_told, n_values, n_homeless;
  import_tell *tell;
  struct fail *why;
};

void import_begin (struct import *im, struct tree *t, bool based,
		   import_tell *tell, struct fail *why);
void import_program (struct import *im, const char *path);
int import_metric (struct import *im, const char *name, const char *unit);
struct node *import_place (struct import *im, const struct place *place);
void import_value (struct import *im, struct node *node, int metric,
		   double value);
void import_end (struct import *im);
void import_free (struct import *im);

/* The index of a tree's files, procedures and loops; import-find.c.  */
void import_index (struct import *im);
void import_index_file (struct import *im, struct node *file);
void import_index_procedure (struct import *im, struct node *procedure);
void import_index_child (struct import *im, const struct node *parent,
			 const char *path, struct node *child);
void import_index_free (struct import *im);
struct node *import_find_child (struct import *im, const struct node *parent,
				const char *path);
struct node *import_find_file (struct import *im, const char *path);
struct node *import_find_moved (struct import *im, const char *path,
				 const char *function);
struct node *import_find_procedure (struct import *im,
				    const struct node *file,
				    const char *function);
struct node *import_find_loop (struct import *im, const struct node *file,
			       const struct node *procedure, long line);
void import_tell_conflict (struct import *im, const char *file, long line,
			   const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));

/* Statements of a structure file; import-statements.c.  */
void import_statement (struct import *im, const char *path, long line,
		       struct node *node);
struct node *import_find_statement (struct import *im, const char *path,
				    long line, const struct node *procedure);
void import_statements_free (struct import *im);

/* The formats.  Each reads FILE into IM; 0, or -1 with the reason in IM's
   WHY.  */
int import_callgrind (struct import *im, const char *file);
int import_perf (struct import *im, const char *file);
int import_gcov (struct import *im, const char *file);
int import_csv (struct import *im, const char *file);
int import_gprof (struct import *im, const char *file);
int import_hpcstruct (struct import *im, const char *file);

#endif /* MEMLB_TOOLS_IMPORT_H */
