/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A jump table in a block that makes a cold call leads out of the loop.  */
/* memlb-options: -fno-tree-vectorize -fno-jump-tables -fno-tree-switch-conversion */
/* memlb-options: -fjump-tables -fno-reorder-blocks-and-partition -fno-ivopts */
/* memlb-reason: exit-edge */
extern unsigned recover (long) __attribute__ ((cold));
extern void log_it (int);
long
f (long *a, long n)
{
  long i;

  for (i = 0; i < n; i++)
    if (__builtin_expect (a[i] < 0, 0))
      switch (recover (i))
	{
	case 0: goto c;
	case 1: a[i] = 4; break;
	case 2: goto d;
	case 3: a[i] = a[i + 1]; break;
	case 4: goto e;
	case 5: a[i] *= 3; break;
	case 6: goto g;
	default: __builtin_unreachable ();
	}
    else
      a[i]++;
  return i;
c: log_it (3); return i + 1;
d: log_it (5); return i * 3;
e: log_it (7); return i ^ 5;
g: log_it (9); return -i;
}
