/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spoils the figures of a profile: what is wrong, what it does to the
   figures, and what to do.  */

#include "warnings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* Hand TEXT, which is freed, to SAY.  */

static void
say_and_free (warning_sink *say, char *text)
{
  say (text);
  free (text);
}

/* The models of the processors of P with their numbers of profiles, if there
   are several, else NULL.  To be freed.  */

static char *
several_cpus (const struct profile *p)
{
  char *list = NULL;
  size_t n = 0;

  for (size_t i = 0; i < p->environment.n; i++)
    {
      const struct item *item = &p->environment.at[i];
      const char *model = item_value (item, "model");
      const char *profiles = item_value (item, "profiles");
      const char *cores = item_value (item, "cores");

      if (strcmp (item->element, "cpu") != 0)
	continue;
      char *more = xasprintf ("%s%s%s (%s cores, profiles: %s)",
			      list ? list : "", list ? "; " : "",
			      model ? model : "unknown", cores ? cores : "?",
			      profiles ? profiles : "1");
      free (list);
      list = more;
      n++;
    }
  if (n > 1)
    return list;
  free (list);
  return NULL;
}

/* Hand to SAY why the profiles of which P was made do not go together.  */

void
warnings_of_mixture (const struct profile *p, warning_sink *say)
{
  char *cpus = several_cpus (p);

  if (p->n_programs > 1)
    say_and_free (say, xasprintf ("profiles of %zu different programs: loops "
				  "of the same name are added up; merge each "
				  "program apart", p->n_programs));
  if (p->rebuilt)
    say_and_free (say, xasprintf ("profiles of different builds of %s: loops "
				  "are taken for the same by function and "
				  "line; merge each build apart",
				  p->rebuilt));
  if (cpus)
    say_and_free (say, xasprintf ("profiles of different processors: %s; "
				  "times and bounds depend on the processor, "
				  "and so does the imbalance: merge each kind "
				  "apart", cpus));
  free (cpus);
}
