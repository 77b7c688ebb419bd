/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver.c: calls one kernel many times.

   Usage: kernels [-m MIB] [-s SKEW] [-n SIZE] [-r REPS] [-w WIDTH]
		  [-a] [-c CALM] [-t CALLS | -T CALLS] KERNEL [ENTRIES]
	  kernels -l
	  kernels -b

   Prints the kernel's name, the fastest and the median time of a call in ns,
   a checksum that depends on every call, how calm the core was: the mean
   time in ns of a loop between the calls that only computes, which another
   thread on the core makes longer, without the twentieth of them that had
   interrupts; and the mean time of a call, in which
   interrupts are, but not what took half a millisecond more.  With -c it
   waits, but not for ever, until that loop takes less than CALM.  -l lists the
   kernels, -b prints what the loop takes at best and in the middle.

   The data fit the first-level cache, unless -m says how many MiB they are
   to take: then each repetition inside a call works on the next block of
   them, and each call goes on where the last one ended.

   -s moves every array SKEW bytes away from a multiple of 64; -n changes the
   size of a block, -r the repetitions inside a call, and -w the entries in a
   row of the sparse matrix, 8.  -a lets kernels read elsewhere what they
   wrote themselves, if they can.

   Two of them can take turns, so that what else the machine does falls on both:
   with -t or -T each waits, after every so many CALLS, until the other one has
   made its own, and says so through descriptor 4 to what the other reads from
   3.  The one with -t begins, the one with -T ends with it.  Each turn with data that
   fit the cache begins with 100 us of calls that do not count.  */

#define _POSIX_C_SOURCE 200809L
#include "data.h"
#include "table.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ENTRIES = 1000000, MAX_MIB = 4096 };
enum { CALMS = 500, MOST_WAITS = 1000, CALMS_SHOWN = 100 };

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The time of a loop that has work for all of a core's adders.  */
static double
calm (void)
{
  unsigned a = 0, b = 1, c = 2, d = 3, e = 4, f = 5;
  double begin = now ();

  for (unsigned i = 0; i < 1000; i++)
    {
      a += i, b ^= i, c -= i, d += i, e ^= i, f -= i;
      __asm__ volatile ("" : "+r" (a), "+r" (b), "+r" (c), "+r" (d), "+r" (e),
			"+r" (f));
    }
  return now () - begin;
}

/* The mean of several.  */
static double
calm_for_a_while (void)
{
  double sum = 0;

  for (int i = 0; i < CALMS; i++)
    sum += calm ();
  return sum / CALMS;
}

/* Print a low quantile of what the loop takes, and the median.  */
static int
print_calm (void)
{
  double times[CALMS_SHOWN];

  for (int i = 0; i < CALMS_SHOWN; i++)
    times[i] = calm_for_a_while ();
  qsort (times, CALMS_SHOWN, sizeof *times, compare);
  printf ("%.0f %.0f\n", times[CALMS_SHOWN / 20], times[CALMS_SHOWN / 2]);
  return 0;
}

static void
wait_for_calm (double limit)
{
  int waits = 0;

  while (waits++ < MOST_WAITS && calm_for_a_while () > limit)
    ;
}

/* Nanoseconds that are no interrupt.  */
#define OUTLIER 5e5

struct times
{
  double fastest, median, mean;	/* of the calls */
  double calm;			/* mean of the loop between them */
};

/* Calls in a turn, or 0; and whether this one begins.  */
static int turn;
static bool leader;

enum { FROM_OTHER = 3, TO_OTHER = 4 };
#define WARM_NS 1e5

/* Let the other one have its turn, if call I ends one of ours.  False if there is no
   more to do.  */
static bool
take_turns (int i)
{
  char c = 0;

  if (!turn || i % turn || (leader && !i))
    return true;
  if (i && write (TO_OTHER, &c, 1) != 1)
    turn = 0;
  else if (read (FROM_OTHER, &c, 1) != 1)
    turn = 0;
  return turn || leader;
}

/* Call K with START, REPS and SIZE until the caches and predictors are as they are in
   the middle of a turn.  */
static void
warm_up (const struct kernel *k, int start, int reps, int size)
{
  double begin = now ();

  do
    k->call (start, reps, size);
  while (now () < begin + WARM_NS);
}

