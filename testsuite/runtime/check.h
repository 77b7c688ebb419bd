/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Checks of test programs: say what failed and where, go on, fail at the
   end.  */
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>

static int failures __attribute__ ((unused));

#define CHECK(COND)							\
  do									\
    if (!(COND))							\
      {									\
	fprintf (stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__,	\
		 #COND);						\
	failures++;							\
      }									\
  while (0)

#define CHECK_EQUAL(A, B)						\
  do									\
    {									\
      long long a_ = (long long) (A), b_ = (long long) (B);		\
      if (a_ != b_)							\
	{								\
	  fprintf (stderr, "%s:%d: failed: %s is %lld, not %lld\n",	\
		   __FILE__, __LINE__, #A, a_, b_);			\
	  failures++;							\
	}								\
    }									\
  while (0)

#define SKIP 77

#endif
