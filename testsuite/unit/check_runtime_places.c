/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/places.c: where the slots of address webs lie.  */

#include "check-main.h"
#include "places.h"

/* Three webs of one wide load each, whose slots are 256 bytes apart, as the
   plugin leaves room around them.  The tables lie behind the descriptor:
   it holds distances.  */
static struct
{
  struct memlb_nest desc;
  struct memlb_ref refs[3];
  struct memlb_web webs[3];
} nest;
static struct mrt_seen seen[3];

static void
describe (void)
{
  struct memlb_nest *d = &nest.desc;
  *d = (struct memlb_nest) { .n_refs = 3, .n_webs = 3 };
  d->refs = (char *) nest.refs - (char *) &d->refs;
  d->webs = (char *) nest.webs - (char *) &d->webs;
  for (unsigned i = 0; i < 3; i++)
    {
      nest.refs[i] = (struct memlb_ref) {
	.size = 32, .kind = MEMLB_REF_LOAD, .treatment = MEMLB_TREAT_SLOT,
	.slot = 128 + 256 * i, .web = i, .value_web = MEMLB_NO_WEB };
      nest.webs[i] = (struct memlb_web) { .lead = i, .offset = 128 + 256 * i };
      seen[i].n = 4;
      seen[i].stores = seen[i].following = 0;
      for (unsigned j = 0; j < 4; j++)
	seen[i].address[j] = 0x10000 * (i + 1) + 64 * j;
    }
}

static unsigned share;

static unsigned
given_share (uint32_t size, bool store)
{
  (void) size;
  (void) store;
  return share;
}

/* Where slots lie on a processor where PER_CENT of the accesses across lines count.  */

static struct mrt_places *
keep (unsigned per_cent)
{
  share = per_cent;
  return mrt_keep_places (&nest.desc, seen, given_share);
}

static int64_t
shift (const struct mrt_places *p, uint32_t at, uint32_t web)
{
  return mrt_web_shift (&nest.desc, p, at, web);
}

START_TEST (aligned_references)
{
  describe ();
  struct mrt_places *p = keep (100);
  ck_assert_ptr_nonnull (p);
  ck_assert_uint_eq (p->moved, 0);
  for (uint32_t i = 0; i < 3; i++)
    {
      ck_assert_int_eq (shift (p, MRT_ALIGNED, i), 0);
      ck_assert_int_eq (shift (p, 1, i), 0);
    }
}
END_TEST

START_TEST (across_lines)
{
  describe ();
  for (unsigned j = 0; j < 4; j++)
    seen[1].address[j] += j & 1 ? 48 : 8;
  struct mrt_places *p = keep (100);
  ck_assert_uint_eq (p->moved, 1);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 1), 0);
  /* Each web takes another iteration.  */
  ck_assert_int_eq (shift (p, 0, 1), 48);
  ck_assert_int_eq (shift (p, 3, 1), 8);
  ck_assert_int_eq (shift (p, 4, 1), 48);
  ck_assert_int_eq (shift (p, 0, 2), 0);
  const char *slots = (const char *) 0x100000;
  ck_assert_uint_eq (mrt_web_value (&nest.desc, slots, p, 0, 1),
		     0x100000 + 128 + 256 + 48);
  nest.webs[1].index = 1;
  ck_assert_uint_eq (mrt_web_value (&nest.desc, slots, p, 0, 1), 0);
}
END_TEST

START_TEST (most_must_be_placeable)
{
  describe ();
  seen[1].address[0] += 8;
  nest.desc.wide_unplaced = 1;
  ck_assert_uint_eq (keep (100)->moved, 0);
}
END_TEST

START_TEST (beside_one_another)
{
  describe ();
  for (unsigned j = 0; j < 4; j++)
    seen[2].address[j] = seen[0].address[j] + 8;
  struct mrt_places *p = keep (100);
  /* The slot of web 2 is 8 bytes behind that of web 0.  */
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 2), -512 + 8);
  seen[0].address[2] += 16;
  p = keep (100);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 2), 0);
}
END_TEST

/* The same where the first entry was left in the middle of the third iteration,
   and the second begins elsewhere.  */

