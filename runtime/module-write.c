/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One module in the profile: units, then file, procedure, loop, ref.  */

#include "moments.h"
#include "profile.h"
#include "settings.h"
#include "targets.h"

static const char *const slugs[] = {
#define REASON(NAME, SLUG, TEXT) SLUG,
#include "memlb/reasons.def"
#undef REASON
};

static const struct
{
  uint32_t flag;
  const char *name;
} flag_names[] = {
  { MEMLB_NEST_FRAME, "frame" },
  { MEMLB_NEST_VECTOR, "vector" },
  { MEMLB_NEST_MAY_ALIAS, "may-alias" },
  { MEMLB_NEST_HAS_STORES, "stores" },
  { MEMLB_NEST_CALLS, "calls" },
  { MEMLB_NEST_NO_CONTROL, "no-control" },
  { MEMLB_NEST_COLD_CALLS, "cold-calls" },
  { MEMLB_NEST_CONDITIONAL_CALLS, "conditional-calls" },
  { MEMLB_NEST_ADDRESS_WAITS, "address-waits" },
  { MEMLB_NEST_SCATTERED, "scattered" },
  { MEMLB_NEST_COMPUTED_BRANCHES, "computed-branches" },
  { MEMLB_NEST_DIVIDES, "divides" },
  { MEMLB_NEST_ROWS, "rows" },
  { MEMLB_NEST_FUNCTION, "function" },
  { MEMLB_NEST_FRAME_ROWS, "frame-rows" },
};

/* Append S to BUF of N bytes that holds USED; returns the new length.  */

static size_t
append (char *buf, size_t n, size_t used, const char *s)
{
  for (; s && *s && used < n - 1; s++)
    buf[used++] = *s;
  buf[used] = 0;
  return used;
}

static void
write_flags (struct mrt_xml *x, uint32_t flags)
{
  char buf[200] = "";
  size_t n = 0;
  for (size_t i = 0; i < sizeof flag_names / sizeof flag_names[0]; i++)
    if (flags & flag_names[i].flag)
      {
	n = append (buf, sizeof buf, n, n ? " " : "");
	n = append (buf, sizeof buf, n, flag_names[i].name);
      }
  mrt_xml_text (x, "flags", n ? buf : NULL);
}

static void
write_known (struct mrt_xml *x, const char *name, int64_t value)
{
  if (value > 0)
    mrt_xml_number (x, name, (uint64_t) value);
}

/* function@file:line[.n]  */

static void
write_id (struct mrt_xml *x, const struct mrt_row *r)
{
  char buf[1024], number[24];
  const char *file = MEMLB_REL (r->desc->file);
  size_t n = append (buf, sizeof buf, 0, MEMLB_REL (r->desc->function));
  n = append (buf, sizeof buf, n, "@");
  n = append (buf, sizeof buf, n, file ? mrt_basename (file) : "");
  n = append (buf, sizeof buf, n, ":");
  mrt_decimal (number, (uint64_t) MRT_MAX (r->desc->line, 0));
  n = append (buf, sizeof buf, n, number);
  if (r->number > 1)
    {
      n = append (buf, sizeof buf, n, ".");
      mrt_decimal (number, r->number);
      append (buf, sizeof buf, n, number);
    }
  mrt_xml_text (x, "id", buf);
}

static void
write_ref (struct mrt_xml *x, const struct memlb_ref *ref, unsigned number)
{
  static const char *const kinds[]
    = { NULL, "load", "store", "load store", "prefetch" };
  static const char *const treatments[] = { "slot", "control", "real",
					   "constant" };
  mrt_xml_open (x, "ref");
  mrt_xml_number (x, "id", number);
  write_known (x, "line", ref->line);
  write_known (x, "column", ref->column);
  mrt_xml_text (x, "name", MEMLB_REL (ref->name));
  mrt_xml_text (x, "array", MEMLB_REL (ref->array));
  uint32_t kind = ref->kind & ~(MEMLB_REF_INNERMOST | MEMLB_REF_NO_CARRY);
  mrt_xml_text (x, "kind", kind <= 4 ? kinds[kind] : NULL);
  write_known (x, "size", ref->size);
  if (ref->treatment <= MEMLB_TREAT_CONSTANT)
    mrt_xml_text (x, "treatment", treatments[ref->treatment]);
  if (ref->treatment == MEMLB_TREAT_SLOT)
    mrt_xml_number (x, "slot", ref->slot);
  mrt_xml_close (x);
}

