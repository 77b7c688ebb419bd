/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where and when the profiles combined were made.

   An element of the environment stays if all profiles have it alike, the
   clock (whose cost is measured anew each time) that of the first.  Hosts,
   processors and runs are counted; hosts are listed up to a limit, so that a
   profile of a large machine stays readable.  */

#include "combining.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HOSTS_LISTED = 256, N_TALLIES = 4 };

static hashval_t
hash_entry (const void *entry)
{
  return htab_hash_string (((const struct tally_entry *) entry)->name);
}

static int
same_entry_p (const void *a, const void *b)
{
  return strcmp (((const struct tally_entry *) a)->name,
		 ((const struct tally_entry *) b)->name) == 0;
}

/* The entry for NAME in T, whose names live as long as P.  */

static struct tally_entry *
tally (struct tally *t, struct profile *p, const char *name)
{
  struct tally_entry wanted = { .name = name };
  void **slot = htab_find_slot (t->table, &wanted, INSERT);

  if (!*slot)
    {
      struct tally_entry *entry = XCNEW (struct tally_entry);
      entry->name = profile_string (p, name);
      *slot = entry;
      t->at = grow (t->at, t->n, sizeof *t->at);
      t->at[t->n++] = entry;
    }
  return *slot;
}

static struct tally *
all_tallies (struct combination *c, int i)
{
  struct tally *const all[N_TALLIES]
    = { &c->runs, &c->hosts, &c->cpus, &c->programs };

  return all[i];
}

void
combine_environment_begin (struct combination *c)
{
  for (int i = 0; i < N_TALLIES; i++)
    all_tallies (c, i)->table = htab_create (64, hash_entry, same_entry_p,
					     free);
}

void
combine_environment_free (struct combination *c)
{
  for (int i = 0; i < N_TALLIES; i++)
    {
      htab_delete (all_tallies (c, i)->table);
      free (all_tallies (c, i)->at);
    }
}

/* Elements that are counted, or that say something of one process only.  */

static bool
apart_p (const struct item *item)
{
  static const char *const names[]
    = { "host", "cpu", "merged", "affinity", "load", "waiting" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (item->element, names[i]) == 0)
      return true;
  return false;
}

/* True when the attribute NAME of a <run> says the same in all of one job's
   processes.  */

static bool
stays_p (const struct item *item, const char *name)
{
  return (strcmp (item->element, "run") != 0
	  || strcmp (name, "program") == 0 || strcmp (name, "command") == 0);
}

/* True when A and B say the same.  */

static bool
same_item_p (const struct item *a, const struct item *b)
{
  if (strcmp (a->element, b->element) != 0)
    return false;
  for (size_t i = 0; i < a->n; i++)
    {
      const char *value = item_value (b, a->at[i].name);
      if (!value || strcmp (value, a->at[i].value) != 0)
	return false;
    }
  return true;
}

/* The environment of C, so far empty, from that of ONE.  */

static void
copy_environment (struct combination *c, const struct profile *one)
{
  struct profile *p = c->p;

  for (size_t i = 0; i < one->environment.n; i++)
    {
      const struct item *from = &one->environment.at[i];
      if (apart_p (from))
	continue;
      struct item *item = items_add (&p->environment,
				     profile_string (p, from->element));
      for (size_t k = 0; k < from->n; k++)
	if (stays_p (from, from->at[k].name))
	  item_add (item, profile_string (p, from->at[k].name),
		    profile_string (p, from->at[k].value));
    }
}

/* Drop from RUN, the <run> of P, what ONE does not say too.  */

static void
keep_common_run (struct item *run, const struct profile *one)
{
  size_t kept = 0;

  for (size_t i = 0; i < run->n; i++)
    {
      const char *value = profile_environment (one, "run", run->at[i].name);
      if (value && strcmp (value, run->at[i].value) == 0)
	run->at[kept++] = run->at[i];
    }
  run->n = kept;
}

/* Drop from the environment of C what ONE does not say too.  */

static void
keep_common (struct combination *c, const struct profile *one)
{
  struct items *items = &c->p->environment;
  size_t kept = 0;

  for (size_t i = 0; i < items->n; i++)
    {
      struct item *item = &items->at[i];
      bool run = strcmp (item->element, "run") == 0;
      bool common = run || strcmp (item->element, "clock") == 0;

      if (run)
	keep_common_run (item, one);
      for (size_t k = 0; !common && k < one->environment.n; k++)
	common = same_item_p (item, &one->environment.at[k]);
      if (common)
	items->at[kept++] = *item;
      else
	free (item->at);
    }
  items->n = kept;
}

