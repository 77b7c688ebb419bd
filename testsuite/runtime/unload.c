/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program without memlb whose threads load, use and unload one instrumented
   object, argv[2], while others run the nests of another, argv[1], that stays;
   argv[3] may name a signal to die of in the end, and argv[4] a file to wait
   for before that.  */

#include "check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 300, ENTRIES = 4 };

typedef void triad_type (double *, const double *, const double *, long);
typedef int run_type (int, long, int);

static volatile int done;
static run_type *run;
static const char *goes;

static void *
run_nests (void *arg)
{
  while (!done)
    CHECK_EQUAL (run (0, 1000, 10), 0);
  return arg;
}

static void *
load_and_unload (void *arg)
{
  double a[100], b[100], c[100];
  for (int i = 0; i < 100; i++)
    b[i] = i, c[i] = 2;
  for (int round = 0; round < ROUNDS; round++)
    {
      void *object = dlopen (goes, RTLD_NOW | RTLD_LOCAL);
      CHECK (object);
      if (!object)
	return arg;
      triad_type *triad = (triad_type *) dlsym (object, "triad");
      for (int e = 0; e < ENTRIES; e++)
	triad (a, b, c, 100);
      CHECK_EQUAL (dlclose (object), 0);
    }
  CHECK (!dlopen (goes, RTLD_NOW | RTLD_NOLOAD));
  return arg;
}

int
main (int argc, char **argv)
{
  pthread_t runners[2], loader;
  if (argc < 3)
    return SKIP;
  goes = argv[2];
  void *stays = dlopen (argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!stays)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return 1;
    }
  run = (run_type *) dlsym (stays, "kit_run");
  for (int i = 0; i < 2; i++)
    pthread_create (&runners[i], NULL, run_nests, NULL);
  pthread_create (&loader, NULL, load_and_unload, NULL);
  pthread_join (loader, NULL);
  while (argc > 4 && access (argv[4], F_OK))
    usleep (1000);
  if (argc > 3)
    raise (atoi (argv[3]));
  done = 1;
  for (int i = 0; i < 2; i++)
    pthread_join (runners[i], NULL);
  CHECK_EQUAL (dlclose (stays), 0);
  return failures != 0;
}
