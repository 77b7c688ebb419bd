/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops a report shows, in which order.  */

#ifndef MEMLB_TOOLS_RANK_H
#define MEMLB_TOOLS_RANK_H

#include "profile.h"

/* Loops of a profile in an order of their own.  */
struct ranking
{
  const struct profile *p;
  struct loop **rows;
  size_t n;
};

enum sort_key
{
  SORT_RECOVERABLE, SORT_TIME, SORT_BOUND, SORT_SPEEDUP, SORT_SHARE,
  SORT_ENTRIES, SORT_NAME, N_SORT_KEYS
};

bool sort_keys_parse (const char *text, enum sort_key *keys, size_t *n);

struct ranking rank_loops (const struct profile *p,
			   bool (*choose) (const struct loop *),
			   const enum sort_key *keys, size_t n_keys);
void ranking_free (struct ranking *r);
struct ranking rank_pick (const struct ranking *all, const char *which);

bool loop_any_p (const struct loop *loop);
bool loop_measured_p (const struct loop *loop);
bool loop_refused_p (const struct loop *loop);

#endif /* MEMLB_TOOLS_RANK_H */
