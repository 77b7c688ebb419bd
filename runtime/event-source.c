/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Event counters of the Linux kernel: perf_event_open, which the C library has
   no function for.  A file of its own: the tests put another source in its
   place.

   Where the processor's counters may be read by user code (rdpmc), the pages
   that say how are all that is kept: they hold the counters, and the
   descriptors are closed at once, so that the program never sees one.
   Otherwise the descriptors stay, with large numbers.  A program may close
   whatever it finds and use the number again: before each use a descriptor is
   asked for its event's number in the kernel, which no other file has.

   Under valgrind there are none: it knows no rdpmc, and what the processor
   counts is not the program.

   The formulas are those of perf_event_open(2) and of the comments in
   <linux/perf_event.h>.  */

#include "event-source.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define PAGE 4096

/* Descriptors that are kept have this number or a larger one.  */
#define FIRST_KEPT 400

/* What a read returns.  */
struct group_read
{
  uint64_t n, enabled, running;
  uint64_t value[MRT_N_EVENTS];
};

static bool
has_p (const struct mrt_event_group *g, unsigned event)
{
  return g->events >> event & 1;
}

/* The number of the first of G's events; it has some.  */

static unsigned
leader (const struct mrt_event_group *g)
{
  return (unsigned) __builtin_ctz (g->events);
}

/* True if the descriptor of EVENT in G still is what it was.  */

static bool
ours_p (const struct mrt_event_group *g, unsigned event)
{
  uint64_t id = 0;
  return mrt_syscall3 (SYS_ioctl, g->fd[event], PERF_EVENT_IOC_ID, &id) == 0
	 && id == g->id[event];
}

/* Open EVENT for the calling thread as one of G, not counting yet if it is the
   first; negative where that cannot be.  User code alone is counted.  */

static long
open_event (const struct mrt_event_group *g, unsigned event)
{
  struct perf_event_attr attr;
  mrt_fill (&attr, 0, sizeof attr);
  attr.type = mrt_event_types[event].type;
  attr.size = sizeof attr;
  attr.config = mrt_event_types[event].config;
  attr.disabled = !g->events;
  attr.exclude_kernel = 1;
  attr.exclude_hv = 1;
  attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED
		     | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return mrt_syscall6 (SYS_perf_event_open, (long) &attr, 0, -1,
		       g->events ? g->fd[leader (g)] : -1,
		       PERF_FLAG_FD_CLOEXEC, 0);
}

static void
unmap_pages (struct mrt_event_group *g)
{
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (g->page[i])
      mrt_syscall3 (SYS_munmap, g->page[i], PAGE, 0);
  mrt_fill (g->page, 0, sizeof g->page);
}

/* Map the pages of G.  False, with none mapped, where they do not say how to
   read every counter.  */

static bool
map_pages (struct mrt_event_group *g)
{
  bool usable = true;
  for (unsigned i = 0; usable && i < MRT_N_EVENTS; i++)
    {
      if (!has_p (g, i))
	continue;
      long p = mrt_syscall6 (SYS_mmap, 0, PAGE, PROT_READ, MAP_SHARED,
			     g->fd[i], 0);
      if (p < 0 && p > -4096)
	usable = false;
      else
	{
	  const struct perf_event_mmap_page *page = (const void *) p;
	  g->page[i] = page;
	  usable = MRT_USER_COUNTERS && page->cap_user_rdpmc
		   && page->cap_user_time;
	}
    }
  if (!usable)
    unmap_pages (g);
  return usable;
}

/* Close the descriptors of G, just opened.  */

static void
close_descriptors (const struct mrt_event_group *g)
{
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (has_p (g, i))
      mrt_syscall3 (SYS_close, g->fd[i], 0, 0);
}

/* Give the descriptors of G large numbers, and learn who they are.  False,
   with all closed, where that cannot be.  */

