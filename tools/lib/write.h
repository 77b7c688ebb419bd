/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms in which a report is written.  */

#ifndef MEMLB_TOOLS_WRITE_H
#define MEMLB_TOOLS_WRITE_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include "rank.h"

/* How the text report is to look.  */
struct text_style
{
  bool glossary;	/* explain the words */
  bool brief;		/* the table only */
  bool terminal;	/* lines end at the terminal's width */
  bool all;		/* every row */
  size_t top;		/* else this many, 0 for those that matter */
  time_t now;
};

/* The figures of a loop that CSV and JSON hold, in the order of the CSV
   columns.  */
enum column_kind { COLUMN_TEXT, COLUMN_COUNT, COLUMN_FIGURE };

struct column
{
  const char *name;
  enum column_kind kind;
  const char *(*text) (const struct loop *);
  double (*figure) (const struct profile *, const struct loop *);
};

extern const struct column columns[];
extern const size_t n_columns;

void write_number (FILE *out, enum column_kind kind, double value);
void write_csv (FILE *out, const struct ranking *r);
void write_json (FILE *out, const struct ranking *r);
void write_text (FILE *out, const struct ranking *r,
		 const struct text_style *style);
bool ranks_metric_p (const char *name);
char *ranks_text (const struct profile *p);
void write_loop_ranks (FILE *out, const struct profile *p,
		       const struct loop *loop);
void write_loop_events (FILE *out, const struct loop *loop);
void write_ranks (FILE *out, const struct ranking *r);
void write_warnings (FILE *out, const struct profile *p);
void write_refused (FILE *out, const struct ranking *r,
		    const struct text_style *style);
void write_blocked (FILE *out, const struct profile *p,
		    const struct text_style *style, bool all);
void write_blocked_json (FILE *out, const struct profile *p);
void write_loop (FILE *out, const struct profile *p, const struct loop *loop,
		 const struct text_style *style);

#endif /* MEMLB_TOOLS_WRITE_H */
