/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The header is C++ too, and means the same there.  */

#include "memlb/abi.h"

/* The compiler names the record and both sizes where they differ:
   "matches<memlb_block, 33, 128>".  */
template <typename Record, unsigned Is, unsigned Wanted>
struct matches
{
  static_assert (Is == Wanted, "as in C");
};
#define SIZE(RECORD, WANTED) \
  template struct matches<RECORD, sizeof (RECORD), WANTED>

SIZE (memlb_nest, 520);
SIZE (memlb_call, 40);
SIZE (memlb_callee, 104);
SIZE (memlb_callee_row, 8);
SIZE (memlb_row, 8);
SIZE (memlb_read, 32);
SIZE (memlb_ref, 56);
SIZE (memlb_block, 128);
SIZE (memlb_edge, 16);
SIZE (memlb_progress, 32);
SIZE (memlb_span, 40);
SIZE (memlb_unit, 40);

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
