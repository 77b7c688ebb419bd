/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-options: -fno-tree-switch-conversion -fno-tree-vectorize */
/* memlb-reason: jump-table */
/* memlb-copied: 0 */
void
apply (const unsigned char *op, long *a, long n)
{
  for (long i = 0; i < n; i++)
    switch (op[i])
      {
      case 0: a[i] += 7; break;
      case 1: a[i] *= a[i + 1]; break;
      case 2: a[i] ^= 5; break;
      case 3: a[i] = -a[i]; break;
      case 4: a[i] <<= 3; break;
      case 5: a[i] /= 9; break;
      case 6: a[i] = ~a[i]; break;
      case 7: a[i] %= 11; break;
      default: a[i] = 0; break;
      }
}