/* The mean of the first N of TIMES, which are sorted here; SIZE is their number.  */
static double
mean_of_least (double *times, int n, int size)
{
  double sum = 0;

  qsort (times, size, sizeof *times, compare);
  for (int i = 0; i < n; i++)
    sum += times[i];
  return sum / n;
}

/* Call K up to ENTRIES times with SIZE and REPS.  */
static struct times
measure (const struct kernel *k, int size, int reps, int entries)
{
  double *times = calloc (entries, sizeof *times);
  double *calms = calloc (entries, sizeof *calms);
  double sum = 0;
  struct times result;
  int start = 0, n = 0, i;

  if (!times || !calms)
    abort ();
  for (i = 0; i < entries && take_turns (i); i++)
    {
      if (turn && i % turn == 0 && data_blocks () == 1)
	warm_up (k, start, reps, size);
      double begin = now ();
      k->call (start, reps, size);
      times[i] = now () - begin;
      calms[i] = calm ();
      start = data_blocks () > 1 ? (start + reps) % data_blocks () : 0;
    }
  entries = i > 0 ? i : 1;
  qsort (times, entries, sizeof *times, compare);
  for (; n < entries && times[n] < times[entries / 2] + OUTLIER; n++)
    sum += times[n];
  result = (struct times) { times[0], times[entries / 2], sum / n,
			    mean_of_least (calms, entries - entries / 20,
					   entries) };
  free (calms);
  free (times);
  return result;
}

static void
list (void)
{
  for (size_t i = 0; i < n_kernels; i++)
    puts (kernels[i].name);
}

static int
usage (void)
{
  fputs ("usage: kernels [-m MIB] [-s SKEW] [-n SIZE] [-r REPS] [-w WIDTH] "
	 "[-a] [-c CALM] [-t CALLS | -T CALLS] KERNEL [ENTRIES]\n"
	 "       kernels -l\n"
	 "       kernels -b\n", stderr);
  return 2;
}

static const struct kernel *
find_kernel (const char *name)
{
  for (size_t i = 0; name && i < n_kernels; i++)
    if (strcmp (kernels[i].name, name) == 0)
      return kernels + i;
  return NULL;
}

int
main (int argc, char **argv)
{
  const struct kernel *k;
  int c, mib = 0, size = 0, reps = 0, entries = 1000;
  struct times t;
  double sum, limit = 0;

  while ((c = getopt (argc, argv, "ablm:s:n:r:w:c:t:T:")) != -1)
    if (c == 'l')
      return list (), 0;
    else if (c == 'a')
      data_apart = 1;
    else if (c == 'b')
      return print_calm ();
    else if (c == 'c')
      limit = atof (optarg);
    else if (c == 't' || c == 'T')
      turn = atoi (optarg), leader = c == 't';
    else if (c == 'm')
      mib = atoi (optarg);
    else if (c == 's')
      data_skew = strtoul (optarg, NULL, 10);
    else if (c == 'n')
      size = atoi (optarg);
    else if (c == 'r')
      reps = atoi (optarg);
    else if (c == 'w' && atoi (optarg) > 0)
      data_width = atoi (optarg);
    else
      return usage ();
  k = find_kernel (argv[optind]);
  if (k && optind + 1 < argc)
    entries = atoi (argv[optind + 1]);
  if (!k || reps < 0 || size < 0 || mib < 0 || mib > MAX_MIB || turn < 0
      || entries < 1 || entries > MAX_ENTRIES)
    return usage ();
  size = size ? size : k->n;
  reps = reps ? reps : k->reps;
  data_make (k->set, k->spread, size, reps, (size_t) mib << 20);
  if (k->set == set_vectors)
    vector_fill (size, data_blocks (), data.d[0], data.d[1]);
  signal (SIGPIPE, SIG_IGN);
  if (limit > 0)
    wait_for_calm (limit);
  t = measure (k, size, reps, entries);
  /* Addresses in a list are not the same in every run.  */
  sum = kernel_results + vector_sum () + (data.nodes ? 0 : data_sum ());
  printf ("%s %.1f %.1f %.17g %.1f %.1f\n", k->name, t.fastest, t.median, sum,
	  t.calm, t.mean);
  return 0;
}
