/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replay copies: control loads of every size, several in a block, in two
   blocks, with addresses that wait for what was loaded (by base, by index), at
   constant distances, from a vector; windows that end early.  One nest mentions
   all registers, and has none.  */
/* memlb-options: -fno-tree-vectorize -fno-ipa-cp */
/* memlb-levels: -O2 -O3 -O1 */
/* memlb-asm: \.memlb_replay\.[0-9]+: */
/* memlb-asm: leaq	[0-9]+\(%r[a-z0-9]+\), %r[a-z0-9]+	# memlb stream */
/* memlb-asm: movq	[0-9]+\(%r[a-z0-9]+\), %r[a-z0-9]+	# memlb stream */
/* memlb-run: - */
/* memlb-executed: 30 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 4000
#define F __attribute__ ((noipa))

struct node { double v; struct node *next; int64_t key; };
struct tree { int key; struct tree *sub[2]; };

static struct node nodes[N];
static struct tree trees[N];
static int row[N + 1], column[N], index_[N], order[N];
static int16_t shorts[N];
static double value[N], x[N], y[N];
static char text[N];

/* A list: the next address waits for the last load, a base.  */
F double
chase (const struct node *p)
{
  double s = 0;
  for (; p; p = p->next)
    s += p->v;
  return s;
}

/* A second load beside it, which decides too.  */
F int
find (const struct node *p, int64_t key)
{
  int n = 0;
  while (p && p->key != key)
    {
      p = p->next;
      n++;
    }
  return n;
}

/* The address waits by an index.  */
F int
cycle (const int *p, int at)
{
  int n = 0;
  while (at)
    {
      at = p[at];
      n++;
    }
  return n;
}

/* A base chosen among two.  */
F int
search (const struct tree *t, int key)
{
  int depth = 0;
  while (t)
    {
      depth += 3;
      if (t->key == key)
	break;
      t = t->sub[key > t->key];
    }
  return depth;
}

/* Rows: bounds from memory.  */
F void
rows (double *restrict o, const int *restrict begin, const int *restrict at,
      const double *restrict v, const double *restrict p, int n)
{
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = begin[i]; k < begin[i + 1]; k++)
	s += v[k] * p[at[k]];
      o[i] = s;
    }
}

/* A filter by bytes; one by shorts of a place that was loaded.  */
F int
filter (char *restrict o, const char *restrict p, int n)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    if (p[i] > 'm')
      o[m++] = p[i];
  return m;
}

F int
indirect (const int16_t *p, const int *at, int n)
{
  int m = 0;
  for (int i = 0; i < n; i++)
    if (p[at[i]] & 4)
      m += i;
    else if (p[i] < 0)
      break;
  return m;
}

/* By doubles, twice in a block.  */
F double
clip (double *restrict o, const double *restrict p, const double *restrict q,
      int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] * q[i] > 0.25)
      {
	o[i] = p[i];
	s += q[i];
      }
  return s;
}

/* Stores what it reads: the replay knows the way all the same.  */
F int
sieve (char *mark, int n)
{
  int m = 0;
  for (int i = 2; i < n; i++)
    if (!mark[i])
      {
	m++;
	for (int j = 2 * i; j < n; j += i)
	  mark[j] = 1;
      }
  return m;
}

/* A list, with a register for its records, and none for corrections.  */
F uint64_t
crowded (const struct node *p, int64_t key, uint64_t *a)
{
  uint64_t r[11];
  for (int k = 0; k < 11; k++)
    r[k] = a[k];
  while (p)
    {
      if (p->key != key)
	{
	  r[0] += r[10], r[1] ^= r[0], r[2] += r[1], r[3] ^= r[2], r[4] += r[3];
	  r[5] ^= r[4], r[6] += r[5], r[7] ^= r[6], r[8] += r[7], r[9] ^= r[8];
	  r[10] += r[9];
	}
      p = p->next;
    }
  for (int k = 0; k < 11; k++)
    a[k] = r[k];
  return r[10];
}

/* No register is left.  */
F unsigned
busy (const int *p, int n, unsigned *a)
{
  unsigned r[14];
  for (int k = 0; k < 14; k++)
    r[k] = a[k];
  for (int i = 0; i < n; i++)
    if (p[i] & 1)
      {
	r[0] += i, r[1] ^= r[0], r[2] += r[1], r[3] ^= r[2], r[4] += r[3];
	r[5] ^= r[4], r[6] += r[5], r[7] ^= r[6], r[8] += r[7], r[9] ^= r[8];
	r[10] += r[9], r[11] ^= r[10], r[12] += r[11], r[13] ^= r[12];
      }
  for (int k = 0; k < 14; k++)
    a[k] = r[k];
  return r[13];
}

int
main (void)
{
  static char out[N];
  unsigned a[14] = { 1 };
  uint64_t c[11] = { 1 };
  double s = 0;
  long m = 0;
  for (int i = 0; i < N; i++)
    {
      int to = i * 37 % N;
      nodes[to].v = 0.5 * i;
      nodes[to].key = i;
      nodes[to].next = i + 1 < N ? &nodes[(i + 1) * 37 % N] : NULL;
      trees[i].key = 2 * i;
      for (int k = 0; k < 2 && i < 1000; k++)
	trees[i].sub[k] = &trees[2 * i + 1 + k];
      row[i + 1] = i / 4 * 3 + i % 4;
      column[i] = index_[i] = to;
      order[i] = i ? (i - 1) * 7 / 8 : 0;
      shorts[i] = to;
      value[i] = x[i] = 1.0 / (i + 1) + (i & 1);
      text[i] = 'a' + to % 26;
    }
  for (int i = 0; i < 5; i++)
    {
      s += chase (&nodes[37 * i % N]);
      m += find (nodes, 100 * i + 7) + cycle (order, N - 1 - i);
      for (int k = 0; k < 20; k++)
	m += search (trees, 2 * k * i);
      rows (y, row, column, value, x, N - 1 - i);
      m += filter (out, text, N - i) + indirect (shorts, index_, N - i);
      s += clip (y, x, value, N - i) + y[i];
      for (int k = 0; k < N; k++)
	out[k] = 0;
      m += sieve (out, 2000 + i) + out[N / 3];
      m += busy (column, N, a) + crowded (nodes, 7, c);
    }
  printf ("%.17g %ld\n", s, m);
}
