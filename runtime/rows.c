/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sorting a module's nests: numbers for equal ids first, then the order of
   the profile.  A merge sort, because the order must be stable and the
   C library's may allocate.  */

#include "profile.h"
#include "settings.h"

typedef int compare_rows (const struct mrt_row *, const struct mrt_row *);

/* Whole functions come before their nests.  */

static int
by_kind (const struct mrt_row *a, const struct mrt_row *b)
{
  return (int) (b->desc->flags & MEMLB_NEST_PROCEDURE)
	 - (int) (a->desc->flags & MEMLB_NEST_PROCEDURE);
}

static int
by_line (const struct mrt_row *a, const struct mrt_row *b)
{
  return a->desc->line < b->desc->line ? -1
	 : a->desc->line > b->desc->line;
}

static const char *
file_of (const struct mrt_row *r)
{
  const char *file = MEMLB_REL (r->desc->file);
  return file ? file : "";
}

/* Equal for nests that share an id.  */

static int
by_id (const struct mrt_row *a, const struct mrt_row *b)
{
  int c = mrt_compare (mrt_basename (file_of (a)),
		       mrt_basename (file_of (b)));
  if (!c)
    c = mrt_compare (MEMLB_REL (a->desc->function),
		     MEMLB_REL (b->desc->function));
  if (!c)
    c = by_kind (a, b);
  return c ? c : by_line (a, b);
}

/* The whole function that R is, or that counts it: those of one name, as of a
   header's static function in several objects, are told apart.  */

static uint32_t
owner_of (const struct mrt_row *r)
{
  uint32_t whole = mrt_nests[r->index].procedure;
  if (mrt_settings.mode != MRT_MODE_COUNT
      && mrt_settings.mode != MRT_MODE_TIME)
    return 0;
  return r->desc->flags & MEMLB_NEST_PROCEDURE ? r->index
	 : whole ? whole : UINT32_MAX;
}

static int
by_owner (const struct mrt_row *a, const struct mrt_row *b)
{
  uint32_t x = owner_of (a), y = owner_of (b);
  return x < y ? -1 : x > y;
}

static int
by_scope (const struct mrt_row *a, const struct mrt_row *b)
{
  int c = mrt_compare (file_of (a), file_of (b));
  if (!c)
    c = mrt_compare (MEMLB_REL (a->desc->function),
		     MEMLB_REL (b->desc->function));
  if (!c)
    c = mrt_compare (MEMLB_REL (a->desc->asm_name),
		     MEMLB_REL (b->desc->asm_name));
  if (!c)
    c = by_owner (a, b);
  if (!c)
    c = by_kind (a, b);
  return c ? c : by_line (a, b);
}

/* Sort the N rows at V stably; TMP has room for N.  */

static void
sort (struct mrt_row *v, struct mrt_row *tmp, uint32_t n, compare_rows *cmp)
{
  if (n < 2)
    return;
  uint32_t half = n / 2, i = 0, j = half, k = 0;
  sort (v, tmp, half, cmp);
  sort (v + half, tmp, n - half, cmp);
  while (i < half && j < n)
    tmp[k++] = cmp (&v[i], &v[j]) <= 0 ? v[i++] : v[j++];
  while (i < half)
    tmp[k++] = v[i++];
  while (j < n)
    tmp[k++] = v[j++];
  mrt_copy (v, tmp, n * sizeof *v);
}

/* True if the function with number INDEX was timed.  */

static bool
timed_p (uint32_t index)
{
  if (mrt_settings.mode != MRT_MODE_TIME || mrt_nests[index].untimed)
    return false;
  struct mrt_sums s = mrt_nest_sums (index);
  return s.timed + s.disturbed > 0;
}

/* True if nest INDEX has a place in the profile; whole functions have one
   where they are counted or timed.  */

static bool
shown_p (uint32_t index)
{
  const struct memlb_nest *d = mrt_nests[index].desc;
  return d && (!(d->flags & MEMLB_NEST_PROCEDURE)
	       || mrt_settings.mode == MRT_MODE_COUNT || timed_p (index));
}

uint32_t
mrt_rows (const struct mrt_module *m, struct mrt_row *rows)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->n; i++)
    if (shown_p (m->first + i))
      rows[n++] = (struct mrt_row) { mrt_nests[m->first + i].desc,
				     m->first + i, 1 };
  struct mrt_row *tmp = mrt_map ((n + 1) * sizeof *tmp, 4096);
  if (!tmp)
    return n;
  sort (rows, tmp, n, by_id);
  for (uint32_t i = 1; i < n; i++)
    if (!by_id (&rows[i - 1], &rows[i]))
      rows[i].number = rows[i - 1].number + 1;
  sort (rows, tmp, n, by_scope);
  mrt_unmap (tmp, (n + 1) * sizeof *tmp);
  return n;
}
