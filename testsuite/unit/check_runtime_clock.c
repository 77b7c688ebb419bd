/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/clock.c, frequency.c and ledger.c on a machine that is suspended, moved to
   another one and preempted: its clocks stand here.  */

#include "check-main.h"
#include "ledger.h"
#include "marks.h"
#include "runtime.h"
#include "settings.h"
#include "thread.h"
#include "watch.h"

#include <time.h>

#define MS 1000000ull
#define SECOND 1000000000ull
#define HOUR (3600 * SECOND)

/* The clocks, and what the counter does in a nanosecond.  */
static uint64_t ticks = 5000000, monotonic = 70 * SECOND, boot = 90 * SECOND;
static uint64_t cpu = SECOND, nominal;
static double ticks_per_ns = 2.5;

/* The counter jumps by so much in the next call of mrt_sleep.  */
static uint64_t sleep_jump;

/* The thread waits for so many ns after the next look at a clock.  */
static uint64_t wait_after_look;
static void wait_for (uint64_t ns);

uint64_t
mrt_ticks (void)
{
  return ticks;
}

uint64_t
mrt_nanoseconds (int clock)
{
  uint64_t now = clock == CLOCK_THREAD_CPUTIME_ID ? cpu
		 : clock == CLOCK_BOOTTIME ? boot : monotonic;
  uint64_t ns = wait_after_look;
  wait_after_look = 0;
  wait_for (ns);
  return now;
}

uint64_t
mrt_nominal_hz (void)
{
  return nominal;
}

/* NS go by, in which the thread waits.  */

static void
wait_for (uint64_t ns)
{
  ticks += (uint64_t) (ticks_per_ns * (double) ns);
  monotonic += ns;
  boot += ns;
}

static void
run (uint64_t ns)
{
  wait_for (ns);
  cpu += ns;
}

void
mrt_sleep (uint64_t ns)
{
  wait_for (ns);
  ticks += sleep_jump;
  sleep_jump = 0;
}

/* The counter goes on for NS, the system's clock does not know.  */

static void
suspend (uint64_t ns)
{
  ticks += (uint64_t) (ticks_per_ns * (double) ns);
  boot += ns;
}

static void
begin (void)
{
  mrt_process.start_ticks = ticks;
  mrt_process.start_ns = monotonic;
  mrt_process.start_boot_ns = boot;
}

/* Run for NS in steps of entries that convert ticks.  */

static void
run_nests (uint64_t ns)
{
  for (uint64_t i = 0; i < ns; i += MS / 20)
    {
      run (MS / 20);
      mrt_ticks_to_ns (1000);
    }
}

/* A millisecond has N ticks, give or take 0.2 %.  */

static void
assert_rate (uint64_t n)
{
  uint64_t is = mrt_ns_to_ticks (MS);
  ck_assert_msg (is > n - n / 500 && is < n + n / 500, "%llu ticks, not %llu",
		 (unsigned long long) is, (unsigned long long) n);
  uint64_t ns = mrt_ticks_to_ns (n);
  ck_assert_uint_gt (ns, MS - MS / 500);
  ck_assert_uint_lt (ns, MS + MS / 500);
}

START_TEST (rate)
{
  begin ();
  run_nests (30 * MS);
  assert_rate (2500000);
  /* It is known now, and stays.  */
  suspend (HOUR);
  run_nests (30 * MS);
  assert_rate (2500000);
}
END_TEST

START_TEST (other_rate)
{
  ticks_per_ns = 0.5;
  begin ();
  run_nests (60 * MS);
  assert_rate (500000);
}
END_TEST

/* Jumps while the rate is measured, at several times.  */

START_TEST (jump_at_start)
{
  static const uint64_t after[] = { 1, 30000, MS / 2, 3 * MS, 9 * MS };
  begin ();
  run_nests (after[_i / 3]);
  if (_i % 3 == 0)
    suspend (HOUR);
  else if (_i % 3 == 1)
    suspend (20 * MS);
  else
    ticks = 1000;
  run_nests (100 * MS);
  assert_rate (2500000);
}
END_TEST

static struct mrt_thread *
start_thread (void)
{
  static struct mrt_thread thread;
  mrt_lost_ticks (&thread);
  thread.lost = 0;
  thread.born = ticks;
  thread.quick_limit = mrt_ns_to_ticks (20000);
  return &thread;
}

/* N is AS ticks, give or take 0.2 %.  */

static void
assert_ticks (uint64_t n, uint64_t as)
{
  ck_assert_msg (n >= as - as / 500 && n <= as + as / 500,
		 "%llu ticks, not %llu", (unsigned long long) n,
		 (unsigned long long) as);
}

START_TEST (lost)
{
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  run (MS);
  ck_assert_uint_lt (mrt_lost_ticks (t), 2500);
  run (MS);
  wait_for (3 * MS);
  assert_ticks (mrt_lost_ticks (t), 7500000);
  suspend (HOUR);
  run (MS);
  assert_ticks (mrt_lost_ticks (t), 2500 * (HOUR / 1000));
  ck_assert_uint_eq (mrt_clock_jumps (), 0);
  /* The thread's own time is what it ran.  */
  uint64_t own = ticks - t->born - t->lost;
  ck_assert_uint_lt (own, 2500 * HOUR / 1000 / 100);
}
END_TEST

