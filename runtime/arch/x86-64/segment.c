/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The base of segment gs.  Where the kernel says that programs may set it
   (Linux 5.9), there are instructions for that; else there is a system call,
   which takes bases of user addresses only, and takes a tenth of a microsecond,
   or ten in some virtual machines.  One that takes more is none of Linux, but of
   what runs the program in a machine of its own, as valgrind does, whose caches
   mirrors are not meant for.  */

#include "arch.h"

#include <asm/prctl.h>
#include <sys/auxv.h>

#define HWCAP2_FSGSBASE 2

bool mrt_segment_free, mrt_segment_signed;

uint64_t
mrt_segment_base (void)
{
  uint64_t base = 0;
  if (mrt_segment_signed)
    __asm__ volatile ("rdgsbase %0" : "=r" (base));
  else
    mrt_syscall3 (SYS_arch_prctl, ARCH_GET_GS, &base, 0);
  return base;
}

void
mrt_set_segment_base (uint64_t base)
{
  if (mrt_segment_signed)
    __asm__ volatile ("wrgsbase %0" : : "r" (base) : "memory");
  else
    mrt_syscall3 (SYS_arch_prctl, ARCH_SET_GS, base, 0);
}

/* These go by the system call alone: what runs the program in its place may know
   it but not the instructions.  */

bool
mrt_ask_segment_base (uint64_t *base)
{
  return mrt_syscall3 (SYS_arch_prctl, ARCH_GET_GS, base, 0) == 0;
}

bool
mrt_put_segment_base (uint64_t base)
{
  return mrt_syscall3 (SYS_arch_prctl, ARCH_SET_GS, base, 0) == 0;
}

/* True if the system call takes BASE.  */

static bool
takes_p (uint64_t base)
{
  return mrt_syscall3 (SYS_arch_prctl, ARCH_SET_GS, base, 0) == 0;
}

void
mrt_segment_init (void)
{
  uint64_t base = 0;
  mrt_segment_signed = getauxval (AT_HWCAP2) & HWCAP2_FSGSBASE;
  bool any = !mrt_segment_signed
	     && (mrt_syscall3 (SYS_arch_prctl, ARCH_GET_GS, &base, 0) != 0
		 || takes_p (UINT64_MAX << 12));
  mrt_segment_free = mrt_segment_signed || (takes_p (base) && !any);
}
