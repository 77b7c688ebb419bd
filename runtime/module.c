/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Modules come and go (dlopen, dlclose); their nests keep their numbers, and
   what the profile needs of them is copied before they are unmapped.  The
   loader serialises constructors and destructors, so there is no lock.  */

#include "module.h"
#include "ledger.h"
#include "callees.h"
#include "count.h"
#include "estimate.h"
#include "finish.h"
#include "library.h"
#include "runtime.h"
#include "settings.h"
#include "targets.h"
#include "thread.h"

#include <link.h>

struct mrt_nest *mrt_nests;
uint32_t mrt_n_nests = MRT_EMPTY_INDEX + 1;
struct mrt_module *mrt_modules;

MRT_EXPORT void __memlb_rt_register (struct mrt_module_info *);
MRT_EXPORT void __memlb_rt_unregister (const struct mrt_module_info *);

struct search
{
  uintptr_t address;
  struct mrt_module *module;
};

/* Hexadecimal of the N bytes at P, cut to fit, at BUF.  */

static void
hexadecimal (char *buf, const unsigned char *p, size_t n)
{
  n = MRT_MIN (n, (MRT_BUILD_ID - 1) / 2);
  for (size_t i = 0; i < n; i++)
    {
      *buf++ = "0123456789abcdef"[p[i] >> 4];
      *buf++ = "0123456789abcdef"[p[i] & 15];
    }
  *buf = 0;
}

/* Find the build id among the notes between P and END.  */

static void
find_build_id (struct mrt_module *m, const char *p, const char *end)
{
  while (p + sizeof (ElfW (Nhdr)) <= end)
    {
      const ElfW (Nhdr) *note = (const void *) p;
      const char *name = p + sizeof *note;
      const char *desc = name + ((note->n_namesz + 3) & ~3u);
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4
	  && mrt_equal_p (name, "GNU"))
	hexadecimal (m->build_id, (const unsigned char *) desc,
		     note->n_descsz);
      p = desc + ((note->n_descsz + 3) & ~3u);
    }
}

/* dl_iterate_phdr callback: note path and build id of the object that holds
   the address searched for.  */

static int
visit_object (struct dl_phdr_info *info, size_t size, void *arg)
{
  (void) size;
  struct search *s = arg;
  bool here = false;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *ph = &info->dlpi_phdr[i];
      uintptr_t from = info->dlpi_addr + ph->p_vaddr;
      here |= ph->p_type == PT_LOAD && s->address >= from
	      && s->address < from + ph->p_memsz;
    }
  if (!here)
    return 0;
  const char *name = info->dlpi_name;
  s->module->base = info->dlpi_addr;
  s->module->stays = !name || !*name;
  s->module->path
    = mrt_keep_string (name && *name ? name : mrt_process.path);
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *ph = &info->dlpi_phdr[i];
      const char *at = (const char *) (info->dlpi_addr + ph->p_vaddr);
      if (ph->p_type == PT_NOTE)
	find_build_id (s->module, at, at + ph->p_memsz);
    }
  return 1;
}

static struct mrt_module *
make_module (const struct mrt_module_info *info)
{
  struct mrt_module *m = mrt_keep (sizeof *m);
  if (!m)
    return NULL;
  struct search search = { (uintptr_t) info->address, m };
  dl_iterate_phdr (visit_object, &search);
  m->info = info;
  m->n = (uint32_t) (info->end - info->begin);
  return m;
}

/* The results of an earlier life of module M, or NULL.  */

static struct mrt_module *
find_earlier (const struct mrt_module *m)
{
  for (struct mrt_module *e = mrt_modules; e; e = e->next)
    if (!e->info && !e->refused && e->n == m->n
	&& mrt_equal_p (e->path, m->path)
	&& mrt_equal_p (e->build_id, m->build_id))
      return e;
  return NULL;
}

static void
append (struct mrt_module *m)
{
  struct mrt_module **p = &mrt_modules;
  while (*p)
    p = &(*p)->next;
  __atomic_store_n (p, m, __ATOMIC_RELEASE);
}

/* True when every descriptor of M is of this runtime's version.  */

static bool
versions_fit_p (const struct mrt_module_info *info)
{
  if (info->abi_version != MEMLB_ABI_VERSION)
    return false;
  for (const struct memlb_nest *d = info->begin; d < info->end; d++)
    if (d->abi_version != MEMLB_ABI_VERSION
	|| d->struct_size != sizeof (struct memlb_nest))
      return false;
  return true;
}

static bool
selected_p (const struct memlb_nest *d)
{
  return mrt_loop_selected_p (mrt_settings.loops, MEMLB_REL (d->file),
			      d->line, MEMLB_REL (d->function),
			      MEMLB_REL (d->asm_name));
}

/* Find out which library has the function that keeps NEST, of descriptor D,
   from a bound.  Often it is that of the nest before.  */

