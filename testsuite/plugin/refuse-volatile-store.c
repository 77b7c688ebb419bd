/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb-reason: volatile */
/* memlb-copied: 0 */
void
send (volatile int *port, const int *data, long n)
{
  for (long i = 0; i < n; i++)
    *port = data[i];
}
