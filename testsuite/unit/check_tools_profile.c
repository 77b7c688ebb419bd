/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures derived from a profile, the order of a report, and profiles
   combined.  */

#include "check-main.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/combine.h"
#include "lib/rank.h"
#include "lib/xalloc.h"

/* A loop of P called ID with VERDICT, TIME and BOUND, in a procedure of that
   name in /src/a.c.  */

static struct loop *
add_loop (struct profile *p, const char *id, const char *verdict, double time,
	  double bound)
{
  if (!p->n_scopes)
    {
      profile_add_scope (p, LEVEL_PROGRAM, 0)->name = "prog";
      profile_add_scope (p, LEVEL_MODULE, 0)->name = "prog";
      profile_add_scope (p, LEVEL_FILE, 1)->name = "a.c";
      p->scopes[2].path = "/src/a.c";
    }
  profile_add_scope (p, LEVEL_PROCEDURE, 2)->name = id;
  p->scopes[p->n_scopes - 1].function = id;
  struct loop *loop = profile_add_loop (p, p->n_scopes - 1);

  loop->id = id;
  loop->verdict_name = verdict;
  loop->verdict = verdict_of (verdict);
  loop->n[N_TIME] = time;
  loop->n[N_BOUND] = bound;
  loop->n[N_ENTRIES] = 1;
  return loop;
}

START_TEST (test_figures)
{
  struct profile *p = profile_new ("test");
  struct loop *loop = add_loop (p, "f@a.c:1", "ok", 6, 2);

  p->time = 8;
  loop->n[N_BOUND_LOW] = 1.9;
  loop->n[N_BOUND_HIGH] = 2.1;
  ck_assert (loop_believed_p (loop));
  ck_assert_double_eq (loop_speedup (loop), 3);
  ck_assert_double_eq_tol (loop_speedup_error (loop), 0.15, 1e-12);
  /* The time's error adds to that of the bound: 15 % and 5 %.  */
  loop->n[N_TIME_LOW] = 5.1;
  loop->n[N_TIME_HIGH] = 6.9;
  ck_assert_double_eq_tol (loop_speedup_error (loop), 3 * hypot (0.15, 0.05),
			   1e-12);
  ck_assert (isnan (speedup_error (6, 1, 0, 1)));
  ck_assert (isnan (speedup_error (6, 1, 2, NAN)));
  ck_assert_double_eq (loop_recoverable (loop), 4);
  ck_assert_double_eq (loop_promise (loop), 4);
  ck_assert_double_eq (loop_share (p, loop), 0.75);
  loop->n[N_ATTAINABLE] = 5;
  ck_assert_double_eq (loop_promise (loop), 1);
  loop->n[N_BOUND] = 7;
  ck_assert_double_eq (loop_recoverable (loop), 0);
  loop->n[N_BOUND] = 0;
  ck_assert (isnan (loop_speedup (loop)));
  p->time = 4;
  ck_assert_double_eq (loop_share (p, loop), 1);
  profile_free (p);
}
END_TEST

START_TEST (test_not_believed)
{
  static const char *const verdicts[]
    = { "control", "diverged", "unverified", "drift", "aborted",
	"unmeasurable", "unsampled", "refused", "something-new" };
  struct profile *p = profile_new ("test");

  for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
    {
      struct loop *loop = add_loop (p, "f", verdicts[i], 6, 2);
      ck_assert (!loop_believed_p (loop));
      ck_assert (isnan (loop_bound (loop, N_BOUND)));
      ck_assert (isnan (loop_speedup (loop)));
      ck_assert (isnan (loop_recoverable (loop)));
      ck_assert (isnan (loop_promise (loop)));
    }
  profile_free (p);
}
END_TEST

