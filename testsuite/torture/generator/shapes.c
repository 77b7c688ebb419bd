/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes.c: nests of shapes that a grammar does not come to by itself, such
   as lists, sorting or text.  They are written in files of their own, with
   places for what is random:

     @shape NAME		begins a shape
     @pick X A|B|C		in this shape @X@ stands for A, B or C
     @n@			the number of the nest
     @d@			a digit from 1 to 9, each time another  */

#include "syntax.h"

#include <error.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SHAPES = 100, MAX_PICKS = 12 };

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

/* The line of @pick that P points to: one of its choices.  */
static struct pick
pick_one (struct random *r, const char *p)
{
  struct pick pick;
  const char *end = strchr (p, '\n');
  pick.name = p + strlen ("@pick ");
  pick.name_length = strcspn (pick.name, " ");
  p = pick.name + pick.name_length + 1;
  int n = 1;
  for (const char *q = p; q < end; q++)
    n += *q == '|';
  for (n = random_between (r, 1, n); n > 1; n--)
    p = strchr (p, '|') + 1;
  pick.value = p;
  pick.value_length = strcspn (p, "|\n");
  return pick;
}

/* What @NAME@ stands for, LENGTH being NAME's; P points to NAME.  */
static void
write_place (struct random *r, int number, const char *p, size_t length,
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
    printf ("%ld", random_between (r, 1, 9));
  else
    error (1, 0, "a shape has @%.*s@, which means nothing", (int) length, p);
}

void
write_shape (uint64_t seed, int number)
{
  struct random r;
  struct pick picks[MAX_PICKS];
  int n = 0;
  random_begin (&r, seed, number + 1000003);
  const char *p = shapes[random_between (&r, 0, n_shapes - 1)];
  p = strchr (p, '\n') + 1;
  for (; !strncmp (p, "@pick ", 6) && n < MAX_PICKS; p = strchr (p, '\n') + 1)
    picks[n++] = pick_one (&r, p);
  putchar ('\n');
  while (*p && strncmp (p, "@shape ", 7))
    {
      size_t plain = strcspn (p, "@");
      fwrite (p, 1, plain, stdout);
      p += plain;
      if (!*p || !strncmp (p, "@shape ", 7))
	break;
      size_t length = strcspn (++p, "@");
      write_place (&r, number, p, length, picks, n);
      p += length + 1;
    }
}
