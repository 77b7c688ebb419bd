/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a unit test program.  */
#ifndef CHECK_MAIN_H
#define CHECK_MAIN_H

#include <check.h>
#include <stdlib.h>

/* Run the tests of TESTS; what main returns.  */

static inline int
run_tests (TCase *tests)
{
  Suite *suite = suite_create ("memlb");
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
