/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Events of samples, with counters that are turned here: what goes into the
   records is known to the last count, whatever the machine does.  The profile
   is the script's.  */

#include "check.h"
#include "fake-events.h"
#include "kit.h"
#include "thread.h"
#include "watch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENTRIES 200
#define STEP 1000
#define MORE 500
#define THREADS 4

static __thread uint64_t armed;
static int disturbing;

static const struct mrt_event_record *
record (void)
{
  return mrt_self && mrt_self->events.records
	 ? &mrt_self->events.records[kit_desc.index] : NULL;
}

/* The bound copy does this.  */

static void
in_the_copy (void)
{
  fake_count (MORE);
  if (disturbing)
    armed = 0;
}

/* The samples so far, each of which found ORIGINAL and BOUND.  */

static uint64_t
check_sums (uint64_t original, uint64_t bound)
{
  const struct mrt_event_record *rec = record ();
  CHECK (rec && rec->samples > 0);
  if (!rec)
    return 0;
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    {
      CHECK_EQUAL (rec->original[i], rec->weight * original * (i + 1));
      CHECK_EQUAL (rec->bound[i], rec->weight * bound * (i + 1));
    }
  CHECK_EQUAL (rec->samples, kit_record ()->samples);
  return rec->samples;
}

/* A forked child has counters of its own, and begins with nothing.  */

static int
forked (void)
{
  int opens = fake_opens;
  CHECK_EQUAL (record ()->samples, 0);
  CHECK_EQUAL (mrt_self->events.state, MRT_EVENTS_UNTRIED);
  CHECK_EQUAL (kit_run (KIT_CALL, 100, ENTRIES), 0);
  CHECK_EQUAL (fake_opens, opens + 1);
  check_sums (STEP, STEP + MORE);
  return failures ? 1 : 7;
}

static void *
work (void *unused)
{
  for (int i = 0; i < ENTRIES; i++)
    CHECK_EQUAL (kit (100), 5050);
  return unused;
}

static void
run_threads (void)
{
  pthread_t t[THREADS];
  int opens = fake_opens, closes = fake_closes;
  uint64_t samples = 0;
  kit_kind = KIT_CALL;
  for (int i = 0; i < THREADS; i++)
    CHECK_EQUAL (pthread_create (&t[i], NULL, work, NULL), 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  kit_kind = KIT_OK;
  CHECK_EQUAL (fake_opens - opens, THREADS);
  CHECK_EQUAL (fake_closes - closes, THREADS);
  for (struct mrt_thread *s = mrt_first_thread (); s; s = s->next)
    if (s != mrt_self && s->events.records)
      {
	const struct mrt_event_record *rec
	  = &s->events.records[kit_desc.index];
	CHECK_EQUAL (rec->original[0], rec->weight * STEP);
	CHECK_EQUAL (rec->bound[0], rec->weight * (STEP + MORE));
	samples += rec->samples;
      }
  CHECK (samples > 0);
}

/* Bound runs that are disturbed leave no events.  */

static void
disturb (void)
{
  uint64_t samples = record ()->samples;
  intptr_t offset = mrt_watch_offset;
  mrt_watch_offset = (char *) &armed - (char *) __builtin_thread_pointer ();
  disturbing = 1;
  CHECK_EQUAL (kit_run (KIT_CALL, 10, ENTRIES), 0);
  disturbing = 0;
  mrt_watch_offset = offset;
  CHECK_EQUAL (record ()->samples, samples);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "all";
  int status;
  kit_call = in_the_copy;
  fake_step = STEP;
  CHECK_EQUAL (kit_run (KIT_CALL, 100, ENTRIES), 0);
  if (strcmp (how, "none") == 0)
    {
      /* Nobody has asked, or but once.  */
      CHECK (fake_opens <= (getenv ("FAKE_REFUSES") != NULL));
      CHECK (!record ());
      CHECK (kit_record ()->samples > 0);
      return failures != 0;
    }
  uint64_t samples = check_sums (STEP, STEP + MORE);
  /* Entries that are only timed never read.  */
  CHECK_EQUAL (fake_opens, 2);
  CHECK_EQUAL (fake_closes, 1);
  if (strcmp (how, "all") == 0)
    {
      disturb ();
      run_threads ();
      pid_t pid = fork ();
      if (!pid)
	exit (forked ());
      CHECK (waitpid (pid, &status, 0) == pid && WIFEXITED (status)
	     && WEXITSTATUS (status) == 7);
      CHECK_EQUAL (check_sums (STEP, STEP + MORE), samples);
    }
  /* What the empty nest finds at the end.  */
  __atomic_store_n (&fake_step, STEP / 10, __ATOMIC_RELAXED);
  return failures != 0;
}
