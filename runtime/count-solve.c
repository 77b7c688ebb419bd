/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From the counters to the counts of all blocks and edges.

   A node is the entry or the end of a block; what comes to it goes on from
   it.  Blocks (from entry to end) and edges without a counter are a spanning
   tree of the nodes: there is always a node all but one of whose edges are
   known, and it tells the last one's count.

   Weakness: where an entry was not left by an exit edge (a jump out of a
   signal handler, the end of the program), each block may be off by one for
   it; mrt_counts.open says how many there were.  */

#include "count.h"

/* One node: how many of its edges are unknown, and what is known to come to
   it less what is known to go on.  */
struct node
{
  uint32_t unknown;
  uint32_t item;		/* the sum of the unknown ones' numbers */
  int64_t surplus;
};

/* The counts being solved.  Items are blocks, then edges.  */
struct system
{
  const struct memlb_block *blocks;
  const struct memlb_edge *edges;
  uint32_t n_blocks, n_edges;
  int64_t *values;		/* of the items */
  struct node *nodes;		/* entry and end of each block */
  uint32_t *work;
  uint32_t n_work;
  struct step *steps;		/* what was found from what, or NULL */
  uint32_t n_steps;
  uint32_t *leaving, *coming;	/* by node: first item that leaves it, or comes
				   to it, */
  uint32_t *next_leaving, *next_coming; /* and by item the next one; NO_ITEM ends
					   the list */
};

#define NO_ITEM UINT32_MAX

/* The count of ITEM followed from that of all others at NODE.  */
struct step
{
  uint32_t item, node;
};

/* The node that item I of S comes from, and the one that it goes to;
   MEMLB_OUTSIDE for none.  */

static uint32_t
source_of (const struct system *s, uint32_t i)
{
  if (i < s->n_blocks)
    return 2 * i;
  uint32_t src = s->edges[i - s->n_blocks].src;
  return src == MEMLB_OUTSIDE ? src : 2 * src + 1;
}

static uint32_t
destination_of (const struct system *s, uint32_t i)
{
  if (i < s->n_blocks)
    return 2 * i + 1;
  uint32_t dst = s->edges[i - s->n_blocks].dst;
  return dst == MEMLB_OUTSIDE ? dst : 2 * dst;
}

/* Add VALUE to what is known of NODE.  */

static void
add_known (struct system *s, uint32_t node, int64_t value)
{
  if (node != MEMLB_OUTSIDE)
    s->nodes[node].surplus += value;
}

/* Item I of NODE is unknown, or is no more.  */

static void
add_unknown (struct system *s, uint32_t node, uint32_t i)
{
  if (node == MEMLB_OUTSIDE)
    return;
  s->nodes[node].unknown++;
  s->nodes[node].item += i;
}

static void
remove_unknown (struct system *s, uint32_t node, uint32_t i)
{
  if (node == MEMLB_OUTSIDE)
    return;
  s->nodes[node].item -= i;
  if (--s->nodes[node].unknown == 1)
    s->work[s->n_work++] = node;
}

/* Item I is executed VALUE times.  */

static void
set_value (struct system *s, uint32_t i, int64_t value)
{
  s->values[i] = MRT_MAX (value, 0);
  add_known (s, source_of (s, i), -value);
  add_known (s, destination_of (s, i), value);
}

/* Enter the items with counters, sums over threads at SUMS, and the ENTRIES;
   and which ones are unknown.  */

static void
set_up (struct system *s, const uint64_t *sums, uint64_t entries)
{
  for (uint32_t i = 0; i < s->n_blocks + s->n_edges; i++)
    {
      uint32_t counter = i < s->n_blocks
			 ? s->blocks[i].counter
			 : s->edges[i - s->n_blocks].counter;
      if (i == s->n_blocks)
	set_value (s, i, (int64_t) entries);
      else if (counter != MEMLB_NO_COUNTER)
	set_value (s, i, (int64_t) sums[counter]);
      else
	{
	  add_unknown (s, source_of (s, i), i);
	  add_unknown (s, destination_of (s, i), i);
	}
    }
  for (uint32_t node = 0; node < 2 * s->n_blocks; node++)
    if (s->nodes[node].unknown == 1)
      s->work[s->n_work++] = node;
}

/* Find the unknown ones.  */

