/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the processor says of itself.  Context: start and exit.  */

#include "arch.h"

#include <sys/auxv.h>

/* Of <asm/hwcap.h>: the kernel lets user code read MIDR_EL1.  */
#define MRT_HWCAP_CPUID (1 << 11)

/* "implementer 0xII part 0xPPP", as /proc/cpuinfo has them.  */

void
mrt_cpu_model (char *model)
{
  static const char form[] = "aarch64 implementer 0xII part 0xPPP";
  uint64_t midr = 0;
  if (getauxval (AT_HWCAP) & MRT_HWCAP_CPUID)
    __asm__ ("mrs %0, midr_el1" : "=r" (midr));
  uint64_t implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
  mrt_copy (model, form, sizeof form);
  for (char *p = model + sizeof form - 2; *p; p--)
    if (*p == 'P')
      {
	*p = "0123456789abcdef"[part & 15];
	part >>= 4;
      }
    else if (*p == 'I')
      {
	*p = "0123456789abcdef"[implementer & 15];
	implementer >>= 4;
	if (p[-1] != 'I')
	  break;
      }
}

bool
mrt_clock_invariant_p (void)
{
  return true;
}

uint64_t
mrt_clock_nominal_hz (void)
{
  uint64_t hz;
  __asm__ ("mrs %0, cntfrq_el0" : "=r" (hz));
  return hz;
}

bool
mrt_cpu_fits_p (void)
{
  return true;
}

/* A request of valgrind.h, RUNNING_ON_VALGRIND: rotations by 128 bits in all,
   which do nothing, and an instruction that does nothing either.  */

bool
mrt_valgrind_p (void)
{
  uint64_t request[6] = { 0x1001 };
  register uint64_t answer __asm__ ("x3") = 0;
  register uint64_t *at __asm__ ("x4") = request;
  __asm__ volatile ("ror x12, x12, #3\n\tror x12, x12, #13\n\t"
		    "ror x12, x12, #51\n\tror x12, x12, #61\n\t"
		    "orr x10, x10, x10"
		    : "+r" (answer) : "r" (at) : "cc", "memory", "x12");
  return answer != 0;
}