START_TEST (beside_over_entries)
{
  describe ();
  for (unsigned i = 0; i < 3; i++)
    seen[i] = (struct mrt_seen) { 0 };
  for (unsigned entry = 0; entry < 2; entry++)
    {
      mrt_seen_begin (&nest.desc, seen);
      for (unsigned j = 0; j < 3; j++)
	{
	  uint64_t address = 0x10000 * (1 + 3 * entry) + 64 * j;
	  seen[0].address[seen[0].n++] = address;
	  if (entry || j < 2)
	    seen[1].address[seen[1].n++] = address + 8;
	}
      mrt_seen_end (&nest.desc, seen);
      ck_assert_uint_eq (seen[0].n, entry ? 5 : 2);
      ck_assert_uint_eq (seen[1].n, entry ? 5 : 2);
      ck_assert_uint_eq (seen[2].n, 0);
    }
  struct mrt_places *p = keep (100);
  ck_assert_uint_eq (p->webs[1].root, 0);
  /* Webs of an outer loop have seen far less, and keep it.  */
  mrt_seen_begin (&nest.desc, seen);
  seen[2].n = 1;
  seen[0].n += 3;
  mrt_seen_end (&nest.desc, seen);
  ck_assert_uint_eq (seen[0].n, 8);
  ck_assert_uint_eq (seen[2].n, 1);
}
END_TEST

/* A load 8 bytes before another one that begins 8 bytes behind a line's start:
   aligning the latter would put the former across lines.  */

START_TEST (aligned_together)
{
  describe ();
  for (unsigned i = 0; i < 3; i++)
    nest.refs[i].size = 16;
  for (unsigned j = 0; j < 4; j++)
    {
      seen[0].address[j] = 0x10000 + 8 + 16 * j;
      seen[2].address[j] = seen[0].address[j] - 8;
    }
  struct mrt_places *p = keep (100);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 0), 8);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 2), -512);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 1), 0);
}
END_TEST

START_TEST (stores_stay_apart)
{
  describe ();
  for (unsigned j = 0; j < 4; j++)
    seen[2].address[j] = seen[0].address[j] + 8;
  nest.refs[2].kind = MEMLB_REF_STORE;
  struct mrt_places *p = keep (100);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 2), 0);
  describe ();
  for (unsigned j = 0; j < 4; j++)
    seen[2].address[j] = seen[0].address[j] + 80;
  p = keep (100);
  ck_assert_int_eq (shift (p, MRT_ALIGNED, 2), 0);
}
END_TEST

/* A store of half a line stays where it is aligned, one of a line does not.  */

START_TEST (narrow_stores_stay_aligned)
{
  describe ();
  nest.refs[1].kind = nest.refs[2].kind = MEMLB_REF_STORE;
  nest.refs[2].size = 64;
  for (unsigned i = 0; i < 3; i++)
    for (unsigned j = 0; j < 4; j++)
      seen[i].address[j] += 8;
  struct mrt_places *p = keep (0);
  ck_assert_uint_eq (p->moved, 1);
  ck_assert_int_eq (shift (p, 0, 0), 8);
  ck_assert_int_eq (shift (p, 0, 1), 0);
  ck_assert_int_eq (shift (p, 0, 2), 8);
  seen[0].address[0] -= 8;
  nest.refs[0].kind = nest.refs[2].kind = MEMLB_REF_STORE;
  nest.refs[2].size = 32;
  ck_assert_uint_eq (keep (0)->moved, 0);
}
END_TEST

/* Where stores across lines take as long along an array as in one place, they are all
   placed.  */

START_TEST (narrow_stores_are_placed)
{
  describe ();
  nest.refs[1].kind = MEMLB_REF_STORE;
  for (unsigned j = 0; j < 4; j++)
    seen[1].address[j] += 8;
  ck_assert_int_eq (shift (keep (0), 0, 1), 0);
  ck_assert_int_eq (shift (keep (100), 0, 1), 8);
}
END_TEST

/* Of loads across lines in every second iteration a share lies there, too; the others
   lie as in the iteration before.  */

START_TEST (loads_across_lines)
{
  describe ();
  seen[0].n = 8;
  for (unsigned j = 0; j < 8; j++)
    seen[0].address[j] = 0x10008 + 32 * j;
  static const unsigned per_cent[] = { 0, 25, 50, 100 };
  for (unsigned i = 0; i < 4; i++)
    {
      const struct mrt_places *p = keep (per_cent[i]);
      unsigned across = 0;
      for (unsigned at = 0; at < 8; at++)
	across += (shift (p, at, 0) & 63) == 40;
      ck_assert_uint_eq (across, per_cent[i] * 4 / 100);
      ck_assert_uint_eq (p->moved, 1);
    }
  /* Where all are, there is nothing to hide behind.  */
  for (unsigned j = 0; j < 8; j++)
    seen[0].address[j] = 0x10028 + 64 * j;
  const struct mrt_places *p = keep (0);
  for (unsigned at = 0; at < 8; at++)
    ck_assert_int_eq (shift (p, at, 0) & 63, 40);
}
END_TEST