START_TEST (lost_in)
{
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  run (MS);
  /* Short or undisturbed entries have lost nothing.  */
  ck_assert_uint_eq (mrt_lost_in (t, t->quick_limit), 0);
  ck_assert_uint_eq (mrt_lost_in (t, 2500000), 0);
  suspend (HOUR);
  run (MS);
  uint64_t elapsed = 2500 * ((HOUR + MS) / 1000);
  assert_ticks (mrt_lost_in (t, elapsed), 2500 * (HOUR / 1000));
  /* More than the entry took is not of this entry.  */
  suspend (HOUR);
  run (MS);
  ck_assert_uint_eq (mrt_lost_in (t, 2500000), 0);
}
END_TEST

/* The budget does not pay for what others took.  */

START_TEST (spend)
{
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  t->spent = 0;
  mrt_spend (t, t->quick_limit);
  ck_assert_uint_eq (t->spent, t->quick_limit);
  run (MS);
  assert_ticks ((mrt_spend (t, 2500000), t->spent), 2500000 + t->quick_limit);
  t->spent = 0;
  run (MS);
  wait_for (12 * MS);
  mrt_spend (t, 13 * 2500000);
  assert_ticks (t->spent, 2500000);
}
END_TEST

/* Own work pays neither for what others took before it nor with that: what was lost
   since the last look at the CPU time is only known as a whole.  */

static __thread uint64_t watched;

START_TEST (lost_before)
{
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  mrt_watch_offset = (char *) &watched - (char *) __builtin_thread_pointer ();
  for (int looked = 0; looked < 2; looked++)
    {
      wait_for (12 * MS);
      mrt_own_begin (t, looked ? 5 * 2500000 : 0);
      run (5 * MS);
      watched = 0;
      assert_ticks (mrt_own_end (t), 5 * 2500000);
      mrt_own_begin (t, looked ? 5 * 2500000 : 0);
      run (5 * MS);
      wait_for (12 * MS);
      watched = 0;
      assert_ticks (mrt_own_end (t), 5 * 2500000);
    }
  mrt_watch_offset = 0;
}
END_TEST

/* A mark of an original takes what its handler runs, not what others run in the middle
   of it, which is no time of the entry's either.  */

START_TEST (mark_preempted)
{
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  t->depth = t->marking = 1;
  t->mark_due = HOUR;
  struct mrt_frame *f = &t->frames[0];
  f->state = MRT_FRAME_MARKED;
  f->cpu_start = cpu;
  for (unsigned i = 0; i < 10; i++)
    {
      run (5 * MS);
      wait_after_look = 4 * MS;
      mrt_marks_take (t, &(ucontext_t) { 0 });
    }
  ck_assert_uint_eq (t->mark_turns, 10);
  ck_assert_uint_lt (t->mark_ticks, 2500000 / 10);
  ck_assert_uint_eq (f->observed, t->mark_ticks);
}
END_TEST

/* What was observed in an entry before a mark is no time of the entry's there: a mark
   that is due after 20 ms is not made yet after 22, of which 6 were that.  */

START_TEST (mark_after_observation)
{
  static const struct memlb_nest desc;
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  struct mrt_frame *f = &t->frames[0];
  t->depth = t->marking = 1;
  f->desc = &desc;
  f->state = MRT_FRAME_MARKED;
  for (int observed = 0; observed < 2; observed++)
    {
      t->mark_due = 20 * MS;
      t->missed_marks = 0;
      f->cpu_start = cpu;
      f->observed = observed * 6 * 2500000;
      run (22 * MS);
      mrt_marks_take (t, &(ucontext_t) { 0 });
      ck_assert_uint_eq (t->missed_marks, !observed);
    }
}
END_TEST

/* What remains of a measurement of 3 ms of which the thread ran 2, whatever a
   nanosecond has of ticks.  */

START_TEST (ran)
{
  static const double rates[] = { 0.9, 1.99, 2.45, 2.6, 3.7 };
  ticks_per_ns = rates[_i];
  begin ();
  run_nests (60 * MS);
  uint64_t all = (uint64_t) (3 * MS * rates[_i]);
  assert_ticks (mrt_ran_ticks (all, 2 * MS), all / 3 * 2);
  ck_assert_uint_eq (mrt_ran_ticks (all, 4 * MS), all);
  ck_assert_uint_eq (mrt_ran_ticks (0, 0), 0);
}
END_TEST

