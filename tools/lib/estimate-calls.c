/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What loops take with what they call.

   The part of function w's executions that happens within a loop v is

     share (w) = sum over calls u -> w of calls (u, w) / calls (w) * share (u)

   with share (v) = 1.  The time of all these is estimated as if each call
   took the same time: it does if share (w) is 1, as then all calls are inside
   the loop.  The sum of the shares is MTOOL's Tot (v), the number of functions
   its TDES (v).  With recursion the equations go round, and are iterated.  */

#include "estimate-calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"

/* From this share on all calls may be taken for those from here (MTOOL).  */
static const double nearly_all = 0.98;

/* Up to this part of the time it does not matter what it is.  */
static const double negligible = 0.01;

/* Cycles that a call of a function that was not counted is thought to take at
   least.  */
static const double uncounted_cycles = 100;

/* Up to this part of the time these do not matter: that is what a program's
   overhead may be off by.  */
static const double uncounted_share = 0.05;

/* A loop of function NODE, with the sorted addresses of its blocks.  */
struct origin
{
  size_t node;
  uint64_t *blocks;
  size_t n;
};

static int
compare_addresses (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return (x > y) - (x < y);
}

static struct origin
origin_of (const struct calls *c, const struct loop *loop)
{
  const struct contents *has = loop->has;
  struct origin o = { .node = c->of_scope[loop->scope], .n = has->n_blocks };

  o.blocks = XNEWVEC (uint64_t, o.n + 1);
  for (size_t i = 0; i < o.n; i++)
    o.blocks[i] = block_address (&has->blocks[i]);
  qsort (o.blocks, o.n, sizeof *o.blocks, compare_addresses);
  return o;
}

/* How much of SITE's calls come from within O, by what is known so far.  */

static double
share_of (const struct call_site *site, const struct origin *o,
	  const double *share)
{
  if (site->from == o->node
      && bsearch (&site->block, o->blocks, o->n, sizeof *o->blocks,
		  compare_addresses))
    return 1;
  return share[site->from];
}

/* Find the share of each function's executions that are within O.  */

static void
find_shares (const struct calls *c, const struct origin *o, double *share)
{
  double change = 1;

  for (int round = 0; round < 1000 && change > 1e-9; round++)
    {
      change = 0;
      for (size_t w = 0; w < c->n; w++)
	{
	  const struct call_node *node = &c->nodes[w];
	  double from_here = 0, calls = 0;
	  for (size_t i = node->first; i < node->first + node->n; i++)
	    {
	      from_here += c->sites[i].n * share_of (&c->sites[i], o, share);
	      calls += c->sites[i].n;
	    }
	  double now = from_here / fmax (fmax (calls, node->entries), 1);
	  change = fmax (change, fabs (now - share[w]));
	  share[w] = now;
	}
    }
}

/* Add MORE, which is freed, to *TEXT.  */

static void
add_text (char **text, char *more)
{
  char *both = *text ? xasprintf ("%s; %s", *text, more) : xstrdup (more);

  free (*text);
  free (more);
  *text = both;
}

/* The function of NODE as the tools show it.  */

static const char *
shown_name (const struct call_node *node)
{
  return node->scope->function ? node->scope->function : call_node_name (node);
}

/* Decide whether R, of ideal time more than zero, can be estimated though
   function W is called from elsewhere, too: MTOOL's exceptions.  */

static void
decide_callee (struct reach *r, const struct call_node *w, double share)
{
  const char *name = shown_name (w);

  if (w->own.ideal * (w->guessed ? 1 : share) <= negligible * r->all.ideal)
    {
      if (share > 0.001)
	add_text (&r->warning,
		  xasprintf ("%s, called from elsewhere too, takes %.1f %% "
			     "here", name,
			     100 * w->own.ideal * share / r->all.ideal));
    }
  else if (w->guessed)
    add_text (&r->why_not,
	      xasprintf ("who calls %s through a pointer is not known (%.0f %% "
			 "from here?)", name, 100 * share));
  else if (w->straight)
    add_text (&r->warning,
	      xasprintf ("%s, of one path, is called from elsewhere, too "
			 "(%.0f %% from here)", name, 100 * share));
  else if (share >= nearly_all)
    add_text (&r->warning,
	      xasprintf ("%s is called from here %.1f %% of the time", name,
			 100 * share));
  else if (w->own.ideal * (1 - share) <= negligible * r->all.ideal)
    add_text (&r->warning,
	      xasprintf ("%s, %.1f %% of whose calls come from here, would "
			 "change little with the others", name, 100 * share));
  else
    add_text (&r->why_not,
	      xasprintf ("calls %s, %.0f %% of whose calls come from here",
			 name, 100 * share));
}

