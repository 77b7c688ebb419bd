/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/thread.c: no two threads write to one cache line.  */

#include "check-main.h"
#include "thread.h"

#include <pthread.h>

#define LINE 64
#define THREADS 4

/* What a thread has of its own: places, and bytes at each.  */
struct place
{
  uintptr_t start;
  size_t size;
};

enum { STATE, RECORDS, GATES, GATES_FOUND, SELF, N_PLACES };

static struct place places[THREADS][N_PLACES];
static pthread_barrier_t barrier;

static void *
note_places (void *arg)
{
  struct place *p = arg;
  struct mrt_thread *self = mrt_thread_start ();
  if (self)
    {
      p[STATE] = (struct place) { (uintptr_t) self, self->mapping_size };
      p[RECORDS] = (struct place) { (uintptr_t) self->records,
				    MRT_MAX_NESTS * sizeof *self->records };
      p[GATES] = (struct place) { (uintptr_t) self->gates, MRT_GATE_BYTES };
      p[GATES_FOUND] = (struct place) { (uintptr_t) &__memlb_rt_gates,
					sizeof __memlb_rt_gates };
      p[SELF] = (struct place) { (uintptr_t) &mrt_self, sizeof mrt_self };
    }
  pthread_barrier_wait (&barrier);
  return self;
}

static bool
share_a_line_p (const struct place *a, const struct place *b)
{
  return a->start / LINE <= (b->start + b->size - 1) / LINE
	 && b->start / LINE <= (a->start + a->size - 1) / LINE;
}

START_TEST (threads_apart)
{
  pthread_t t[THREADS];
  mrt_thread_init ();
  pthread_barrier_init (&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; i++)
    ck_assert_int_eq (pthread_create (&t[i], NULL, note_places, places[i]),
		      0);
  for (int i = 0; i < THREADS; i++)
    {
      void *self;
      pthread_join (t[i], &self);
      ck_assert_ptr_nonnull (self);
    }
  const struct place closed = { (uintptr_t) mrt_closed_gates,
				sizeof mrt_closed_gates };
  for (int i = 0; i < THREADS; i++)
    for (int p = 0; p < N_PLACES; p++)
      {
	ck_assert (!share_a_line_p (&places[i][p], &closed));
	for (int j = 0; j < i; j++)
	  for (int q = 0; q < N_PLACES; q++)
	    ck_assert (!share_a_line_p (&places[i][p], &places[j][q]));
      }
}
END_TEST

/* The records of two nests do not share a line either, and what a quick entry
   writes is one line.  */

START_TEST (records_apart)
{
  ck_assert_uint_eq (sizeof (struct mrt_record) % LINE, 0);
  /* What a nest costs each thread that runs it.  */
  ck_assert_uint_le (sizeof (struct mrt_record), 1024);
  ck_assert_uint_eq (_Alignof (struct mrt_record) % LINE, 0);
  ck_assert_uint_lt (offsetof (struct mrt_record, entries), LINE);
  ck_assert_uint_lt (offsetof (struct mrt_record, timed), LINE);
  ck_assert_uint_lt (offsetof (struct mrt_record, time), LINE);
  ck_assert_uint_lt (offsetof (struct mrt_record, squares_high), LINE);
  ck_assert_uint_lt (offsetof (struct mrt_record, quick), LINE);
  ck_assert_uint_eq (sizeof (struct mrt_frame), LINE);
  ck_assert_uint_eq (offsetof (struct mrt_thread, frames) % LINE, 0);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("layout");
  tcase_add_test (tests, threads_apart);
  tcase_add_test (tests, records_apart);
  return run_tests (tests);
}
