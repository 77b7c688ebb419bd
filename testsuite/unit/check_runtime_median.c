/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/median.c: which observed value becomes the preset.  */

#include "check-main.h"
#include "observe.h"

#include <math.h>
#include <string.h>

static double
median_double (const double *v, unsigned n)
{
  return v[mrt_median ((const unsigned char *) v, n, 8, MEMLB_ELEM_FLOAT, 8)];
}

START_TEST (doubles)
{
  static const double v[] = { 5, -3, 2.5, 1e300, -1e-3 };
  ck_assert (median_double (v, 5) == 2.5);
  ck_assert (median_double (v, 1) == 5);
  static const double negative[] = { -1e10, -5, -7, -2, -1.5 };
  ck_assert (median_double (negative, 5) == -5);
}
END_TEST

START_TEST (special_values)
{
  /* Passed over while other values are there, ... */
  double v[] = { 0, 1, NAN, 4e-320, 7, 8, 9, 10 };
  ck_assert (median_double (v, 8) == 9);
  /* ... taken where most are.  */
  double zeros[] = { 0, 0, 0, 7, 0 };
  ck_assert (median_double (zeros, 5) == 0);
}
END_TEST

START_TEST (other_elements)
{
  static const float f[] = { 3, -2, 8 };
  ck_assert_uint_eq (mrt_median ((const unsigned char *) f, 3, 4,
				 MEMLB_ELEM_FLOAT, 4), 0);
  static const int32_t i[] = { 100, -100, 7, 0, 9 };
  ck_assert_int_eq (i[mrt_median ((const unsigned char *) i, 5, 4,
				  MEMLB_ELEM_INT, 4)], 9);
  static const unsigned char c[] = { 3, 200, 5 };
  ck_assert_uint_eq (mrt_median (c, 3, 1, MEMLB_ELEM_INT, 1), 0);
}
END_TEST

START_TEST (vectors)
{
  /* By the first element; the rest goes with it.  */
  static const double v[][4] = { { 5, 0, 0, 0 }, { 3, 1, 1, 1 },
				 { 4, 2, 2, 2 } };
  ck_assert_uint_eq (mrt_median ((const unsigned char *) v, 3, 32,
				 MEMLB_ELEM_FLOAT, 8), 2);
}
END_TEST

START_TEST (ones)
{
  double d[2];
  float f[2];
  uint16_t h[2];
  mrt_fill_ones ((unsigned char *) d, 16, MEMLB_ELEM_FLOAT, 8);
  mrt_fill_ones ((unsigned char *) f, 8, MEMLB_ELEM_FLOAT, 4);
  mrt_fill_ones ((unsigned char *) h, 4, MEMLB_ELEM_INT, 2);
  ck_assert (d[0] == 1 && d[1] == 1);
  ck_assert (f[0] == 1 && f[1] == 1);
  ck_assert (h[0] == 1 && h[1] == 1);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("median");
  tcase_add_test (tests, doubles);
  tcase_add_test (tests, special_values);
  tcase_add_test (tests, other_elements);
  tcase_add_test (tests, vectors);
  tcase_add_test (tests, ones);
  return run_tests (tests);
}