static bool
keep_descriptors (struct mrt_event_group *g)
{
  bool kept = true;
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (has_p (g, i))
      {
	long fd = mrt_syscall3 (SYS_fcntl, g->fd[i], F_DUPFD_CLOEXEC,
				FIRST_KEPT);
	mrt_syscall3 (SYS_close, g->fd[i], 0, 0);
	g->fd[i] = (int32_t) fd;
	kept &= mrt_syscall3 (SYS_ioctl, fd, PERF_EVENT_IOC_ID, &g->id[i])
		== 0;
      }
  if (!kept)
    close_descriptors (g);
  return kept;
}

void
mrt_event_open (struct mrt_event_group *g, uint32_t events)
{
  mrt_fill (g, 0, sizeof *g);
  for (unsigned i = 0; i < MRT_N_EVENTS && !mrt_valgrind_p (); i++)
    if (events >> i & 1)
      {
	long fd = open_event (g, i);
	if (fd < 0)
	  continue;
	g->fd[i] = (int32_t) fd;
	g->events |= 1u << i;
      }
  if (!g->events)
    return;
  mrt_syscall3 (SYS_ioctl, g->fd[leader (g)], PERF_EVENT_IOC_ENABLE,
		PERF_IOC_FLAG_GROUP);
  g->pages = map_pages (g);
  if (g->pages)
    close_descriptors (g);
  else if (!keep_descriptors (g))
    g->events = 0;
}

uint64_t
mrt_event_page_ns (const struct perf_event_mmap_page *page, uint64_t ticks)
{
  if (page->cap_user_time_short)
    ticks = page->time_cycles
	    + ((ticks - page->time_cycles) & page->time_mask);
  uint64_t quotient = ticks >> page->time_shift;
  uint64_t rest = ticks & (((uint64_t) 1 << page->time_shift) - 1);
  return page->time_offset + quotient * page->time_mult
	 + (rest * page->time_mult >> page->time_shift);
}

uint64_t
mrt_event_page_read (const struct perf_event_mmap_page *page,
		     uint64_t *enabled, uint64_t *running)
{
  uint64_t count;
  uint32_t lock;
  do
    {
      lock = __atomic_load_n (&page->lock, __ATOMIC_ACQUIRE);
      uint32_t index = mrt_load (&page->index);
      uint64_t since = mrt_event_page_ns (page, mrt_clock ());
      *enabled = mrt_load (&page->time_enabled) + since;
      *running = mrt_load (&page->time_running) + (index ? since : 0);
      count = (uint64_t) mrt_load (&page->offset);
      if (index)
	{
	  unsigned unused = 64 - page->pmc_width;
	  count += (uint64_t) ((int64_t) (mrt_read_counter (index - 1)
					  << unused) >> unused);
	}
      __atomic_signal_fence (__ATOMIC_ACQUIRE);
    }
  while (mrt_load (&page->lock) != lock);
  return count;
}

static void
read_pages (const struct mrt_event_group *g, struct mrt_event_values *v)
{
  for (unsigned i = MRT_N_EVENTS; i--; )
    v->value[i] = has_p (g, i)
		  ? mrt_event_page_read (g->page[i], &v->enabled, &v->running)
		  : 0;
}

bool
mrt_event_read (const struct mrt_event_group *g, struct mrt_event_values *v)
{
  if (!g->events)
    return false;
  if (g->pages)
    {
      read_pages (g, v);
      return true;
    }
  struct group_read r = { 0 };
  unsigned n = 0;
  if (!ours_p (g, leader (g))
      || mrt_syscall3 (SYS_read, g->fd[leader (g)], &r, sizeof r) <= 0)
    return false;
  v->enabled = r.enabled;
  v->running = r.running;
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    v->value[i] = has_p (g, i) ? r.value[n++] : 0;
  /* One that was closed is in the group no more.  */
  return r.n == n;
}

void
mrt_event_forget (struct mrt_event_group *g)
{
  for (unsigned i = 0; !g->pages && i < MRT_N_EVENTS; i++)
    if (has_p (g, i) && ours_p (g, i))
      mrt_syscall3 (SYS_close, g->fd[i], 0, 0);
  mrt_fill (g, 0, sizeof *g);
}

void
mrt_event_close (struct mrt_event_group *g)
{
  unmap_pages (g);
  mrt_event_forget (g);
}
