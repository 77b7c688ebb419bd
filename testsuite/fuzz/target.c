/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers under libFuzzer: FUZZ_READER names the one to try, and
   FUZZ_FIXTURES the folder testsuite/tools.  The bytes go through a file in
   memory, since the readers open files by name.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "readers.h"

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const struct fuzz_reader *reader;
static char file[40];
static int fd;

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  const char *name = getenv ("FUZZ_READER");

  (void) argc;
  (void) argv;
  fuzz_fixtures = getenv ("FUZZ_FIXTURES");
  reader = name ? fuzz_reader_called (name) : NULL;
  fd = memfd_create ("input", MFD_CLOEXEC);
  if (!reader || !fuzz_fixtures || fd < 0
      || !freopen ("/dev/null", "w", stdout))
    {
      fputs ("set FUZZ_READER and FUZZ_FIXTURES; see HACKING\n", stderr);
      exit (1);
    }
  snprintf (file, sizeof file, "/proc/self/fd/%d", fd);
  return 0;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (ftruncate (fd, 0) != 0 || pwrite (fd, data, size, 0) != (ssize_t) size)
    abort ();
  reader->run (file);
  return 0;
}
