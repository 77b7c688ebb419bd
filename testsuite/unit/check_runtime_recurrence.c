/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/recurrence.c: loads that read what was stored a while before.  */

#include "check-main.h"
#include "recurrence.h"

static struct mrt_stores stores;
static struct mrt_nest nest;
static const struct memlb_ref load = {
  .size = 8, .kind = MEMLB_REF_LOAD, .treatment = MEMLB_TREAT_SLOT, .slot = 0 };
static const struct memlb_ref store = {
  .size = 8, .kind = MEMLB_REF_STORE, .treatment = MEMLB_TREAT_SLOT, .slot = 64 };

static void
clear (void)
{
  memset (&stores, 0, sizeof stores);
  memset (&nest, 0, sizeof nest);
}

/* N stores to an array of elements of 8 bytes, with OTHERS references behind
   each.  */

static void
store_row (unsigned n, unsigned others)
{
  for (unsigned i = 0; i < n; i++)
    {
      mrt_note_store (&stores, NULL, &store, 0x10000 + 8 * i);
      stores.at += 1 + others;
    }
}

START_TEST (just_before)
{
  clear ();
  store_row (5, 0);
  mrt_note_load (&stores, &nest, &load, 0x10000);
  ck_assert_uint_eq (nest.loads, 1);
  ck_assert_uint_eq (nest.recurring, 1);
  ck_assert_uint_eq (nest.waiting, 1);
  mrt_note_load (&stores, &nest, &load, 0x20000);
  mrt_note_load (&stores, &nest, &load, 0x10028);
  ck_assert_uint_eq (nest.loads, 3);
  ck_assert_uint_eq (nest.recurring, 1);
}
END_TEST

START_TEST (a_while_before)
{
  clear ();
  store_row (30, 0);
  mrt_note_load (&stores, &nest, &load, 0x10000);
  ck_assert_uint_eq (nest.recurring, 0);
  ck_assert_uint_eq (nest.waiting, 1);
  ck_assert_uint_eq (nest.queued, 0);
}
END_TEST

/* With three other references to each store the oldest one of the queue is 256
   references back; what was stored before it is in the cache.  */

START_TEST (in_the_queue)
{
  clear ();
  store_row (MRT_STORES + 40, 3);
  mrt_note_load (&stores, &nest, &load, 0x10000 + 8 * 40);
  ck_assert_uint_eq (nest.waiting, 0);
  ck_assert_uint_eq (nest.queued, 1);
  mrt_note_load (&stores, &nest, &load, 0x10000 + 8 * 39);
  ck_assert_uint_eq (nest.loads, 2);
  ck_assert_uint_eq (nest.queued, 1);
}
END_TEST

/* Rows of a loop that carries no value take as long, unless they are short, or a load
   waits until the cache has what several stores wrote.  */

START_TEST (without_carry)
{
  struct memlb_ref narrow = load, wide = load;
  narrow.kind = wide.kind
    = MEMLB_REF_LOAD | MEMLB_REF_INNERMOST | MEMLB_REF_NO_CARRY;
  wide.size = 16;
  clear ();
  store_row (MRT_STORES, 3);
  mrt_note_load (&stores, &nest, &narrow, 0x10000 + 8 * 20);
  mrt_note_load (&stores, &nest, &narrow, 0x10000 + 8 * (MRT_STORES - 9));
  ck_assert_uint_eq (nest.in_rows, 0);
  mrt_note_load (&stores, &nest, &narrow, 0x10000 + 8 * (MRT_STORES - 8));
  mrt_note_load (&stores, &nest, &narrow, 0x10000 + 8 * (MRT_STORES - 1));
  ck_assert_uint_eq (nest.in_rows, 2);
  ck_assert_uint_eq (nest.recurring + nest.waiting + nest.queued, 0);
  /* Across lines more wait.  */
  mrt_note_store (&stores, NULL, &store, 0x20000 + 60);
  stores.at += 96;
  mrt_note_load (&stores, &nest, &narrow, 0x20000 + 60);
  ck_assert_uint_eq (nest.in_rows, 3);
  stores.at++;
  mrt_note_load (&stores, &nest, &narrow, 0x20000 + 60);
  ck_assert_uint_eq (nest.in_rows, 3);
  mrt_note_load (&stores, &nest, &wide, 0x10000 + 8 * 20);
  ck_assert_uint_eq (nest.queued, 1);
}
END_TEST

/* A load with the store's slot waits for it in the copy, too.  */

START_TEST (shared_slot)
{
  clear ();
  store_row (2, 0);
  struct memlb_ref shared = load;
  shared.slot = store.slot;
  mrt_note_load (&stores, &nest, &shared, 0x10008);
  ck_assert_uint_eq (nest.recurring, 0);
  shared.treatment = MEMLB_TREAT_CONTROL;
  mrt_note_load (&stores, &nest, &shared, 0x10008);
  ck_assert_uint_eq (nest.recurring, 1);
}
END_TEST

/* A wide load of two stores across a line, the first of which was long ago.  */

START_TEST (partly)
{
  clear ();
  mrt_note_store (&stores, NULL, &store, 0x10038);
  stores.at += 40;
  struct memlb_ref wide = load;
  wide.size = 16;
  mrt_note_load (&stores, &nest, &wide, 0x10038);
  ck_assert_uint_eq (nest.recurring, 1);
  mrt_note_load (&stores, &nest, &wide, 0x1002c);
  ck_assert_uint_eq (nest.recurring, 2);
  stores.at += 60;
  mrt_note_load (&stores, &nest, &wide, 0x10038);
  ck_assert_uint_eq (nest.recurring, 2);
}
END_TEST

/* An update waits in the copy for the update of another element.  */

START_TEST (chained)
{
  clear ();
  struct memlb_ref update = store;
  update.kind |= MEMLB_REF_LOAD;
  mrt_note_store (&stores, NULL, &update, 0x10000);
  mrt_note_load (&stores, &nest, &update, 0x10008);
  ck_assert_uint_eq (nest.chained, 1);
  mrt_note_load (&stores, &nest, &update, 0x10000);
  ck_assert_uint_eq (nest.chained, 1);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("recurrence");
  tcase_add_test (tests, just_before);
  tcase_add_test (tests, a_while_before);
  tcase_add_test (tests, in_the_queue);
  tcase_add_test (tests, without_carry);
  tcase_add_test (tests, shared_slot);
  tcase_add_test (tests, partly);
  tcase_add_test (tests, chained);
  return run_tests (tests);
}
