/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamic call graph.  Its edges are the calls at the ends of counted
   blocks; of those through pointers it was recorded which functions they led to, but
   for some blocks where no register was free for that.  What else enters a function
   comes from such blocks, or from code that was not counted.  Of a function that was
   passed to such code, as to a library that sorts, it is recorded where that was.
   Where one block passes it, or one function makes all calls that may lead there,
   that tells them; else they are spread over those who do, and what rests on that is
   told.

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
#include "estimate-library.h"
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

/* More than this many calls through pointers are not told apart.  */
enum { MOST_GUESSES = 100000 };

uint64_t
block_address (const struct block *block)
{
  return block->address ? strtoull (block->address, NULL, 16) : 0;
}

/* The metric NAME of SCOPE, 0 if it has none: zeros are left out.  */

static double
sum_of (const struct scope *scope, const char *name)
{
  double value = values_get (scope->metrics, scope->n_metrics, name);

  return isnan (value) ? 0 : value;
}

/* True if the function of SCOPE was executed on one path, without loops and
   calls: each of its blocks once, or never.  */

static bool
straight_p (const struct scope *scope)
{
  for (size_t i = 0; i < scope->n_blocks; i++)
    {
      const double *n = scope->blocks[i].n;
      if (n[B_EXECUTIONS] != 0
	  && (n[B_EXECUTIONS] != scope->entries || n[B_CALLS] > 0
	      || n[B_DEPTH] > 0))
	return false;
    }
  return true;
}

/* Add SHARE of WORK to SUM.  */

static void
add_work (struct work *sum, const struct work *work, double share)
{
  sum->ideal += share * work->ideal;
  sum->least += share * work->least;
  if (share * work->ideal != 0)
    sum->mca += share * work->mca;
  sum->accesses += share * work->accesses;
  sum->instructions += share * work->instructions;
}

/* Add the functions of P that were counted to C.  */

static void
add_nodes (struct calls *c, const struct profile *p)
{
  c->of_scope = XNEWVEC (size_t, p->n_scopes + 1);
  for (size_t i = 0; i < p->n_scopes; i++)
    {
      const struct scope *scope = &p->scopes[i];
      c->of_scope[i] = NO_NODE;
      if (scope->level != LEVEL_PROCEDURE || !scope->n_blocks
	  || !(scope->entries > 0))
	continue;
      c->of_scope[i] = c->n;
      c->nodes = grow (c->nodes, c->n, sizeof *c->nodes);
      c->nodes[c->n++] = (struct call_node) {
	.scope = scope, .entries = scope->entries,
	.own = { sum_of (scope, "ideal-cycles"),
		 sum_of (scope, "least-cycles"),
		 values_get (scope->metrics, scope->n_metrics, "mca-cycles"),
		 sum_of (scope, "loads") + sum_of (scope, "stores"),
		 sum_of (scope, "instructions") },
	.straight = straight_p (scope) };
    }
}

/* The linker's name of NODE.  */

static const char *
name_of (const struct call_node *node)
{
  const struct scope *s = node->scope;

  return s->asm_name ? s->asm_name : s->name ? s->name : "";
}

static int
compare_nodes (const void *a, const void *b)
{
  return strcmp (name_of (*(const struct call_node *const *) a),
		 name_of (*(const struct call_node *const *) b));
}

/* The function called NAME, of the N sorted by name at NODES, that FROM calls:
   where several have the name the one in the file of id FILE, or in FROM's own if
   that is NULL, or else in its module.  */

static const struct call_node *
find_callee (const struct profile *p, const struct call_node **nodes,
	     size_t n, const char *name, const char *file_id,
	     const struct scope *from)
{
  size_t low = 0, high = n;
  size_t file = from->parent, module = p->scopes[file].parent;
  const struct call_node *found = NULL;

  while (low < high)
    {
      size_t middle = (low + high) / 2;
      if (strcmp (name_of (nodes[middle]), name) < 0)
	low = middle + 1;
      else
	high = middle;
    }
  for (; low < n && strcmp (name_of (nodes[low]), name) == 0; low++)
    {
      size_t its_file = nodes[low]->scope->parent;
      const char *id = p->scopes[its_file].id;
      if (file_id ? id && strcmp (id, file_id) == 0 : its_file == file)
	return nodes[low];
      if (!found || (p->scopes[its_file].parent == module
		     && p->scopes[found->scope->parent].parent != module))
	found = nodes[low];
    }
  return found;
}

/* Add a call to C.  */

static void
add_site (struct calls *c, struct call_site site)
{
  c->sites = grow (c->sites, c->n_sites, sizeof *c->sites);
  c->sites[c->n_sites++] = site;
}