/* Count the item of ONE, for as many profiles as it says.  */

static void
count_item (struct combination *c, struct tally *t, const char *name,
	    const struct item *item, const struct profile *one)
{
  const char *text = item_value (item, "profiles");
  double n = text ? strtod (text, NULL) : (double) one->n_files;

  tally (t, c->p, name)->n += n;
}

/* Count the hosts and processors of ONE.  A processor is known by its model
   and the number of its cores, which stand before a tab.  */

static void
count_machines (struct combination *c, const struct profile *one)
{
  for (size_t i = 0; i < one->environment.n; i++)
    {
      const struct item *item = &one->environment.at[i];
      const char *name = item_value (item, "name");
      const char *model = item_value (item, "model");
      const char *cores = item_value (item, "cores");

      if (strcmp (item->element, "host") == 0 && name)
	count_item (c, &c->hosts, name, item, one);
      else if (strcmp (item->element, "cpu") == 0)
	{
	  char *cpu = concat (cores ? cores : "", "\t", model ? model : "",
			      NULL);
	  count_item (c, &c->cpus, cpu, item, one);
	  free (cpu);
	}
    }
}

static const char *const waiting_names[6]
  = { "threads", "bound", "sharing", "run", "wait", "preempted" };
static const char *const load_names[2] = { "start", "end" };

/* Add to C for how long the threads of ONE waited for a processor, and the
   load beside them.  */

static void
add_conditions (struct combination *c, const struct profile *one)
{
  struct combined_conditions *sum = &c->conditions;

  for (int i = 0; i < 6; i++)
    {
      double n = profile_condition (one, "waiting", waiting_names[i]);
      sum->waiting[i] += isnan (n) ? 0 : n;
    }
  for (int i = 0; i < 2; i++)
    sum->load[i] = fmax (sum->load[i],
			 profile_condition (one, "load", load_names[i]));
}

/* Count the run of ONE, or those of which it was merged.  */

static void
count_runs (struct combination *c, const struct profile *one)
{
  struct profile *p = c->p;

  if (one->n_runs > 1)
    {
      c->more_runs += one->n_runs - 1;
      c->more_ranks += one->ranks;
    }
  struct tally_entry *run = tally (&c->runs, p, one->run ? one->run : "");
  if (one->n_runs <= 1 && one->ranks > run->ranks)
    run->ranks = one->ranks;
  run->n += one->n_files;
  p->n_files += one->n_files;
  p->n_incomplete += one->n_incomplete;
  p->n_ranks += one->n_ranks;
}

/* Add the modes of ONE that C does not have yet.  */

static void
add_modes (struct combination *c, const struct profile *one)
{
  const char *mode = one->mode, *all = c->p->mode;

  while (mode && *mode)
    {
      size_t n = strcspn (mode, ",");
      const char *at = all;

      while (at && *at && (strcspn (at, ",") != n || strncmp (at, mode, n)))
	{
	  at += strcspn (at, ",");
	  at += *at == ',';
	}
      if (!at || !*at)
	{
	  char *word = xstrndup (mode, n);
	  char *both = all ? concat (all, ",", word, NULL) : xstrdup (word);
	  all = c->p->mode = profile_string (c->p, both);
	  free (both);
	  free (word);
	}
      mode += n;
      mode += *mode == ',';
    }
}

/* Add what ONE says of where and when to C.  */

void
combine_environment (struct combination *c, const struct profile *one)
{
  struct profile *p = c->p;

  if (c->n_profiles == 1)
    {
      copy_environment (c, one);
      p->launch = profile_string (p, one->launch);
    }
  else
    keep_common (c, one);
  if (one->start && (!p->start || strcmp (one->start, p->start) < 0))
    p->start = profile_string (p, one->start);
  add_modes (c, one);
  tally (&c->programs, p, one->program ? one->program : "");
  count_machines (c, one);
  add_conditions (c, one);
  count_runs (c, one);
}

/* An attribute of ITEM in P that is the number VALUE, whole ones in full.  */

