/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/events.c with counters that stand here.  */

#include "check-main.h"
#include "events.h"
#include "module.h"
#include "settings.h"

#include <pthread.h>
#include <string.h>

/* What the source grants and says now; how often it was asked.  */
static uint32_t grants;
static struct mrt_event_values now;
static bool closed;
static int opens, closes, forgets;

void
mrt_event_open (struct mrt_event_group *g, uint32_t events)
{
  opens++;
  memset (g, 0, sizeof *g);
  g->events = events & grants;
}

bool
mrt_event_read (const struct mrt_event_group *g, struct mrt_event_values *v)
{
  *v = now;
  return g->events && !closed;
}

void
mrt_event_close (struct mrt_event_group *g)
{
  closes += g->events != 0;
  g->events = 0;
}

void
mrt_event_forget (struct mrt_event_group *g)
{
  forgets++;
  g->events = 0;
}

/* The counters go on by N times 1, 2, 3, 4 while the group is wanted for
   ENABLED ns and runs for RUNNING.  */

static void
go_on (uint64_t n, uint64_t enabled, uint64_t running)
{
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    now.value[i] += n * (i + 1);
  now.enabled += enabled;
  now.running += running;
}

static void
start (uint32_t wanted, uint32_t granted)
{
  grants = granted;
  closed = false;
  mrt_settings.mode = MRT_MODE_BOUND;
  mrt_settings.events = wanted;
  mrt_events_start ();
  opens = closes = forgets = 0;
}

/* A sample of nest INDEX: the original does ORIGINAL, the copy BOUND.  */

static void
sample (struct mrt_events *e, uint32_t index, uint64_t weight,
	uint64_t original, uint64_t bound)
{
  mrt_events_ready (e);
  mrt_events_begin (e);
  go_on (original, 100, 100);
  mrt_events_end (e, false);
  go_on (1000000, 100, 100);
  mrt_events_begin (e);
  go_on (bound, 100, 100);
  mrt_events_end (e, true);
  go_on (1000000, 100, 100);
  mrt_events_add (e, index, weight, 7 * original);
}

START_TEST (deltas)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  ck_assert_uint_eq (mrt_events_granted, MRT_ALL_EVENTS);
  sample (&e, 5, 3, 100, 10);
  sample (&e, 5, 0, 50, 20);
  sample (&e, 6, 1, 1, 2);
  ck_assert_int_eq (opens, 1);
  const struct mrt_event_record *rec = &e.records[5];
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    {
      ck_assert_uint_eq (rec->original[i], 350 * (i + 1));
      ck_assert_uint_eq (rec->bound[i], 50 * (i + 1));
    }
  ck_assert_uint_eq (rec->ticks, 7 * 350);
  ck_assert_uint_eq (rec->weight, 4);
  ck_assert_uint_eq (rec->samples, 2);
  ck_assert_uint_eq (e.records[6].samples, 1);
  mrt_events_close (&e);
  ck_assert_int_eq (closes, 1);
}
END_TEST

START_TEST (bound_first)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  mrt_events_ready (&e);
  mrt_events_begin (&e);
  go_on (5, 10, 10);
  mrt_events_end (&e, true);
  mrt_events_begin (&e);
  go_on (50, 10, 10);
  mrt_events_end (&e, false);
  mrt_events_add (&e, 4, 2, 30);
  ck_assert_uint_eq (e.records[4].original[0], 100);
  ck_assert_uint_eq (e.records[4].bound[0], 10);
}
END_TEST

START_TEST (dropped)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  /* Nothing is carried over to the next sample.  */
  mrt_events_ready (&e);
  mrt_events_begin (&e);
  go_on (100, 10, 10);
  mrt_events_end (&e, false);
  mrt_events_ready (&e);
  mrt_events_begin (&e);
  go_on (10, 10, 10);
  mrt_events_end (&e, true);
  mrt_events_add (&e, 5, 1, 1);
  ck_assert_uint_eq (e.records[5].samples, 0);
  /* Nor is an end without a beginning anything.  */
  mrt_events_end (&e, false);
  mrt_events_add (&e, 5, 1, 1);
  ck_assert_uint_eq (e.records[5].samples, 0);
  /* The group was not on the processor in the one, or in the other.  */
  for (int run = 0; run < 2; run++)
    {
      mrt_events_ready (&e);
      mrt_events_begin (&e);
      go_on (100, 10, run ? 10 : 0);
      mrt_events_end (&e, false);
      mrt_events_begin (&e);
      go_on (100, 10, run ? 0 : 10);
      mrt_events_end (&e, true);
      mrt_events_add (&e, 5, 1, 1);
      ck_assert_uint_eq (e.records[5].samples, 0);
    }
  /* A sample is entered once.  */
  sample (&e, 5, 1, 3, 3);
  mrt_events_add (&e, 5, 1, 1);
  ck_assert_uint_eq (e.records[5].samples, 1);
}
END_TEST

START_TEST (multiplexed)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  mrt_events_ready (&e);
  mrt_events_begin (&e);
  go_on (1000, 300, 100);
  mrt_events_end (&e, false);
  mrt_events_begin (&e);
  go_on (1000, 200, 150);
  mrt_events_end (&e, true);
  mrt_events_add (&e, 5, 1, 1);
  ck_assert_uint_eq (e.records[5].original[1], 6000);
  ck_assert_uint_eq (e.records[5].bound[1], 2666);
}
END_TEST

