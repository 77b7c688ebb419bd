/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write-fortran.c: the module around the loops of a nest: the subroutine
   nestN has the loops, runN fills the arrays, calls it some times and sums up
   the results.  With calls runN is in a module of its own, which may be another
   file's, together with sweepN, the nest around nestN.  */

#include "syntax.h"

#include <stdio.h>

/* How far pointers into the same memory may lie apart.  */
enum { SHIFT = 12 };

static long
elements (const struct array *a)
{
  long n = 1;
  for (int i = 0; i < a->dims; i++)
    n *= a->extent[i];
  return n;
}

/* Pointers and some arrays of assumed shape have a stride.  */
static long
stride_of (const struct nest *nest, const struct array *a)
{
  if (a->dims > 1 || (a->storage != ASSUMED && a->storage != SHARED))
    return 1;
  return (nest->number + a->name[0]) % 3 + 1;
}

/* The bounds (LOW:HIGH,...) of A, the last extent LAST if that is given; or
   (LOW:,...) if OPEN.  */
static char *
bounds (const struct array *a, const char *last, bool open)
{
  struct text t = { 0 };
  for (int i = 0; i < a->dims; i++)
    {
      text_add (&t, "%s%ld:", i ? "," : "(", a->low[i]);
      if (open)
	continue;
      if (last && i == a->dims - 1)
	text_add (&t, "%s%+ld", last, a->low[i] - 1);
      else
	text_add (&t, "%ld", a->low[i] + a->extent[i] - 1);
    }
  text_add (&t, ")");
  return t.bytes;
}

/* Any shape of as many dimensions as A has.  */
static const char *
colons (const struct array *a)
{
  static const char *const some[] = { "", "(:)", "(:,:)", "(:,:,:)" };
  return some[a->dims];
}

static char *
memory_bounds (const struct nest *nest, const struct array *a)
{
  long stride = stride_of (nest, a);
  if (a->storage == SHARED)
    return say ("(%ld)", a->extent[0] * 3 + SHIFT);
  if (stride > 1)
    return say ("(%ld)", a->extent[0] * stride);
  return bounds (a, 0, false);
}

/* The memory of A in the module, or in the common block.  */
static void
write_memory_of (const struct nest *nest, const struct array *a)
{
  printf ("  %s%s :: %s%s\n", a->type->fortran,
	  a->storage == SHARED ? ", target" : "", a->memory,
	  memory_bounds (nest, a));
}

static void
make_room (struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      struct array *a = &nest->arrays[i];
      if (a->shares && a->shares->extent[0] < a->extent[0])
	a->shares->extent[0] = a->extent[0];
    }
}

static void
write_memory (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    if (!nest->arrays[i].shares && nest->arrays[i].storage != THREAD)
      write_memory_of (nest, &nest->arrays[i]);
  for (int i = 0; i < nest->n_scalars; i++)
    if (nest->scalars[i].is_global)
      printf ("  %s :: %s = %d\n", nest->scalars[i].type->fortran,
	      nest->scalars[i].name, i + 3);
  printf ("  integer(8) :: g%d_rare = 0\n", nest->number);
}

static void
write_helpers (const struct nest *nest)
{
  int number = nest->number;
  if (nest->uses_helper)
    printf ("\n  integer(8) function helper%d (x)\n"
	    "    integer(8), intent(in) :: x\n"
	    "    helper%d = mod (ieor (x, shifta (x, 3)), 100003_8) + 5_8\n"
	    "  end function\n", number, number);
  if (nest->uses_rare)
    printf ("\n  subroutine rare%d (x)\n    integer(8), intent(in) :: x\n"
	    "    g%d_rare = mod (g%d_rare * 3_8 + x, 1000003_8)\n"
	    "  end subroutine\n", number, number, number);
}

static bool
passed_p (const struct array *a)
{
  return a->storage == PARAMETER || a->storage == ASSUMED;
}

static bool
allocated_p (const struct nest *nest, const struct array *a)
{
  return a->storage == VARIABLE && (nest->number + a->name[0]) % 2;
}

static void
write_declaration (const struct nest *nest, const struct array *a)
{
  const char *type = a->type->fortran, *name = a->name;
  switch (a->storage)
    {
    case THREAD:
      printf ("  %s :: %s%s\n  common /c%d_%s/ %s\n", type, name,
	      bounds (a, 0, false), nest->number, name, name);
      break;
    case PARAMETER:
    case LOCAL:
      printf ("  %s :: %s%s\n", type, name, bounds (a, 0, false));
      break;
    case ASSUMED:
      printf ("  %s :: %s%s\n", type, name, bounds (a, 0, true));
      break;
    case SHARED:
      printf ("  integer(4), intent(in) :: m_%s\n"
	      "  %s, pointer :: %s(:)\n", name, type, name);
      break;
    case VARIABLE:
      printf ("  integer(4), intent(in) :: m_%s\n", name);
      if (allocated_p (nest, a))
	printf ("  %s, allocatable :: %s%s\n", type, name, colons (a));
      else
	printf ("  %s :: %s%s\n", type, name,
		bounds (a, say ("m_%s", name), false));
      break;
    default:
      break;
    }
}