START_TEST (backwards)
{
  begin ();
  run_nests (30 * MS);
  struct mrt_thread *t = start_thread ();
  run (100 * MS);
  mrt_lost_ticks (t);
  ck_assert (!mrt_look_due_p (t, ticks + 1000));
  ck_assert (mrt_look_due_p (t, ticks + 3000000));
  ticks = 77;
  ck_assert (mrt_look_due_p (t, ticks));
  ck_assert_uint_eq (mrt_lost_ticks (t), 0);
  ck_assert_uint_eq (mrt_clock_jumps (), 1);
  ck_assert (!mrt_look_due_p (t, ticks + 1000));
  /* As old as before, and ageing.  */
  assert_ticks (ticks - t->born, 250000000);
  run (100 * MS);
  ck_assert_uint_lt (mrt_lost_ticks (t), 250000);
  assert_ticks (ticks - t->born, 500000000);
  ck_assert_uint_eq (mrt_elapsed (100, 99), 0);
  ck_assert_uint_eq (mrt_elapsed (100, 101), 1);
}
END_TEST

static void
assert_hz (double hz)
{
  double is = mrt_clock_hz ();
  ck_assert_msg (is > hz * 0.999 && is < hz * 1.001, "%g Hz, not %g", is, hz);
}

START_TEST (frequency)
{
  begin ();
  nominal = 2500000000;
  run (MS);
  ck_assert_double_eq (mrt_clock_hz (), 2.5e9);
  run (10 * SECOND);
  ck_assert_double_eq (mrt_clock_hz (), 2.5e9);
  /* The processor is wrong, or says nothing.  */
  nominal = 2600000000;
  assert_hz (2.5e9);
  nominal = 0;
  assert_hz (2.5e9);
  ck_assert_uint_eq (mrt_clock_jumps (), 0);
  ck_assert_uint_eq (mrt_suspended_ns (), 0);
}
END_TEST

/* The whole run is no measure where the counter jumped.  */

START_TEST (frequency_after_jump)
{
  begin ();
  run (10 * SECOND);
  if (_i & 1)
    suspend (HOUR);
  else
    ticks = 12345;
  run (SECOND);
  nominal = _i & 2 ? 2500000000 : 0;
  sleep_jump = _i & 4 ? 1000000000 : 0;
  assert_hz (2.5e9);
  ck_assert_uint_eq (mrt_clock_jumps (), 1);
  ck_assert_uint_eq (mrt_suspended_ns (), _i & 1 ? HOUR : 0);
}
END_TEST

/* A tenth of what a thread has run may be spent.  The counter here is the
   machine's, so that what it has run before must tell.  */

static struct mrt_thread thread;

static void
begin_thread (uint64_t earlier)
{
  mrt_settings.budget = 100;
  thread.serial = 2;
  thread.born = mrt_clock ();
  thread.earlier = earlier;
}

START_TEST (affordable)
{
  const uint64_t much = 1000 * HOUR;
  begin_thread (1000000000);
  ck_assert (mrt_affordable_p (&thread, 80000000));
  ck_assert (!mrt_affordable_p (&thread, much));
  ck_assert_uint_ge (mrt_room (&thread), 80000000);
  /* What memlb does is not the program's time.  */
  thread.spent = much;
  ck_assert_uint_eq (mrt_own_ticks (&thread), 0);
  ck_assert (!mrt_affordable_p (&thread, 1));
  ck_assert_uint_eq (mrt_room (&thread), 0);
  mrt_settings.budget = MRT_UNLIMITED;
  ck_assert (mrt_affordable_p (&thread, much));
}
END_TEST

/* The end of a program with many nests is left room for, by one thread.  */

START_TEST (kept_for_end)
{
  begin_thread (1000000000);
  mrt_ledger_started (mrt_clock ());
  mrt_ledger_add_nests (10000000);
  ck_assert (mrt_affordable_p (&thread, 1000));
  thread.serial = 1;
  ck_assert (!mrt_affordable_p (&thread, 1000));
}
END_TEST

/* Nothing is charged twice, and no more than can be: a thread that has waited
   has not worked.  */

START_TEST (charged)
{
  thread.quick_limit = 7;
  mrt_charge_since (&thread, 0, 0);
  ck_assert_uint_eq (thread.spent, 7);
  thread.spent += HOUR;
  mrt_charge_since (&thread, mrt_clock (), 7);
  ck_assert_uint_eq (thread.spent, 7 + HOUR);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("clock");
  tcase_add_test (tests, affordable);
  tcase_add_test (tests, kept_for_end);
  tcase_add_test (tests, charged);
  tcase_add_test (tests, rate);
  tcase_add_test (tests, other_rate);
  tcase_add_loop_test (tests, jump_at_start, 0, 15);
  tcase_add_test (tests, lost);
  tcase_add_test (tests, lost_in);
  tcase_add_test (tests, spend);
  tcase_add_test (tests, lost_before);
  tcase_add_test (tests, mark_preempted);
  tcase_add_test (tests, mark_after_observation);
  tcase_add_loop_test (tests, ran, 0, 5);
  tcase_add_test (tests, backwards);
  tcase_add_test (tests, frequency);
  tcase_add_loop_test (tests, frequency_after_jump, 0, 8);
  return run_tests (tests);
}
