/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.c: writes a program of random loop nests, in C or Fortran, to
   standard output.  The same options always give the same program, and nest
   K of a seed is the same whatever other nests are in the program, so that a
   failure can be cut down to its nests.  */

#include "syntax.h"

#include <argp.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef DATA_DIR
#define DATA_DIR "."
#endif

enum { DATA = 256, CALLS, MAX_NESTS = 1000 };

struct options
{
  const char *language;
  uint64_t seed;
  long nests;
  long only[MAX_NESTS];
  int n_only;
  const char *folder;
};

static const struct argp_option known[] = {
  { "seed", 's', "N", 0, "What is random follows from N (default 1)", 0 },
  { "nests", 'n', "N", 0, "Make N nests (default 50)", 0 },
  { "only", 'o', "K", 0, "Make nest K only; may be repeated", 0 },
  { "language", 'l', "LANGUAGE", 0,
    "c (default) or fortran; with --calls also c++", 0 },
  { "calls", CALLS, 0, 0, "Make nests that call functions; with the "
    "preprocessor's PART=1 and PART=2 the file is in two parts", 0 },
  { "data", DATA, "FOLDER", 0, "Where prologues and shapes are", 0 },
  { 0 }
};

static long
number_of (struct argp_state *state, const char *what, char *text, long most)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (*end || end == text || n < 0 || n > most)
    argp_error (state, "--%s=%s: a number from 0 to %ld, please", what, text,
		most);
  return n;
}

static error_t
parse (int key, char *text, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key)
    {
    case 's':
      o->seed = number_of (state, "seed", text, 1000000000);
      return 0;
    case 'n':
      o->nests = number_of (state, "nests", text, MAX_NESTS);
      return 0;
    case 'o':
      if (o->n_only == MAX_NESTS)
	argp_error (state, "--only is given too often");
      o->only[o->n_only++] = number_of (state, "only", text, MAX_NESTS);
      return 0;
    case 'l':
      o->language = text;
      return 0;
    case CALLS:
      calls = true;
      return 0;
    case ARGP_KEY_END:
      fortran = !strcmp (o->language, "fortran");
      if (!fortran && strcmp (o->language, "c")
	  && (!calls || strcmp (o->language, "c++")))
	argp_error (state, "--language=%s: c or fortran, please", o->language);
      return 0;
    case DATA:
      o->folder = text;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* True if nest NUMBER is to be made.  */
static bool
wanted_p (const struct options *o, long number)
{
  for (int i = 0; i < o->n_only; i++)
    if (o->only[i] == number)
      return true;
  return !o->n_only;
}

/* ONLY_SHAPES: there is no other nest in this language, so that those are made again
   when all have been.  */
static void
write_nest (uint64_t seed, int number, bool only_shapes)
{
  static struct nest nest;
  nest_begin (&nest, seed, number);
  if ((only_shapes || nest_chance (&nest, 35))
      && write_shape (seed, number, only_shapes))
    return;
  nest.indent = 1;
  make_loop (&nest, nest.deepest);
  if (nest_chance (&nest, 25))
    make_loop (&nest, 1);
  if (fortran)
    write_fortran_nest (&nest);
  else
    write_c_nest (&nest);
}

int
main (int argc, char **argv)
{
  static const struct argp argp = {
    known, parse, 0, "Write a program of random loop nests.", 0, 0, 0 };
  static struct options o = { .language = "c", .seed = 1, .nests = 50,
			      .folder = DATA_DIR };
  static int numbers[MAX_NESTS + 1];
  int n = 0;
  argp_parse (&argp, argc, argv, 0, 0, &o);
  bool only_shapes = !strcmp (o.language, "c++");
  read_shapes (o.folder, say ("%s-%s.txt", calls ? "calls" : "shapes",
			      o.language));
  const char *prologue = text_of_file (o.folder, fortran
				       ? "prologue-fortran.txt"
				       : "prologue-c.txt");
  printf (fortran && calls ? "#if PART != 1\n%s#endif\n" : "%s", prologue);
  for (long i = 1; i <= o.nests; i++)
    if (wanted_p (&o, i))
      {
	write_nest (o.seed, i, only_shapes);
	numbers[n++] = i;
      }
  if (fortran)
    write_fortran_end (numbers, n);
  else
    write_c_end (numbers, n);
  return fflush (stdout) || ferror (stdout);
}
