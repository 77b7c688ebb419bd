/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -fno-tree-vectorize -fno-tree-loop-distribute-patterns */
/* memlb-options: -ffast-math -fno-inline */
/* memlb-levels: -O1 -O2 */
/* memlb-reason: inner-loops */
/* memlb-copied: 12 */
/* memlb-note: c:31:[0-9]*: .*inner-loops */
/* memlb-note: c:53:[0-9]*: .*inner-loops */
/* memlb-note: c:117:[0-9]*: .*inner-loops */
/* memlb-note: c:125:[0-9]*: .*inner-loops */
/* Loops around others that tell more by themselves, and loops around others
   that do not.  */
enum { N = 100 };
double a[N][N], b[N][N];
int count[N], key[N][N];

struct node
{
  struct node *next;
  double v[N][N];
};

/* Until nothing changes: the loads that decide that stay real in a copy of all.
   Two.  */
int
relax (double least)
{
  double change = 1;
  int steps = 0;

  while (change > least)
    {
      change = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    double d = __builtin_fabs (b[i][j] - a[i][j]);
	    change = d > change ? d : change;
	    a[i][j] = b[i][j];
	  }
      steps++;
    }
  return steps;
}

/* The bound of all were that of a histogram: too low.  Two.  */
void
histogram (int steps)
{
  for (int s = 0; s < steps; s++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j] + s;
      for (int i = 0; i < N; i++)
	count[key[0][i]]++;
    }
}

/* Their loads decide their own way: one.  */
int
larger (int n, int least)
{
  int found = 0;

  for (int s = 0; s < n; s++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	if (key[i][j] > least + s)
	  found += count[j];
  return found;
}

/* Rows of known length, three of three: one.  */
double
small (const double (*m)[3][3], long n, double limit)
{
  double sum = 0;

  for (long k = 0; k < n && sum < limit; k++)
    {
      _Pragma ("GCC unroll 1")
      for (int i = 0; i < 3; i++)
	_Pragma ("GCC unroll 1")
	for (int j = 0; j < 3; j++)
	  sum += m[k][i][j];
    }
  return sum;
}

/* A function may be called again and again, for a few steps each time: one.  */
void
time_steps (int steps)
{
  for (int s = 0; s < steps; s++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j] + s;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  a[i][j] = b[i][j] * 0.5;
    }
}

/* This one is executed once: the loops inside of the steps, two, and of the list,
   two; the blocks are one nest all the same.  */
int
main (int argc, char **argv)
{
  struct node *list = (struct node *) argv[argc];
  double sum = 0;

  for (int s = 0; s < argc; s++)
    {
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  b[i][j] = a[i - 1][j] + a[i + 1][j] + s;
      for (int i = 1; i < N - 1; i++)
	a[i][0] = b[i][1] * 0.5;
    }
  for (struct node *p = list; p; p = p->next)
    {
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  sum += p->v[i][j];
      for (int i = 0; i < N; i++)
	p->v[i][0] = sum;
    }
  for (int k = 0; k < argc; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	a[i][j] += b[i][k] * a[k][j];
  relax (sum);
  histogram (argc);
  time_steps (argc);
  return larger (argc, 5) + small ((void *) a, argc, sum) > 0;
}