static void
write_locals (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    write_declaration (nest, &nest->arrays[i]);
  for (int i = 0; i < nest->n_scalars; i++)
    if (!nest->scalars[i].is_global)
      printf ("  %s :: %s\n", nest->scalars[i].type->fortran,
	      nest->scalars[i].name);
  if (nest->declarations.bytes)
    fputs (nest->declarations.bytes, stdout);
  for (int i = 0; i < nest->n_scalars; i++)
    if (!nest->scalars[i].is_global)
      printf ("  %s = %d\n", nest->scalars[i].name, i);
}

/* Give the arrays that the subroutine makes itself their values.  */
static void
write_values (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      const char *name = a->name;
      long stride = stride_of (nest, a);
      if (a->storage == SHARED)
	printf ("  %s(%ld:) => %s(m_%s:m_%s+%ld:%ld)\n", name, a->low[0],
		a->shares ? a->shares->memory : a->memory, name, name,
		(a->extent[0] - 1) * stride, stride);
      if (allocated_p (nest, a))
	printf ("  allocate (%s%s)\n", name,
		bounds (a, say ("m_%s", name), false));
      if (a->storage >= LOCAL)
	printf ("  %s%s = %s\n", name, colons (a), a->memory);
    }
}

static void
write_results (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    if (nest->arrays[i].storage >= LOCAL)
      printf ("  %s = %s\n", nest->arrays[i].memory, nest->arrays[i].name);
  for (int i = 0; i < nest->n_scalars; i++)
    {
      const struct scalar *s = &nest->scalars[i];
      printf ("  call mix_%s%d (sum, [%s], 1)\n",
	      s->type->is_float ? "r" : "i", s->type->bytes, s->name);
    }
}

/* What stands behind n and sum among the arguments of nestN.  */
static void
write_passed (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (passed_p (a))
	printf (", &\n&%s", a->name);
      else if (a->storage == SHARED || a->storage == VARIABLE)
	printf (", &\n&m_%s", a->name);
    }
  printf (")\n");
}

static void
write_subroutine (const struct nest *nest)
{
  printf ("\nsubroutine nest%d (n, sum", nest->number);
  write_passed (nest);
  printf ("  integer(4), intent(in) :: n\n"
	  "  integer(8), intent(inout) :: sum\n");
  write_locals (nest);
  write_values (nest);
  fputs (nest->body.bytes, stdout);
  if (nest->has_exit)
    printf ("100 continue\n");
  write_results (nest);
  printf ("end subroutine\n");
}

/* Declarations of what write_passed writes, and of n and sum.  */
static void
write_dummies (const struct nest *nest)
{
  printf ("  integer(4), intent(in) :: n\n"
	  "  integer(8), intent(inout) :: sum\n");
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (passed_p (a))
	write_declaration (nest, a);
      else if (a->storage == SHARED || a->storage == VARIABLE)
	printf ("  integer(4), intent(in) :: m_%s\n", a->name);
    }
}

/* Write midN, between sweepN and nestN, which calls nestN twice or itself.  */
static void
write_between (struct nest *nest)
{
  static const char *const ways[] = {
    "  if (n > 2) call nest%d (n / 2, sum", "  call nest%d (n / 2, sum",
    "  if (n > 3) call mid%d (n / 3, sum" };
  int number = nest->number;
  printf ("\nrecursive subroutine mid%d (n, sum", number);
  write_passed (nest);
  write_dummies (nest);
  printf (ways[nest_pick (nest, 0, 2)], number);
  write_passed (nest);
  printf ("  call nest%d (n, sum", number);
  write_passed (nest);
  printf ("end subroutine\n");
}

/* Write the nest that calls NAME, whose iterations are of different
   lengths.  */
static void
write_sweep (struct nest *nest, const char *name)
{
  int number = nest->number;
  printf ("\nsubroutine sweep%d (rounds, n, sum", number);
  write_passed (nest);
  write_dummies (nest);
  printf ("  integer(4), intent(in) :: rounds\n  integer(4) :: round\n"
	  "  do round = 1, rounds\n    call %s%d (", name, number);
  if (nest_chance (nest, 50))
    printf ("mod (n + round, %ld), sum", nest->n_most + 1);
  else
    printf ("n, sum");
  write_passed (nest);
  printf ("  end do\nend subroutine\n");
}

