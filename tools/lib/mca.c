/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles of counted blocks by llvm-mca.

   objdump disassembles what the blocks' addresses say; padding is no part of
   them.  Each block becomes a region of a file for llvm-mca, which is given
   the cycles of many executions one after the other: so dependences from one
   execution to the next are in, those through memory are not.

   llvm-mca ends at the first instruction that it knows nothing of.  Such a
   block has no cycles, and the others are asked for once more.  Sums hold the
   compiler's own ideal in its place, and are left out where that is more than
   a hundredth.

   Weakness: calls are taken for 100 cycles; a block is not analysed together
   with those that follow it.  */

#include "mca.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "command.h"
#include "elf-notes.h"
#include "output.h"
#include "xalloc.h"

enum { ITERATIONS = 300, MOST_REGIONS = 400 };

/* What may be of other blocks than llvm-mca's.  */
static const double unknown_share = 0.01;

/* One instruction of a module.  */
struct insn
{
  uint64_t address;
  char *text;			/* as the assembler reads it */
};

/* The code of some blocks: N instructions from ADDRESS on.  */
struct code
{
  uint64_t address;
  size_t n;
  size_t first;			/* of MODULE's instructions */
  double cycles;		/* NaN if not known */
};

struct module
{
  struct block **blocks;	/* the executed ones, by address and size */
  size_t n_blocks;
  struct insn *insns;
  size_t n_insns;
  struct code *codes;
  size_t n_codes;
};

static uint64_t
address_of (const struct block *block)
{
  return block->address ? strtoull (block->address, NULL, 16) : 0;
}

static int
compare_blocks (const void *a, const void *b)
{
  const struct block *x = *(const struct block *const *) a;
  const struct block *y = *(const struct block *const *) b;
  uint64_t at = address_of (x), other = address_of (y);

  if (at != other)
    return at < other ? -1 : 1;
  return (x->n[B_INSNS] > y->n[B_INSNS]) - (x->n[B_INSNS] < y->n[B_INSNS]);
}

/* Add those of the N BLOCKS that were executed to M.  */

static void
add_blocks (struct module *m, struct block *blocks, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (blocks[i].n[B_EXECUTIONS] > 0 && blocks[i].n[B_INSNS] > 0
	&& blocks[i].n[B_INSNS] < 1e6 && address_of (&blocks[i]))
      {
	m->blocks = grow (m->blocks, m->n_blocks, sizeof *m->blocks);
	m->blocks[m->n_blocks++] = &blocks[i];
      }
}

/* The module that scope NUMBER of P is in.  */

static size_t
module_of (const struct profile *p, size_t number)
{
  while (number && p->scopes[number].level != LEVEL_MODULE)
    number = p->scopes[number].parent;
  return number;
}

/* The executed blocks of scope NUMBER of P, a module, in order.  */

static void
collect_blocks (struct module *m, const struct profile *p, size_t number)
{
  for (size_t i = 0; i < p->n_scopes; i++)
    if (p->scopes[i].n_blocks && module_of (p, i) == number)
      add_blocks (m, p->scopes[i].blocks, p->scopes[i].n_blocks);
  for (size_t i = 0; i < p->n_loops; i++)
    if (p->loops[i].has->n_blocks && module_of (p, p->loops[i].scope) == number)
      add_blocks (m, p->loops[i].has->blocks, p->loops[i].has->n_blocks);
  if (m->n_blocks)
    qsort (m->blocks, m->n_blocks, sizeof *m->blocks, compare_blocks);
}

/* True if TEXT, an instruction as objdump writes it, only fills up.  */

static bool
idle_p (const char *text)
{
  for (;;)
    if (strncmp (text, "data16 ", 7) == 0)
      text += 7;
    else if (strncmp (text, "cs ", 3) == 0)
      text += 3;
    else
      break;
  return strncmp (text, "nop", 3) == 0
	 || (strncmp (text, "xchg ", 5) == 0 && strstr (text, "%ax,%ax"));
}

/* TEXT, which is changed, as the assembler reads it: without comments and
   names, and the places that jumps lead to as numbers.  To be freed.  */

static char *
assembler_text (char *text)
{
  text[strcspn (text, "#<")] = '\0';
  size_t n = strlen (text);
  while (n && strchr (" \t\r", text[n - 1]))
    text[--n] = '\0';
  char *last = strrchr (text, ' ');
  bool number = last && last[1] && strspn (last + 1, "0123456789abcdef")
				  == strlen (last + 1);
  if (!number)
    return xstrdup (text);
  return xasprintf ("%.*s 0x%s", (int) (last - text), text, last + 1);
}

/* Take the instructions in objdump's TEXT, which is changed, into M.  */

static void
read_insns (struct module *m, char *text)
{
  char *rest = NULL;

  for (char *line = strtok_r (text, "\n", &rest); line;
       line = strtok_r (NULL, "\n", &rest))
    {
      char *end;
      uint64_t address = strtoull (line, &end, 16);
      if (end == line || end[0] != ':' || end[1] != '\t' || idle_p (end + 2))
	continue;
      m->insns = grow (m->insns, m->n_insns, sizeof *m->insns);
      m->insns[m->n_insns++]
	= (struct insn) { address, assembler_text (end + 2) };
    }
}

