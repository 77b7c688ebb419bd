/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb estimate: ideal time from block counts, beside the bound and the
   measured time.  */

#include "cmds.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include "lib/estimate.h"
#include "lib/mca.h"
#include "lib/profile-read.h"
#include "lib/profile-write.h"

enum { OPT_TOP = 256, OPT_LOOP, OPT_PROCEDURE, OPT_MODEL, OPT_MCPU };

static const struct argp_option options[] =
  {
    { "top", OPT_TOP, "N", 0, "Show N loops at most; 0 shows all", 0 },
    { "loop", OPT_LOOP, "ID", 0, "What binds one loop: its id, FILE:LINE, the "
      "name of a function, or the number of a row", 0 },
    { "procedure", OPT_PROCEDURE, "NAME", 0, "The source of this procedure's "
      "loops, with extra cycles for each memory operation", 0 },
    { "model", OPT_MODEL, "MODEL", 0, "`gcc', the compiler's model of the "
      "machine, or `llvm-mca', which shows llvm-mca's cycles beside it", 0 },
    { "mcpu", OPT_MCPU, "CPU", 0, "The processor that llvm-mca takes "
      "(default: this one)", 0 },
    { "output", 'o', "OUT", 0, "Write the counts, with what follows from them "
      "and the other profiles, to OUT", 0 },
    { "source", 's', "DIR", 0, "Read sources below DIR (default: the current "
      "folder); may be given several times", 0 },
    { 0 }
  };

struct request
{
  struct estimate_options estimate;
  struct names files;
  bool mca;			/* ask llvm-mca */
  const char *mcpu;		/* for this processor; NULL: this one */
  const char *output;		/* profile to write, or NULL */
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;
  char *end;

  switch (key)
    {
    case OPT_TOP:
      q->estimate.top = strtol (arg, &end, 10);
      if (*end || end == arg || q->estimate.top < 0)
	argp_error (state, "--top=%s is not a number", arg);
      break;
    case OPT_LOOP: q->estimate.loop = arg; break;
    case OPT_PROCEDURE: q->estimate.procedure = arg; break;
    case OPT_MODEL:
      if (strcmp (arg, "gcc") != 0 && strcmp (arg, "llvm-mca") != 0)
	argp_error (state, "--model=%s: there are gcc and llvm-mca", arg);
      q->mca = strcmp (arg, "llvm-mca") == 0;
      break;
    case OPT_MCPU: q->mcpu = arg; break;
    case 'o': q->output = arg; break;
    case 's': names_add (&q->estimate.roots, arg); break;
    case ARGP_KEY_ARG: names_add (&q->files, arg); break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* The profiles by the mode of their runs.  */
struct sorted
{
  struct names counts, bounds, times;
};

/* Sort FILES by their mode.  */

static int
sort_files (const struct names *files, struct sorted *sorted,
	    struct fail *why)
{
  for (size_t i = 0; i < files->n; i++)
    {
      struct profile *p = profile_read (files->at[i], why);
      if (!p)
	return -1;
      const char *mode = p->mode ? p->mode : "";
      names_add (!strcmp (mode, "count") ? &sorted->counts
		 : !strcmp (mode, "time") ? &sorted->times : &sorted->bounds,
		 files->at[i]);
      profile_free (p);
    }
  if (sorted->counts.n)
    return 0;
  return fail_set (why, files->at[0], 0, "nothing was counted in this run; "
		   "count with memlb run -m count -- PROGRAM, and give memlb "
		   "estimate both profiles");
}

/* Let *PROFILE be what FILES make together, or NULL if there are none.  */

static int
read_some (struct profile **profile, const struct names *files,
	   struct fail *why)
{
  *profile = files->n ? read_profiles (files, msg_progress, why) : NULL;
  return files->n && !*profile ? -1 : 0;
}

/* Give the blocks of COUNTS llvm-mca's cycles for the processor CPU.  */

static int
ask_llvm (struct profile *counts, const char *cpu, struct fail *why)
{
  struct mca_result r;
  char *program = mca_find ();

  free (program);
  if (!program)
    {
      msg_warning ("no llvm-mca here: its cycles are left out; install it "
		   "(Debian's package llvm)");
      return 0;
    }
  if (mca_fill (counts, cpu, &r, why) != 0)
    return -1;
  if (r.known < r.blocks)
    msg_warning ("llvm-mca does not know all instructions of %zu of %zu blocks"
		 "; --mcpu=CPU takes another processor's", r.blocks - r.known,
		 r.blocks);
  return 0;
}

/* Estimate from the profiles FILES.  */

static int
estimate_files (const struct request *q, const struct sorted *files,
		struct fail *why)
{
  struct profile *counted = NULL, *bound = NULL, *timed = NULL;
  struct estimates e = { 0 };
  int result = read_some (&counted, &files->counts, why);

  if (result == 0)
    result = read_some (&bound, &files->bounds, why);
  if (result == 0)
    result = read_some (&timed, &files->times, why);
  if (result == 0 && q->mca)
    result = ask_llvm (counted, q->mcpu, why);
  if (result == 0)
    result = estimates_make (&e, counted, bound, timed, why);
  if (result == 0 && q->output)
    {
      estimates_store (&e, counted);
      result = profile_write (counted, q->output, why);
    }
  if (result == 0 && (!q->output || strcmp (q->output, "-") != 0))
    result = estimates_write (stdout, &e, &q->estimate, why);
  estimates_free (&e);
  profile_free (counted);
  profile_free (bound);
  profile_free (timed);
  return result;
}

/* Do what Q asks for.  */

static int
estimate (const struct request *q, struct fail *why)
{
  struct names files = { 0 };
  struct sorted sorted = { 0 };
  bool chosen;
  int result = find_files (&q->files, &files, false, &chosen, why);

  if (result == 0)
    result = sort_files (&files, &sorted, why);
  if (result == 0)
    result = estimate_files (q, &sorted, why);
  names_free (&files);
  names_free (&sorted.counts);
  names_free (&sorted.bounds);
  names_free (&sorted.times);
  return result;
}

int
cmd_estimate (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "[FILE...]",
	"Show how fast the loop nests would be if every load hit the "
	"first-level cache, from block counts and a model of the machine, "
	"beside the bound and the measured time.\v"
	"FILEs are profiles of a count run (memlb run -m count) and, for bounds "
	"and times, of another run of the same program (memlb run -m bound); a "
	"directory stands for the newest run in it.",
	NULL, NULL, NULL };
  struct request q = { .estimate = { .top = -1 } };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  if (!q.estimate.roots.n)
    names_add (&q.estimate.roots, ".");
  int result = estimate (&q, &why);
  names_free (&q.estimate.roots);
  names_free (&q.files);
  if (result == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
