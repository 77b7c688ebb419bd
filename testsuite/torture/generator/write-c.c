/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write-c.c: the C functions around the loops of a nest: nestN has the loops,
   runN fills the arrays, calls it some times and sums up the results.  With calls
   there is a nest around nestN, sweepN, and perhaps midN between them.  */

#include "syntax.h"

#include <stdio.h>

/* How far arrays in the same memory may lie apart.  */
enum { SHIFT = 12 };

static long
elements (const struct array *a)
{
  long n = 1;
  for (int i = 0; i < a->dims; i++)
    n *= a->extent[i];
  return n;
}

/* The extents of A after the first, as declarators.  */
static char *
inner_extents (const struct array *a)
{
  struct text t = { 0 };
  text_add (&t, "%s", "");
  for (int i = 1; i < a->dims; i++)
    text_add (&t, "[%ld]", a->extent[i]);
  return t.bytes ? t.bytes : say ("%s", "");
}

/* The owner of shared memory needs room for all that share it.  */
static void
make_room (struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      struct array *a = &nest->arrays[i];
      if (a->storage != SHARED)
	continue;
      struct array *owner = a->shares ? a->shares : a;
      if (owner->extent[0] < a->extent[0])
	owner->extent[0] = a->extent[0];
    }
}

static void
write_memory (const struct nest *nest)
{
  const char *here = calls ? "MEMORY" : "static";
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (a->shares)
	continue;
      const char *class = a->storage == GLOBAL && !calls ? "" : here;
      printf ("%s%s%s %s[%ld]%s;\n", class,
	      a->storage == THREAD ? " _Thread_local " : *class ? " " : "",
	      a->type->c, a->memory,
	      a->extent[0] + (a->storage == SHARED ? SHIFT : 0),
	      inner_extents (a));
    }
  for (int i = 0; i < nest->n_scalars; i++)
    if (nest->scalars[i].is_global)
      printf ("%s %s %s VALUE (%d);\n", here, nest->scalars[i].type->c,
	      nest->scalars[i].name, i + 3);
  if (nest->uses_rare)
    printf ("%s uint64_t g%d_rare;\n", here, nest->number);
}

/* Functions that the loops call.  */
static void
write_helpers (const struct nest *nest)
{
  int number = nest->number;
  if (nest->uses_helper)
    printf ("\nstatic %slong\nhelper%d (long x)\n"
	    "{\n  return (x ^ x >> 3) %% 100003 + 5;\n}\n",
	    number % 2 ? "" : "__attribute__ ((noinline)) ", number);
  if (nest->uses_rare)
    printf ("\nstatic __attribute__ ((cold, noinline)) void\nrare%d (int x)\n"
	    "{\n  g%d_rare = g%d_rare * 3 + x;\n}\n", number, number, number);
}

static void
write_parameters (const struct nest *nest)
{
  printf ("int n");
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      const char *type = a->type->c;
      const char *alone = a->storage == PARAMETER && (nest->number + i) % 2
			  ? "restrict " : "";
      switch (a->storage)
	{
	case ASSUMED:
	  if (a->dims > 1)
	    {
	      printf (", int m_%s, %s %s[][m_%s]", a->name, type, a->name,
		      a->name);
	      for (int d = 2; d < a->dims; d++)
		printf ("[%ld]", a->extent[d]);
	      break;
	    }
	  /* Fall through.  */
	case PARAMETER:
	case SHARED:
	  if (a->dims == 1)
	    printf (", %s *%s%s", type, alone, a->name);
	  else
	    printf (", %s (*%s%s)%s", type, alone, a->name,
		    inner_extents (a));
	  break;
	case VARIABLE:
	  printf (", int m_%s", a->name);
	  break;
	default:
	  break;
	}
    }
}

static void
write_locals (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (a->storage == LOCAL)
	printf ("  %s %s[%ld]%s;\n", a->type->c, a->name, a->extent[0],
		inner_extents (a));
      else if (a->storage == VARIABLE)
	printf ("  %s %s[m_%s]%s;\n", a->type->c, a->name, a->name,
		inner_extents (a));
      else
	continue;
      printf ("  memcpy (%s, %s, sizeof %s);\n", a->name, a->memory, a->name);
    }
  for (int i = 0; i < nest->n_scalars; i++)
    if (!nest->scalars[i].is_global)
      printf ("  %s %s = %d;\n", nest->scalars[i].type->c,
	      nest->scalars[i].name, i);
}

