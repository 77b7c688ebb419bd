/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which profiles a subcommand works on: those that the user named, the
   newest run of a directory with all its ranks, or those of one run id.

   Profiles of one run share a run id, so only the head of the candidates is
   read.  What `memlb run' gave in MEMLB_RUN_ID, if recorded, comes before the
   id of the root element: it also holds together the processes of a script
   that starts several.  */

#include <stdbool.h>
#include "find.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "combine.h"
#include "profile-read.h"
#include "xalloc.h"

/* Add a copy of NAME to NAMES.  */

void
names_add (struct names *names, const char *name)
{
  names->at = grow (names->at, names->n, sizeof *names->at);
  names->at[names->n++] = xstrdup (name);
}

void
names_free (struct names *names)
{
  for (size_t i = 0; i < names->n; i++)
    free (names->at[i]);
  free (names->at);
  *names = (struct names) { 0 };
}

/* Add to NAMES the regular files that match PATTERN, which is freed.  */

static void
add_matches (struct names *names, char *pattern)
{
  glob_t found;
  struct stat st;

  if (glob (pattern, 0, NULL, &found) == 0)
    {
      for (size_t i = 0; i < found.gl_pathc; i++)
	if (stat (found.gl_pathv[i], &st) == 0 && S_ISREG (st.st_mode))
	  names_add (names, found.gl_pathv[i]);
      globfree (&found);
    }
  free (pattern);
}

/* The run id in the file NAME; NULL when it is no profile.  A merged profile
   has one of its own, or none if UNMERGED.  To be freed.  */

static char *
run_of (const char *name, bool unmerged)
{
  struct fail why;
  struct profile *p = profile_read_head (name, &why);
  const char *id = p ? p->launch ? p->launch : p->run : NULL;
  char *run = NULL;

  if (p && p->merged)
    run = unmerged ? NULL : concat ("merged ", name, NULL);
  else if (p)
    run = xstrdup (id ? id : "");
  profile_free (p);
  return run;
}

/* DIRECTORY with a slash and every character that glob would take for a
   pattern escaped.  To be freed.  */

static char *
escape_directory (const char *directory)
{
  char *escaped = XNEWVEC (char, 2 * strlen (directory) + 2);
  char *to = escaped;

  for (const char *from = directory; *from; from++)
    {
      if (strchr ("*?[]\\", *from))
	*to++ = '\\';
      *to++ = *from;
    }
  strcpy (to, "/");
  return escaped;
}

/* All files of DIRECTORY that may be profiles; NULL is the current one,
   where only files with memlb's own names count.  */

static struct names
candidates (const char *directory)
{
  static const char *const here[]
    = { "memlb-*.xml", "memlb-*.xml.gz", "memlb-*/*.xml", "memlb-*/*.xml.gz" };
  static const char *const there[]
    = { "*.xml", "*.xml.gz", "memlb-*/*.xml", "memlb-*/*.xml.gz" };
  struct names names = { 0 };
  char *prefix = directory ? escape_directory (directory) : xstrdup ("");

  for (int i = 0; i < 4; i++)
    add_matches (&names, concat (prefix, directory ? there[i] : here[i],
				 NULL));
  free (prefix);
  return names;
}

/* The name of NAMES that was modified last and is a profile, or NULL; none
   that was merged if UNMERGED.  */

static const char *
newest (struct names *names, char **run, bool unmerged)
{
  while (true)
    {
      struct timespec latest = { 0 };
      size_t best = names->n;
      struct stat st;

      for (size_t i = 0; i < names->n; i++)
	if (names->at[i][0] && stat (names->at[i], &st) == 0
	    && (best == names->n || st.st_mtim.tv_sec > latest.tv_sec
		|| (st.st_mtim.tv_sec == latest.tv_sec
		    && st.st_mtim.tv_nsec > latest.tv_nsec)))
	  {
	    best = i;
	    latest = st.st_mtim;
	  }
      if (best == names->n)
	return NULL;
      *run = run_of (names->at[best], unmerged);
      if (*run)
	return names->at[best];
      names->at[best][0] = '\0';	/* not a profile: the next one */
    }
}

/* Add to FOUND the profiles of the newest run in DIRECTORY, NULL for the
   current one; no merged one if UNMERGED.  Return 0, or -1 with the reason in
   WHY.  */

int
find_newest_run (struct names *found, const char *directory, bool unmerged,
		 struct fail *why)
{
  struct names names = candidates (directory);
  char *run = NULL;
  const char *first = newest (&names, &run, unmerged);

  for (size_t i = 0; first && i < names.n; i++)
    if (names.at[i] == first)
      names_add (found, first);
    else if (names.at[i][0] && *run)
      {
	char *other = run_of (names.at[i], unmerged);
	if (other && strcmp (other, run) == 0)
	  names_add (found, names.at[i]);
	free (other);
      }
  free (run);
  names_free (&names);
  if (first)
    return 0;
  return fail_set (why, directory, 0, directory ? "no profile in it"
		   : "no profile here (memlb-*.xml); run a program compiled "
		     "with memlb-gcc, or name a file");
}

/* Put into FILES what the user's arguments GIVEN mean: directories stand for
   the newest run in them, nothing for the newest run here.  CHOSEN says
   whether the user left a choice.  */

int
find_files (const struct names *given, struct names *files, bool unmerged,
	    bool *chosen, struct fail *why)
{
  struct stat st;

  *chosen = !given->n;
  if (!given->n)
    return find_newest_run (files, NULL, unmerged, why);
  for (size_t i = 0; i < given->n; i++)
    if (stat (given->at[i], &st) == 0 && S_ISDIR (st.st_mode))
      {
	if (find_newest_run (files, given->at[i], unmerged, why) != 0)
	  return -1;
	*chosen = true;
      }
    else
      names_add (files, given->at[i]);
  return 0;
}

/* The glob pattern for all names that the output pattern PATTERN stands
   for, with ENDING after it.  To be freed.  */

static char *
glob_of_output (const char *pattern, const char *ending)
{
  char *glob = XNEWVEC (char, 2 * strlen (pattern) + strlen (ending) + 1);
  char *to = glob;

  for (const char *from = pattern; *from; from++)
    if (*from == '%' && from[1] == '%')
      *to++ = *from++;
    else if (*from == '%' && strncmp (from, "%q{", 3) == 0
	     && strchr (from, '}'))
      {
	*to++ = '*';
	from = strchr (from, '}');
      }
    else if (*from == '%' && from[1])
      {
	*to++ = '*';
	from++;
      }
    else
      {
	if (strchr ("*?[]\\", *from))
	  *to++ = '\\';
	*to++ = *from;
      }
  strcpy (to, ending);
  return glob;
}

/* Add to FOUND the profiles of the run RUN that the output pattern PATTERN
   can have named, `.2' and so on before `.xml' included.  Return how
   many.  */