static void
find_library (struct mrt_nest *nest, const struct memlb_nest *d)
{
  static const char *last_name, *last_library;
  static const struct mrt_module *last_module;
  const char *name = nest->missing ? nest->missing : MEMLB_REL (d->blocker);
  if (!name || d->reason == MRT_REASON_NONE)
    return;
  if (nest->module != last_module || !last_name
      || !mrt_equal_p (name, last_name))
    {
      last_module = nest->module;
      last_name = mrt_keep_string (name);
      last_library = mrt_library_of (nest->module, name);
    }
  nest->library = last_library;
}

/* Number the nests of M.  Index 0 in the descriptor switches a nest off;
   in the table it is there all the same, for the profile.  */

static void
number_nests (struct mrt_module *m, bool known)
{
  for (uint32_t i = 0; i < m->n; i++)
    {
      struct memlb_nest *d = m->info->begin + i;
      struct mrt_nest *nest = &mrt_nests[m->first + i];
      const struct memlb_nest *whole = MEMLB_REL (d->procedure);
      nest->desc = d;
      nest->module = m;
      if (!known && !selected_p (d))
	nest->reason = MRT_REASON_NOT_REQUESTED;
      bool served = mrt_callees_decide (nest, d);
      find_library (nest, d);
      bool on = served
		&& mrt_settings.mode != MRT_MODE_OFF
		&& nest->reason != MRT_REASON_NOT_REQUESTED;
      d->index = on ? m->first + i : 0;
      d->observing = mrt_settings.mode != MRT_MODE_COUNT ? MEMLB_OBSERVING : 0;
      d->table = d->index * sizeof (uint64_t *);
      d->counting = mrt_settings.mode == MRT_MODE_COUNT && d->observe_entry
		    && !whole;
      d->runtime = mrt_nest_word (d->index * sizeof (struct mrt_record),
				  mrt_red_zone (d));
      if (d->flags & MEMLB_NEST_PROCEDURE
	  && mrt_settings.mode != MRT_MODE_COUNT
	  && !(mrt_settings.mode == MRT_MODE_TIME
	       && d->flags & MEMLB_NEST_TIMED && !nest->untimed))
	d->gate = 0;
      else if (d->flags & MEMLB_NEST_OUTER
	       && !(d->flags & MEMLB_NEST_PROCEDURE)
	       && mrt_settings.mode != MRT_MODE_TIME
	       && !(mrt_settings.mode == MRT_MODE_COUNT && whole))
	d->gate = 0;
      else if (d->flags & MEMLB_NEST_FUNCTION
	       && (mrt_settings.mode != MRT_MODE_BOUND || nest->untimed))
	{
	  d->gate = 0;
	  if (!nest->untimed && nest->reason == MRT_REASON_NONE)
	    nest->reason = MRT_REASON_MODE;
	}
      else
	d->gate = nest->passed_by ? 0 : d->index * sizeof (int32_t);
      nest->procedure
	= whole ? m->first + (uint32_t) (whole - m->info->begin) : 0;
    }
}

void
__memlb_rt_register (struct mrt_module_info *info)
{
  mrt_start ();
  if (!mrt_nests || mrt_settings.mode == MRT_MODE_OFF)
    return;
  if (info->abi_version == MEMLB_ABI_VERSION)
    mrt_targets_add (info);
  if (info->begin == info->end)
    return;
  struct mrt_module *m = make_module (info);
  if (!m)
    return;
  if (!versions_fit_p (info) || m->n > MRT_MAX_NESTS - mrt_n_nests)
    {
      m->refused = true;
      append (m);
      if (!versions_fit_p (info))
	mrt_message (m->path, ": built for another version of memlb;"
		     " compile it again; it is not measured", NULL);
      return;
    }
  struct mrt_module *earlier = find_earlier (m);
  if (earlier)
    {
      earlier->info = info;
      number_nests (earlier, true);
      return;
    }
  m->first = mrt_n_nests;
  number_nests (m, false);
  __atomic_store_n (&mrt_n_nests, mrt_n_nests + m->n, __ATOMIC_RELEASE);
  append (m);
  mrt_ledger_add_nests (m->n);
  for (uint32_t i = 0; mrt_settings.mode == MRT_MODE_TIME && i < m->n; i++)
    if (info->begin[i].flags & MEMLB_NEST_OUTER)
      {
	mrt_calibrate_inside ();
	break;
      }
}

/* Set FIELD of a copied record to a kept copy of FROM's string.  */
#define KEEP_STRING(TO, FROM, FIELD)					\
  do									\
    {									\
      const char *kept = mrt_keep_string (MEMLB_REL ((FROM)->FIELD));	\
      (TO)->FIELD = kept ? kept - (const char *) &(TO)->FIELD : 0;	\
    }									\
  while (0)

/* A kept copy of the references of D, or NULL.  */

static struct memlb_ref *
keep_refs (const struct memlb_nest *d)
{
  const struct memlb_ref *from = MEMLB_REL (d->refs);
  struct memlb_ref *to = from ? mrt_keep (d->n_refs * sizeof *to) : NULL;
  if (!to)
    return NULL;
  mrt_copy (to, from, d->n_refs * sizeof *to);
  for (uint32_t i = 0; i < d->n_refs; i++)
    {
      KEEP_STRING (&to[i], &from[i], name);
      KEEP_STRING (&to[i], &from[i], array);
    }
  return to;
}

