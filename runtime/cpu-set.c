/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sets of processors, and the kernel's lists of numbers.  Context: any.  */

#include "cpu-set.h"

unsigned
mrt_cpu_set_count (const struct mrt_cpu_set *set)
{
  unsigned n = 0;
  for (unsigned i = 0; i < MRT_MOST_CPUS / 64; i++)
    /* Kernighan's way: the builtin is a call of libgcc, whose shared form
       Fortran programs would then need.  */
    for (uint64_t bits = set->bits[i]; bits; bits &= bits - 1)
      n++;
  return n;
}

bool
mrt_cpu_set_has (const struct mrt_cpu_set *set, uint64_t cpu)
{
  return cpu < MRT_MOST_CPUS && (set->bits[cpu / 64] >> cpu % 64 & 1);
}

void
mrt_cpu_set_union (struct mrt_cpu_set *to, const struct mrt_cpu_set *from)
{
  for (unsigned i = 0; i < MRT_MOST_CPUS / 64; i++)
    to->bits[i] |= from->bits[i];
}

unsigned
mrt_cpu_set_first (const struct mrt_cpu_set *set)
{
  unsigned cpu = 0;
  while (cpu < MRT_MOST_CPUS && !mrt_cpu_set_has (set, cpu))
    cpu++;
  return cpu;
}

bool
mrt_cpu_set_of (struct mrt_cpu_set *set, long tid)
{
  *set = (struct mrt_cpu_set) { 0 };
  return mrt_syscall3 (SYS_sched_getaffinity, tid, sizeof *set, set) > 0;
}

void
mrt_cpu_set_list (const struct mrt_cpu_set *set, char *buf, size_t n)
{
  size_t used = 0;
  for (uint64_t cpu = 0; cpu < MRT_MOST_CPUS; cpu++)
    {
      uint64_t from = cpu;
      if (!mrt_cpu_set_has (set, cpu))
	continue;
      while (mrt_cpu_set_has (set, cpu + 1))
	cpu++;
      /* A comma, two numbers, the dash, and the points at the end.  */
      if (used + 50 > n)
	{
	  mrt_copy (buf + used, "...", 4);
	  return;
	}
      if (used)
	buf[used++] = ',';
      used += mrt_decimal (buf + used, from);
      if (cpu > from)
	{
	  buf[used++] = '-';
	  used += mrt_decimal (buf + used, cpu);
	}
    }
  buf[used] = 0;
}

bool
mrt_next_range (const char **s, uint64_t *from, uint64_t *to)
{
  const char *end;
  *from = *to = mrt_parse_number (*s, &end);
  if (end == *s)
    return false;
  if (*end == '-')
    *to = mrt_parse_number (end + 1, &end);
  *s = *end == ',' ? end + 1 : end;
  return true;
}
