/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: no-reference */
/* memlb-copied: 0 */
unsigned
collatz (unsigned long x)
{
  unsigned steps = 0;

  for (; x != 1; steps++)
    x = x & 1 ? 3 * x + 1 : x >> 1;
  return steps;
}