/* Add the calls through pointers at the end of BLOCK of node FROM that lead to the
   N targets AT to C, and which of these it passes.  Returns how many the calls
   are.  */

static double
add_targets (struct calls *c, const struct profile *p,
	     const struct call_node **sorted, size_t from,
	     const struct block *block, const struct target *at, size_t n)
{
  double sum = 0;

  for (size_t i = 0; i < n; i++)
    {
      const struct call_node *to
	= find_callee (p, sorted, c->n, at[i].name, at[i].file,
		       c->nodes[from].scope);
      if (!to)
	continue;
      struct call_site site
	= { .from = from, .to = (size_t) (to - c->nodes),
	    .block = block_address (block), .callee = at[i].name };
      sum += site.n = at[i].calls;
      if (site.n > 0)
	add_site (c, site);
      site.n = at[i].passed;
      if (!(site.n > 0))
	continue;
      c->passes = grow (c->passes, c->n_passes, sizeof *c->passes);
      c->passes[c->n_passes++] = site;
    }
  return sum;
}

/* Add the calls that the blocks of node FROM, of P, make to C.  */

static void
add_node_sites (struct calls *c, const struct profile *p,
		const struct call_node **sorted, size_t from)
{
  const struct scope *scope = c->nodes[from].scope;

  for (size_t k = 0, first = 0, next; k < scope->n_blocks; k++, first = next)
    {
      const struct block *block = &scope->blocks[k];
      double n = block->n[B_EXECUTIONS];
      for (next = first; next < scope->n_targets
			 && scope->targets[next].block == k;)
	next++;
      if (!block->callee || !(n > 0))
	continue;
      const struct call_node *to
	= find_callee (p, sorted, c->n, block->callee, NULL, scope);
      n -= add_targets (c, p, sorted, from, block, &scope->targets[first],
			next - first);
      if (n > 0)
	add_site (c, (struct call_site) {
	  .from = from, .to = to ? (size_t) (to - c->nodes) : NO_NODE,
	  .block = block_address (block), .callee = block->callee, .n = n,
	  .bytes = block->n[B_CALLEE_BYTES] });
    }
}

/* The node of C for the function of a library that SITE calls, whose work is WORK, a
   new one where that depends on SITE.  */

static size_t
library_node (struct calls *c, const struct call_site *site,
	      const struct work *work, bool alike)
{
  for (size_t w = 0; alike && w < c->n; w++)
    if (c->nodes[w].library && strcmp (name_of (&c->nodes[w]), site->callee) == 0)
      {
	c->nodes[w].entries += site->n;
	add_work (&c->nodes[w].own, work, 1);
	return w;
      }
  struct scope *scope = XCNEW (struct scope);
  scope->level = LEVEL_PROCEDURE;
  scope->asm_name = scope->name = scope->function = site->callee;
  c->nodes = grow (c->nodes, c->n, sizeof *c->nodes);
  c->nodes[c->n] = (struct call_node) { .scope = scope, .entries = site->n,
					.own = *work, .library = true };
  return c->n++;
}

/* Let the calls of C that lead to functions of libraries whose work is known lead to
   nodes with that.  */

static void
add_library (struct calls *c)
{
  for (size_t i = 0; i < c->n_sites; i++)
    {
      struct call_site *site = &c->sites[i];
      struct work work;
      bool alike;
      if (site->to == NO_NODE
	  && library_work (site->callee, site->n, site->bytes, &work, &alike))
	site->to = library_node (c, site, &work, alike);
    }
}

/* Loops that were inlined from other files stand in procedures of their own
   there: these are the functions of C that have their linker's name.  */

static void
find_others (struct calls *c, const struct profile *p,
	     const struct call_node **sorted)
{
  for (size_t i = 0; i < p->n_scopes; i++)
    {
      const struct scope *scope = &p->scopes[i];
      if (scope->level != LEVEL_PROCEDURE || !scope->asm_name
	  || c->of_scope[i] != NO_NODE)
	continue;
      const struct call_node *node
	= find_callee (p, sorted, c->n, scope->asm_name, NULL, scope);
      if (node && p->scopes[node->scope->parent].parent
		  == p->scopes[scope->parent].parent)
	c->of_scope[i] = (size_t) (node - c->nodes);
    }
}

/* Entries of NODE that none of C's calls makes.  That of the program itself
   is no call through a pointer.  */

