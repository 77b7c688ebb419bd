/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The base of segment gs, which nothing uses on this system, but a program
   may.  The kernel says whether instructions can set it; its own call takes user
   addresses only.  */

#include "arch.h"

#include <asm/prctl.h>
#include <sys/auxv.h>

#define HWCAP2_FSGSBASE 2

static bool
instructions_p (void)
{
  static int known;
  int how = __atomic_load_n (&known, __ATOMIC_RELAXED);
  if (!how)
    {
      how = getauxval (AT_HWCAP2) & HWCAP2_FSGSBASE ? 1 : 2;
      __atomic_store_n (&known, how, __ATOMIC_RELAXED);
    }
  return how == 1;
}

uint64_t
mrt_segment_base (void)
{
  uint64_t base = 0;
  if (instructions_p ())
    __asm__ volatile ("rdgsbase %0" : "=r" (base));
  else
    mrt_syscall3 (SYS_arch_prctl, ARCH_GET_GS, &base, 0);
  return base;
}

bool
mrt_set_segment_base (uint64_t base)
{
  if (!instructions_p ())
    return mrt_syscall3 (SYS_arch_prctl, ARCH_SET_GS, base, 0) == 0;
  __asm__ volatile ("wrgsbase %0" : : "r" (base));
  return true;
}
