/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -fplugin-arg-memlb-max-depth=2 -fno-tree-vectorize */
/* memlb-options: -fno-tree-loop-distribute-patterns */
/* memlb-levels: -O1 -O2 */
/* memlb-reason: too-deep */
/* memlb-copied: 3 */
/* memlb-note: c:17:[0-9]*: .*of depth 2 copied */
/* memlb-note: c:20:[0-9]*: .*of depth 1 copied */
/* memlb-note: c:28:[0-9]*: .*of depth 2 copied */
enum { N = 100 };

void
deep (double (*a)[N], double (*b)[N], int steps)
{
  for (int s = 0; s < steps; s++)
    {
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  a[i][j] = a[i][j] * 2 + s;
      for (int i = 0; i < N; i++)
	b[i][0] = a[0][i];
    }
}

void
shallow (double (*a)[N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] *= 3;
}