static double
unexplained_entries (const struct calls *c, size_t node)
{
  double n = c->nodes[node].entries - !strcmp (name_of (&c->nodes[node]),
					       "main");

  for (size_t i = 0; i < c->n_sites; i++)
    if (c->sites[i].to == node)
      n -= c->sites[i].n;
  return fmax (n, 0);
}

/* Let the *REST entries of node W, which no call of C makes, come from where it is
   passed, if it is.  */

static void
resolve_passed (struct calls *c, size_t w, double *rest)
{
  double sum = 0;
  size_t blocks = 0;

  for (size_t i = 0; i < c->n_passes; i++)
    if (c->passes[i].to == w)
      {
	sum += c->passes[i].n;
	blocks++;
      }
  if (!(*rest > 0) || !blocks)
    return;
  c->nodes[w].guessed = blocks > 1;
  for (size_t i = 0; i < c->n_passes; i++)
    if (c->passes[i].to == w)
      {
	struct call_site site = c->passes[i];
	site.n *= *rest / sum;
	add_site (c, site);
      }
  *rest = 0;
}

/* Let the calls of C through pointers lead to the functions that nobody else
   calls.  What is left of them leads out of what was counted.  */

static void
resolve_pointers (struct calls *c)
{
  size_t n_sites = c->n_sites, callers = 0, caller = NO_NODE;
  double calls = 0, entries = 0;
  double *rest = xcalloc (c->n + 1, sizeof *rest);

  for (size_t i = 0; i < n_sites; i++)
    if (strcmp (c->sites[i].callee, "*") == 0)
      {
	calls += c->sites[i].n;
	callers += caller != c->sites[i].from;
	caller = c->sites[i].from;
      }
  for (size_t w = 0; w < c->n; w++)
    {
      rest[w] = unexplained_entries (c, w);
      resolve_passed (c, w, &rest[w]);
      entries += calls > 0 ? rest[w] : 0;
    }
  double part = entries > calls ? calls / entries : 1;
  for (size_t w = 0; entries > 0 && w < c->n; w++)
    {
      if (!(rest[w] > 0))
	continue;
      c->nodes[w].guessed = callers > 1 || part < 1;
      for (size_t i = 0; i < n_sites && c->n_sites < MOST_GUESSES; i++)
	if (strcmp (c->sites[i].callee, "*") == 0)
	  {
	    struct call_site site = c->sites[i];
	    site.to = w;
	    site.n = part * rest[w] * site.n / calls;
	    add_site (c, site);
	  }
    }
  for (size_t i = 0; calls > 0 && i < n_sites; i++)
    if (strcmp (c->sites[i].callee, "*") == 0)
      c->sites[i].n *= fmax (0, 1 - part * entries / calls);
  free (rest);
}

static int
compare_sites (const void *a, const void *b)
{
  const struct call_site *x = a, *y = b;

  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->block > y->block) - (x->block < y->block);
}

struct calls *
calls_make (const struct profile *counts)
{
  struct calls *c = xcalloc (1, sizeof *c);

  add_nodes (c, counts);
  const struct call_node **sorted = xcalloc (c->n + 1, sizeof *sorted);
  for (size_t i = 0; i < c->n; i++)
    sorted[i] = &c->nodes[i];
  qsort (sorted, c->n, sizeof *sorted, compare_nodes);
  find_others (c, counts, sorted);
  for (size_t i = 0; i < c->n; i++)
    add_node_sites (c, counts, sorted, i);
  free (sorted);
  add_library (c);
  resolve_pointers (c);
  qsort (c->sites, c->n_sites, sizeof *c->sites, compare_sites);
  for (size_t i = 0; i < c->n_sites && c->sites[i].to != NO_NODE; i++)
    {
      struct call_node *node = &c->nodes[c->sites[i].to];
      if (!node->n++)
	node->first = i;
    }
  return c;
}

void
calls_free (struct calls *c)
{
  if (!c)
    return;
  for (size_t w = 0; w < c->n; w++)
    if (c->nodes[w].library)
      free ((struct scope *) c->nodes[w].scope);
  free (c->nodes);
  free (c->sites);
  free (c->passes);
  free (c->of_scope);
  free (c);
}

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
  return node->scope->function ? node->scope->function : name_of (node);
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
	  name = name_of (&c->nodes[w]);
	}
    }
  if (name && sum > uncounted_share * r->all.ideal)
    add_text (&r->warning,
	      xasprintf ("%.0f %% of the ideal time is that of library functions, "
			 "%s first, as measured elsewhere",
			 100 * sum / r->all.ideal, name));
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
	  add_work (&r.all, &c->nodes[w].own, r.share[w]);
	  if (w == o.node)
	    add_work (&r.all, own, -r.share[w]);
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