static void
write_results (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (a->storage >= LOCAL)
	printf ("  memcpy (%s, %s, sizeof %s);\n", a->memory, a->name,
		a->name);
    }
  printf ("  uint64_t sum = 1;\n");
  for (int i = 0; i < nest->n_scalars; i++)
    printf ("  sum = mix%s (sum, %s);\n",
	    nest->scalars[i].type->is_float ? "_real" : "",
	    nest->scalars[i].name);
  printf ("  return sum;\n");
}

/* Which functions know of one another follows from the nest's number.  */
static const char *
class_of (const struct nest *nest)
{
  static const char *const classes[] = {
    "APART", "LOCAL __attribute__ ((noinline))", "LOCAL APART" };
  return calls ? classes[nest->number % 3] : "static APART";
}

static void
write_function (const struct nest *nest)
{
  if (calls)
    {
      printf ("\n%s uint64_t\nnest%d (", class_of (nest), nest->number);
      write_parameters (nest);
      printf (");\n#if PART != 1\n");
    }
  write_helpers (nest);
  printf ("\n%s uint64_t\nnest%d (", class_of (nest), nest->number);
  write_parameters (nest);
  printf (")\n{\n");
  write_locals (nest);
  fputs (nest->body.bytes, stdout);
  if (nest->has_exit)
    printf (" done: __attribute__ ((unused));\n");
  write_results (nest);
  printf ("}\n%s", calls ? "#endif\n" : "");
}

/* Write ", NAME" for each parameter of NEST but the first.  */
static void
write_passed (const struct nest *nest)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (a->storage == VARIABLE || (a->storage == ASSUMED && a->dims > 1))
	printf (", m_%s", a->name);
      if (a->storage == ASSUMED || a->storage == PARAMETER
	  || a->storage == SHARED)
	printf (", %s", a->name);
    }
  printf (")");
}

/* Write midN, between sweepN and nestN, which may call nestN on one of its ways
   only, or twice, or itself.  */
static void
write_between (struct nest *nest)
{
  static const char *const ways[] = {
    "  if (n > 2)\n    sum += nest%d (n / 2", "  sum += nest%d (n / 2",
    "  if (n > 3)\n    sum += mid%d (n / 3", "  sum += n < 0 ? -1 : nest%d (0" };
  printf ("#if PART != %d\n", nest_chance (nest, 50) ? 1 : 2);
  printf ("\n%s uint64_t\nmid%d (", class_of (nest), nest->number);
  write_parameters (nest);
  printf (")\n{\n  uint64_t sum = 0;\n");
  printf (ways[nest_pick (nest, 0, 3)], nest->number);
  write_passed (nest);
  printf (";\n  return sum ^ nest%d (n", nest->number);
  write_passed (nest);
  printf (";\n}\n#else\n%s uint64_t mid%d (", class_of (nest), nest->number);
  write_parameters (nest);
  printf (");\n#endif\n");
}

/* Write the nest that calls: what it calls may tell it something, and the
   iterations are of different lengths.  */
static void
write_sweep (struct nest *nest)
{
  int number = nest->number;
  bool between = nest_chance (nest, 50), told = nest_chance (nest, 30);
  if (between)
    write_between (nest);
  printf ("\n#if PART != 2\nstatic APART uint64_t\nsweep%d (int rounds, ",
	  number);
  write_parameters (nest);
  printf (")\n{\n  uint64_t sum = 0;\n  for (int r = 0; r < rounds; r++)\n"
	  "    %s%s%d (", told ? "sum = 3 * sum + " : "",
	  between ? "mid" : "nest", number);
  if (nest_chance (nest, 50))
    printf ("(n + r) %% %ld", nest->n_most + 1);
  else
    printf ("n");
  write_passed (nest);
  printf (";\n  return sum;\n}\n");
}

static void
write_fill (const struct array *a)
{
  const char *m = a->memory;
  if (a->shares)
    return;
  if (a->cap)
    printf ("  fill_index (%s, %d, %ld, %ld);\n", m, a->type->bytes,
	    elements (a), a->cap);
  else if (a->type->is_float)
    printf ("  fill_%s ((void *) %s, sizeof %s / %d);\n", a->type->c, m, m,
	    a->type->bytes);
  else
    printf ("  fill_bits (%s, sizeof %s);\n", m, m);
}

