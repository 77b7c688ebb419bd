/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile in memory: what the tools know of the XML file that a program
   with memlb writes at its end.  doc/profile-format.md describes the file.

   Everything a profile points to lives as long as the profile.  Strings are
   UTF-8; those that may be absent are NULL, numbers that may be absent NaN.  */

#ifndef MEMLB_TOOLS_PROFILE_H
#define MEMLB_TOOLS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <obstack.h>

/* The version of the format that these tools write and know.  */
enum { PROFILE_MAJOR = 1, PROFILE_MINOR = 0 };

/* May the bound be believed?  In the order of trust.  */
enum verdict
{
  VERDICT_OK,
  VERDICT_PARTIAL,
  VERDICT_CONTROL,
  VERDICT_DIVERGED,
  VERDICT_UNVERIFIED,
  VERDICT_DRIFT,
  VERDICT_ABORTED,
  VERDICT_UNMEASURABLE,
  VERDICT_UNSAMPLED,
  VERDICT_REFUSED,
  VERDICT_OTHER		/* one that a later minor version added */
};

#define NUMBER(IDENTIFIER, ATTRIBUTE, HOW) N_##IDENTIFIER,
enum loop_number
{
#include "profile-numbers.def"
  N_NUMBERS
};
#undef NUMBER

/* One element without children, as the file has it: of the environment, or a
   unit of a module.  */
struct item
{
  const char *element;
  struct item_attribute
  {
    const char *name, *value;
  } *at;
  size_t n;
};

/* Several of them.  */
struct items
{
  struct item *at;
  size_t n;
};

/* One memory reference of a loop.  */
struct ref
{
  const char *id;
  const char *name;		/* source expression */
  const char *array;		/* the array or variable behind it */
  const char *kind;		/* `load', `store', `load store', `prefetch' */
  const char *treatment;	/* `slot', `control', `real' */
  double line, column, size, slot;
};

/* One `<metric>': how values beside the built-in ones are to be taken.  */
struct declaration
{
  const char *name, *unit, *kind, *formula;
};

#define NUMBER(IDENTIFIER, ATTRIBUTE) B_##IDENTIFIER,
enum block_number
{
#include "block-numbers.def"
  B_NUMBERS
};
#undef NUMBER

/* One basic block of a loop or a function, as it was counted.  */
struct block
{
  const char *address;		/* in the module's file */
  const char *callee;		/* of a function's: what it calls at its end, by
				   the linker's name; `*' through a pointer */
  double n[B_NUMBERS];
};

/* What a counted procedure calls through a pointer, at the end of one of its
   blocks, or passes to what it calls there.  */
struct target
{
  size_t block;			/* number of it */
  const char *name, *file;	/* the linker's name, id of the file */
  double calls, passed;		/* how often */
};

/* One `<m>': a value beside the built-in ones.  */
struct metric_value
{
  const char *name;
  double value;
};

enum level { LEVEL_PROGRAM, LEVEL_MODULE, LEVEL_FILE, LEVEL_PROCEDURE };

/* What loops stand in.  */
struct scope
{
  enum level level;
  size_t parent;		/* number of the scope around it; it is less */
  const char *id, *name;
  const char *path;		/* of a module or file */
  const char *build_id;		/* of a module */
  const char *asm_name;		/* of a procedure */
  const char *function;		/* the procedure as the tools show it */
  const char *model;		/* of a counted procedure's blocks */
  double line, entries;		/* of a counted procedure */
  struct block *blocks;		/* all of a counted procedure's */
  size_t n_blocks;
  struct target *targets;	/* by block */
  size_t n_targets;
  struct surroundings *inside;	/* of its loops, once there is one */
  struct items units;		/* of a module */
  struct metric_value *metrics;
  size_t n_metrics;
};

/* The names of what loops stand in; all in one procedure share them.  */
struct surroundings
{
  const char *module;		/* name of the executable or library */
  const char *file, *path;	/* base name, full name */
  const char *procedure;	/* as the source writes it */
  const char *function;		/* as the tools show it */
};

/* One of the entries of a loop.  Unknown: NaN.  */
struct entry
{
  double start, time, bound;	/* seconds */
  double thread, rank;
};

