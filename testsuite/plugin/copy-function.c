/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions without loops are measured as nests are: straight-line code, with
   arguments on the stack, one that calls itself, that ends in a call, whose loop has
   no copy.  Those that are short, are passed records, or want their return address
   are not.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -fno-ipa-sra */
/* memlb-levels: -O1 -O2 -O3 */
/* memlb-asm: ^block[.]memlb_bound[.][0-9]+: */
/* memlb-asm: ^(many|walk|last|around)[.]memlb_bound[.][0-9]+: */
/* memlb-asm-not: ^(brief|record|traced)[.]memlb_bound */
/* memlb-note: copy-function.c:[0-9]+:.*nest of depth 0 copied */
/* memlb-run: - */
/* memlb-executed: 40 */
#include <stdio.h>
#define B(i, j) c[5 * i + j] -= a[5 * i] * b[j] + a[5 * i + 1] * b[5 + j] \
  + a[5 * i + 2] * b[10 + j] + a[5 * i + 3] * b[15 + j] \
  + a[5 * i + 4] * b[20 + j];
#define ROW(i) B (i, 0) B (i, 1) B (i, 2) B (i, 3) B (i, 4)
struct node { struct node *left, *right; double value, sum; };
struct record { long a, b, c; double x[3]; };

static void
block (double *c, const double *a, const double *b)
{
  ROW (0) ROW (1) ROW (2) ROW (3) ROW (4)
}

static double
walk (struct node *n)
{
  if (!n)
    return 0;
  n->sum = walk (n->left) / 2 + walk (n->right) + n->value;
  return n->sum;
}

static long
many (long a, long b, double x, long c, long d, long e, long f, long g, long h,
      double *to, struct node *n)
{
  to[0] = x + walk (n) / 1000;
  to[1] += g - h;
  return a + b * c - d * e + (f > h ? g : h);
}

static double
last (double *c, const double *a, struct node *n, int k)
{
  block (c, a, a + 3);
  block (c + 1, a, a + 1);
  c[k] /= 2;
  c[k + 1] = c[k] - a[k];
  return walk (n);
}

static double
brief (double x, double y)
{
  return x * y + 1;
}

static double
record (struct record r, double *to)
{
  to[r.a] = r.x[r.b] + brief (r.x[0], r.x[1]) + brief (r.x[2], r.c)
	    + brief (to[0], r.a);
  return to[r.c] + brief (r.x[1], r.x[1]);
}

/* Says who called it.  */
static double
traced (double *to, const double *from)
{
  static void *caller;
  void *old = caller;
  caller = __builtin_return_address (0);
  to[0] = brief (from[0], from[1]) + brief (from[2], to[3]);
  return to[1] * brief (from[4], to[2]) + (old && old != caller);
}

/* Its loop has a call whose result decides.  */
static double
around (struct node *n, double *c, const double *a)
{
  double s = 0;
  block (c, a, a);
  for (int i = 0; i < 3 && walk (n) > i; i++)
    s += walk (n->left) - i;
  return s;
}

int
main (void)
{
  static double a[40], b[40], c[40];
  static struct node nodes[31];
  double s = 0;
  for (int i = 0; i < 40; i++)
    a[i] = i % 7 / 64., b[i] = i % 5 / 32., c[i] = i;
  for (int i = 0; i < 31; i++)
    {
      nodes[i].value = i % 4 + 1;
      if (2 * i + 2 < 31)
	nodes[i].left = nodes + 2 * i + 1, nodes[i].right = nodes + 2 * i + 2;
    }
  for (int i = 0; i < 10; i++)
    {
      struct record r = { i % 3, 1, 2, { i, .5, .25 } };
      block (c + i, a, b + i);
      s += many (i, 2, s, 3, 4, i, 6, 7, 8 - i, c, nodes);
      s += last (c, a, nodes + i, i) + record (r, c) + around (nodes, c, b);
      s += traced (c, a);
      nodes[i].value = -i;
    }
  for (int i = 0; i < 40; i++)
    s = s / 2 + c[i];
  printf ("%.17g\n", s);
}