/* Write the references of D, which was entered ENTRIES times.  Within a budget
   those of loops that were never entered are left out: writing them may take
   longer than measuring the others.  */

static void
write_refs (struct mrt_xml *x, const struct memlb_nest *d, uint64_t entries)
{
  const struct memlb_ref *refs = MEMLB_REL (d->refs);
  if (!entries && mrt_settings.budget != MRT_UNLIMITED
      && mrt_settings.mode != MRT_MODE_COUNT)
    return;
  for (uint32_t i = 0; refs && i < d->n_refs; i++)
    write_ref (x, &refs[i], i + 1);
}

static void
write_seconds (struct mrt_xml *x, const char *name, double ticks, double hz)
{
  mrt_xml_real (x, name, ticks < 0 ? -1 : ticks / hz);
}

static void
write_estimate (struct mrt_xml *x, const struct mrt_estimate *e,
		const struct mrt_sums *s, double hz)
{
  mrt_xml_number (x, "entries", s->entries);
  /* The pair of a nest that was sampled once only stands by itself.  */
  mrt_xml_number (x, "sampled", s->samples ? s->samples
				: s->first_bound && s->first_original ? 1
				: s->cuts);
  write_seconds (x, "time", s->entries ? e->time : -1, hz);
  write_seconds (x, "time-low", e->time_low, hz);
  write_seconds (x, "time-high", e->time_high, hz);
  write_seconds (x, "bound", e->bound, hz);
  write_seconds (x, "bound-low", e->bound_low, hz);
  write_seconds (x, "bound-high", e->bound_high, hz);
  write_seconds (x, "bound-placed", e->placed, hz);
  write_seconds (x, "bound-replayed", e->replayed, hz);
  mrt_xml_real (x, "ratio", e->ratio);
  mrt_xml_text (x, "verdict", mrt_verdict_names[e->verdict]);
  if (e->reason != MRT_REASON_NONE && e->reason < MRT_N_REASONS)
    mrt_xml_text (x, "reason", slugs[e->reason]);
}

/* How often inner loops of NEST went round each time, as references observed in
   them and outside of them tell; -1 if they do not.  */

static double
inner_trips (const struct mrt_nest *nest)
{
  const struct memlb_nest *d = nest->desc;
  const struct memlb_ref *refs = MEMLB_REL (d->refs);
  double inner = mrt_load (&nest->in_inner);
  double outer = mrt_load (&nest->in_outer);
  uint32_t n_inner = 0, n = 0;
  for (uint32_t i = 0; i < d->n_refs; i++)
    if (refs[i].treatment == MEMLB_TREAT_SLOT
	|| refs[i].treatment == MEMLB_TREAT_CONTROL)
      {
	n++;
	n_inner += (refs[i].kind & MEMLB_REF_INNERMOST) != 0;
      }
  return n_inner && outer ? inner / n_inner * (n - n_inner) / outer : -1;
}

/* Enter into S what was observed of NEST, or is being observed.  */

static void
add_observed (struct mrt_sums *s, const struct mrt_nest *nest)
{
  uint32_t wide = mrt_load (&nest->wide), loads = mrt_load (&nest->loads);
  if (wide)
    s->straddling = (double) mrt_load (&nest->straddling) / wide;
  if (loads)
    {
      s->recurring = (double) mrt_load (&nest->recurring) / loads;
      s->in_rows = (double) mrt_load (&nest->in_rows) / loads;
      s->chained = (double) mrt_load (&nest->chained) / loads;
    }
  s->trips = inner_trips (nest);
  s->caution = nest->caution;
  s->passed_by = mrt_load (&nest->passed_by);
  s->called = mrt_load (&nest->called);
  s->pointer = nest->targets ? mrt_load (&nest->targets->reason) : 0;
  if (s->pointer == MRT_REASON_NONE)
    s->pointer = MRT_REASON_INDIRECT_CALL;
}