static void
solve (struct system *s)
{
  while (s->n_work)
    {
      struct node *n = &s->nodes[s->work[--s->n_work]];
      if (n->unknown != 1)
	continue;
      uint32_t i = n->item;
      bool goes = source_of (s, i) == (uint32_t) (n - s->nodes);
      if (s->steps)
	s->steps[s->n_steps++]
	  = (struct step) { i, (uint32_t) (n - s->nodes) };
      set_value (s, i, goes ? n->surplus : -n->surplus);
      remove_unknown (s, source_of (s, i), i);
      remove_unknown (s, destination_of (s, i), i);
    }
}

/* Add the N counters of WORDS to SUMS; returns the entries.  */

static uint64_t
add_words (uint64_t *sums, uint32_t n, const uint64_t *words)
{
  for (uint32_t k = 0; k < n; k++)
    sums[k] += mrt_load (&words[MEMLB_COUNT_FIRST + k]);
  return mrt_load (&words[MEMLB_COUNT_ENTRIES]);
}

/* Add up all threads' counters of nest INDEX, N of them, at SUMS; returns the
   entries.  */

static uint64_t
sum_threads (uint64_t *sums, uint32_t n, uint32_t index)
{
  uint64_t entries = 0;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      const uint64_t *words = mrt_counters_of (t, index);
      for (; words; words = (const uint64_t *)
			    mrt_load (&words[MEMLB_COUNT_NEXT]))
	entries += add_words (sums, n, words);
    }
  const uint64_t *former = mrt_load (&mrt_nests[index].former);
  return entries + (former ? add_words (sums, n, former) : 0);
}

uint64_t
mrt_iterations (const struct mrt_counts *counts,
		const struct memlb_nest *desc, uint32_t header)
{
  const struct memlb_block *blocks = MEMLB_REL (desc->block_table);
  const struct memlb_edge *edges = MEMLB_REL (desc->edges);
  uint64_t n = 0;
  if (!(blocks[header].flags & MEMLB_BLOCK_TOP_TESTED))
    return counts->blocks[header];
  for (uint32_t i = 0; i < desc->n_edges; i++)
    if (edges[i].dst == header && edges[i].flags & MEMLB_EDGE_BACK)
      n += counts->edges[i];
  return n;
}

/* Fill COUNTS from the solved system S.  */

static void
fill (struct mrt_counts *counts, const struct system *s,
      const struct memlb_nest *desc)
{
  uint64_t out = 0;
  for (uint32_t i = 0; i < s->n_edges; i++)
    if (s->edges[i].dst == MEMLB_OUTSIDE)
      {
	out += counts->edges[i];
	if (s->edges[i].flags & MEMLB_EDGE_COLD)
	  counts->cold += counts->edges[i];
      }
  if (desc->flags & MEMLB_NEST_COPIED)
    counts->open = counts->entries - MRT_MIN (out, counts->entries);
  counts->iterations = mrt_iterations (counts, desc, s->edges[0].dst);
}

/* Memory for the next nest, so that not each one has new pages; or NULL.  */
static char *spare;
static size_t spare_bytes;

/* N zeroed bytes, in memory of *BYTES, or NULL.  */

static char *
take_memory (size_t n, size_t *bytes)
{
  char *p = spare;
  spare = NULL;
  if (p && spare_bytes >= n)
    {
      *bytes = spare_bytes;
      mrt_fill (p, 0, n);
      return p;
    }
  if (p)
    mrt_unmap (p, spare_bytes);
  *bytes = (2 * n + 4095) & ~(size_t) 4095;
  return mrt_map (*bytes, 4096);
}

static void
give_memory (char *p, size_t bytes)
{
  if (!p)
    return;
  if (spare)
    mrt_unmap (p, bytes);
  else
    {
      spare = p;
      spare_bytes = bytes;
    }
}

/* The counts of the whole function that was asked for last, and its number, or
   0.  */
static struct mrt_counts last_whole;
static uint32_t last_index;

void
mrt_counts_forget (void)
{
  mrt_counts_free (&last_whole);
  last_index = 0;
  if (spare)
    mrt_unmap (spare, spare_bytes);
  spare = NULL;
}

/* The counts of whole function INDEX, until the next call; NULL where there is no
   memory.  Nests of one function are asked for one after the other.  */

static const struct mrt_counts *
counts_of_whole (uint32_t index)
{
  if (index == last_index)
    return &last_whole;
  mrt_counts_free (&last_whole);
  last_index = 0;
  if (!mrt_counts_solve (&last_whole, mrt_nest_desc (&mrt_nests[index]), index))
    return NULL;
  last_index = index;
  return &last_whole;
}

