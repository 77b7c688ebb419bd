/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Was a measurement disturbed?  See watch.h.  */

#include "watch.h"

#include <sys/resource.h>
#include <sys/syscall.h>

/* glibc's own, where it has them.  */
extern const ptrdiff_t __rseq_offset __attribute__ ((weak));
extern const unsigned int __rseq_size __attribute__ ((weak));

/* struct rseq: rseq_cs is its third field.  */
#define RSEQ_CS 8

/* In arch/: never run.  */
extern const char mrt_watch_never[] __attribute__ ((visibility ("hidden")));
extern const char mrt_watch_abort[] __attribute__ ((visibility ("hidden")));

intptr_t mrt_watch_offset;

/* struct rseq_cs of <linux/rseq.h>.  */
static const struct
{
  uint32_t version, flags;
  uint64_t start_ip, post_commit_offset, abort_ip;
} section __attribute__ ((aligned (32)))
  = { 0, 0, (uint64_t) mrt_watch_never, 1, (uint64_t) mrt_watch_abort };

const uint64_t *const mrt_watch_armed = (const uint64_t *) &section;

void
mrt_watch_init (void)
{
  if (&__rseq_size && __rseq_size && &__rseq_offset && __rseq_offset)
    mrt_watch_offset = __rseq_offset + RSEQ_CS;
}

uint32_t
mrt_page_faults (void)
{
  struct rusage u;
  return mrt_syscall3 (SYS_getrusage, RUSAGE_THREAD, &u, 0)
	 ? 0 : (uint32_t) u.ru_minflt;
}