static void
add_number (struct profile *p, struct item *item, const char *name,
	    double value)
{
  char text[40];

  snprintf (text, sizeof text, value == floor (value) && value < 1e15
	    ? "%.0f" : "%.9g", value);
  item_add (item, name, profile_string (p, text));
}

static void
list_hosts (struct combination *c)
{
  for (size_t i = 0; i < c->hosts.n && i < MOST_HOSTS_LISTED; i++)
    {
      struct item *item = items_add (&c->p->environment, "host");
      item_add (item, "name", c->hosts.at[i]->name);
      add_number (c->p, item, "profiles", c->hosts.at[i]->n);
    }
}

static void
list_cpus (struct combination *c)
{
  for (size_t i = 0; i < c->cpus.n; i++)
    {
      struct item *item = items_add (&c->p->environment, "cpu");
      const char *name = c->cpus.at[i]->name, *tab = strchr (name, '\t');

      if (tab[1])
	item_add (item, "model", tab + 1);
      if (tab > name)
	{
	  char *cores = xstrndup (name, tab - name);
	  item_add (item, "cores", profile_string (c->p, cores));
	  free (cores);
	}
      add_number (c->p, item, "profiles", c->cpus.at[i]->n);
    }
}

/* Write the sums of conditions into the environment of C.  */

static void
list_conditions (struct combination *c)
{
  const struct combined_conditions *sum = &c->conditions;
  struct item *item;

  if (sum->waiting[3] > 0)
    {
      item = items_add (&c->p->environment, "waiting");
      for (int i = 0; i < 6; i++)
	add_number (c->p, item, waiting_names[i], sum->waiting[i]);
    }
  if (sum->load[0] > 0 || sum->load[1] > 0)
    {
      item = items_add (&c->p->environment, "load");
      for (int i = 0; i < 2; i++)
	add_number (c->p, item, load_names[i], sum->load[i]);
    }
}

/* Say in the environment of C of how much it was made.  */

static void
list_merged (struct combination *c)
{
  struct profile *p = c->p;
  struct item *item = items_add (&p->environment, "merged");

  add_number (p, item, "profiles", (double) p->n_files);
  add_number (p, item, "runs", (double) p->n_runs);
  add_number (p, item, "hosts", (double) p->n_hosts);
  if (p->n_programs > 1)
    add_number (p, item, "programs", (double) p->n_programs);
  if (p->n_ranks)
    add_number (p, item, "rank-profiles", (double) p->n_ranks);
  if (p->ranks > 0)
    add_number (p, item, "ranks", p->ranks);
  if (p->n_incomplete)
    add_number (p, item, "incomplete", (double) p->n_incomplete);
}

/* Complete the <run> of C.  */

static void
end_run (struct profile *p)
{
  for (size_t i = 0; i < p->environment.n; i++)
    {
      struct item *item = &p->environment.at[i];
      if (strcmp (item->element, "run") != 0)
	continue;
      if (p->start)
	item_add (item, "start", p->start);
      if (!isnan (p->elapsed))
	add_number (p, item, "elapsed", p->elapsed);
    }
}

/* The run id of C: that of all, or one made of theirs, whatever their
   order.  */

static void
set_run (struct combination *c)
{
  unsigned long long id = 0;
  char text[17];

  if (c->runs.n == 1)
    {
      c->p->run = c->runs.at[0]->name;
      return;
    }
  for (size_t i = 0; i < c->runs.n; i++)
    {
      unsigned long long hash = 0xcbf29ce484222325;
      for (const char *s = c->runs.at[i]->name; *s; s++)
	hash = (hash ^ (unsigned char) *s) * 0x100000001b3;
      id += hash;
    }
  snprintf (text, sizeof text, "%016llx", id);
  c->p->run = profile_string (c->p, text);
}

/* Finish the environment of C.  */

void
combine_environment_end (struct combination *c)
{
  struct profile *p = c->p;

  p->n_runs = c->runs.n + c->more_runs;
  p->n_hosts = c->hosts.n;
  p->n_programs = c->programs.n;
  p->ranks = c->more_ranks;
  for (size_t i = 0; i < c->runs.n; i++)
    p->ranks += c->runs.at[i]->ranks;
  set_run (c);
  end_run (p);
  list_hosts (c);
  list_cpus (c);
  list_conditions (c);
  list_merged (c);
}
