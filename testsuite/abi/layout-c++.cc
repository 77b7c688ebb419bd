/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The header is C++ too, and means the same there.  */

#include "memlb/abi.h"

static_assert (sizeof (memlb_nest) == 320, "as in C");
static_assert (sizeof (memlb_ref) == 56, "as in C");
static_assert (sizeof (memlb_block) == 32, "as in C");
static_assert (sizeof (memlb_edge) == 16, "as in C");
static_assert (sizeof (memlb_unit) == 40, "as in C");

int
main ()
{
  static struct
  {
    int64_t field;
    int target;
  } s = { 8, 42 };
  const int *p = static_cast<const int *> (MEMLB_REL (s.field));
  return *p != 42;
}
