/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whether programs may set the base of segment gs: the kernel says so (Linux
   5.9), and what runs programs in a machine of its own, as valgrind does, says
   that they may not.  Context: start only.  */

#include "arch.h"

#include <sys/auxv.h>

#define HWCAP2_FSGSBASE 2

bool mrt_segment_free;

void
mrt_segment_init (void)
{
  mrt_segment_free = getauxval (AT_HWCAP2) & HWCAP2_FSGSBASE;
}