/* Tell how much of R's time is that of functions of libraries, if it is much.  */

static void
tell_library (const struct calls *c, struct reach *r)
{
  double sum = 0, most = 0;
  const char *name = NULL;

  for (size_t w = 0; w < c->n; w++)
    {
      double ideal = r->share[w] * c->nodes[w].own.ideal;
      if (!c->nodes[w].library)
	continue;
      sum += ideal;
      if (ideal > most)
	{
	  most = ideal;
	  name = call_node_name (&c->nodes[w]);
	}
    }
  if (name && sum > uncounted_share * r->all.ideal)
    add_text (&r->warning,
	      xasprintf ("%.0f %% of the ideal time is that of library functions, "
			 "%s first, by another machine's figures",
			 100 * sum / r->all.ideal, name));
}

double
calls_uncounted (const struct calls *c, double ideal, const char **name)
{
  double calls = 0, most = 0;

  for (size_t i = c->n_sites; i-- > 0 && c->sites[i].to == NO_NODE;)
    {
      calls += c->sites[i].n;
      if (c->sites[i].n > most)
	{
	  most = c->sites[i].n;
	  *name = c->sites[i].callee;
	}
    }
  if (!(most > 0) || calls * uncounted_cycles <= uncounted_share * ideal)
    return 0;
  if (strcmp (*name, "*") == 0)
    *name = "others through pointers";
  return calls;
}

/* Decide what R's calls of functions that were not counted mean, those from
   O.  */

static void
decide_uncounted (const struct calls *c, const struct origin *o,
		  struct reach *r)
{
  double calls = 0, most = 0;
  const char *name = NULL;

  for (size_t i = c->n_sites; i-- > 0 && c->sites[i].to == NO_NODE;)
    {
      double n = c->sites[i].n * share_of (&c->sites[i], o, r->share);
      calls += n;
      if (n > most)
	{
	  most = n;
	  name = c->sites[i].callee;
	}
    }
  if (!name)
    return;
  if (strcmp (name, "*") == 0)
    name = "others through pointers";
  double part = calls * uncounted_cycles / r->all.ideal;
  bool too_many = !(part <= uncounted_share);
  add_text (too_many ? &r->why_not : &r->warning,
	    xasprintf ("calls %s, which was not counted (%.3g calls, %.1f %% of "
		       "the ideal time if each takes %.0f cycles)", name,
		       calls, 100 * part, uncounted_cycles));
}

struct reach
calls_reach (const struct calls *c, const struct loop *loop,
	     const struct work *own)
{
  struct reach r = { .all = *own, .tot = 1, .descendants = 1 };
  struct origin o = origin_of (c, loop);
  bool whole = o.node != NO_NODE
	       && loop->has->blocks == c->nodes[o.node].scope->blocks;

  r.share = xcalloc (c->n + 1, sizeof *r.share);
  if (o.node != NO_NODE)
    {
      find_shares (c, &o, r.share);
      r.recursive = r.share[o.node] > 0;
      for (size_t w = 0; w < c->n; w++)
	{
	  if (!(r.share[w] > 0))
	    continue;
	  r.tot += r.share[w];
	  r.descendants++;
	  work_add (&r.all, &c->nodes[w].own, r.share[w]);
	  if (w == o.node)
	    work_add (&r.all, own, -r.share[w]);
	}
      for (size_t w = 0; r.all.ideal > 0 && w < c->n; w++)
	if (r.share[w] > 0 && r.share[w] < 1 - 1e-6 && !c->nodes[w].library
	    /* However a function is called, it is the function.  */
	    && !(whole && w == o.node))
	  decide_callee (&r, &c->nodes[w], r.share[w]);
      tell_library (c, &r);
      decide_uncounted (c, &o, &r);
    }
  free (o.blocks);
  return r;
}

void
reach_free (struct reach *r)
{
  free (r->share);
  free (r->why_not);
  free (r->warning);
}
