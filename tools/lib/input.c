/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiles that a subcommand works on: one file, for those that need all
   that stands in it, or the ranks of a run together.  */

#include "input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "profile-read.h"
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

/* A new run of RUNS called NAME.  */

static struct input_run *
add_run (struct input_runs *runs, const char *name)
{
  runs->at = grow (runs->at, runs->n, sizeof *runs->at);
  runs->at[runs->n] = (struct input_run) { .name = xstrdup (name),
					   .rank = NAN };
  return &runs->at[runs->n++];
}

/* Add FILE to RUNS: to the run of which it is another rank, or as a run of
   its own.  */

static void
add_file (struct input_runs *runs, const char *file)
{
  struct fail why;
  struct profile *p = strcmp (file, "-") ? profile_read_head (file, &why)
		      : NULL;
  struct input_run *run = NULL;

  for (size_t i = 0; p && p->run && i < runs->n; i++)
    if (runs->at[i].id && strcmp (runs->at[i].id, p->run) == 0
	&& !isnan (p->rank) && !isnan (runs->at[i].rank)
	&& p->rank != runs->at[i].rank)
      run = &runs->at[i];
  if (!run)
    {
      run = add_run (runs, file);
      if (p && p->run && !p->merged)
	{
	  run->id = xstrdup (p->run);
	  run->rank = p->rank;
	}
    }
  names_add (&run->files, file);
  profile_free (p);
}

/* Put into RUNS the runs that GIVEN names, in its order: a directory is the
   newest run in it, nothing the newest run here, named on standard error;
   files that are ranks of one run are that.  Return 0, or -1 with the reason
   in WHY.  */

int
input_runs (struct input_runs *runs, const struct names *given,
	    struct fail *why)
{
  struct stat st;
  int result = 0;

  *runs = (struct input_runs) { 0 };
  if (!given->n)
    {
      struct input_run *run = add_run (runs, ".");
      result = find_newest_run (&run->files, NULL, false, why);
      if (result == 0)
	fprintf (stderr, "memlb: profile %s%s\n", run->files.at[0],
		 run->files.n > 1 ? " and the others of its run" : "");
      return result;
    }
  for (size_t i = 0; i < given->n && result == 0; i++)
    if (stat (given->at[i], &st) == 0 && S_ISDIR (st.st_mode))
      result = find_newest_run (&add_run (runs, given->at[i])->files,
				given->at[i], false, why);
    else
      add_file (runs, given->at[i]);
  return result;
}

/* Free what RUNS holds.  */

void
input_runs_free (struct input_runs *runs)
{
  for (size_t i = 0; i < runs->n; i++)
    {
      free (runs->at[i].name);
      free (runs->at[i].id);
      names_free (&runs->at[i].files);
    }
  free (runs->at);
  *runs = (struct input_runs) { 0 };
}
