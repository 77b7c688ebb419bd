/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/address-space.c: what is mapped, and what lies at a distance.  */

#include "check-main.h"
#include "address-space.h"

#include <sys/mman.h>

#define GB ((int64_t) 1 << 30)

static struct mrt_address_space space;

static bool
none_p (uint64_t inode)
{
  (void) inode;
  return false;
}

static uint64_t ignored;

static bool
ignored_p (uint64_t inode)
{
  return inode == ignored;
}

static bool
known_p (const void *p)
{
  for (uint32_t i = 0; i < space.n; i++)
    if ((uint64_t) p >= space.regions[i].begin
	&& (uint64_t) p < space.regions[i].end)
      return true;
  return false;
}

START_TEST (read_list)
{
  int local;
  ck_assert (mrt_address_space_read (&space, none_p));
  ck_assert (known_p (&local));
  ck_assert (known_p (&space));
  ck_assert (known_p ((void *) (uintptr_t) known_p));
  for (uint32_t i = 1; i < space.n; i++)
    ck_assert (space.regions[i - 1].end < space.regions[i].begin);
}
END_TEST

/* Memory that was mapped since is seen at once if it is much, and what is an
   ignored object's is not.  */

START_TEST (read_again)
{
  size_t much = (size_t) GB;
  ck_assert (mrt_address_space_read (&space, none_p));
  void *p = mmap ((void *) 0x300000000000, much, PROT_NONE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ck_assert (p != MAP_FAILED);
  ck_assert (mrt_address_space_read (&space, none_p));
  ck_assert (known_p (p));
  munmap (p, much);
  ck_assert (mrt_address_space_read (&space, none_p));
  ck_assert (!known_p (p));
  p = mmap ((void *) 0x300000000000, much, PROT_READ,
	    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ck_assert (p != MAP_FAILED);
  ignored = mrt_mapped_inode (&space, (uint64_t) p + much / 2);
  ck_assert_uint_ne (ignored, 0);
  ck_assert (mrt_address_space_read (&space, ignored_p));
  ck_assert (!known_p (p));
  space.when = 0;
  ck_assert (mrt_address_space_read (&space, none_p));
  ck_assert (known_p (p));
  munmap (p, much);
  ck_assert_uint_eq (mrt_mapped_inode (&space, (uint64_t) &much), 0);
}
END_TEST

static void
region (uint64_t begin, int64_t size)
{
  space.regions[space.n].begin = begin;
  space.regions[space.n++].end = begin + (uint64_t) size;
}

START_TEST (distances)
{
  space.n = 0;
  region (0x400000, GB);
  region (0x7f0000000000, 20 * GB);
  ck_assert (mrt_address_space_free_p (&space, 64 * GB));
  ck_assert (mrt_address_space_free_p (&space, -256 * GB));
  /* An array of 20 GB, 8 GB from itself.  */
  ck_assert (!mrt_address_space_free_p (&space, 8 * GB));
  ck_assert (!mrt_address_space_free_p (&space, -8 * GB));
  ck_assert (!mrt_address_space_free_p (&space, 1 << 26));
  /* Too near to what may be mapped beside it.  */
  ck_assert (!mrt_address_space_free_p (&space, 20 * GB + GB / 2));
  ck_assert (mrt_address_space_free_p (&space, 22 * GB));
  /* One region at the distance of another.  */
  region (0x7f0000000000 + 276 * (uint64_t) GB, GB);
  ck_assert (!mrt_address_space_free_p (&space, -256 * GB));
  ck_assert (!mrt_address_space_free_p (&space, 256 * GB));
  ck_assert (mrt_address_space_free_p (&space, -4096 * GB));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("address space");
  tcase_add_test (tests, read_list);
  tcase_add_test (tests, read_again);
  tcase_add_test (tests, distances);
  return run_tests (tests);
}
