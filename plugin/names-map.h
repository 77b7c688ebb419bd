/* What the early pass learnt of locations, references and loops.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_MAP_H
#define MEMLB_NAMES_MAP_H

/* A memory reference of the source.  */
struct source_ref
{
  const char *text;		/* never NULL */
  const char *array;		/* or NULL */
  const char *root;		/* variable at the bottom, or NULL */
  unsigned size;		/* bytes of an element */
  bool store;
  bool root_global;
  bool root_firm;		/* nothing else has that address */
  bool step_known;
  bool internal;		/* the compiler's own: see internal_ref_p */
  unsigned shape;		/* equal: addresses differ by a constant;
				   0: not known */
  HOST_WIDE_INT offset;		/* bytes, within SHAPE */
  HOST_WIDE_INT step;		/* bytes for each iteration of the innermost
				   loop, if STEP_KNOWN */
};

/* A loop of the source.  */
struct source_loop
{
  const char *file;
  const char *variable;		/* or NULL */
  int line, end_line;
  int parent;			/* index, or -1 */
  int depth;			/* 1 outermost */
};

/* What stands at one file, line and column.  */
struct source_place
{
  auto_vec<source_ref> refs;
  auto_vec<int> loops;		/* innermost loops of statements */
  auto_vec<int> exits;		/* loops that a condition here ends */
};

extern source_place *find_place (location_t);
extern source_place *get_place (location_t);
extern source_place *get_place_at (const char *file, int line, int column);
extern void add_ref_at (source_place *, const source_ref *);
extern void add_loop_at (source_place *, int index, bool exit);
extern int add_source_loop (const source_loop *);
extern source_loop *get_source_loop (int);
extern const char *intern_name (const char *);

#endif /* MEMLB_NAMES_MAP_H */