static long
memory_size (const struct nest *nest, const struct array *a)
{
  return a->storage == SHARED ? a->extent[0] * 3 + SHIFT
			      : elements (a) * stride_of (nest, a);
}

static void
write_fill (const struct nest *nest, const struct array *a)
{
  const char *class = a->type->is_float ? "r" : "i";
  if (a->shares)
    return;
  if (a->cap)
    printf ("  call index_i%d (%s, %ld, %ld)\n", a->type->bytes, a->memory,
	    memory_size (nest, a), a->cap);
  else
    printf ("  call fill_%s%d (%s, %ld)\n", class, a->type->bytes, a->memory,
	    memory_size (nest, a));
}

/* What is passed for A.  */
static char *
actual (struct nest *nest, const struct array *a)
{
  long stride = stride_of (nest, a);
  if (a->storage == SHARED)
    return say ("%ld", nest_pick (nest, 1, SHIFT));
  if (a->storage == VARIABLE)
    return say ("%ld", a->extent[a->dims - 1]);
  if (stride == 1)
    return a->memory;
  if (a->extent[0] % 2)
    return say ("%s(::%ld)", a->memory, stride);
  return say ("%s(%ld:1:-%ld)", a->memory, a->extent[0] * stride, stride);
}

static void
write_call (struct nest *nest, long n)
{
  if (calls)
    printf ("  call sweep%d (%ld, %ld, sum", nest->number,
	    nest_pick (nest, 1, 6), n);
  else
    printf ("  call nest%d (%ld, sum", nest->number, n);
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (passed_p (a) || a->storage == SHARED || a->storage == VARIABLE)
	printf (", &\n&%s", actual (nest, a));
    }
  printf (")\n");
}

static void
write_run (struct nest *nest)
{
  printf ("\nsubroutine run%d (sum)\n  integer(8), intent(inout) :: sum\n",
	  nest->number);
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (a->storage != THREAD)
	continue;
      write_memory_of (nest, a);
      printf ("  common /c%d_%s/ %s\n", nest->number, a->name, a->memory);
    }
  printf ("  sum = %d\n", nest->number);
  for (int i = 0; i < nest->n_arrays; i++)
    write_fill (nest, &nest->arrays[i]);
  write_call (nest, nest->n_most);
  for (int entries = nest_pick (nest, 2, 5); entries > 0; entries--)
    write_call (nest, nest_chance (nest, 30) ? nest_pick (nest, 0, 3)
		      : nest_pick (nest, 0, nest->n_most));
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (!a->shares)
	printf ("  call mix_%s%d (sum, %s, %ld)\n",
		a->type->is_float ? "r" : "i", a->type->bytes, a->memory,
		memory_size (nest, a));
    }
  printf ("  call mix_i8 (sum, [g%d_rare], 1)\nend subroutine\n",
	  nest->number);
}

void
write_fortran_nest (struct nest *nest)
{
  make_room (nest);
  printf ("\n%smodule nests%d\n  use torture\n  implicit none\n",
	  calls ? "#if PART != 1\n" : "", nest->number);
  write_memory (nest);
  printf ("contains\n");
  write_helpers (nest);
  write_subroutine (nest);
  if (calls)
    {
      bool between = nest_chance (nest, 50);
      if (between)
	write_between (nest);
      printf ("\nend module\n#endif\n#if PART != 2\nmodule runs%d\n"
	      "  use torture\n  use nests%d\n  implicit none\ncontains\n",
	      nest->number, nest->number);
      write_sweep (nest, between ? "mid" : "nest");
    }
  write_run (nest);
  printf ("\nend module\n%s", calls ? "#endif\n" : "");
}

void
write_fortran_end (const int *numbers, int n)
{
  printf ("\n%sprogram generated\n  use torture\n",
	  calls ? "#if PART != 2\n" : "");
  for (int i = 0; i < n; i++)
    printf ("  use %ss%d, only: run%d\n", calls ? "run" : "nest", numbers[i],
	    numbers[i]);
  printf ("  implicit none\n  integer(8) :: sum\n");
  for (int i = 0; i < n; i++)
    printf ("  if (wanted (%d)) then\n    random_state = %d\n"
	    "    call run%d (sum)\n    call tell (%d, sum)\n  end if\n",
	    numbers[i], numbers[i] + 1, numbers[i], numbers[i]);
  printf ("end program\n%s", calls ? "#endif\n" : "");
}