/* True if the executable FILE can be read, and is that of BUILD, if known.  */

static bool
same_build_p (const char *file, const char *build)
{
  struct stat st;

  if (!file || *file != '/' || stat (file, &st) != 0 || !S_ISREG (st.st_mode))
    return false;
  char *id = elf_build_id (file);
  bool same = !build || (id && strcmp (id, build) == 0);
  free (id);
  return same;
}

/* Disassemble what the blocks of M, of the executable FILE, cover.  */

static int
disassemble (struct module *m, const char *file, struct fail *why)
{
  const struct block *last = m->blocks[m->n_blocks - 1];
  uint64_t end = address_of (last) + 16 * (uint64_t) last->n[B_INSNS];
  char *start = xasprintf ("--start-address=%#lx",
			   (unsigned long) address_of (m->blocks[0]));
  char *stop = xasprintf ("--stop-address=%#lx", (unsigned long) end);
  char *name = xstrdup (file), *text;
  char *argv[] = { (char []) { "objdump" }, (char []) { "-d" },
		   (char []) { "--no-show-raw-insn" }, start, stop, name,
		   NULL };
  int status = command_capture (argv, &text);

  if (status == 0)
    read_insns (m, text);
  free (text);
  free (start);
  free (stop);
  free (name);
  return status == 0 ? 0
	 : fail_set (why, file, 0, "objdump cannot disassemble it (status %d); "
		     "it is part of binutils", status);
}

/* The place of the instruction at ADDRESS in M, or of the next one.  */

