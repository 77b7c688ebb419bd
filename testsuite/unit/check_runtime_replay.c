/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/replay.c: of which observation points notes are taken.  */

#include "check-main.h"
#include "replay.h"

static struct memlb_nest desc;
static struct memlb_addr addrs[3];
static struct memlb_read read_row;

START_TEST (points_noted)
{
  struct memlb_point point = { .first_addr = 1, .n_addrs = 2 };
  desc.addrs = (const char *) addrs - (const char *) &desc.addrs;
  desc.reads = (const char *) &read_row - (const char *) &desc.reads;
  desc.n_reads = 1;
  addrs[0].ref = read_row.ref = 7;
  addrs[1].ref = 8;
  addrs[2].ref = 9;
  /* Neither begins a record here nor is anything read: the row is another's.  */
  ck_assert (!mrt_replay_notes_p (&desc, &point));
  addrs[2].ref = 7;
  ck_assert (mrt_replay_notes_p (&desc, &point));
  point.n_addrs = 1;
  ck_assert (!mrt_replay_notes_p (&desc, &point));
  point.record_bytes = 8;
  ck_assert (mrt_replay_notes_p (&desc, &point));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("replay");
  tcase_add_test (tests, points_noted);
  return run_tests (tests);
}