static void
write_call (struct nest *nest, long n)
{
  printf ("  sum = mix (sum, ");
  if (calls)
    printf ("sweep%d (%ld, %ld", nest->number, nest_pick (nest, 1, 6), n);
  else
    printf ("nest%d (%ld", nest->number, n);
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      const char *owner = a->shares ? a->shares->memory : a->memory;
      switch (a->storage)
	{
	case ASSUMED:
	  if (a->dims > 1)
	    printf (", %ld, (void *) h_%s", a->extent[1], a->name);
	  else
	    printf (", h_%s", a->name);
	  break;
	case PARAMETER:
	  printf (", %s", owner);
	  break;
	case SHARED:
	  printf (", %s + %ld", owner,
		  nest_chance (nest, 30) ? 0 : nest_pick (nest, 0, SHIFT));
	  break;
	case VARIABLE:
	  printf (", %ld", a->extent[0]);
	  break;
	default:
	  break;
	}
    }
  printf ("));\n");
}

/* Arrays from the heap: begin, and end.  */
static void
write_heap (const struct nest *nest, bool begin)
{
  for (int i = 0; i < nest->n_arrays; i++)
    {
      const struct array *a = &nest->arrays[i];
      if (a->storage != ASSUMED)
	continue;
      if (begin)
	printf ("  %s *h_%s = malloc (sizeof %s);\n"
		"  memcpy (h_%s, %s, sizeof %s);\n", a->type->c, a->name,
		a->memory, a->name, a->memory, a->memory);
      else
	printf ("  memcpy (%s, h_%s, sizeof %s);\n  free (h_%s);\n",
		a->memory, a->name, a->memory, a->name);
    }
}

static void
write_run (struct nest *nest)
{
  printf ("\nstatic uint64_t\nrun%d (void)\n{\n  uint64_t sum = %d;\n",
	  nest->number, nest->number);
  for (int i = 0; i < nest->n_arrays; i++)
    write_fill (&nest->arrays[i]);
  write_heap (nest, true);
  write_call (nest, nest->n_most);
  for (int entries = nest_pick (nest, 2, 5); entries > 0; entries--)
    write_call (nest, nest_chance (nest, 30) ? nest_pick (nest, 0, 3)
		      : nest_pick (nest, 0, nest->n_most));
  write_heap (nest, false);
  for (int i = 0; i < nest->n_arrays; i++)
    if (!nest->arrays[i].shares)
      printf ("  sum = mix_bytes (sum, %s, sizeof %s);\n",
	      nest->arrays[i].memory, nest->arrays[i].memory);
  if (nest->uses_rare)
    printf ("  sum = mix (sum, g%d_rare);\n", nest->number);
  printf ("  return sum;\n}\n%s", calls ? "#endif\n" : "");
}

void
write_c_nest (struct nest *nest)
{
  make_room (nest);
  printf ("\n/* Nest %d.  */\n", nest->number);
  write_memory (nest);
  write_function (nest);
  if (calls)
    write_sweep (nest);
  write_run (nest);
}

void
write_c_end (const int *numbers, int n)
{
  printf ("\n#if PART != 2\nstatic const struct nest\n{\n  int number;\n"
	  "  uint64_t (*run) (void);\n} nests[] = {\n");
  for (int i = 0; i < n; i++)
    printf ("  { %d, run%d },\n", numbers[i], numbers[i]);
  printf ("};\n\n"
	  "static bool\nwanted (int number, int argc, char **argv)\n{\n"
	  "  for (int i = 1; i < argc; i++)\n"
	  "    if (atoi (argv[i]) == number)\n      return true;\n"
	  "  return argc == 1;\n}\n\n"
	  "int\nmain (int argc, char **argv)\n{\n"
	  "  for (unsigned i = 0; i < sizeof nests / sizeof *nests; i++)\n"
	  "    if (wanted (nests[i].number, argc, argv))\n      {\n"
	  "\trandom_state = nests[i].number;\n"
	  "\tprintf (\"nest %%d %%016llx\\n\", nests[i].number,\n"
	  "\t\t(unsigned long long) nests[i].run ());\n"
	  "\tfflush (stdout);\n      }\n}\n#endif\n");
}
