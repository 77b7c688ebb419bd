/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands before the program in a profile: its root, the environment and
   the declarations of metrics.  */

#include "profile-reading.h"

#include <math.h>
#include <string.h>

/* <memlb>.  */

void
read_memlb (struct reader *r, struct attributes a)
{
  r->p->minor = xml_input_version (&r->in, read_string (r, a, "version"));
  r->p->run = read_text (r, a, "run");
  r->p->mode = read_text (r, a, "mode");
  const char *complete = read_text (r, a, "complete");
  r->p->n_incomplete = complete && strcmp (complete, "no") == 0;
  r->p->ended = read_text (r, a, "ended");
}

/* An element called NAME, whose attributes only are of interest, into
   ITEMS.  */

struct item *
read_item (struct reader *r, struct items *items, const char *name,
	   struct attributes a)
{
  struct item *item;

  if (!count_element (r))
    return NULL;
  item = items_add (items, profile_string (r->p, name));
  for (int i = 0; i < a.n; i++)
    {
      const char *attribute
	= profile_string (r->p, (const char *) a.at[5 * i]);
      item_add (item, attribute, read_string (r, a, attribute));
    }
  return item;
}

/* The number NAME of ITEM into *TO, if it has it.  */

static void
item_number (struct reader *r, const struct item *item, const char *name,
	     double *to)
{
  const char *text = item_value (item, name);

  if (text)
    *to = number_of (r, name, text);
}

/* <merged>: of how many profiles P is made.  */

static void
read_merged (struct reader *r, const struct item *item)
{
  double n[6] = { 1, 0, 1, 1, 0, 1 };

  item_number (r, item, "profiles", &n[0]);
  item_number (r, item, "incomplete", &n[1]);
  item_number (r, item, "runs", &n[2]);
  item_number (r, item, "hosts", &n[3]);
  item_number (r, item, "rank-profiles", &n[4]);
  item_number (r, item, "programs", &n[5]);
  item_number (r, item, "ranks", &r->p->ranks);
  for (int i = 0; i < 6; i++)
    if (!(n[i] <= 1e9))
      n[i] = 0;
  r->p->merged = true;
  r->p->n_files = n[0];
  r->p->n_incomplete = n[1];
  r->p->n_runs = n[2];
  r->p->n_hosts = n[3];
  r->p->n_ranks = n[4];
  r->p->n_programs = n[5];
}

/* An element of <environment> called NAME.  */

void
read_environment (struct reader *r, const char *name, struct attributes a)
{
  struct item *item = read_item (r, &r->p->environment, name, a);

  if (!item || r->in.failed)
    return;
  if (strcmp (name, "merged") == 0)
    read_merged (r, item);
  else if (strcmp (name, "run") == 0)
    {
      r->p->start = item_value (item, "start");
      item_number (r, item, "rank", &r->p->rank);
      item_number (r, item, "ranks", &r->p->ranks);
      r->p->n_ranks = !isnan (r->p->rank);
    }
  else if (strcmp (name, "env") == 0 && item_value (item, "name")
	   && strcmp (item_value (item, "name"), "MEMLB_RUN_ID") == 0)
    r->p->launch = item_value (item, "value");
}

/* <metric>: a declaration.  */

void
read_declaration (struct reader *r, struct attributes a)
{
  const char *name = read_text (r, a, "name");

  if (name && count_element (r))
    profile_declare (r->p, name, read_text (r, a, "unit"),
		     read_text (r, a, "kind"), read_text (r, a, "formula"));
}
