/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Was a measurement disturbed?  See watch.h.  */

#include "watch.h"

/* glibc's own, where it has them.  */
extern const ptrdiff_t __rseq_offset __attribute__ ((weak));
extern const unsigned int __rseq_size __attribute__ ((weak));

/* struct rseq: rseq_cs is its third field.  */
#define RSEQ_CS 8

/* In arch/: never run.  */
extern const char mrt_watch_never[] __attribute__ ((visibility ("hidden")));
extern const char mrt_watch_abort[] __attribute__ ((visibility ("hidden")));

intptr_t mrt_watch_offset;

const struct mrt_watch_section mrt_watch_section
  __attribute__ ((aligned (32)))
  = { 0, 0, (uint64_t) mrt_watch_never, 1, (uint64_t) mrt_watch_abort };

void
mrt_watch_init (void)
{
  if (&__rseq_size && __rseq_size && &__rseq_offset && __rseq_offset)
    mrt_watch_offset = __rseq_offset + RSEQ_CS;
}
