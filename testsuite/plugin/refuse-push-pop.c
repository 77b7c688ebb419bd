/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flags reach a register through the stack.  */
/* memlb-reason: push-pop */
/* memlb-copied: 0 */
void
trace (unsigned long *flags, long n)
{
  for (long i = 0; i < n; i++)
    flags[i] = __builtin_ia32_readeflags_u64 ();
}
