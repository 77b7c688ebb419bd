/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamic call graph.  Its edges are the calls at the ends of counted
   blocks; of those through pointers it was recorded which functions they led to, but
   for some blocks where no register was free for that.  What else enters a function
   comes from such blocks, or from code that was not counted.  Of a function that was
   passed to such code, as to a library that sorts, it is recorded where that was.
   Where one block passes it, or one function makes all calls that may lead there,
   that tells them; else they are spread over those who do, and what rests on that is
   told.  */

#include "estimate-calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "estimate-library.h"
#include "xalloc.h"

/* More than this many calls through pointers are not told apart.  */
enum { MOST_GUESSES = 100000 };

void
work_add (struct work *sum, const struct work *work, double share)
{
  sum->ideal += share * work->ideal;
  sum->least += share * work->least;
  if (share * work->ideal != 0)
    sum->mca += share * work->mca;
  sum->accesses += share * work->accesses;
  sum->instructions += share * work->instructions;
}

const char *
call_node_name (const struct call_node *node)
{
  const struct scope *s = node->scope;

  return s->asm_name ? s->asm_name : s->name ? s->name : "";
}

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

static int
compare_nodes (const void *a, const void *b)
{
  return strcmp (call_node_name (*(const struct call_node *const *) a),
		 call_node_name (*(const struct call_node *const *) b));
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
      if (strcmp (call_node_name (nodes[middle]), name) < 0)
	low = middle + 1;
      else
	high = middle;
    }
  for (; low < n && strcmp (call_node_name (nodes[low]), name) == 0; low++)
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
    if (c->nodes[w].library && strcmp (call_node_name (&c->nodes[w]), site->callee) == 0)
      {
	c->nodes[w].entries += site->n;
	work_add (&c->nodes[w].own, work, 1);
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
  double n = c->nodes[node].entries - !strcmp (call_node_name (&c->nodes[node]),
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