static void
write_loop (struct mrt_xml *x, const struct mrt_row *r,
	    struct mrt_totals *totals)
{
  const struct memlb_nest *d = r->desc;
  struct mrt_sums s = mrt_nest_sums (r->index);
  const struct mrt_nest *nest = &mrt_nests[r->index];
  add_observed (&s, nest);
  struct mrt_estimate e
    = mrt_estimate (&s, d, (enum mrt_reason) mrt_load (&nest->reason),
		    mrt_settings.mode == MRT_MODE_BOUND, &totals->costs);
  totals->nests++;
  totals->entered += s.entries > 0;
  totals->bound_runs += s.bound_runs;
  totals->nested += s.nested;
  for (unsigned i = 0; i < MRT_N_ABORTS; i++)
    totals->aborted += s.aborts[i];
  struct mrt_counts counts = { 0 };
  bool counted = mrt_settings.mode == MRT_MODE_COUNT
		 && mrt_counts_solve (&counts, d, r->index) && counts.entries;
  if (counted)
    {
      s.entries = MRT_MAX (s.entries, counts.entries);
      if (nest->procedure)
	s.threads = MRT_MAX (s.threads,
			     mrt_nest_sums (nest->procedure).threads);
    }
  s.counts_open = counts.open;
  s.counts_cold = counts.cold;
  mrt_xml_open (x, "loop");
  write_id (x, r);
  mrt_xml_text (x, "variable", MEMLB_REL (d->variable));
  mrt_xml_text (x, "callee",
		nest->missing ? nest->missing : MEMLB_REL (d->blocker));
  mrt_xml_text (x, "library", nest->library);
  write_known (x, "line", d->line);
  write_known (x, "end-line", d->end_line);
  write_known (x, "column", d->column);
  write_known (x, "depth", d->depth);
  write_estimate (x, &e, &s, totals->hz);
  if (counted && !counts.cold)
    mrt_xml_number (x, "iterations", counts.iterations);
  mrt_xml_number (x, "refs", d->n_refs);
  mrt_xml_number (x, "refs-redirected", d->refs_redirected);
  mrt_xml_number (x, "refs-control", d->refs_control);
  mrt_xml_number (x, "refs-real", d->refs_real);
  mrt_xml_number (x, "threads", s.threads);
  write_known (x, "insns", d->insns);
  write_known (x, "blocks", d->blocks);
  write_known (x, "form-changed", d->form_changed);
  if (d->code_bytes && d->bound_code_bytes)
    {
      mrt_xml_number (x, "code-bytes", d->code_bytes);
      mrt_xml_number (x, "bound-code-bytes", d->bound_code_bytes);
    }
  if (counted)
    mrt_xml_text (x, "model", MEMLB_REL (d->model));
  write_flags (x, d->flags);
  mrt_metrics_write (x, &s);
  mrt_events_write (x, r->index, &s, &totals->costs);
  struct mrt_balance balance;
  if (s.threads > 1
      && mrt_balance (&balance, r->index, d, &s, &e, &totals->costs))
    mrt_balance_write (x, &balance, totals->hz);
  if (counted)
    mrt_facts_write (x, d, &counts);
  if (s.timed)
    mrt_moments_write (x, r->index, totals->hz, totals->costs.original,
		       totals->costs.bound);
  if (counted)
    mrt_counts_write (x, nest->module, d, &counts, NULL);
  mrt_counts_free (&counts);
  write_refs (x, d, s.entries);
  mrt_xml_close (x);
}

static bool
same_string_p (const void *a, const void *b)
{
  return a == b || (a && b && mrt_equal_p (a, b));
}

static void
write_unit (struct mrt_xml *x, const struct memlb_unit *u)
{
  mrt_xml_open (x, "unit");
  mrt_xml_text (x, "compiler", MEMLB_REL (u->compiler));
  mrt_xml_text (x, "options", MEMLB_REL (u->options));
  mrt_xml_text (x, "source", MEMLB_REL (u->source));
  mrt_xml_text (x, "directory", MEMLB_REL (u->directory));
  mrt_xml_close (x);
}

/* Units are told apart by address: nests of one object are neighbours.  */

static void
write_units (struct mrt_xml *x, const struct mrt_module *m)
{
  const struct memlb_unit *last = NULL;
  for (uint32_t i = 0; i < m->n; i++)
    {
      const struct memlb_nest *d = mrt_nests[m->first + i].desc;
      const struct memlb_unit *u = d ? MEMLB_REL (d->unit) : NULL;
      if (u && u != last)
	write_unit (x, u);
      last = u ? u : last;
    }
}

static void
open_file (struct mrt_xml *x, const struct memlb_nest *d)
{
  char path[4096];
  const char *file = MEMLB_REL (d->file);
  const struct memlb_unit *u = MEMLB_REL (d->unit);
  const char *directory = u ? MEMLB_REL (u->directory) : NULL;
  size_t n = 0;
  mrt_xml_open (x, "file");
  if (!file)
    return;
  if (file[0] != '/' && directory)
    {
      n = append (path, sizeof path, n, directory);
      n = append (path, sizeof path, n, "/");
    }
  append (path, sizeof path, n, file);
  mrt_xml_text (x, "id", file);
  mrt_xml_text (x, "name", mrt_basename (file));
  mrt_xml_text (x, "path", path);
}