/* Add to COUNTS of nest INDEX what the copy of its whole function has counted
   in its place, all of it if the nest has no copy of its own.  The nest was entered as often as its header was executed, but
   for the edges from inside.  */

static void
add_procedure (struct mrt_counts *counts, const struct memlb_nest *desc,
	       uint32_t index)
{
  const struct memlb_row *rows = MEMLB_REL (desc->rows);
  const struct memlb_edge *edges = MEMLB_REL (desc->edges);
  uint32_t procedure = mrt_nests[index].procedure;
  const struct mrt_counts *whole
    = rows && procedure ? counts_of_whole (procedure) : NULL;
  if (!whole || !whole->memory)
    return;
  uint64_t entries = 0;
  for (uint32_t i = 0; i < desc->blocks; i++)
    {
      counts->blocks[i] += whole->blocks[rows[i].row];
      if (i == edges[0].dst)
	entries += whole->blocks[rows[i].row];
    }
  for (uint32_t i = 1; i < desc->n_edges; i++)
    {
      uint32_t row = rows[desc->blocks + i].row;
      uint64_t n = row == MEMLB_NO_ROW ? 0 : whole->edges[row];
      counts->edges[i] += n;
      if (edges[i].dst == edges[0].dst)
	entries -= n;
    }
  counts->edges[0] += entries;
  counts->entries += entries;
}

/* True if some thread has counted in the copy of nest INDEX or in that of its
   function.  */

static bool
counted_p (uint32_t index)
{
  uint32_t procedure = mrt_nests[index].procedure;
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    if (mrt_counts_entered_p (t, index)
	|| (procedure && mrt_counts_entered_p (t, procedure)))
      return true;
  return false;
}

bool
mrt_counts_solve (struct mrt_counts *counts, const struct memlb_nest *desc,
		  uint32_t index)
{
  struct system s = { .blocks = MEMLB_REL (desc->block_table),
		      .edges = MEMLB_REL (desc->edges),
		      .n_blocks = desc->blocks, .n_edges = desc->n_edges };
  *counts = (struct mrt_counts) { 0 };
  if (!s.blocks || !s.edges || !s.n_edges)
    return false;
  if (!counted_p (index))
    return true;
  size_t items = (size_t) s.n_blocks + s.n_edges;
  size_t nodes = 2 * (size_t) s.n_blocks;
  size_t bytes = 8 * items + nodes * sizeof *s.nodes
		 + 8 * (size_t) desc->n_counters
		 + (nodes + 2 * items) * sizeof *s.work;
  char *p = take_memory (bytes, &counts->bytes);
  if (!p)
    return false;
  counts->memory = p;
  s.values = (int64_t *) p;
  s.nodes = (struct node *) (p += 8 * items);
  uint64_t *sums = (uint64_t *) (p += nodes * sizeof *s.nodes);
  s.work = (uint32_t *) (p + 8 * (size_t) desc->n_counters);
  counts->entries = sum_threads (sums, desc->n_counters, index);
  set_up (&s, sums, counts->entries);
  solve (&s);
  counts->blocks = (uint64_t *) s.values;
  counts->edges = counts->blocks + s.n_blocks;
  add_procedure (counts, desc, index);
  fill (counts, &s, desc);
  if (!counts->cold)
    mrt_spread_sum (counts, desc, index);
  return true;
}

/* Give the items that step T of S looked at their part of the weight of the
   one that it found.  Returns by how much the sum is changed by an execution
   that has come to the step's node and not left it.  */

static int64_t
step_back (struct system *s, const struct step *t, int64_t *weights)
{
  int64_t weight = weights[t->item];
  int64_t sign = source_of (s, t->item) == t->node ? 1 : -1;
  if (!weight)
    return 0;
  weights[t->item] = 0;
  for (uint32_t i = s->leaving[t->node]; i != NO_ITEM; i = s->next_leaving[i])
    weights[i] -= i == t->item ? 0 : weight * sign;
  for (uint32_t i = s->coming[t->node]; i != NO_ITEM; i = s->next_coming[i])
    weights[i] += i == t->item ? 0 : weight * sign;
  return weight * sign;
}

/* Fill the lists of S's nodes.  */

