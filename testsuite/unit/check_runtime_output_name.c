/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/output-name.c: patterns and numbers.  */

#include "check-main.h"
#include "output-name.h"

#include <string.h>

static char name[MRT_NAME_SIZE + 32];
static struct mrt_name_parts parts
  = { .program = "/usr/bin/shallow", .host = "node7", .pid = 1234,
      .time = 1700000000 };

static const char *
expand (const char *pattern)
{
  return mrt_output_name (name, pattern, &parts) ? name : NULL;
}

START_TEST (patterns)
{
  ck_assert_str_eq (expand (NULL), "memlb-shallow.1234.xml");
  ck_assert_str_eq (expand (""), "memlb-shallow.1234.xml");
  ck_assert_str_eq (expand ("%e-%p-%h-%t%%"),
		    "shallow-1234-node7-1700000000%");
  ck_assert_str_eq (expand ("/tmp/x/%r.%j"), "/tmp/x/0.0");
  setenv ("WHERE", "a/b", 1);
  ck_assert_str_eq (expand ("%q{WHERE}.xml"), "a_b.xml");
  ck_assert_str_eq (expand ("%q{NOT_SET_AT_ALL}x"), "x");
}
END_TEST

START_TEST (jobs)
{
  parts.rank = "12";
  parts.job = "99.0";
  ck_assert_str_eq (expand (NULL), "memlb-shallow.99.0/12.xml");
  parts.rank = NULL;
  ck_assert_str_eq (expand (NULL), "memlb-shallow.99.0/0.xml");
  parts.job = NULL;
}
END_TEST

START_TEST (bad_patterns)
{
  char *longer = malloc (3 * MRT_NAME_SIZE);
  ck_assert_ptr_null (expand ("%"));
  ck_assert_ptr_null (expand ("%x"));
  ck_assert_ptr_null (expand ("%q"));
  ck_assert_ptr_null (expand ("%q{WHERE"));
  ck_assert_ptr_null (expand ("dir/"));
  memset (longer, 'x', 3 * MRT_NAME_SIZE - 1);
  longer[3 * MRT_NAME_SIZE - 1] = 0;
  ck_assert_ptr_null (expand (longer));
  free (longer);
}
END_TEST

START_TEST (numbers)
{
  strcpy (name, "a/b.xml");
  ck_assert_uint_eq (mrt_name_stem (name), 3);
  mrt_numbered_name (name, 3, true, 2);
  ck_assert_str_eq (name, "a/b.2.xml");
  mrt_numbered_name (name, 3, true, 10);
  ck_assert_str_eq (name, "a/b.10.xml");
  strcpy (name, "plain");
  ck_assert_uint_eq (mrt_name_stem (name), 5);
  mrt_numbered_name (name, 5, false, 3);
  ck_assert_str_eq (name, "plain.3");
  ck_assert_uint_eq (mrt_name_stem (".xml"), 4);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("output-name");
  tcase_add_test (tests, patterns);
  tcase_add_test (tests, jobs);
  tcase_add_test (tests, bad_patterns);
  tcase_add_test (tests, numbers);
  return run_tests (tests);
}
