/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.c: run a command, print what it used.

   Usage: measure FILE COMMAND [ARGS...]

   Appends one line to FILE: elapsed seconds, CPU seconds, and the largest
   resident set in KB of any process that the command waited for, such as
   the compiler proper below its driver.  Exits with the command's status. */

#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static double
seconds (struct timeval t)
{
  return (double) t.tv_sec + 1e-6 * (double) t.tv_usec;
}

int
main (int argc, char **argv)
{
  struct rusage used;
  double start = now ();
  int status;
  pid_t child;
  FILE *out;

  if (argc < 3)
    return fputs ("usage: measure FILE COMMAND [ARGS...]\n", stderr), 2;
  child = fork ();
  if (child == 0)
    {
      execvp (argv[2], argv + 2);
      perror (argv[2]);
      _exit (127);
    }
  if (child < 0 || wait4 (child, &status, 0, &used) != child
      || !(out = fopen (argv[1], "a")))
    return perror ("measure"), 1;
  fprintf (out, "%.6f %.6f %ld\n", now () - start,
	   seconds (used.ru_utime) + seconds (used.ru_stime), used.ru_maxrss);
  if (fclose (out) != 0)
    return perror (argv[1]), 1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128;
}
