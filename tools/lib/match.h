/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops of two profiles are the same, though lines have moved.  */

#ifndef MEMLB_TOOLS_MATCH_H
#define MEMLB_TOOLS_MATCH_H

#include "profile.h"

/* What a pair rests on.  */
enum match_by
{
  MATCH_NONE,		/* one of the two is NULL */
  MATCH_PLACE,		/* function, file and lines */
  MATCH_SHAPE,		/* function and shape; the lines moved */
  MATCH_FUNCTION	/* what is left over in a function on both sides */
};

struct match
{
  const struct loop *a, *b;	/* before and after */
  enum match_by by;
};

struct matches
{
  struct match *at;
  size_t n;
};

double loop_similarity (const struct loop *a, const struct loop *b);
struct matches match_loops (const struct profile *a,
			    const struct profile *b);
void matches_free (struct matches *m);

#endif /* MEMLB_TOOLS_MATCH_H */
