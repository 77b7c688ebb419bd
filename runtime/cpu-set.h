/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sets of processors, and the kernel's lists of numbers.  */
#ifndef MRT_CPU_SET_H
#define MRT_CPU_SET_H

#include "base.h"

#define MRT_MOST_CPUS 8192

struct mrt_cpu_set
{
  uint64_t bits[MRT_MOST_CPUS / 64];
};

unsigned mrt_cpu_set_count (const struct mrt_cpu_set *set);
bool mrt_cpu_set_has (const struct mrt_cpu_set *set, uint64_t cpu);
void mrt_cpu_set_union (struct mrt_cpu_set *to,
			const struct mrt_cpu_set *from);

/* The first of a SET, MRT_MOST_CPUS if it is empty.  */
unsigned mrt_cpu_set_first (const struct mrt_cpu_set *set);

/* Where thread TID (0: this one) may run.  */
bool mrt_cpu_set_of (struct mrt_cpu_set *set, long tid);

/* SET as a list such as 0-3,8 at BUF; cut off, with "..." at its end, where
   N bytes are not enough.  */
void mrt_cpu_set_list (const struct mrt_cpu_set *set, char *buf, size_t n);

/* The next range of the list at *S, behind which *S then stands.  False at
   its end.  */
bool mrt_next_range (const char **s, uint64_t *from, uint64_t *to);

#endif
