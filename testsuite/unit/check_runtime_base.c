/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/base.c: strings, globs, numbers, memory.  */

#include "check-main.h"
#include "base.h"

#include <stdint.h>
#include <string.h>

static bool
glob (const char *pattern, const char *name)
{
  return mrt_glob_p (pattern, strlen (pattern), name);
}

START_TEST (globs)
{
  ck_assert (glob ("calc2", "calc2"));
  ck_assert (!glob ("calc2", "calc22"));
  ck_assert (glob ("calc*", "calc"));
  ck_assert (glob ("*", ""));
  ck_assert (glob ("*a*b*c", "xxaxxbxbxc"));
  ck_assert (!glob ("*a*b*c", "xxaxxcxb"));
  ck_assert (glob ("c?lc[1-3]", "calc2"));
  ck_assert (!glob ("calc[!1-3]", "calc2"));
  ck_assert (glob ("calc[]x]", "calc]"));
  ck_assert (!glob ("", "a"));
  ck_assert (glob ("", ""));
  ck_assert (mrt_glob_p ("calc2,x", 5, "calc2"));
}
END_TEST

START_TEST (numbers)
{
  char buf[24];
  const char *end;
  mrt_decimal (buf, 0);
  ck_assert_str_eq (buf, "0");
  mrt_decimal (buf, UINT64_MAX);
  ck_assert_str_eq (buf, "18446744073709551615");
  ck_assert_uint_eq (mrt_parse_number ("120x", &end), 120);
  ck_assert_str_eq (end, "x");
  const char *none = "x";
  ck_assert_uint_eq (mrt_parse_number (none, &end), 0);
  ck_assert_ptr_eq (end, none);
  /* Too long: large, not wrapped.  */
  ck_assert (mrt_parse_number ("99999999999999999999999", &end)
	     > UINT64_MAX / 20);
}
END_TEST

START_TEST (strings)
{
  ck_assert_str_eq (mrt_basename ("/a/b.c"), "b.c");
  ck_assert_str_eq (mrt_basename ("b.c"), "b.c");
  ck_assert (mrt_equal_p (NULL, NULL));
  ck_assert (!mrt_equal_p (NULL, ""));
  ck_assert_int_lt (mrt_compare ("a", "b"), 0);
  setenv ("MEMLB_TEST_X", "y=z", 1);
  ck_assert_str_eq (mrt_env ("MEMLB_TEST_X"), "y=z");
  ck_assert_ptr_null (mrt_env ("MEMLB_TEST"));
}
END_TEST

START_TEST (memory)
{
  char *p = mrt_map (0x10000, 0x4000000);
  ck_assert_uint_eq ((uintptr_t) p & 0x3ffffff, 0);
  p[0] = p[0xffff] = 1;
  mrt_unmap (p, 0x10000);
  for (int i = 0; i < 1000; i++)
    {
      char *q = mrt_keep (i * 37 + 1);
      ck_assert_uint_eq ((uintptr_t) q & 15, 0);
      ck_assert_int_eq (q[i * 37], 0);
      memset (q, 1, i * 37 + 1);
    }
  ck_assert_str_eq (mrt_keep_string ("kept"), "kept");
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("base");
  tcase_add_test (tests, globs);
  tcase_add_test (tests, numbers);
  tcase_add_test (tests, strings);
  tcase_add_test (tests, memory);
  return run_tests (tests);
}
