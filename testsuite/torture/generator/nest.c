/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nest.c: begins a nest: its depth, its arrays and its scalars.  */

#include "nest.h"

bool fortran;
bool calls;

static const struct type types[] = {
  { "int8_t", "integer(1)", 1, false, false, 128, 120 },
  { "int16_t", "integer(2)", 2, false, false, 32768, 30011 },
  { "int32_t", "integer(4)", 4, false, false, 2147483648.0, 1000003 },
  { "int64_t", "integer(8)", 8, false, false, 9.3e18, 1000000007 },
  { "float", "real(4)", 4, true, false, FLOAT_MOST, FLOAT_MOST },
  { "double", "real(8)", 8, true, false, FLOAT_MOST, FLOAT_MOST },
  { "uint8_t", 0, 1, false, true, 256, 0 },
  { "uint16_t", 0, 2, false, true, 65536, 0 },
  { "uint32_t", 0, 4, false, true, 4294967296.0, 0 },
  { "uint64_t", 0, 8, false, true, 1.9e19, 0 },
};
enum { FORTRAN_TYPES = 6, TYPES = sizeof types / sizeof *types };

long
nest_pick (struct nest *nest, long low, long high)
{
  return random_between (&nest->random, low, high);
}

bool
nest_chance (struct nest *nest, int percent)
{
  return random_chance (&nest->random, percent);
}

static const struct type *
pick_type (struct nest *nest)
{
  return &types[nest_pick (nest, 0, (fortran ? FORTRAN_TYPES : TYPES) - 1)];
}

/* An array of one dimension of type T whose values are subscripts.  */
static void
make_index_array (struct nest *nest, struct array *array)
{
  array->type = &types[nest_pick (nest, 1, 3)];
  array->dims = 1;
  array->cap = nest_pick (nest, 1, 4) * 29;
}

/* Let ARRAY have the memory of an earlier one of its type, if there is one
   that is passed too.  */
static void
maybe_share (struct nest *nest, struct array *array)
{
  if (array->dims != 1 || array->cap || !nest_chance (nest, 60))
    return;
  for (struct array *other = nest->arrays; other < array; other++)
    if (other->dims == 1 && !other->cap && !other->shares
	&& (other->storage == PARAMETER || other->storage == SHARED))
      {
	array->type = other->type;
	array->storage = other->storage = SHARED;
	array->shares = other;
	return;
      }
}

static void
make_array (struct nest *nest, const struct type *usual)
{
  struct array *array = &nest->arrays[nest->n_arrays++];
  array->name = say ("%c", 'a' + nest->n_arrays - 1);
  array->memory = say ("g%d_%s", nest->number, array->name);
  array->type = nest_chance (nest, 50) ? usual : pick_type (nest);
  array->storage = nest_pick (nest, 0, STORAGES - 1);
  /* Their values are copied by functions that are not.  */
  if (calls && array->storage >= LOCAL && nest_chance (nest, 75))
    array->storage = PARAMETER;
  /* C's thread-local arrays keep a nest from being copied.  */
  if (array->storage == THREAD && !fortran && nest_chance (nest, 80))
    array->storage = STATIC;
  array->dims = nest_pick (nest, 1, nest->deepest > 3 ? 3 : nest->deepest);
  if (nest_chance (nest, 40))
    array->dims = 1;
  if (nest->n_arrays > 2 && nest_chance (nest, 15))
    make_index_array (nest, array);
  for (int i = 0; i < MAX_DIMS; i++)
    {
      array->extent[i] = array->cap ? array->cap : 3;
      array->low[i] = nest_chance (nest, 60) ? 1 : nest_pick (nest, -2, 2);
    }
  if (array->storage == SHARED)
    array->storage = PARAMETER;
  maybe_share (nest, array);
  if (array->storage <= GLOBAL || (!fortran && array->storage == THREAD))
    array->name = array->memory;
}

static void
make_scalar (struct nest *nest, const struct type *usual)
{
  struct scalar *scalar = &nest->scalars[nest->n_scalars++];
  scalar->type = nest_chance (nest, 40) ? usual : pick_type (nest);
  if (!scalar->type->is_float && scalar->type->bytes < 4)
    scalar->type = &types[nest_chance (nest, 50) ? 2 : 3];
  scalar->is_global = nest_chance (nest, 25);
  scalar->name = scalar->is_global
		 ? say ("g%d_s%d", nest->number, nest->n_scalars)
		 : say ("s%d", nest->n_scalars);
}

/* Make NEST the one of this SEED and NUMBER, with nothing in its body.  */
void
nest_begin (struct nest *nest, uint64_t seed, int number)
{
  static const long n_most[] = { 0, 260, 40, 14, 7 };
  *nest = (struct nest) { .number = number };
  random_begin (&nest->random, seed, number);
  nest->deepest = nest_chance (nest, 35) ? 1 : nest_pick (nest, 1, 4);
  nest->n_most = nest_pick (nest, n_most[nest->deepest] / 2,
			    n_most[nest->deepest]);
  nest->statements = nest_pick (nest, 2, 12);
  nest->may_call = nest_chance (nest, 10);
  const struct type *usual = pick_type (nest);
  for (int n = nest_pick (nest, 2, MAX_ARRAYS); n > 0; n--)
    make_array (nest, usual);
  for (int n = nest_pick (nest, 1, MAX_SCALARS); n > 0; n--)
    make_scalar (nest, usual);
}
