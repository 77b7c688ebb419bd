/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Events of the kernel, which machines without counters have too, in the place
   of the processor's: the program closes every descriptor, uses their numbers,
   forks and runs another program as if nothing were open.  Says what the kernel
   grants; no more than that with the argument `grants'.  With the argument
   `list': the descriptors that it has itself.  */

#include "check.h"
#include "events.h"
#include "kit.h"
#include "thread.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

const struct mrt_event_type mrt_event_types[MRT_N_EVENTS] = {
  { "cycles", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
  { "instructions", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
  { "L1-dcache-load-misses", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
  { "LLC-load-misses", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN }
};

#define ENTRIES 100
#define MOST 1024

static int
list (void)
{
  int n = 0;
  for (int fd = 3; fd < MOST; fd++)
    n += fcntl (fd, F_GETFD) >= 0;
  return n;
}

static uint64_t
samples (void)
{
  return mrt_self->events.records
	 ? mrt_self->events.records[kit_desc.index].samples : 0;
}

static void
wait_for (pid_t pid)
{
  int status;
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

static void
run (void)
{
  CHECK_EQUAL (kit_run (KIT_OK, 1000, ENTRIES), 0);
}

/* A child that the runtime does not see: it counts on its own.  */

static void
clone_unseen (void)
{
  pid_t pid = (pid_t) syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (!pid)
    {
      int before = list ();
      run ();
      _exit (failures || list () != before);
    }
  wait_for (pid);
}

/* Every number that the runtime could have is a pipe with something in it.  */

static void
take_numbers (void)
{
  int ends[2];
  char byte;
  for (int fd = 3; fd < MOST; fd++)
    close (fd);
  CHECK_EQUAL (pipe (ends), 0);
  CHECK_EQUAL (write (ends[1], "x", 1), 1);
  for (int fd = 5; fd < MOST; fd++)
    dup2 (ends[0], fd);
  int before = list ();
  run ();
  CHECK_EQUAL (list (), before);
  CHECK_EQUAL (read (ends[0], &byte, 1), 1);
  for (int fd = 3; fd < MOST; fd++)
    close (fd);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "list") == 0)
    return list ();
  int before = list ();
  run ();
  printf ("%u events, %d samples\n", mrt_events_granted, samples () > 0);
  CHECK_EQUAL (samples () > 0, mrt_events_granted != 0);
  CHECK (list () - before <= 4);
  fflush (stdout);
  if (argc > 1)
    return failures != 0;
  pid_t pid = fork ();
  if (!pid)
    {
      CHECK_EQUAL (list (), before);
      run ();
      CHECK_EQUAL (samples () > 0, mrt_events_granted != 0);
      execl ("/proc/self/exe", argv[0], "list", (char *) NULL);
      _exit (99);
    }
  int status;
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == before);
  clone_unseen ();
  take_numbers ();
  run ();
  return failures != 0;
}