static void
open_procedure (struct mrt_xml *x, const struct memlb_nest *d)
{
  const char *name = MEMLB_REL (d->function);
  mrt_xml_open (x, "procedure");
  mrt_xml_text (x, "id", name);
  mrt_xml_text (x, "name", name);
  mrt_xml_text (x, "asm-name", MEMLB_REL (d->asm_name));
}

/* Write the time of the whole function of row R.  */

static void
write_timed (struct mrt_xml *x, const struct mrt_row *r,
	     const struct mrt_totals *totals)
{
  struct mrt_sums s = mrt_nest_sums (r->index);
  write_known (x, "line", r->desc->line);
  if (s.timed)
    {
      mrt_xml_open (x, "m");
      mrt_xml_text (x, "n", "procedure-time");
      mrt_xml_real (x, "v", mrt_estimate_time (&s, &totals->costs)
			    / totals->hz);
      mrt_xml_close (x);
    }
  mrt_metric_write (x, "procedure-entries", s.entries);
  mrt_metric_write (x, "nested", s.nested);
  mrt_metric_write (x, "timed", s.timed);
  mrt_metric_write (x, "disturbed", s.disturbed);
}

/* Write what the whole function of row R did, of module M.  */

static void
write_procedure (struct mrt_xml *x, const struct mrt_module *m,
		 const struct mrt_row *r, const struct mrt_totals *totals)
{
  struct mrt_counts counts;
  if (mrt_settings.mode == MRT_MODE_TIME)
    {
      write_timed (x, r, totals);
      return;
    }
  if (!mrt_counts_solve (&counts, r->desc, r->index))
    return;
  write_known (x, "line", r->desc->line);
  mrt_xml_number (x, "entries", counts.entries);
  if (counts.entries)
    {
      mrt_xml_text (x, "model", MEMLB_REL (r->desc->model));
      mrt_facts_write (x, r->desc, &counts);
      mrt_counts_write (x, m, r->desc, &counts, totals->pointers);
    }
  mrt_counts_free (&counts);
}

static void
write_rows (struct mrt_xml *x, const struct mrt_module *m, const struct mrt_row *rows, uint32_t n,
	    struct mrt_totals *totals)
{
  const struct memlb_nest *last = NULL;
  for (uint32_t i = 0; i < n; i++)
    {
      const struct memlb_nest *d = rows[i].desc;
      bool file = !last || !same_string_p (MEMLB_REL (d->file),
					   MEMLB_REL (last->file));
      bool procedure
	= file || d->flags & MEMLB_NEST_PROCEDURE
	  || !same_string_p (MEMLB_REL (d->function),
				  MEMLB_REL (last->function))
	  || !same_string_p (MEMLB_REL (d->asm_name),
			     MEMLB_REL (last->asm_name));
      if (last && procedure)
	mrt_xml_close (x);
      if (last && file)
	mrt_xml_close (x);
      if (file)
	open_file (x, d);
      if (procedure)
	open_procedure (x, d);
      if (d->flags & MEMLB_NEST_PROCEDURE)
	write_procedure (x, m, &rows[i], totals);
      else
	write_loop (x, &rows[i], totals);
      last = d;
    }
  for (int i = 0; last && i < 2; i++)
    mrt_xml_close (x);
}

void
mrt_module_write (struct mrt_xml *x, const struct mrt_module *m,
		  struct mrt_totals *totals)
{
  size_t bytes = (m->n + 1) * sizeof (struct mrt_row);
  struct mrt_row *rows = mrt_map (bytes, 4096);
  mrt_xml_open (x, "module");
  mrt_xml_text (x, "id", m->path);
  mrt_xml_text (x, "name", m->path ? mrt_basename (m->path) : NULL);
  mrt_xml_text (x, "path", m->path);
  mrt_xml_text (x, "build-id", m->build_id[0] ? m->build_id : NULL);
  if (rows && !m->refused)
    {
      write_units (x, m);
      write_rows (x, m, rows, mrt_rows (m, rows), totals);
    }
  mrt_xml_close (x);
  if (rows)
    mrt_unmap (rows, bytes);
}
