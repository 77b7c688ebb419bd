/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles, before and after a change.  */

#ifndef MEMLB_TOOLS_DIFF_H
#define MEMLB_TOOLS_DIFF_H

#include <stdio.h>
#include "match.h"

/* How a time changed.  */
enum change
{
  CHANGE_UNKNOWN,	/* not timed on both sides */
  CHANGE_NONE,		/* within the noise */
  CHANGE_FASTER, CHANGE_SLOWER,
  CHANGE_NEW, CHANGE_GONE
};

struct difference
{
  struct match match;
  double before, after;		/* seconds; NaN where unknown */
  double band;			/* of after - before, 95 % */
  double work;			/* entries after by entries before; NaN where these
				   are not known */
  enum change change;
};

struct diff
{
  const struct profile *a, *b;
  struct difference whole;	/* of the program; no loops */
  struct difference *at;	/* largest change first */
  size_t n;
  double noise;
};

struct diff_style
{
  bool terminal;
  bool all;			/* unchanged ones too */
  bool csv;
};

struct diff diff_profiles (const struct profile *a, const struct profile *b,
			   double noise);
bool diff_regression_p (const struct diff *d);
void diff_write (FILE *out, const struct diff *d,
		 const struct diff_style *style);
void diff_free (struct diff *d);

#endif /* MEMLB_TOOLS_DIFF_H */
