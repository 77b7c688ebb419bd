/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks FOLDER FROM TO NESTS: write the profiles that the ranks FROM..TO-1 of
   one run would leave, FOLDER/RANK.xml, with NESTS nests each.  Every figure
   differs from rank to rank; rank 0 is the slowest in every nest.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { REFS = 4, LOOPS_IN_PROCEDURE = 5, PROCEDURES_IN_FILE = 10 };

static uint64_t state = 1;

/* A number from 0 to 1.  */

static double
any (void)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double) (state >> 11) / (double) (1ull << 53);
}

static void
write_loop (FILE *out, unsigned n, unsigned rank)
{
  double time = rank ? 1 + any () : 4, ratio = 0.5 + 0.1 * any ();
  unsigned line = 20 * (n % LOOPS_IN_PROCEDURE) + 10;
  double bound = time * ratio;

  fprintf (out, "     <loop id=\"work%u@part%u.f90:%u\" variable=\"i\" "
	   "line=\"%u\" end-line=\"%u\" column=\"3\" depth=\"2\" "
	   "entries=\"%u\" sampled=\"%u\" time=\"%.9g\" time-low=\"%.9g\" "
	   "time-high=\"%.9g\" bound=\"%.9g\" bound-low=\"%.9g\" "
	   "bound-high=\"%.9g\" ratio=\"%.9g\" verdict=\"ok\" refs=\"%d\" "
	   "refs-redirected=\"%d\" refs-control=\"0\" refs-real=\"0\" "
	   "threads=\"2\" insns=\"61\" blocks=\"5\" flags=\"frame stores\">\n",
	   n / LOOPS_IN_PROCEDURE, n / LOOPS_IN_PROCEDURE / PROCEDURES_IN_FILE,
	   line, line, line + 15, 1000 + (unsigned) (1000 * any ()),
	   (unsigned) (50 * any ()), time, 0.99 * time, 1.01 * time, bound,
	   0.98 * bound, 1.02 * bound, ratio, REFS, REFS);
  fprintf (out, "      <m n=\"bound-runs\" v=\"%u\"/>\n"
	   "      <m n=\"timed\" v=\"%u\"/>\n"
	   "      <m n=\"straddling-per-cent\" v=\"%u\"/>\n",
	   (unsigned) (100 * any ()), (unsigned) (100 * any ()),
	   (unsigned) (100 * any ()));
  for (int i = 0; i < REFS; i++)
    fprintf (out, "      <ref id=\"%d\" line=\"%u\" column=\"%d\" "
	     "name=\"u%d(i,j)\" array=\"u%d\" kind=\"%s\" size=\"8\" "
	     "treatment=\"slot\" slot=\"%d\"/>\n", i + 1, line + 2, 9 + i, i,
	     i, i ? "load" : "store", 64 * i);
  fputs ("     </loop>\n", out);
}

static void
write_loops (FILE *out, unsigned nests, unsigned rank)
{
  for (unsigned n = 0; n < nests; n++)
    {
      unsigned procedure = n / LOOPS_IN_PROCEDURE;
      unsigned file = procedure / PROCEDURES_IN_FILE;

      if (n % (LOOPS_IN_PROCEDURE * PROCEDURES_IN_FILE) == 0)
	fprintf (out, "%s   <file id=\"part%u.f90\" name=\"part%u.f90\" "
		 "path=\"/home/u/part%u.f90\">\n", n ? "   </file>\n" : "",
		 file, file, file);
      if (n % LOOPS_IN_PROCEDURE == 0)
	fprintf (out, "    <procedure id=\"work%u\" name=\"work%u\" "
		 "asm-name=\"__part_MOD_work%u\">\n", procedure, procedure,
		 procedure);
      write_loop (out, n, rank);
      if (n % LOOPS_IN_PROCEDURE == LOOPS_IN_PROCEDURE - 1 || n == nests - 1)
	fputs ("    </procedure>\n", out);
    }
  fputs ("   </file>\n", out);
}

static void
write_profile (FILE *out, unsigned rank, unsigned nests)
{
  fprintf (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	   "<memlb version=\"1.0\" run=\"00000000000a11ed\" complete=\"yes\" "
	   "mode=\"bound\">\n <environment>\n"
	   "  <host name=\"node%u\"/>\n"
	   "  <cpu model=\"Some CPU @ 2.60GHz\" cores=\"64\"/>\n"
	   "  <clock source=\"tsc\" hz=\"2596000000\"/>\n"
	   "  <run program=\"model\" pid=\"%u\" rank=\"%u\" "
	   "start=\"2026-03-01T14:02:00Z\" elapsed=\"%.9g\"/>\n"
	   "  <tool name=\"memlb\" version=\"0.1\"/>\n"
	   " </environment>\n <losses/>\n <metrics>\n"
	   "  <metric name=\"bound-runs\" unit=\"1\" kind=\"sum\"/>\n"
	   "  <metric name=\"timed\" unit=\"1\" kind=\"sum\"/>\n"
	   "  <metric name=\"straddling-per-cent\" unit=\"%%\" "
	   "kind=\"mean\"/>\n </metrics>\n"
	   " <program id=\"p\" name=\"model\" time=\"%.9g\" elapsed=\"%.9g\" "
	   "threads=\"2\">\n"
	   "  <module id=\"model\" name=\"model\" path=\"/home/u/model\" "
	   "build-id=\"ab12\">\n",
	   rank / 64, 1000 + rank, rank, 1000 + any (), (rank ? 1.6 : 4.1) * nests,
	   1000 + any ());
  write_loops (out, nests, rank);
  fputs ("  </module>\n </program>\n</memlb>\n", out);
}

int
main (int argc, char **argv)
{
  if (argc != 5)
    return 2;
  unsigned from = atoi (argv[2]), to = atoi (argv[3]), nests = atoi (argv[4]);

  for (unsigned rank = from; rank < to; rank++)
    {
      char name[4096];
      snprintf (name, sizeof name, "%s/%u.xml", argv[1], rank);
      FILE *out = fopen (name, "w");
      if (!out)
	{
	  perror (name);
	  return 1;
	}
      state = rank + 1;
      write_profile (out, rank, nests);
      if (fclose (out) != 0)
	{
	  perror (name);
	  return 1;
	}
    }
  return 0;
}