/* What not every loop has: elements in it, and words about it.  */
struct contents
{
  const char *flags;		/* words, separated by blanks */
  const char *model;		/* the machine of its blocks' ideal */
  const char *library;		/* of its callee, if not built with memlb */
  struct ref *refs;
  size_t n_refs;
  struct block *blocks;
  size_t n_blocks;
  struct entry *entries;	/* some, not all */
  size_t n_entries;
  struct metric_value *metrics;
  size_t n_metrics;
};

/* One loop nest.  A profile may have a million: what few have, or many have
   alike, is kept elsewhere.  */
struct loop
{
  const struct surroundings *in;
  struct contents *has;		/* never NULL; see loop_contents */
  uint32_t scope;		/* number of the procedure it stands in */
  enum verdict verdict;
  const char *id;		/* function@file:line[.n] */
  const char *variable;		/* of the innermost loop */
  const char *callee;		/* function that has no bound copy, or NULL */
  const char *verdict_name;
  const char *reason;		/* a slug of doc/reasons.md */
  double n[N_NUMBERS];
};

/* One thing that could not be recorded.  */
struct loss
{
  const char *what;
  double n;
};

struct profile
{
  const char *source;		/* the file it came from, for messages */
  const char *run;		/* run id shared by a run's ranks */
  const char *launch;		/* id that `memlb run' gave the run */
  const char *mode;
  const char *ended;		/* how, where it was not by exit */
  size_t n_incomplete;		/* profiles in this one that lack counts */
  int minor;			/* minor version of the format */
  const char *program;		/* name of the program */
  const char *start;		/* ISO 8601, UTC */
  double rank;			/* of one process among many */
  double time, elapsed, threads;	/* of the program; CPU time */
  bool merged;			/* written by memlb merge */
  size_t n_files;		/* profiles combined in this one */
  size_t n_runs, n_hosts;	/* runs and hosts they are from */
  size_t n_ranks;		/* those that are a rank's */
  double ranks;			/* ranks that those runs had */
  size_t n_programs;		/* programs they are of */
  const char *rebuilt;		/* a module of which there are several builds */
  struct items environment;
  struct declaration *metrics;	/* declarations */
  size_t n_metrics;
  struct scope *scopes;		/* the program first */
  size_t n_scopes;
  struct loop *loops;
  size_t n_loops;
  struct loss *losses;
  size_t n_losses;
  struct obstack texts;		/* strings */
  void *words;			/* libxml2's dictionary of repeated ones */
};

struct profile *profile_new (const char *source);
void profile_free (struct profile *p);
const char *profile_string (struct profile *p, const char *text);
const char *profile_text (struct profile *p, const char *text, size_t n);
const char *profile_word (struct profile *p, const char *text, size_t n);
struct loop *profile_add_loop (struct profile *p, size_t scope);
struct contents *loop_contents (struct loop *loop);
struct scope *profile_add_scope (struct profile *p, enum level level,
				 size_t parent);
struct item *items_add (struct items *items, const char *element);
void item_add (struct item *item, const char *name, const char *value);
void items_free (struct items *items);
const char *item_value (const struct item *item, const char *name);
const char *profile_environment (const struct profile *p, const char *element,
				 const char *name);
double profile_condition (const struct profile *p, const char *element,
			  const char *name);
bool profile_functions_p (const struct profile *p);
void profile_add_loss (struct profile *p, const char *what, double n);
struct declaration *profile_declare (struct profile *p, const char *name,
				const char *unit, const char *kind,
				const char *formula);
void profile_add_targets (struct scope *procedure, const struct target *more,
			  size_t n);
double values_get (const struct metric_value *values, size_t n,
		   const char *name);
void values_set (struct metric_value **values, size_t *n, const char *name,
		 double value);
enum verdict verdict_of (const char *name);
const char *verdict_name (enum verdict verdict);

/* Derived figures; NaN where they are not known or not believed.  */
bool loop_believed_p (const struct loop *loop);
double loop_bound (const struct loop *loop, enum loop_number which);
double loop_speedup (const struct loop *loop);
double loop_speedup_error (const struct loop *loop);
double speedup_error (double time, double time_width, double bound,
		      double bound_width);
double loop_recoverable (const struct loop *loop);
double loop_misaligned (const struct loop *loop);
double loop_promise (const struct loop *loop);
double loop_share (const struct profile *p, const struct loop *loop);

#endif /* MEMLB_TOOLS_PROFILE_H */
