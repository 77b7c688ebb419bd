/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiles that a subcommand works on: one file, for those that need all
   that stands in it, or the ranks of a run together.  */

#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "find.h"
#include "xalloc.h"

/* The file that GIVEN means: a directory stands for the newest run in it,
   NULL for the newest run here, named on standard error.  To be freed; NULL
   with the reason in WHY.  */

char *
input_file (const char *given, struct fail *why)
{
  struct names files = { 0 };
  struct stat st;
  char *file = NULL;

  if (given && !(stat (given, &st) == 0 && S_ISDIR (st.st_mode)))
    return xstrdup (given);
  if (find_newest_run (&files, given, false, why) != 0)
    return NULL;
  if (files.n == 1)
    {
      file = xstrdup (files.at[0]);
      fprintf (stderr, "memlb: profile %s\n", file);
    }
  else
    fail_set (why, files.at[0], 0, "one of %zu profiles of a run; name one of "
	      "them", files.n);
  names_free (&files);
  return file;
}

/* The profile GIVEN, or the newest run in the directory of that name, its
   ranks combined; NULL with the reason in WHY.  */

struct profile *
input_profile (const char *given, struct fail *why)
{
  struct names files = { 0 };
  struct profile *p = NULL;
  struct stat st;

  if (stat (given, &st) != 0 || !S_ISDIR (st.st_mode))
    names_add (&files, given);
  else if (find_newest_run (&files, given, false, why) != 0)
    return NULL;
  p = read_profiles (&files, msg_progress, why);
  names_free (&files);
  return p;
}
