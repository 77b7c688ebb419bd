/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which profiles a subcommand works on.  */

#ifndef MEMLB_TOOLS_FIND_H
#define MEMLB_TOOLS_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include "msg.h"
#include "profile.h"

/* File names.  */
struct names
{
  char **at;
  size_t n;
};

void names_add (struct names *names, const char *name);
void names_free (struct names *names);

int find_newest_run (struct names *found, const char *directory,
		     bool unmerged, struct fail *why);
int find_files (const struct names *given, struct names *files,
		bool unmerged, bool *chosen, struct fail *why);
int find_run (struct names *found, const char *pattern, const char *run);

/* Called with the files read so far and all.  */
typedef void read_progress (const char *what, size_t done, size_t total);
struct profile *read_profiles (const struct names *files,
			       read_progress *progress, struct fail *why);

#endif /* MEMLB_TOOLS_FIND_H */
