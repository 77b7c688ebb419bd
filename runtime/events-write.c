/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Events in the profile: sums over samples become estimates for all entries.

   What reading the counters itself adds to a run is known from the empty nest,
   which is sampled like any other: the least that was ever read there.

   A sample's events stand for those of so many entries as it does.  Where the
   originals of samples count for the time, the mean of all timed entries by
   that of the sampled ones corrects for entries being of different length (a
   ratio estimator: Cochran, Sampling Techniques, chapter 6).  Context: exit.  */

#include "profile.h"
#include "events.h"
#include "runtime.h"
#include "thread.h"

/* What the profile calls the events of the original, and of its bound copy.  */
static const char *const names[MRT_N_EVENTS][2] = {
  { "event-cycles", "bound-cycles" },
  { "event-instructions", "bound-instructions" },
  { "event-l1-misses", "bound-l1-misses" },
  { "event-llc-misses", "bound-llc-misses" }
};

struct sums
{
  double event[MRT_N_EVENTS][2];
  double ticks, weight;
  uint64_t samples;
};

static const struct mrt_event_record *
record_of (const struct mrt_thread *t, uint32_t index)
{
  const struct mrt_event_record *records
    = __atomic_load_n (&t->events.records, __ATOMIC_ACQUIRE);
  return records ? &records[index] : NULL;
}

/* The sums over all threads for nest INDEX.  */

static struct sums
sum_up (uint32_t index)
{
  struct sums s = { 0 };
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      const struct mrt_event_record *rec = record_of (t, index);
      if (!rec || !mrt_load (&rec->samples))
	continue;
      for (unsigned i = 0; i < MRT_N_EVENTS; i++)
	{
	  s.event[i][0] += (double) mrt_load (&rec->original[i]);
	  s.event[i][1] += (double) mrt_load (&rec->bound[i]);
	}
      s.ticks += (double) mrt_load (&rec->ticks);
      s.weight += (double) mrt_load (&rec->weight);
      s.samples += mrt_load (&rec->samples);
    }
  return s;
}

/* What reading costs: the least of what threads have seen.  */

static struct sums
reading_costs (void)
{
  struct sums least = { 0 };
  for (struct mrt_thread *t = mrt_first_thread (); t; t = t->next)
    {
      const struct mrt_event_record *rec = record_of (t, MRT_EMPTY_INDEX);
      if (!rec || !mrt_load (&rec->samples))
	continue;
      for (unsigned i = 0; i < MRT_N_EVENTS; i++)
	{
	  double v[2] = { (double) mrt_load (&rec->original[i]),
			  (double) mrt_load (&rec->bound[i]) };
	  for (unsigned b = 0; b < 2; b++)
	    if (!least.samples || v[b] < least.event[i][b])
	      least.event[i][b] = v[b];
	}
      least.samples++;
    }
  return least;
}

/* How long an entry of nest INDEX with sums S is by the sampled ones, whose
   events are E.  */

static double
length_correction (uint32_t index, const struct mrt_sums *s,
		   const struct sums *e, const struct mrt_costs *costs)
{
  const struct memlb_nest *desc = mrt_nest_desc (&mrt_nests[index]);
  if (!s->timed || 2 * s->apart > s->samples
      || !desc || desc->flags & MEMLB_NEST_MAY_ALIAS)
    return 1;
  double all = s->time / s->weights - costs->original;
  double sampled = e->ticks / e->weight - costs->original;
  return all > 0 && sampled > 0 ? all / sampled : 1;
}

void
mrt_events_declare (struct mrt_xml *x)
{
  if (!mrt_events_granted)
    return;
  mrt_metric_declare (x, "event-samples", "1", "sum");
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    for (unsigned b = 0; b < 2 && mrt_events_granted >> i & 1; b++)
      mrt_metric_declare (x, names[i][b], "1", "sum");
}

/* Unlike other metrics those that are zero are written: they were counted.  */

static void
write_event (struct mrt_xml *x, const char *name, double value)
{
  mrt_xml_open (x, "m");
  mrt_xml_text (x, "n", name);
  mrt_xml_number (x, "v", value > 0 ? (uint64_t) (value + 0.5) : 0);
  mrt_xml_close (x);
}

void
mrt_events_write (struct mrt_xml *x, uint32_t index,
		  const struct mrt_sums *s, const struct mrt_costs *costs)
{
  struct sums e = sum_up (index), cost = reading_costs ();
  if (!mrt_events_granted || !e.samples)
    return;
  double entries = (double) (s->entries - s->nested) / e.weight
		   * length_correction (index, s, &e, costs);
  mrt_metric_write (x, "event-samples", e.samples);
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    for (unsigned b = 0; b < 2 && mrt_events_granted >> i & 1; b++)
      write_event (x, names[i][b],
		   (e.event[i][b] - e.weight * cost.event[i][b]) * entries);
}

void
mrt_events_names (char *buf)
{
  size_t n = 0;
  for (unsigned i = 0; i < MRT_N_EVENTS; i++)
    if (mrt_events_granted >> i & 1)
      {
	const char *name = mrt_event_types[i].name;
	if (n)
	  buf[n++] = ',';
	mrt_copy (buf + n, name, mrt_length (name));
	n += mrt_length (name);
      }
  if (!n)
    mrt_copy (buf, "none", n = 4);
  buf[n] = 0;
}