START_TEST (test_sort_keys)
{
  enum sort_key keys[N_SORT_KEYS];
  size_t n;

  ck_assert (sort_keys_parse ("time", keys, &n));
  ck_assert_uint_eq (n, 1);
  ck_assert_int_eq (keys[0], SORT_TIME);
  ck_assert (sort_keys_parse ("speedup,name", keys, &n));
  ck_assert_uint_eq (n, 2);
  ck_assert_int_eq (keys[1], SORT_NAME);
  ck_assert (!sort_keys_parse ("", keys, &n));
  ck_assert (!sort_keys_parse ("tim", keys, &n));
  ck_assert (!sort_keys_parse ("time,", keys, &n));
  ck_assert (!sort_keys_parse ("time,times", keys, &n));
  ck_assert (!sort_keys_parse ("time,time,time,time,time,time,time,time",
			       keys, &n));
}
END_TEST

/* The ids of P's loops sorted by the keys in TEXT, each one letter.  */

static const char *
order (const struct profile *p, const char *text)
{
  static char ids[16];
  enum sort_key keys[N_SORT_KEYS];
  size_t n;

  ck_assert (sort_keys_parse (text, keys, &n));
  struct ranking r = rank_loops (p, loop_any_p, keys, n);
  for (n = 0; n < r.n; n++)
    ids[n] = r.rows[n]->id[0];
  ids[n] = '\0';
  ranking_free (&r);
  return ids;
}

START_TEST (test_order)
{
  struct profile *p = profile_new ("test");

  add_loop (p, "d", "diverged", 9, 1);
  add_loop (p, "c", "ok", 3, 1);
  add_loop (p, "b", "ok", 5, 4);
  add_loop (p, "a", "partial", 5, 4);
  add_loop (p, "e", "refused", NAN, NAN);
  ck_assert_str_eq (order (p, "recoverable"), "cabde");
  ck_assert_str_eq (order (p, "time"), "dabce");
  ck_assert_str_eq (order (p, "bound"), "abcde");
  ck_assert_str_eq (order (p, "speedup"), "cabde");
  ck_assert_str_eq (order (p, "name"), "abcde");
  ck_assert_str_eq (order (p, "entries,name"), "abcde");
  profile_free (p);
}
END_TEST

START_TEST (test_pick)
{
  static const struct { const char *which; size_t n; } cases[]
    = { { "1", 1 }, { "3", 1 }, { "0", 0 }, { "4", 0 }, { "-1", 0 },
	{ "f@a.c:1", 1 }, { "a.c:2", 1 }, { "a.c:4", 0 }, { "b.c:2", 0 },
	{ "/src/a.c:2", 1 }, { "src/a.c:2", 1 }, { "rc/b/a.c:2", 0 },
	{ "f@*", 2 }, { "*", 3 }, { "g@a.c:30", 1 }, { "", 0 }, { ":", 0 },
	{ "a.c:", 0 }, { "a.c:x", 0 } };
  static const char *const ids[] = { "f@a.c:1", "f@a.c:10", "g@a.c:30" };
  struct profile *p = profile_new ("test");
  enum sort_key key = SORT_NAME;

  for (int i = 0; i < 3; i++)
    {
      struct loop *loop = add_loop (p, ids[i], "ok", 1, 1);
      loop->n[N_LINE] = (double[]) { 1, 10, 30 }[i];
      loop->n[N_END_LINE] = (double[]) { 3, 13, NAN }[i];
    }
  struct ranking all = rank_loops (p, loop_any_p, &key, 1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct ranking r = rank_pick (&all, cases[i].which);
      ck_assert_msg (r.n == cases[i].n, "`%s' picks %zu", cases[i].which,
		     r.n);
      ranking_free (&r);
    }
  ranking_free (&all);
  profile_free (p);
}
END_TEST

/* Add a profile with one loop to C.  */

static void
add_profile (struct combination *c, const char *id, const char *verdict,
	     double time, double bound, double half)
{
  struct profile *p = profile_new ("one");
  struct loop *loop = add_loop (p, id, verdict, time, bound);

  p->time = 10;
  p->elapsed = time;
  p->threads = 2;
  loop->n[N_BOUND_LOW] = bound - half;
  loop->n[N_BOUND_HIGH] = bound + half;
  loop->n[N_REFS] = 14;
  profile_add_loss (p, "something", 3);
  combine_add (c, p);
  profile_free (p);
}

