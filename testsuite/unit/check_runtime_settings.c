/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/settings.c: values of the variables.  */

#include "check-main.h"
#include "events.h"
#include "settings.h"

START_TEST (modes)
{
  struct mrt_settings s = { 0 };
  ck_assert (mrt_parse_mode ("time", &s) && s.mode == MRT_MODE_TIME);
  ck_assert (mrt_parse_mode ("bound", &s) && s.mode == MRT_MODE_BOUND);
  ck_assert (!s.torture);
  ck_assert (mrt_parse_mode ("off", &s) && s.mode == MRT_MODE_OFF);
  ck_assert (mrt_parse_mode ("time,bound", &s) && s.mode == MRT_MODE_BOUND);
  ck_assert (mrt_parse_mode ("torture", &s) && s.torture);
  ck_assert_int_eq (s.mode, MRT_MODE_BOUND);
  ck_assert (!mrt_parse_mode ("Bound", &s));
  ck_assert (!mrt_parse_mode ("bound,,time", &s));
  ck_assert (!mrt_parse_mode ("", &s));
  ck_assert (!mrt_parse_mode ("bound,", &s));
  ck_assert (!mrt_parse_mode ("bounds", &s));
  ck_assert (mrt_parse_mode ("count", &s) && s.mode == MRT_MODE_COUNT);
  ck_assert (s.count);
  ck_assert (mrt_parse_mode ("bound,count", &s) && s.count);
  ck_assert_int_eq (s.mode, MRT_MODE_BOUND);
  ck_assert (mrt_parse_mode ("count,time", &s) && s.mode == MRT_MODE_TIME);
  ck_assert (s.count);
  ck_assert (mrt_parse_mode ("time", &s) && !s.count);
  ck_assert (!mrt_parse_mode ("counts", &s));
}
END_TEST

START_TEST (budgets)
{
  uint32_t b = 7;
  ck_assert (mrt_parse_budget ("10", &b) && b == 100);
  ck_assert (mrt_parse_budget ("10%", &b) && b == 100);
  ck_assert (mrt_parse_budget ("0", &b) && b == 0);
  ck_assert (mrt_parse_budget ("2.55%", &b) && b == 25);
  ck_assert (mrt_parse_budget ("unlimited", &b) && b == MRT_UNLIMITED);
  b = 7;
  ck_assert (!mrt_parse_budget ("", &b));
  ck_assert (!mrt_parse_budget ("-1", &b));
  ck_assert (!mrt_parse_budget ("10%%", &b));
  ck_assert (!mrt_parse_budget ("5.", &b));
  ck_assert (!mrt_parse_budget ("1000000000000", &b));
  ck_assert_uint_eq (b, 7);
}
END_TEST

START_TEST (seconds)
{
  uint64_t ns = 7;
  ck_assert (mrt_parse_seconds ("60", &ns) && ns == 60000000000);
  ck_assert (mrt_parse_seconds ("0", &ns) && ns == 0);
  ck_assert (mrt_parse_seconds ("0.05", &ns) && ns == 50000000);
  ck_assert (mrt_parse_seconds ("1.0000000019", &ns) && ns == 1000000001);
  ns = 7;
  ck_assert (!mrt_parse_seconds ("", &ns));
  ck_assert (!mrt_parse_seconds (".5", &ns));
  ck_assert (!mrt_parse_seconds ("-1", &ns));
  ck_assert (!mrt_parse_seconds ("5 s", &ns));
  ck_assert (!mrt_parse_seconds ("1000000000", &ns));
  ck_assert_uint_eq (ns, 7);
}
END_TEST

START_TEST (events)
{
  uint32_t set = 77;
  ck_assert (mrt_parse_events ("default", &set) && set == MRT_ALL_EVENTS);
  ck_assert (mrt_parse_events ("none", &set) && set == 0);
  ck_assert (mrt_parse_events ("cycles", &set)
	     && set == 1u << MRT_EVENT_CYCLES);
  ck_assert (mrt_parse_events ("LLC-load-misses,instructions", &set)
	     && set == (1u << MRT_EVENT_LLC_MISSES
			| 1u << MRT_EVENT_INSTRUCTIONS));
  ck_assert (mrt_parse_events ("L1-dcache-load-misses", &set)
	     && set == 1u << MRT_EVENT_L1_MISSES);
  set = 77;
  ck_assert (!mrt_parse_events ("", &set));
  ck_assert (!mrt_parse_events ("cycle", &set));
  ck_assert (!mrt_parse_events ("cycles2", &set));
  ck_assert (!mrt_parse_events ("cycles,", &set));
  ck_assert (!mrt_parse_events (",cycles", &set));
  ck_assert (!mrt_parse_events ("cycles,none", &set));
  ck_assert_uint_eq (set, 77);
}
END_TEST

START_TEST (ranks)
{
  bool hit;
  ck_assert (mrt_parse_ranks ("0,1,64-127", 64, &hit) && hit);
  ck_assert (mrt_parse_ranks ("0,1,64-127", 128, &hit) && !hit);
  ck_assert (mrt_parse_ranks ("7", 7, &hit) && hit);
  ck_assert (!mrt_parse_ranks ("", 0, &hit));
  ck_assert (!mrt_parse_ranks ("3-1", 0, &hit));
  ck_assert (!mrt_parse_ranks ("1,,2", 0, &hit));
  ck_assert (!mrt_parse_ranks ("1 2", 0, &hit));
  ck_assert (!mrt_parse_ranks ("1-2-3", 0, &hit));
}
END_TEST

static bool
selected (const char *loops)
{
  return mrt_loop_selected_p (loops, "src/shallow.f90", 210, "calc2",
			      "calc2_");
}

START_TEST (loops)
{
  ck_assert (selected (NULL));
  ck_assert (selected (""));
  ck_assert (selected ("calc2"));
  ck_assert (selected ("calc2_"));
  ck_assert (selected ("x,calc?"));
  ck_assert (selected ("shallow.f90:210"));
  ck_assert (selected ("src/shallow.f90:210"));
  ck_assert (selected ("*:210"));
  ck_assert (!selected ("shallow.f90:211"));
  ck_assert (!selected ("other.f90:210"));
  ck_assert (!selected ("calc"));
  ck_assert (!selected ("shallow.f90"));
  ck_assert (mrt_loop_selected_p ("ns::f", NULL, 0, "ns::f", NULL));
  ck_assert (selected ("swe::calc2"));
  ck_assert (selected ("a::b::calc?"));
  ck_assert (!selected ("swe::calc"));
  ck_assert (!selected ("swe:calc2"));
  ck_assert (!selected ("calc2::swe"));
  ck_assert (!selected ("::"));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("settings");
  tcase_add_test (tests, modes);
  tcase_add_test (tests, budgets);
  tcase_add_test (tests, seconds);
  tcase_add_test (tests, events);
  tcase_add_test (tests, ranks);
  tcase_add_test (tests, loops);
  return run_tests (tests);
}
