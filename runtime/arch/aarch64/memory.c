/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the compiler calls to clear and to copy structures, in general registers
   only; see arch.h.  */

#include "arch.h"

void *
memset (void *dst, int value, size_t n)
{
  mrt_fill (dst, (unsigned char) value, n);
  return dst;
}

void *
memcpy (void *dst, const void *src, size_t n)
{
  mrt_copy (dst, src, n);
  return dst;
}
