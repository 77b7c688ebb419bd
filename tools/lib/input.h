/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiles that a subcommand works on.  */

#ifndef MEMLB_TOOLS_INPUT_H
#define MEMLB_TOOLS_INPUT_H

#include "find.h"

/* One run: the profiles of its ranks, and what the user called it.  */
struct input_run
{
  char *name;
  struct names files;
  char *id;		/* of the run, where a single file named it */
  double rank;		/* of the first file, NaN if none */
};

struct input_runs
{
  struct input_run *at;
  size_t n;
};

char *input_file (const char *given, struct fail *why);
struct profile *input_profile (const char *given, struct fail *why);

int input_runs (struct input_runs *runs, const struct names *given,
		struct fail *why);
void input_runs_free (struct input_runs *runs);

#endif /* MEMLB_TOOLS_INPUT_H */
