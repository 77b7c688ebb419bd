/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one profile that a subcommand works on, for those that need all that
   stands in it and so cannot take the ranks of a run together.  */

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
