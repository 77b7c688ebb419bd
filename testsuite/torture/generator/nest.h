/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nest.h: a random loop nest while it is being made.

   The two languages have the same nests: what is computed, and which indices
   it has, is decided once; syntax.h has what is written differently.

   There is no undefined behaviour.  Every subscript is made with the range of
   its values, and an array is declared, after the loops that use it were
   made, as large as they need it.  Every expression comes with a bound of its
   magnitude: signed integers are reduced before they could overflow, and
   floating-point results are scaled before they are stored, so that they stay
   finite and within what every integer type here can hold.  */

#ifndef GENERATOR_NEST_H
#define GENERATOR_NEST_H

#include "random.h"
#include "text.h"

enum { MAX_ARRAYS = 7, MAX_SCALARS = 4, MAX_VARIABLES = 12, MAX_DIMS = 3 };

/* Magnitude of floating-point elements, and of their sums.  */
#define FLOAT_MOST 100.0
#define FLOAT_SUM_MOST 1e7

struct type
{
  const char *c;		/* its name in C */
  const char *fortran;		/* in Fortran, or null */
  int bytes;
  bool is_float;
  bool is_unsigned;
  double c_most;		/* magnitude of elements in C, in Fortran */
  double fortran_most;
};

/* Where an array lives.  */
enum storage
{
  STATIC,			/* Fortran: in a module */
  GLOBAL,			/* Fortran: in a module */
  THREAD,			/* local to the thread; Fortran: common */
  PARAMETER,			/* passed by address */
  ASSUMED,			/* passed from the heap, two dimensions and
				   more with variable length; Fortran: of
				   assumed shape, perhaps with a stride */
  SHARED,			/* passed, may overlap; Fortran: a pointer */
  LOCAL,
  VARIABLE,			/* local with variable length; Fortran:
				   automatic or allocatable */
  STORAGES
};

struct array
{
  const struct type *type;
  char *name;			/* in the nest */
  char *memory;			/* what outlives the nest */
  enum storage storage;
  int dims;
  long extent[MAX_DIMS];
  long low[MAX_DIMS];		/* Fortran's lower bounds */
  long cap;			/* an index array's values are below; or 0 */
  struct array *shares;		/* another one with the same memory, or null */
};

struct scalar
{
  const struct type *type;
  char *name;
  bool is_global;
};

/* A loop variable, or any expression of known range.  */
struct variable
{
  char *name;
  long least, most;
  bool is_unsigned;		/* of a type that promotes to an unsigned one */
  struct array *points;		/* NAME is a pointer into this array minus
				   its start; or null */
  char *pointer;
};

struct nest
{
  int number;
  struct random random;
  struct text body;
  int indent;
  struct array arrays[MAX_ARRAYS];
  int n_arrays;
  struct scalar scalars[MAX_SCALARS];
  int n_scalars;
  struct variable variables[MAX_VARIABLES];
  int n_variables;		/* in scope */
  int n_loops;			/* made so far */
  struct text declarations;	/* Fortran: of loop variables */
  long n_most;			/* largest value of the parameter n */
  int deepest;			/* loops within loops */
  int statements;		/* how many more may be made */
  bool may_break;		/* `break' leaves a loop here */
  bool may_continue;
  bool may_call;		/* the nest may call functions of the file */
  bool has_exit;		/* something jumps behind the loops */
  bool uses_helper;
  bool uses_rare;
};

/* The file to be made is in Fortran.  */
extern bool fortran;

/* Its nests call functions that have the loops.  */
extern bool calls;

/* nest.c */
void nest_begin (struct nest *nest, uint64_t seed, int number);
long nest_pick (struct nest *nest, long low, long high);
bool nest_chance (struct nest *nest, int percent);

/* expression.c */
struct value
{
  char *text;
  double most;
};

struct domain
{
  bool is_float;
  bool wraps;			/* C's unsigned arithmetic */
  int bytes;
  double limit;			/* intermediate results stay below */
};

const struct domain *domain_pick (struct nest *nest);
const struct domain *domain_of (const struct type *type);
struct value expression (struct nest *nest, const struct domain *d, int depth);
char *condition (struct nest *nest, int depth);
char *subscript (struct nest *nest, struct array *array);
char *element (struct nest *nest, struct array *array);
struct value taken_element (const struct array *array, const char *text,
			    const struct domain *d);
struct value sum_of (struct nest *nest, const struct domain *d,
		     struct value x, struct value y);
struct array *pick_array (struct nest *nest, bool to_write);
char *converted (const struct value *v, const struct domain *from,
		 const struct type *to, double most);
struct value bits_of (struct nest *nest, int mask);

/* loop.c: a loop of up to DEPTH levels */
void make_loop (struct nest *nest, int depth);

/* statement.c: COUNT statements, which may be loops of up to DEPTH levels */
void make_statements (struct nest *nest, int depth, int count);

#endif
