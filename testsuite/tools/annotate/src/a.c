/* SPDX-License-Identifier: GPL-3.0-or-later */

extern double x[], y[], a[100][100], b[], t[], u[];

void
f (int n)
{
  int i, j;

  for (i = 0; i < n; i++)
    {
	/* A tab.  */
	y[i] = 2 * x[i];
    }

  /* Nothing
     of interest
     here.  */

  for (i = 0; i < n; i++)
    {
      for (j = 0; j < n; j++)
	{
	  a[i][j] += b[j];
	}

      /* The end of the outer loop.  */

    }
}





void
g (int n)
{

  for (int i = 0; i < n; i++)
    {
      u[i] = t[i];

    }
}