static size_t
find_insn (const struct module *m, uint64_t address)
{
  size_t low = 0, high = m->n_insns;

  while (low < high)
    {
      size_t middle = (low + high) / 2;
      if (m->insns[middle].address < address)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

/* Find the code of M's blocks; equal ones once.  */

static void
collect_codes (struct module *m)
{
  for (size_t i = 0; i < m->n_blocks; i++)
    {
      uint64_t address = address_of (m->blocks[i]);
      size_t n = (size_t) m->blocks[i]->n[B_INSNS];
      const struct code *last = m->n_codes ? &m->codes[m->n_codes - 1] : NULL;
      if (last && last->address == address && last->n == n)
	continue;
      size_t first = find_insn (m, address);
      if (first + n > m->n_insns)
	continue;
      m->codes = grow (m->codes, m->n_codes, sizeof *m->codes);
      m->codes[m->n_codes++] = (struct code) { address, n, first, NAN };
    }
}

/* Write regions FROM to TO of M to the new FILE.  */

static int
write_regions (const struct module *m, size_t from, size_t to,
	       const char *file, struct fail *why)
{
  FILE *out = fopen (file, "w");

  for (size_t i = from; out && i < to; i++)
    {
      fprintf (out, "# LLVM-MCA-BEGIN %zu\n", i);
      for (size_t k = 0; k < m->codes[i].n; k++)
	fprintf (out, "\t%s\n", m->insns[m->codes[i].first + k].text);
      fputs ("# LLVM-MCA-END\n", out);
    }
  if (!out || fclose (out) != 0)
    return fail_set (why, file, 0, "cannot write: %s", strerror (errno));
  return 0;
}

/* Take the cycles of M's regions FROM to TO from llvm-mca's output TEXT.
   Returns the first one that is missing.  */

static size_t
read_cycles (struct module *m, size_t from, size_t to, const char *text)
{
  size_t region = from;

  while (region < to && (text = strstr (text, "Code Region - ")))
    {
      text += strlen ("Code Region - ");
      const char *cycles = strstr (text, "Total Cycles:");
      if (strtoul (text, NULL, 10) != region || !cycles)
	break;
      m->codes[region++].cycles
	= strtod (cycles + strlen ("Total Cycles:"), NULL) / ITERATIONS;
    }
  return region;
}

/* How llvm-mca is run: its name, the file of regions and the processor.  */
struct program
{
  char *name, *file, *cpu;
};

/* Ask P for regions FROM to TO of M.  */

static int
ask (struct module *m, size_t from, size_t to, const struct program *p,
     struct fail *why)
{
  char *iterations = xasprintf ("--iterations=%d", ITERATIONS), *text;
  char *argv[] = { p->name, (char []) { "--instruction-info=0" },
		   (char []) { "--resource-pressure=0" }, iterations, p->file,
		   p->cpu, NULL };
  int result = 0;

  while (from < to && result == 0)
    {
      result = write_regions (m, from, to, p->file, why);
      int status = result == 0 ? command_capture (argv, &text) : 0;
      if (result != 0)
	break;
      size_t next = read_cycles (m, from, to, text);
      bool unknown_p = strstr (text, "unsupported instruction");
      free (text);
      if (status == 127)
	result = fail_set (why, p->name, 0, "cannot be run");
      else if (next > from || unknown_p || to - from == 1)
	from = next + (next < to);
      else
	{
	  /* The assembler knows one of them not.  */
	  size_t middle = from + (to - from) / 2;
	  result = ask (m, from, middle, p, why);
	  from = middle;
	}
    }
  free (iterations);
  return result;
}

char *
mca_find (void)
{
  char *found = command_find ("llvm-mca");

  for (int version = 19; !found && version >= 11; version--)
    {
      char *name = xasprintf ("llvm-mca-%d", version);
      found = command_find (name);
      free (name);
    }
  return found;
}

/* Find the cycles of all code of M.  */

static int
ask_all (struct module *m, const char *cpu, struct fail *why)
{
  const char *folder = getenv ("TMPDIR");
  struct program p = { .name = mca_find () };

  if (!p.name)
    return fail_set (why, "llvm-mca", 0, "is not here any more");
  p.file = xasprintf ("%s/memlb-mca-XXXXXX", folder ? folder : "/tmp");
  p.cpu = cpu ? xasprintf ("--mcpu=%s", cpu) : NULL;
  int fd = mkstemp (p.file), result = 0;
  if (fd < 0)
    result = fail_set (why, p.file, 0, "cannot make it: %s", strerror (errno));
  else
    {
      output_unfinished (p.file);
      close (fd);
      for (size_t i = 0; i < m->n_codes && result == 0; i += MOST_REGIONS)
	result = ask (m, i, i + MOST_REGIONS < m->n_codes ? i + MOST_REGIONS
		      : m->n_codes, &p, why);
      unlink (p.file);
      output_finished (p.file);
    }
  free (p.name);
  free (p.file);
  free (p.cpu);
  return result;
}

/* Give M's blocks the cycles of their code.  */

static void
store_cycles (const struct module *m, struct mca_result *result)
{
  const struct code *c = m->codes, *end = m->codes + m->n_codes;

  for (size_t i = 0; i < m->n_blocks; i++)
    {
      struct block *b = m->blocks[i];
      while (c < end && (c->address < address_of (b)
			 || (c->address == address_of (b)
			     && c->n < (size_t) b->n[B_INSNS])))
	c++;
      bool known = c < end && c->address == address_of (b)
		   && c->n == (size_t) b->n[B_INSNS] && !isnan (c->cycles);
      b->n[B_MCA] = known ? c->cycles : 0;
      result->known += known;
      result->blocks++;
    }
}

static void
free_module (struct module *m)
{
  for (size_t i = 0; i < m->n_insns; i++)
    free (m->insns[i].text);
  free (m->insns);
  free (m->blocks);
  free (m->codes);
}

/* The cycles of all executions of the N BLOCKS; NaN if too much of that is not
   known.  */

static double
sum_cycles (const struct block *blocks, size_t n)
{
  double sum = 0, ideal = 0, unknown = 0;

  for (size_t i = 0; i < n; i++)
    {
      const double *v = blocks[i].n;
      if (!(v[B_EXECUTIONS] > 0) || !(v[B_INSNS] > 0))
	continue;
      double own = v[B_EXECUTIONS] * (isnan (v[B_IDEAL]) ? 0 : v[B_IDEAL]);
      ideal += own;
      if (!(v[B_MCA] > 0))
	unknown += own;
      sum += v[B_MCA] > 0 ? v[B_EXECUTIONS] * v[B_MCA] : own;
    }
  return sum > 0 && unknown <= unknown_share * ideal ? sum : NAN;
}

/* Set the sums of P's loops and functions.  */

static void
store_sums (struct profile *p)
{
  profile_declare (p, "mca-cycles", "1", "sum", NULL);
  for (size_t i = 0; i < p->n_scopes; i++)
    if (p->scopes[i].n_blocks)
      values_set (&p->scopes[i].metrics, &p->scopes[i].n_metrics, "mca-cycles",
		  sum_cycles (p->scopes[i].blocks, p->scopes[i].n_blocks));
  for (size_t i = 0; i < p->n_loops; i++)
    if (p->loops[i].has->n_blocks)
      {
	struct contents *has = p->loops[i].has;
	values_set (&has->metrics, &has->n_metrics, "mca-cycles",
		    sum_cycles (has->blocks, has->n_blocks));
      }
}

int
mca_fill (struct profile *p, const char *cpu, struct mca_result *result,
	  struct fail *why)
{
  int status = 0;

  *result = (struct mca_result) { 0 };
  for (size_t i = 0; i < p->n_scopes && status == 0; i++)
    {
      struct module m = { 0 };
      if (p->scopes[i].level != LEVEL_MODULE)
	continue;
      collect_blocks (&m, p, i);
      if (m.n_blocks && !same_build_p (p->scopes[i].path,
				       p->scopes[i].build_id))
	status = fail_set (why, p->scopes[i].path ? p->scopes[i].path : "", 0,
			   "its code is not what was counted; keep the "
			   "executable of the count run, or count again");
      else if (m.n_blocks)
	{
	  status = disassemble (&m, p->scopes[i].path, why);
	  collect_codes (&m);
	  if (status == 0)
	    status = ask_all (&m, cpu, why);
	  store_cycles (&m, result);
	}
      free_module (&m);
    }
  if (status == 0)
    store_sums (p);
  return status;
}
