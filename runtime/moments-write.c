/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Single entries in the profile.  */

#include "moments.h"
#include "runtime.h"
#include "thread.h"
#include "xml.h"

/* About so many of all threads together are written.  */
#define WRITTEN 4096

/* One in so many is.  */

static uint32_t
one_in (void)
{
  uint64_t n = 0;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    n += mrt_load (&t->moments.n);
  return (uint32_t) ((n + WRITTEN - 1) / WRITTEN);
}

static void
write_moment (struct mrt_xml *x, const struct mrt_moment *m, double hz,
	      double cost, double bound_cost)
{
  uint64_t begin = mrt_load (&m->begin), from = mrt_process.start_ticks;
  double time = (double) mrt_load (&m->time) - cost;
  double bound = (double) mrt_load (&m->bound);
  mrt_xml_open (x, "entry");
  mrt_xml_real (x, "start", begin > from ? (double) (begin - from) / hz : 0);
  mrt_xml_real (x, "time", (time > 0 ? time : 0) / hz);
  if (bound > 0)
    mrt_xml_real (x, "bound", (bound > bound_cost ? bound - bound_cost : 0)
			      / hz);
  mrt_xml_number (x, "thread", mrt_load (&m->thread));
  mrt_xml_close (x);
}

/* True if number I is one of those, one of EVERY, that are like random ones: the nests'
   entries may take turns.  */

static bool
drawn_p (uint32_t i, uint32_t every)
{
  return (i * 0x9e3779b1u >> 16) % every == 0;
}

void
mrt_moments_write (struct mrt_xml *x, uint32_t index, double hz, double cost,
		   double bound_cost)
{
  uint32_t every = one_in ();
  bool first = true;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      if (!mrt_load (&t->records[index].moments))
	continue;
      uint32_t n = __atomic_load_n (&t->moments.n, __ATOMIC_ACQUIRE);
      for (uint32_t i = 0; i < n && i < MRT_MOMENTS; i++)
	if (mrt_load (&t->moments.at[i].index) == index)
	  {
	    /* A nest that has one is seen.  */
	    if (first || drawn_p (i, every))
	      write_moment (x, &t->moments.at[i], hz, cost, bound_cost);
	    first = false;
	  }
    }
}
