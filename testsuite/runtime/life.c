/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* fork, vfork and exec: a forked child has counts and a file of its own, a
   vforked one writes nothing.  Run in an empty directory; the test script
   counts the files.  */

#include "check.h"
#include "kit.h"
#include "thread.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void
wait_for (pid_t pid, int expected)
{
  int status;
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == expected);
}

static int
forked (void)
{
  /* The counts begin anew, and copies still run.  */
  CHECK_EQUAL (kit_entries (), 0);
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 30), 0);
  CHECK_EQUAL (kit_run (KIT_ENDLESS, 1000, 1), 0);
  CHECK_EQUAL (kit_entries (), 31);
  CHECK (kit_record ()->bound_runs > 10);
  return failures ? 1 : 7;
}

int
main (void)
{
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 50), 0);
  pid_t pid = fork ();
  if (!pid)
    exit (forked ());
  wait_for (pid, 7);
  uint64_t entries = kit_entries ();
  CHECK_EQUAL (entries, 50);
  pid = vfork ();
  if (!pid)
    {
      kit (10);
      execl ("/bin/true", "true", (char *) NULL);
      _exit (1);
    }
  wait_for (pid, 0);
  pid = vfork ();
  if (!pid)
    _exit (3);
  wait_for (pid, 3);
  CHECK_EQUAL (kit_run (KIT_OK, 1000, 50), 0);
  return failures != 0;
}
