/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests whose bound copies go astray: one reads on until a page that cannot be
   read, or that has no more of a file, one never ends, since what they store to end
   themselves goes to a slot.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 65536

/* With NEXT one element behind A: the element behind the first N becomes 0, and
   ends the loop.  */

__attribute__ ((noipa)) static long
reads_on (const int *a, int *next, long n)
{
  long i;

  for (i = 0; a[i]; i++)
    next[i] = i < n;
  return i;
}

/* Counts down where LEFT and LESS lead, ROUNDS times.  (The inner loop alone would
   have no copy.)  */

__attribute__ ((noipa)) static long
never_ends (const long *left, long *less, int rounds)
{
  long count = 0;

  for (int i = 0; i < rounds; i++)
    while (*left > 0)
      {
	*less = *left - 1;
	count++;
      }
  return count;
}

/* Let copies read on in the page A.  */

static long
astray (int *a)
{
  long sum = 0;

  for (int i = 0; i < 4; i++)
    {
      for (unsigned k = 0; k < PAGE / sizeof *a; k++)
	a[k] = 1;
      sum += reads_on (a, a + 1, 100 + i);
    }
  return sum;
}

int
main (void)
{
  FILE *file = tmpfile ();
  char *p = mmap (NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *q = mmap (NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
		  fileno (file), 0);

  if (p == MAP_FAILED || q == MAP_FAILED || mprotect (p + PAGE, PAGE, PROT_NONE)
      || ftruncate (fileno (file), PAGE))
    return 2;
  long sum = astray ((int *) p) + astray ((int *) q);
  for (int i = 0; i < 4; i++)
    {
      long left = 1000 + i;
      sum += never_ends (&left, &left, 2);
    }
  printf ("%ld\n", sum);
  return 0;
}