START_TEST (scale)
{
  ck_assert_uint_eq (mrt_events_scale (7, 0, 0), 7);
  ck_assert_uint_eq (mrt_events_scale (7, 5, 5), 7);
  ck_assert_uint_eq (mrt_events_scale (10, 3, 2), 15);
  ck_assert_uint_eq (mrt_events_scale (0, 3, 2), 0);
  /* A year, half of it counted.  */
  uint64_t year = 366ull * 86400 * 1000000000;
  uint64_t cycles = 5 * year;
  uint64_t scaled = mrt_events_scale (cycles / 2, year, year / 2);
  ck_assert (scaled > cycles - cycles / 1000000
	     && scaled < cycles + cycles / 1000000);
}
END_TEST

START_TEST (least_of_the_empty_nest)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  sample (&e, MRT_EMPTY_INDEX, 1, 50, 900);
  sample (&e, MRT_EMPTY_INDEX, 1, 40, 30);
  sample (&e, MRT_EMPTY_INDEX, 1, 60, 70);
  ck_assert_uint_eq (e.records[MRT_EMPTY_INDEX].original[0], 40);
  ck_assert_uint_eq (e.records[MRT_EMPTY_INDEX].bound[0], 30);
  ck_assert_uint_eq (e.records[MRT_EMPTY_INDEX].samples, 3);
}
END_TEST

START_TEST (not_granted)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, 0);
  sample (&e, 5, 1, 1, 1);
  ck_assert_int_eq (opens, 0);
  ck_assert_ptr_null (e.records);
  /* Not wanted, or in a mode without bounds: not even asked for.  */
  opens = 0;
  mrt_settings.events = 0;
  grants = MRT_ALL_EVENTS;
  mrt_events_start ();
  mrt_settings.events = MRT_ALL_EVENTS;
  mrt_settings.mode = MRT_MODE_TIME;
  mrt_events_start ();
  ck_assert_int_eq (opens, 0);
  ck_assert_uint_eq (mrt_events_granted, 0);
}
END_TEST

START_TEST (partly_granted)
{
  struct mrt_events e = { 0 }, other = { 0 };
  start (MRT_ALL_EVENTS, 5);
  ck_assert_uint_eq (mrt_events_granted, 5);
  sample (&e, 5, 1, 1, 1);
  ck_assert_uint_eq (e.records[5].samples, 1);
  /* Another thread gets fewer: none, and it is asked once.  */
  grants = 1;
  opens = 0;
  sample (&other, 5, 1, 1, 1);
  sample (&other, 5, 1, 1, 1);
  ck_assert_int_eq (opens, 1);
  ck_assert_uint_eq (other.records[5].samples, 0);
}
END_TEST

START_TEST (closed_by_the_program)
{
  struct mrt_events e = { 0 };
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  sample (&e, 5, 1, 1, 1);
  closed = true;
  sample (&e, 5, 1, 1, 1);
  closed = false;
  sample (&e, 5, 1, 1, 1);
  ck_assert_uint_eq (e.records[5].samples, 1);
  ck_assert_int_eq (opens, 1);
}
END_TEST

/* An unseen fork: the same state on another thread.  */

static void *
sample_elsewhere (void *e)
{
  sample (e, 5, 1, 10, 10);
  return NULL;
}

START_TEST (threads)
{
  struct mrt_events e = { 0 };
  pthread_t t;
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  sample (&e, 5, 1, 10, 10);
  ck_assert_int_eq (pthread_create (&t, NULL, sample_elsewhere, &e), 0);
  pthread_join (t, NULL);
  ck_assert_int_eq (opens, 2);
  ck_assert_int_eq (forgets, 1);
  ck_assert_int_eq (closes, 0);
  ck_assert_uint_eq (e.records[5].original[0], 20);
  mrt_events_forked (&e);
  ck_assert_int_eq (forgets, 2);
  sample (&e, 5, 1, 10, 10);
  ck_assert_int_eq (opens, 3);
  mrt_events_close (&e);
  mrt_events_close (&e);
  ck_assert_int_eq (closes, 1);
}
END_TEST

START_TEST (names)
{
  char buf[MRT_EVENT_NAMES];
  start (MRT_ALL_EVENTS, MRT_ALL_EVENTS);
  mrt_events_names (buf);
  ck_assert_str_eq (buf, "cycles,instructions,L1-dcache-load-misses,"
			 "LLC-load-misses");
  start (MRT_ALL_EVENTS, 4);
  mrt_events_names (buf);
  ck_assert_str_eq (buf, "L1-dcache-load-misses");
  start (MRT_ALL_EVENTS, 0);
  mrt_events_names (buf);
  ck_assert_str_eq (buf, "none");
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("events");
  tcase_add_test (tests, deltas);
  tcase_add_test (tests, bound_first);
  tcase_add_test (tests, dropped);
  tcase_add_test (tests, multiplexed);
  tcase_add_test (tests, scale);
  tcase_add_test (tests, least_of_the_empty_nest);
  tcase_add_test (tests, not_granted);
  tcase_add_test (tests, partly_granted);
  tcase_add_test (tests, closed_by_the_program);
  tcase_add_test (tests, threads);
  tcase_add_test (tests, names);
  return run_tests (tests);
}
