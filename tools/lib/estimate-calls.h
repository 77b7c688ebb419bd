/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamic call graph of the functions that were counted: what loops take
   together with what they call.  MTOOL (Goldberg, Hennessy) knows it by two
   sums over the graph; doc/model.md has them.  */

#ifndef MEMLB_TOOLS_ESTIMATE_CALLS_H
#define MEMLB_TOOLS_ESTIMATE_CALLS_H

#include "profile.h"

/* No function that was counted.  */
#define NO_NODE ((size_t) -1)

/* What the blocks of a loop or a function do, over all executions.  */
struct work
{
  double ideal, least;		/* cycles */
  double mca;			/* cycles by llvm-mca; NaN if not known */
  double accesses;		/* loads and stores */
  double instructions;
};

/* One function.  */
struct call_node
{
  const struct scope *scope;
  double entries;
  struct work own;		/* without what it calls */
  bool straight;		/* one path, without loops and calls */
  bool guessed;			/* who calls it is known in part */
  bool library;			/* not counted: its work is known from
				   estimate-library.c */
  size_t first, n;		/* of sites that call it */
};

/* One block that ends in a call.  */
struct call_site
{
  size_t from, to;		/* nodes; TO may be NO_NODE */
  uint64_t block;		/* address */
  const char *callee;
  double n;			/* calls */
  double bytes;			/* told to a library's function; NaN if not known */
};

struct calls
{
  struct call_node *nodes;
  size_t n;
  struct call_site *sites;	/* by TO */
  size_t n_sites;
  struct call_site *passes;	/* blocks that pass TO to what was not counted,
				   N times */
  size_t n_passes;
  size_t *of_scope;		/* scope -> node, or NO_NODE */
};

struct calls *calls_make (const struct profile *counts);
void calls_free (struct calls *c);

/* How many calls of C lead to functions that were not counted, and *NAME, the one
   most of them call; 0 if that is nothing beside IDEAL cycles.  */
double calls_uncounted (const struct calls *c, double ideal, const char **name);

/* The linker's name of NODE.  */
const char *call_node_name (const struct call_node *node);

/* Add SHARE of WORK to SUM.  */
void work_add (struct work *sum, const struct work *work, double share);

/* How far what a loop calls is called from there.  */
struct reach
{
  double *share;		/* of each node, of its executions, 0 to 1 */
  struct work all;		/* the loop with what it calls */
  double tot, descendants;	/* MTOOL's sums; equal: all is called from
				   here alone */
  bool recursive;
  char *why_not;		/* why its time cannot be told from that of
				   other calls, or NULL */
  char *warning;		/* on what it relies, or NULL */
};

/* LOOP, of the profile C was made of, whose own blocks do OWN.  */
struct reach calls_reach (const struct calls *c, const struct loop *loop,
			  const struct work *own);
void reach_free (struct reach *r);

/* The address of BLOCK, 0 if it is not known.  */
uint64_t block_address (const struct block *block);

#endif /* MEMLB_TOOLS_ESTIMATE_CALLS_H */