static void
list_items (struct system *s)
{
  for (uint32_t node = 0; node < 2 * s->n_blocks; node++)
    s->leaving[node] = s->coming[node] = NO_ITEM;
  for (uint32_t i = 0; i < s->n_blocks + s->n_edges; i++)
    {
      uint32_t from = source_of (s, i), to = destination_of (s, i);
      if (from != MEMLB_OUTSIDE)
	{
	  s->next_leaving[i] = s->leaving[from];
	  s->leaving[from] = i;
	}
      if (to != MEMLB_OUTSIDE)
	{
	  s->next_coming[i] = s->coming[to];
	  s->coming[to] = i;
	}
    }
}

/* Set the WEIGHTS of S's items to those whose sum is the iterations of the
   outermost loop of DESC; ROWS are its blocks and edges in S, or NULL.  */

static bool
weigh_iterations (const struct system *s, const struct memlb_nest *desc,
		  const struct memlb_row *rows, int64_t *weights)
{
  const struct memlb_block *blocks = MEMLB_REL (desc->block_table);
  const struct memlb_edge *edges = MEMLB_REL (desc->edges);
  if (!blocks || !edges || !desc->n_edges)
    return false;
  uint32_t header = edges[0].dst;
  if (!(blocks[header].flags & MEMLB_BLOCK_TOP_TESTED))
    {
      weights[rows ? rows[header].row : header] = 1;
      return true;
    }
  for (uint32_t i = 1; i < desc->n_edges; i++)
    if (edges[i].dst == header && edges[i].flags & MEMLB_EDGE_BACK)
      {
	uint32_t row = rows ? rows[desc->blocks + i].row : i;
	if (row == MEMLB_NO_ROW)
	  return false;
	weights[s->n_blocks + row] = 1;
      }
  return true;
}

bool
mrt_counts_terms (const struct memlb_nest *desc,
		  const struct memlb_nest *counting, struct mrt_term *terms,
		  uint32_t *n, int64_t *early)
{
  struct system s = { .blocks = MEMLB_REL (counting->block_table),
		      .edges = MEMLB_REL (counting->edges),
		      .n_blocks = counting->blocks,
		      .n_edges = counting->n_edges };
  size_t items = (size_t) s.n_blocks + s.n_edges, nodes = 2 * s.n_blocks;
  size_t sums = (size_t) counting->n_counters;
  size_t bytes = 8 * (2 * items + sums) + nodes * sizeof *s.nodes
		 + items * sizeof *s.steps + (3 * nodes + 4 * items) * 4;
  char *memory = s.blocks && s.edges ? mrt_map (bytes, 4096) : NULL;
  *n = 0;
  *early = 0;
  if (!memory)
    return false;
  s.values = (int64_t *) memory;
  int64_t *weights = s.values + items;
  uint64_t *zeros = (uint64_t *) (weights + items);
  s.nodes = (struct node *) (zeros + sums);
  s.steps = (struct step *) (s.nodes + nodes);
  s.work = (uint32_t *) (s.steps + items);
  s.leaving = s.work + nodes + 2 * items;
  s.coming = s.leaving + nodes;
  s.next_leaving = s.coming + nodes;
  s.next_coming = s.next_leaving + items;
  const struct memlb_row *rows
    = desc == counting ? NULL : MEMLB_REL (desc->rows);
  bool known = weigh_iterations (&s, desc, rows, weights);
  if (known)
    {
      const struct memlb_edge *edges = MEMLB_REL (desc->edges);
      uint32_t entry = 2 * (rows ? rows[edges[0].dst].row : edges[0].dst);
      set_up (&s, zeros, 0);
      solve (&s);
      list_items (&s);
      for (uint32_t i = s.n_steps; i-- > 0;)
	{
	  int64_t change = step_back (&s, &s.steps[i], weights);
	  *early += s.steps[i].node == entry ? change : 0;
	}
    }
  for (uint32_t i = 0; known && i < items; i++)
    {
      uint32_t counter = i < s.n_blocks ? s.blocks[i].counter
			 : s.edges[i - s.n_blocks].counter;
      if (i == s.n_blocks)
	counter = MEMLB_COUNT_ENTRIES - MEMLB_COUNT_FIRST;
      else if (counter == MEMLB_NO_COUNTER)
	continue;
      if (weights[i])
	terms[(*n)++] = (struct mrt_term) { MEMLB_COUNT_FIRST + counter,
					    (int32_t) weights[i] };
    }
  mrt_unmap (memory, bytes);
  return known;
}

void
mrt_counts_free (struct mrt_counts *counts)
{
  give_memory (counts->memory, counts->bytes);
  counts->memory = NULL;
}
