/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes.c: nests of shapes that a grammar does not come to by itself, such
   as lists, sorting or text.  They are written in files of their own, with
   places for what is random:

     @shape NAME		begins a shape
     @pick X A|B|C		in this shape @X@ stands for A, B or C
     @n@			the number of the nest
     @d@			a digit from 1 to 9, each time another

   Nothing is made twice: a shape has as many variants as its choices and
   digits allow, these are given to nests in turn, and when there are none
   left the nest is not one of this shape.  That holds for the nests 1 to 50
   of all seeds.  */

#include "syntax.h"

#include <error.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SHAPES = 100, MAX_PICKS = 12, DIGITS = 9, NESTS = 50 };

/* More variants than nests of all seeds.  */
#define ENOUGH 1000000000000000ull

/* What steps from variant to variant go by; no shape has a number of variants
   that is a multiple.  */
#define STEP 1000003

static const char *shapes[MAX_SHAPES];
static int n_shapes;

struct pick
{
  const char *name, *value;
  size_t name_length, value_length;
};

void
read_shapes (const char *folder, const char *name)
{
  const char *p = text_of_file (folder, name);
  while ((p = strstr (p, "@shape ")))
    {
      if (n_shapes == MAX_SHAPES)
	error (1, 0, "%s/%s: more than %d shapes", folder, name, MAX_SHAPES);
      shapes[n_shapes++] = p++;
    }
  if (!n_shapes)
    error (1, 0, "%s/%s: no shape", folder, name);
}

/* How many choices the line of @pick at P has.  */
static unsigned
choices (const char *p)
{
  unsigned n = 1;
  for (; *p != '\n'; p++)
    n += *p == '|';
  return n;
}

/* How many variants the shape at P has, or ENOUGH.  */
static uint64_t
variants (const char *p)
{
  uint64_t n = 1;
  p = strchr (p, '\n') + 1;
  for (; n < ENOUGH && !strncmp (p, "@pick ", 6); p = strchr (p, '\n') + 1)
    n *= choices (p);
  const char *end = strstr (p, "@shape ");
  for (; n < ENOUGH && (p = strstr (p, "@d@")) && (!end || p < end); p += 3)
    n *= DIGITS;
  return n < ENOUGH ? n : ENOUGH;
}

/* Take a number below N off *VARIANT.  */
static unsigned
take (uint64_t *variant, unsigned n)
{
  unsigned taken = *variant % n;
  *variant /= n;
  return taken;
}

/* The line of @pick that P points to: the choice that *VARIANT has.  */
static struct pick
pick_one (uint64_t *variant, const char *p)
{
  struct pick pick;
  pick.name = p + strlen ("@pick ");
  pick.name_length = strcspn (pick.name, " ");
  unsigned n = take (variant, choices (p));
  for (p = pick.name + pick.name_length + 1; n > 0; n--)
    p = strchr (p, '|') + 1;
  pick.value = p;
  pick.value_length = strcspn (p, "|\n");
  return pick;
}

/* What @NAME@ stands for, LENGTH being NAME's; P points to NAME.  */
static void
write_place (uint64_t *variant, int number, const char *p, size_t length,
	     const struct pick *picks, int n)
{
  for (int i = 0; i < n; i++)
    if (length == picks[i].name_length
	&& !strncmp (p, picks[i].name, length))
      {
	fwrite (picks[i].value, 1, picks[i].value_length, stdout);
	return;
      }
  if (length == 1 && *p == 'n')
    printf ("%d", number);
  else if (length == 1 && *p == 'd')
    printf ("%u", take (variant, DIGITS) + 1);
  else
    error (1, 0, "a shape has @%.*s@, which means nothing", (int) length, p);
}

/* Write nest NUMBER of SEED as one of a shape's variants; false if the shape
   has no more, unless they are made AGAIN.  */
bool
write_shape (uint64_t seed, int number, bool again)
{
  struct pick picks[MAX_PICKS];
  int n = 0;
  uint64_t turn = seed * NESTS + (number - 1) % NESTS;
  const char *p = shapes[turn % n_shapes];
  uint64_t all = variants (p), variant = turn / n_shapes;
  if (variant >= all && !again)
    return false;
  variant = variant * STEP % all;
  p = strchr (p, '\n') + 1;
  for (; !strncmp (p, "@pick ", 6) && n < MAX_PICKS; p = strchr (p, '\n') + 1)
    picks[n++] = pick_one (&variant, p);
  putchar ('\n');
  while (*p && strncmp (p, "@shape ", 7))
    {
      size_t plain = strcspn (p, "@");
      fwrite (p, 1, plain, stdout);
      p += plain;
      if (!*p || !strncmp (p, "@shape ", 7))
	break;
      size_t length = strcspn (++p, "@");
      write_place (&variant, number, p, length, picks, n);
      p += length + 1;
    }
  return true;
}
