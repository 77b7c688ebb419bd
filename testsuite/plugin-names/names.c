/* Names of references and loops in C.
   SPDX-License-Identifier: GPL-3.0-or-later

   check-names.awk says what the comments at the ends of lines mean.  */

struct node { struct node *next; double v; double w[4]; };
struct body { float x, y, z; };

double grid[10][20];
double global[1000];

#define AT(A, I, J) (A)[(I) * n + (J)]

double
matrix (int n, int m, double *a, double b[n][m], const int *col,
	const double *x)
{
  for (int i = 1; i < n - 1; i++)		/* loop: +2 k */
    for (int k = 0; k < m; k++)
      a[i * n + k] += b[i][k] * x[col[k]];	/* names: a[i*n+k] b[i][k] x[col[k]] col[k] */
  return a[0];
}

double
fixed (int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)			/* loop: +1 i */
    s += grid[i][3] * global[2 * i + 1];	/* names: grid[i][3] global[i*2+1] */
  return s;
}

double
list (const struct node *p, int i0)
{
  double s = 0;
  while (p)
    {
      s += p->v * p->w[i0 + 1];			/* names: p->v p->w[i0+1] */
      p = p->next;				/* names: p->next */
    }
  return s;
}

double
walk (const double *a, int n)
{
  double s = 0;
  for (const double *q = a; q < a + n; q++)	/* loop: +1 q */
    s += *q * q[7];				/* names: *q q[7] */
  return s;
}

void
bodies (struct body *b, int n, float *restrict out)
{
  for (int i = 0; i < n; i++)			/* loop: +1 i */
    out[i] = b[i].x * b[n - i].z;		/* names: out[i] b[i].x b[n-i].z */
}

void
stencil (double *restrict u, const double *restrict v, int n)
{
  for (int i = 1; i < n; i++)			/* loop: +2 j */
    for (int j = 1; j < n; j++)
      AT (u, i, j) = AT (v, i, j - 1) * AT (v, i + 1, j); /* names: u[i*n+j] ?v[i*n+j-1] ?v[n*(i+1)+j] */
}

double
column (double **rows, int n, int j)
{
  double s = 0;
  for (int i = 0; i < n; i++)			/* loop: +1 i */
    s += rows[i][j];				/* names: rows[i] rows[i][j] */
  return s;
}

/* Loops of functions that become one function's: each is found where it is
   written, whatever is computed for it before.  */

static void
smooth (double *restrict b, const double *restrict a, int n)
{
  for (int i = 1; i < n - 1; i++)		/* loop: +3 j */
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j]
		      + a[i * n + j - 1] + a[i * n + j + 1]);
}

static void
turn (double *restrict t, const double *restrict b, int n)
{
  for (int row = 0; row < n; row++)		/* loop: +2 col */
    for (int col = 0; col < n; col++)
      t[col * n + row] = b[row * n + col];
}

double
steps (double *a, double *b, double *t, int n, int count)
{
  double s = 0;
  for (int k = 0; k < count; k++)
    {
      smooth (b, a, n);
      turn (t, b, n);
      for (int i = 0; i < n * n; i++)
	s += t[i];
      double *x = a;
      a = t;
      t = x;
    }
  return s;
}
