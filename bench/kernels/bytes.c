/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes.c: kernels over text, tables of bytes and hashes; see bench.h.  */

#include "bench.h"

/* Upper case.  */
KERNEL void
bytes (REPEAT, unsigned char *restrict o, const unsigned char *restrict a)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	o[i] = a[i] >= 'a' && a[i] <= 'z' ? (unsigned char) (a[i] ^ 32)
					  : a[i];
      NEXT (o), NEXT (a);
    }
}

/* Counts words and lines.  */
KERNEL unsigned
words (REPEAT, const unsigned char *a)
{
  unsigned count = 0, lines = 0;

  for (int r = 0; r < reps; r++)
    {
      int inside = 0;

      for (int i = 0; i < n; i++)
	{
	  lines += a[i] == '\n';
	  if (a[i] == ' ' || a[i] == '\n')
	    inside = 0;
	  else if (!inside)
	    {
	      inside = 1;
	      count++;
	    }
	}
      NEXT (a);
    }
  return count + (lines << 16);
}

/* A checksum by table: where to read next depends on what was read.  */
KERNEL unsigned
crc (REPEAT, const unsigned char *restrict a, const unsigned *restrict table)
{
  unsigned sum = 0xffffffff;

  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	sum = table[(sum ^ a[i]) & 255] ^ (sum >> 8);
      NEXT (a);
    }
  return sum;
}

KERNEL void
base64 (REPEAT, unsigned char *restrict o, const unsigned char *restrict a,
	const unsigned char *restrict table)
{
  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  unsigned v = a[3 * i] << 16 | a[3 * i + 1] << 8 | a[3 * i + 2];

	  o[4 * i] = table[v >> 18];
	  o[4 * i + 1] = table[v >> 12 & 63];
	  o[4 * i + 2] = table[v >> 6 & 63];
	  o[4 * i + 3] = table[v & 63];
	}
      NEXT (o), NEXT (a);
    }
}

/* How often PATTERN stands in A.  */
KERNEL unsigned
find (REPEAT, const unsigned char *a, const unsigned char *pattern,
      int length)
{
  unsigned count = 0;

  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i <= n - length; i++)
	{
	  int j = 0;

	  while (j < length && a[i + j] == pattern[j])
	    j++;
	  count += j == length;
	}
      NEXT (a);
    }
  return count;
}

KERNEL unsigned
hash (REPEAT, const unsigned *key)
{
  unsigned h = 2166136261u;

  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  h ^= key[i];
	  h *= 16777619u;
	  h ^= h >> 15;
	}
      NEXT (key);
    }
  return h;
}

/* Looks N keys up in a table of 2^(32-SHIFT) places; 0 is a free one.  */
KERNEL unsigned
probe (REPEAT, const unsigned *restrict table, int shift,
       const unsigned *restrict key)
{
  unsigned found = 0, mask = 0xffffffffu >> shift;

  for (int r = 0; r < reps; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  unsigned at = key[i] * 2654435761u >> shift;

	  while (table[at] && table[at] != key[i])
	    at = (at + 1) & mask;
	  found += table[at] != 0;
	}
      NEXT (table), NEXT (key);
    }
  return found;
}
