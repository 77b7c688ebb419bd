/* What the early pass of names gathers about a function's loops.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_EARLY_H
#define MEMLB_NAMES_EARLY_H

#include "names-map.h"

/* A variable and the number of a loop that assigns it.  */
typedef int_hash<HOST_WIDE_INT, -1, -2> var_loop_hash;

/* What is gathered about the loops of a function.  */
struct loop_facts
{
  auto_vec<source_loop> loops;	/* by loop number */
  auto_vec<int> index;		/* by loop number, in the map */
  auto_vec<tree> only_step;	/* the only variable stepped; error_mark_node
				   for several */
  hash_set<var_loop_hash> steps, assigns; /* user's variables */
  hash_set<var_loop_hash> assigned;	  /* any variable */
  hash_map<var_loop_hash, HOST_WIDE_INT> constant_steps; /* 0: several */
};

/* The key of VAR in LOOP.  */
extern HOST_WIDE_INT var_loop_key (tree var, class loop *loop);

/* The condition at the end of BB if it can leave LOOP, else NULL.  */
extern gcond *exit_condition (basic_block bb, class loop *loop);

/* Note in FACTS what STMT of LOOP assigns.  */
extern void note_assignment (loop_facts *facts, class loop *loop,
			     gimple *stmt);

/* Find the names of the variables of FACTS's loops, all of whose statements
   have been noted.  */
extern void name_loop_variables (loop_facts *facts);

#endif /* MEMLB_NAMES_EARLY_H */
