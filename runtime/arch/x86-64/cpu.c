/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the processor says of itself.  Context: start and exit.  */

#include "arch.h"

#include <cpuid.h>

void
mrt_cpu_model (char *model)
{
  unsigned *p = (unsigned *) model;
  unsigned max = __get_cpuid_max (0x80000000, NULL);
  model[0] = model[48] = 0;
  if (max >= 0x80000004)
    for (unsigned i = 0; i < 3; i++, p += 4)
      __cpuid (0x80000002 + i, p[0], p[1], p[2], p[3]);
}

bool
mrt_clock_invariant_p (void)
{
  unsigned a, b, c, d;
  return __get_cpuid (0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
}

uint64_t
mrt_clock_nominal_hz (void)
{
  unsigned denominator, numerator, crystal, d;
  if (!__get_cpuid (0x15, &denominator, &numerator, &crystal, &d)
      || !denominator || !numerator || !crystal)
    return 0;
  return (uint64_t) crystal * numerator / denominator;
}

/* LAHF and SAHF, which the first processors lacked in 64-bit mode.  */

bool
mrt_cpu_fits_p (void)
{
  unsigned a, b, c, d;
  return __get_cpuid (0x80000001, &a, &b, &c, &d) && (c & 1);
}

/* A request of valgrind.h, RUNNING_ON_VALGRIND: rotations by 128 bits in all,
   which do nothing, and an exchange that does nothing either.  */

bool
mrt_valgrind_p (void)
{
  volatile uint64_t request[6] = { 0x1001 };
  uint64_t answer = 0;
  __asm__ volatile ("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
		    "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
		    "xchgq %%rbx, %%rbx"
		    : "+d" (answer) : "a" (&request[0]) : "cc", "memory");
  return answer != 0;
}