START_TEST (test_combine)
{
  struct combination *c = combine_begin ();

  add_profile (c, "f", "ok", 6, 2, 0.3);
  add_profile (c, "f", "partial", 4, 2, 0.4);
  add_profile (c, "f", "diverged", 0.05, 9, 0);
  add_profile (c, "g", "aborted", 1, NAN, 0);
  struct profile *p = combine_end (c);
  ck_assert_uint_eq (p->n_files, 4);
  ck_assert_uint_eq (p->n_loops, 2);
  ck_assert_double_eq (p->time, 40);
  ck_assert_double_eq (p->elapsed, 6);
  ck_assert_double_eq (p->threads, 8);
  ck_assert_double_eq (p->losses[0].n, 12);

  const struct loop *f = &p->loops[0];
  ck_assert_int_eq (f->verdict, VERDICT_PARTIAL);
  ck_assert_double_eq (f->n[N_ENTRIES], 3);
  ck_assert_double_eq (f->n[N_REFS], 14);
  ck_assert_double_eq_tol (f->n[N_TIME], 10.05, 1e-12);
  ck_assert_double_eq_tol (f->n[N_BOUND], 4 * 1.005, 1e-12);
  ck_assert_double_eq_tol (f->n[N_BOUND_HIGH] - f->n[N_BOUND], 0.5 * 1.005,
			   1e-12);
  ck_assert_int_eq (p->loops[1].verdict, VERDICT_ABORTED);
  ck_assert (isnan (loop_bound (&p->loops[1], N_BOUND)));
  profile_free (p);
}
END_TEST

/* A profile of RANK with one loop in a procedure of its own, that took TIME
   with the bound BOUND; NaN if it was never entered.  */

static struct profile *
rank_profile (double rank, double time, double bound)
{
  static const struct metric_value values[]
    = { { "bound-runs", 5 }, { "straddling-per-cent", 30 }, { "quotient", 1 },
	{ "flops", 100 }, { "per-time", 1 }, { "per-flop", 1 },
	{ "per-nothing", 1 } };
  struct profile *p = profile_new ("test");

  p->run = "ab";
  p->rank = rank;
  p->n_ranks = 1;
  p->ranks = 4;
  p->time = time + 1;
  profile_declare (p, "bound-runs", "1", "sum", NULL);
  profile_declare (p, "straddling-per-cent", "%", "mean", NULL);
  profile_declare (p, "quotient", "1", "ratio", "bound_runs / timed");
  profile_declare (p, "flops", "1", "sum", "2 * iterations");
  profile_declare (p, "per-time", "1", "mean(time)", NULL);
  profile_declare (p, "per-flop", "1", "mean(flops)", NULL);
  profile_declare (p, "per-nothing", "1", "mean(nothing)", NULL);
  struct loop *loop = add_loop (p, "f@a.c:1", "ok", time, bound);
  if (isnan (time))
    {
      loop->n[N_ENTRIES] = 0;
      loop->verdict = verdict_of (loop->verdict_name = "unsampled");
      p->time = 1;
      return p;
    }
  struct contents *has = loop_contents (loop);
  has->metrics = xcalloc (8, sizeof *has->metrics);
  memcpy (has->metrics, values, sizeof values);
  has->n_metrics = 7;
  for (int i = 1; i < 7; i++)
    has->metrics[i].value *= rank + 1;
  return p;
}

/* Add P to C and free it.  */

static void
add_and_free (struct combination *c, struct profile *p)
{
  combine_add (c, p);
  profile_free (p);
}

static void
check_value (const struct loop *loop, const char *name, double value)
{
  double got = values_get (loop->has->metrics, loop->has->n_metrics, name);

  ck_assert_msg (fabs (got - value) < 1e-9, "%s is %g, not %g", name, got,
		 value);
}

/* What combining ranks 0 to 3 with the times 2, 4, 12 and none gives, however
   that was done.  */