/* Let K, a copy of descriptor D, have copies of its blocks and edges, and of
   which these are in its whole function.  */

static void
keep_counted (struct memlb_nest *k, const struct memlb_nest *d)
{
  const struct memlb_block *blocks = MEMLB_REL (d->block_table);
  const struct memlb_edge *edges = MEMLB_REL (d->edges);
  struct memlb_block *b
    = blocks ? mrt_keep (d->blocks * sizeof *b) : NULL;
  struct memlb_edge *e = edges ? mrt_keep (d->n_edges * sizeof *e) : NULL;
  k->block_table = k->edges = 0;
  k->procedure = k->rows = 0;
  k->n_progress = k->n_spans = 0;
  k->progress = k->spans = 0;
  if (!b || !e)
    return;
  for (uint32_t i = 0; i < d->blocks; i++)
    {
      b[i] = blocks[i];
      if (blocks[i].original)
	b[i].original += (const char *) &blocks[i].original
			 - (const char *) &b[i].original;
      KEEP_STRING (&b[i], &blocks[i], callee);
    }
  mrt_copy (e, edges, d->n_edges * sizeof *e);
  k->block_table = (const char *) b - (const char *) &k->block_table;
  k->edges = (const char *) e - (const char *) &k->edges;
  const struct memlb_row *rows = MEMLB_REL (d->rows);
  size_t bytes = (d->blocks + (size_t) d->n_edges) * sizeof *rows;
  struct memlb_row *r = rows ? mrt_keep (bytes) : NULL;
  if (!r)
    return;
  mrt_copy (r, rows, bytes);
  k->rows = (const char *) r - (const char *) &k->rows;
}

static struct memlb_unit *
keep_unit (const struct memlb_unit *from)
{
  struct memlb_unit *to = from ? mrt_keep (sizeof *to) : NULL;
  if (!to)
    return NULL;
  *to = *from;
  KEEP_STRING (to, from, compiler);
  KEEP_STRING (to, from, options);
  KEEP_STRING (to, from, source);
  KEEP_STRING (to, from, directory);
  return to;
}

/* A copy of descriptor D, whose unit's copy is UNIT, that holds what the
   profile needs; NULL when there is no memory.  */

static const struct memlb_nest *
keep_nest (const struct memlb_nest *d, const struct memlb_unit *unit)
{
  struct memlb_nest *k = mrt_keep (sizeof *k);
  if (!k)
    return NULL;
  *k = *d;
  KEEP_STRING (k, d, function);
  KEEP_STRING (k, d, asm_name);
  KEEP_STRING (k, d, file);
  KEEP_STRING (k, d, variable);
  KEEP_STRING (k, d, blocker);
  KEEP_STRING (k, d, model);
  const struct memlb_ref *refs = keep_refs (d);
  k->refs = refs ? (const char *) refs - (const char *) &k->refs : 0;
  if (!refs)
    k->n_refs = 0;
  k->cramped |= mrt_placed_apart_p (d, false);
  keep_counted (k, d);
  k->unit = unit ? (const char *) unit - (const char *) &k->unit : 0;
  k->reads = k->progress = k->spans = 0;
  k->steps_entry = k->replay_entry = k->mirror_entry = 0;
  k->points = k->addrs = k->ranges = k->fvalues = k->callees = k->webs = 0;
  k->calls = k->words = k->sites = 0;
  k->n_sites = 0;
  k->bound_entry = k->observe_entry = 0;
  return k;
}

static void
bury (struct mrt_module *m)
{
  const struct memlb_unit *unit = NULL, *kept_unit = NULL;
  for (uint32_t i = m->first; i < m->first + m->n; i++)
    mrt_spread_end (mrt_nests[i].desc, i);
  for (uint32_t i = m->first; i < m->first + m->n; i++)
    if (mrt_nests[i].desc->words)
      mrt_counts_bury (mrt_nests[i].desc, i);
  for (uint32_t i = 0; i < m->n; i++)
    {
      struct mrt_nest *nest = &mrt_nests[m->first + i];
      const struct memlb_unit *u = MEMLB_REL (nest->desc->unit);
      if (u != unit)
	kept_unit = keep_unit (u);
      unit = u;
      __atomic_store_n (&nest->desc, keep_nest (nest->desc, kept_unit),
			__ATOMIC_RELEASE);
    }
  m->info = NULL;
}

/* A profile may be on its way meanwhile, and read the descriptors.  Those of the
   executable are there until the end.  */

void
__memlb_rt_unregister (const struct mrt_module_info *info)
{
  bool held = mrt_finish_hold ();
  mrt_targets_remove (info);
  /* Nobody writes to its descriptors meanwhile (level.c).  */
  mrt_targets_hold ();
  for (struct mrt_module *m = mrt_modules; m; m = m->next)
    if (m->info == info && !m->refused && !m->stays)
      bury (m);
  mrt_targets_release ();
  if (held)
    mrt_finish_release ();
}
