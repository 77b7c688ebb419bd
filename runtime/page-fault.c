/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a page fault takes in which memory is mapped and cleared.

   That is half a microsecond and more; in virtual machines without page tables of
   their own it was 10.  It decides whether a loop is told to touch memory for the first
   time.  Context: exit.  */

#include "runtime.h"

#define PAGE 4096
#define PAGES 16

double
mrt_page_fault (void)
{
  volatile char *pages = mrt_map (PAGES * PAGE, PAGE);
  uint64_t least = UINT64_MAX;
  if (!pages)
    return 0;
  for (unsigned i = 0; i < PAGES; i++)
    {
      uint64_t begin = mrt_clock ();
      pages[i * PAGE] = 1;
      least = MRT_MIN (least, mrt_clock () - begin);
    }
  mrt_unmap ((void *) pages, PAGES * PAGE);
  return (double) least;
}
