/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/event-source.c: the arithmetic on the pages of counters, and the
   descriptors, with events of the kernel itself, which machines without
   counters have too.  Where even these are refused, that is all there is to
   see.  */

#include "check-main.h"
#include "event-source.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const struct mrt_event_type mrt_event_types[MRT_N_EVENTS] = {
  { "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
  { "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
  { "nonsense", PERF_TYPE_SOFTWARE, 12345 },
  { "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN }
};

#define GRANTED 0xb		/* the third does not exist */
#define PAGES 100

START_TEST (page_time)
{
  struct perf_event_mmap_page page = { .time_offset = 50, .time_shift = 4,
				       .time_mult = 8 };
  ck_assert_uint_eq (mrt_event_page_ns (&page, 0), 50);
  ck_assert_uint_eq (mrt_event_page_ns (&page, 1000), 550);
  ck_assert_uint_eq (mrt_event_page_ns (&page, 1001), 550);
  ck_assert_uint_eq (mrt_event_page_ns (&page, 1002), 551);
  /* No product overflows.  */
  page.time_shift = 31;
  page.time_mult = 1u << 30;
  ck_assert_uint_eq (mrt_event_page_ns (&page, 1ull << 60),
		     (1ull << 59) + 50);
  /* A counter of few bits.  */
  page.time_shift = 0;
  page.time_mult = 1;
  page.cap_user_time_short = 1;
  page.time_cycles = 0x1f0;
  page.time_mask = 0xff;
  ck_assert_uint_eq (mrt_event_page_ns (&page, 0x1f8), 0x1f8 + 50);
  ck_assert_uint_eq (mrt_event_page_ns (&page, 0x05), 0x205 + 50);
}
END_TEST

/* What is not on the processor has stopped where the page says.  */

START_TEST (page_stopped)
{
  struct perf_event_mmap_page page
    = { .time_enabled = 700, .time_running = 300, .offset = 12345,
	.time_offset = 11 };
  uint64_t enabled, running;
  ck_assert_uint_eq (mrt_event_page_read (&page, &enabled, &running), 12345);
  ck_assert_uint_eq (enabled, 711);
  ck_assert_uint_eq (running, 300);
}
END_TEST

static void
touch_pages (void)
{
  char *p = mmap (NULL, PAGES * 4096, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert (p != MAP_FAILED);
  madvise (p, PAGES * 4096, MADV_NOHUGEPAGE);
  for (int i = 0; i < PAGES; i++)
    ((volatile char *) p)[i * 4096] = 1;
  munmap (p, PAGES * 4096);
}

/* How many descriptors are open.  */

static int
count_descriptors (void)
{
  int n = 0;
  for (int fd = 0; fd < 1024; fd++)
    n += fcntl (fd, F_GETFD) >= 0;
  return n;
}

/* Open all; false if the kernel refuses.  */

static bool
open_all (struct mrt_event_group *g)
{
  mrt_event_open (g, MRT_ALL_EVENTS);
  if (!g->events)
    puts ("the kernel grants no events");
  return g->events;
}

START_TEST (counts)
{
  struct mrt_event_group g;
  struct mrt_event_values a, b;
  int before = count_descriptors ();
  if (!open_all (&g))
    return;
  ck_assert_uint_eq (g.events, GRANTED);
  ck_assert (!g.pages);
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (g.events >> i & 1)
      {
	ck_assert_int_ge (g.fd[i], 400);
	ck_assert_int_eq (fcntl (g.fd[i], F_GETFD), FD_CLOEXEC);
      }
  ck_assert_int_eq (count_descriptors (), before + 3);
  ck_assert (mrt_event_read (&g, &a));
  touch_pages ();
  ck_assert (mrt_event_read (&g, &b));
  ck_assert_uint_gt (b.value[0], a.value[0]);
  ck_assert_uint_ge (b.value[1], a.value[1] + PAGES);
  ck_assert_uint_ge (b.value[3], a.value[3] + PAGES);
  ck_assert_uint_eq (b.value[2], 0);
  ck_assert_uint_gt (b.enabled, a.enabled);
  ck_assert_uint_eq (b.enabled - a.enabled, b.running - a.running);
  mrt_event_close (&g);
  ck_assert_int_eq (count_descriptors (), before);
  ck_assert (!mrt_event_read (&g, &b));
}
END_TEST

/* The program has closed a descriptor, and uses its number again.  */

START_TEST (taken)
{
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    {
      struct mrt_event_group g;
      struct mrt_event_values v;
      int ends[2];
      char byte = 0;
      if (!open_all (&g))
	return;
      if (!(g.events >> i & 1))
	continue;
      ck_assert_int_eq (pipe (ends), 0);
      ck_assert_int_eq (write (ends[1], "precious, all of it", 19), 19);
      ck_assert_int_eq (dup2 (ends[0], g.fd[i]), g.fd[i]);
      int fd = g.fd[i];
      ck_assert (!mrt_event_read (&g, &v));
      mrt_event_close (&g);
      ck_assert_int_eq (read (fd, &byte, 1), 1);
      ck_assert_int_eq (byte, 'p');
      close (fd);
      close (ends[0]);
      close (ends[1]);
    }
}
END_TEST

START_TEST (all_closed)
{
  struct mrt_event_group g;
  struct mrt_event_values v;
  if (!open_all (&g))
    return;
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (g.events >> i & 1)
      close (g.fd[i]);
  ck_assert (!mrt_event_read (&g, &v));
  mrt_event_close (&g);
}
END_TEST

/* A child forgets what it inherits, and its parent counts on.  */

START_TEST (forked)
{
  struct mrt_event_group g;
  struct mrt_event_values v;
  int before = count_descriptors (), status;
  if (!open_all (&g))
    return;
  pid_t pid = fork ();
  if (!pid)
    {
      mrt_event_forget (&g);
      _exit (g.events || count_descriptors () != before);
    }
  ck_assert (waitpid (pid, &status, 0) == pid);
  ck_assert_int_eq (status, 0);
  ck_assert (mrt_event_read (&g, &v));
  mrt_event_close (&g);
}
END_TEST

/* Too few descriptors: nothing, and nothing stays open.  */

START_TEST (few_descriptors)
{
  struct rlimit limit = { 0, 0 };
  int before = count_descriptors ();
  getrlimit (RLIMIT_NOFILE, &limit);
  for (rlim_t n = (rlim_t) before; n < (rlim_t) before + 8; n++)
    {
      struct mrt_event_group g;
      limit.rlim_cur = n;
      ck_assert_int_eq (setrlimit (RLIMIT_NOFILE, &limit), 0);
      mrt_event_open (&g, MRT_ALL_EVENTS);
      ck_assert_uint_eq (g.events, 0);
      ck_assert_int_eq (count_descriptors (), before);
    }
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("event-source");
  tcase_add_test (tests, page_time);
  tcase_add_test (tests, page_stopped);
  tcase_add_test (tests, counts);
  tcase_add_test (tests, taken);
  tcase_add_test (tests, all_closed);
  tcase_add_test (tests, forked);
  tcase_add_test (tests, few_descriptors);
  return run_tests (tests);
}