int
find_run (struct names *found, const char *pattern, const char *run)
{
  struct names names = { 0 };
  size_t length = strlen (pattern), before = found->n;
  bool xml = length > 4 && strcmp (pattern + length - 4, ".xml") == 0;
  char *stem = xstrndup (pattern, xml ? length - 4 : length);

  add_matches (&names, glob_of_output (stem, xml ? ".xml" : ""));
  add_matches (&names, glob_of_output (stem, xml ? ".[0-9]*.xml"
				       : ".[0-9]*"));
  free (stem);
  for (size_t i = 0; i < names.n; i++)
    {
      char *other = run_of (names.at[i], true);
      bool known = false;

      for (size_t k = before; k < found->n; k++)
	known |= strcmp (found->at[k], names.at[i]) == 0;
      if (other && !known && strcmp (other, run) == 0)
	names_add (found, names.at[i]);
      free (other);
    }
  names_free (&names);
  return (int) (found->n - before);
}

/* One profile of all FILES, or NULL with the reason in WHY; PROGRESS is
   called as they are read.  */

struct profile *
read_profiles (const struct names *files, read_progress *progress,
	       struct fail *why)
{
  struct combination *all = combine_begin ();
  struct profile *one = NULL;

  for (size_t i = 0; i < files->n; i++)
    {
      progress ("reading profiles", i, files->n);
      one = profile_read (files->at[i], why);
      if (!one)
	{
	  progress ("reading profiles", files->n, files->n);
	  combine_abandon (all);
	  return NULL;
	}
      if (files->n == 1)
	break;
      combine_add (all, one);
      profile_free (one);
      one = NULL;
    }
  progress ("reading profiles", files->n, files->n);
  if (!one)
    return combine_end (all);
  combine_abandon (all);
  return one;
}