/* The processor's answer stays the same; of what it is not asked for, none is
   measured.  */

START_TEST (split_share)
{
  for (unsigned store = 0; store < 2; store++)
    {
      unsigned sixteen = mrt_measured_split_share (16, store);
      ck_assert_uint_le (sixteen, 100);
      for (unsigned i = 0; i < 10; i++)
	ck_assert_uint_eq (mrt_measured_split_share (16, store), sixteen);
      ck_assert_uint_eq (mrt_measured_split_share (64, store), 100);
    }
}
END_TEST

/* Stores of half a line that go along two arrays in turn are placed, one that follows
   itself is not.  */

START_TEST (stores_in_turn)
{
  describe ();
  nest.refs[0].kind = nest.refs[1].kind = MEMLB_REF_STORE;
  struct mrt_store_place a = { .size = 32 }, b = { .size = 32 };
  for (unsigned j = 0; j < 4; j++)
    {
      for (unsigned i = 0; i < 3; i++)
	seen[i].address[j] = 0x10000 * (i + 1) + 32 * j + 8;
      a = (struct mrt_store_place) { seen[0].address[j], 32, nest.refs[0].slot };
      if (j)
	mrt_seen_store (&seen[0], &b, &a);
      b = (struct mrt_store_place) { seen[1].address[j], 32, nest.refs[1].slot };
      mrt_seen_store (&seen[1], &a, &b);
    }
  ck_assert_uint_eq (seen[0].stores, 3);
  ck_assert_uint_eq (seen[1].following, 0);
  struct mrt_places *p = keep (0);
  ck_assert_int_eq (shift (p, 0, 0), 8);
  ck_assert_int_eq (shift (p, 0, 1), 40);
  /* Upwards and downwards, one array alone.  */
  for (int step = -32; step <= 32; step += 64)
    {
      seen[0].stores = seen[0].following = 0;
      for (int j = 1; j < 4; j++)
	mrt_seen_store (&seen[0],
			&(struct mrt_store_place) {
			  0x20000 + (j - 1) * step, 32, a.slot },
			&(struct mrt_store_place) {
			  0x20000 + j * step, 32, a.slot });
      ck_assert_uint_eq (seen[0].following, 3);
      p = keep (0);
      ck_assert_int_eq (shift (p, 0, 0), 0);
    }
}
END_TEST

/* Of two stores side by side in an iteration the second follows in its slot, too, and
   does not count.  */

START_TEST (stores_side_by_side)
{
  describe ();
  struct mrt_store_place first = { 0x10008, 32, 128 };
  struct mrt_store_place second = { 0x10028, 32, 160 };
  mrt_seen_store (&seen[0], &first, &second);
  ck_assert_uint_eq (seen[0].stores, 0);
  first.address += 64;
  mrt_seen_store (&seen[0], &second, &first);
  ck_assert_uint_eq (seen[0].stores, 1);
  ck_assert_uint_eq (seen[0].following, 1);
}
END_TEST

START_TEST (no_webs)
{
  describe ();
  nest.desc.n_webs = 0;
  ck_assert_ptr_null (keep (100));
  ck_assert_int_eq (shift (NULL, 0, 0), 0);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("places");
  tcase_add_test (tests, aligned_references);
  tcase_add_test (tests, across_lines);
  tcase_add_test (tests, most_must_be_placeable);
  tcase_add_test (tests, beside_one_another);
  tcase_add_test (tests, beside_over_entries);
  tcase_add_test (tests, aligned_together);
  tcase_add_test (tests, stores_stay_apart);
  tcase_add_test (tests, narrow_stores_stay_aligned);
  tcase_add_test (tests, narrow_stores_are_placed);
  tcase_add_test (tests, loads_across_lines);
  tcase_add_test (tests, split_share);
  tcase_add_test (tests, stores_in_turn);
  tcase_add_test (tests, stores_side_by_side);
  tcase_add_test (tests, no_webs);
  return run_tests (tests);
}