static void
check_ranks (const struct profile *p)
{
  const struct loop *loop = p->loops;
  const struct scope *file = &p->scopes[2];

  ck_assert_uint_eq (p->n_files, 4);
  ck_assert_uint_eq (p->n_ranks, 4);
  ck_assert_uint_eq (p->n_runs, 1);
  ck_assert_double_eq (p->ranks, 4);
  ck_assert_uint_eq (p->n_loops, 1);
  ck_assert_double_eq (loop->n[N_TIME], 18);
  check_value (loop, "rank-time-min", 0);
  check_value (loop, "rank-time-mean", 4.5);
  check_value (loop, "rank-time-max", 12);
  check_value (loop, "rank-time-imbalance", 12 / 4.5 - 1);
  check_value (loop, "slowest-rank", 2);
  check_value (loop, "rank-entered", 3);
  check_value (loop, "rank-entries-mean", 0.75);
  check_value (loop, "rank-bounds", 3);
  check_value (loop, "rank-bound-min", 1);
  check_value (loop, "rank-bound-mean", 2);
  check_value (loop, "rank-bound-imbalance", 0.5);
  check_value (loop, "bound-runs", 15);
  check_value (loop, "straddling-per-cent", 60);
  check_value (loop, "flops", 600);
  check_value (loop, "per-time", (1 * 2 + 2 * 4 + 3 * 12) / 18.0);
  check_value (loop, "per-flop", (1 * 100 + 2 * 200 + 3 * 300) / 600.0);
  ck_assert (isnan (values_get (loop->has->metrics, loop->has->n_metrics,
				"quotient")));
  ck_assert (isnan (values_get (loop->has->metrics, loop->has->n_metrics,
				"per-nothing")));
  ck_assert_double_eq (values_get (file->metrics, file->n_metrics,
				   "rank-time-max"), 12);
  ck_assert_double_eq (values_get (p->scopes->metrics, p->scopes->n_metrics,
				   "rank-time-min"), 1);
}

START_TEST (test_ranks)
{
  struct combination *all = combine_begin ();

  add_and_free (all, rank_profile (0, 2, 1));
  add_and_free (all, rank_profile (1, 4, 2));
  add_and_free (all, rank_profile (2, 12, 3));
  add_and_free (all, rank_profile (3, NAN, NAN));
  struct profile *p = combine_end (all);
  check_ranks (p);
  profile_free (p);
}
END_TEST

START_TEST (test_ranks_in_steps)
{
  struct combination *all = combine_begin (), *half = combine_begin ();

  add_and_free (half, rank_profile (3, NAN, NAN));
  add_and_free (half, rank_profile (2, 12, 3));
  add_and_free (all, combine_end (half));
  add_and_free (all, rank_profile (1, 4, 2));
  half = combine_begin ();
  add_and_free (half, rank_profile (0, 2, 1));
  add_and_free (all, combine_end (half));
  struct profile *p = combine_end (all);
  check_ranks (p);
  profile_free (p);
}
END_TEST

/* A loop that one profile does not have at all took no time there; the same
   id in another module is another loop.  */

START_TEST (test_other_modules)
{
  struct combination *c = combine_begin ();
  struct profile *other = rank_profile (1, 6, 2);

  other->scopes[1].name = "libother.so";
  add_and_free (c, rank_profile (0, 2, 1));
  add_and_free (c, other);
  struct profile *p = combine_end (c);
  ck_assert_uint_eq (p->n_loops, 2);
  ck_assert_uint_eq (p->n_scopes, 7);
  check_value (&p->loops[0], "rank-time-min", 0);
  check_value (&p->loops[0], "rank-time-mean", 1);
  check_value (&p->loops[1], "rank-time-max", 6);
  check_value (&p->loops[1], "rank-bound-mean", 2);
  profile_free (p);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("tools: profile");

  tcase_add_test (tests, test_figures);
  tcase_add_test (tests, test_not_believed);
  tcase_add_test (tests, test_sort_keys);
  tcase_add_test (tests, test_order);
  tcase_add_test (tests, test_pick);
  tcase_add_test (tests, test_combine);
  tcase_add_test (tests, test_ranks);
  tcase_add_test (tests, test_ranks_in_steps);
  tcase_add_test (tests, test_other_modules);
  return run_tests (tests);
}
