/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check of `memlb doctor' that everything works together: a program of one
   loop is compiled, run and profiled in a folder of its own.  */

#include "checks.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "install.h"
#include "profile-read.h"
#include "xalloc.h"

/* What the program is called at its stages.  */
static const char *const files[] = { "t.c", "t", "t.xml" };
enum { SOURCE, PROGRAM, PROFILE, N_FILES };

/* The file number N in FOLDER.  To be freed.  */

static char *
in_folder (const char *folder, int n)
{
  return concat (folder, "/", files[n], NULL);
}

/* Write the program's source.  False when that fails.  */

static bool
write_source (const char *folder)
{
  char *name = in_folder (folder, SOURCE);
  FILE *out = fopen (name, "we");

  free (name);
  if (!out)
    return false;
  fputs ("double a[4096], b[4096];\n"
	 "__attribute__ ((noinline)) void triad (double s)\n"
	 "{ for (int i = 0; i < 4096; i++) a[i] = b[i] + s * a[i]; }\n"
	 "int main (void)\n"
	 "{ for (int i = 0; i < 2000; i++) triad (i * 1e-9);\n"
	 "  return a[1] > 1e9; }\n", out);
  return fclose (out) == 0;
}

/* Compile the program; the compiler's messages go to *MESSAGE.  */

static int
compile (const char *folder, char **message)
{
  char *gcc = install_bin_file ("memlb-gcc");
  char *source = in_folder (folder, SOURCE);
  char *program = in_folder (folder, PROGRAM);
  char *const command[]
    = { gcc, (char *) "-O2", source, (char *) "-o", program, NULL };
  int status = command_capture (command, message);

  free (program);
  free (source);
  free (gcc);
  return status;
}

/* Run the program with memlb's variables as in a shell that sets none.  */

static int
run (const char *folder, char **message)
{
  char *program = in_folder (folder, PROGRAM);
  char *profile = in_folder (folder, PROFILE);
  char *output = concat ("MEMLB_OUTPUT=", profile, NULL);
  char *const command[]
    = { (char *) "env", (char *) "-u", (char *) "MEMLB_LOOPS", (char *) "-u",
	(char *) "MEMLB_RANKS", (char *) "MEMLB_MODE=bound",
	(char *) "MEMLB_BUDGET=unlimited", output, program, NULL };
  int status = command_capture (command, message);

  free (output);
  free (profile);
  free (program);
  return status;
}

/* Add to C what the profile in FOLDER says.  */

static void
judge (struct checks *c, const char *folder)
{
  char *name = in_folder (folder, PROFILE);
  struct fail why;
  struct profile *p = profile_read (name, &why);
  const struct loop *best = NULL;

  for (size_t i = 0; p && i < p->n_loops; i++)
    if (!best || p->loops[i].verdict < best->verdict)
      best = &p->loops[i];
  if (!p)
    checks_add (c, CHECK_FAIL, NULL, "a test program wrote no profile: %s",
		why.text);
  else if (best && loop_believed_p (best))
    checks_add (c, CHECK_OK, NULL, "a test program was compiled, run and "
		"profiled");
  else
    checks_add (c, CHECK_WARN, NULL, "a test program got no bound: %s%s%s",
		best ? best->verdict_name : "no loop",
		best && best->reason ? ", " : "",
		best && best->reason ? best->reason : "");
  profile_free (p);
  free (name);
}

/* Compile, run and judge the program in FOLDER.  */

static void
try_program (struct checks *c, const char *folder)
{
  char *message = NULL, *more = NULL;

  if (!write_source (folder) || compile (folder, &message) != 0)
    {
      if (message)
	message[strcspn (message, "\n")] = '\0';
      checks_add (c, CHECK_FAIL, NULL, "memlb-gcc does not compile a test "
		  "program: %s", message ? message : "cannot write it");
    }
  else
    {
      int status = run (folder, &more);
      if (status != 0)
	checks_add (c, CHECK_FAIL, NULL, "a test program ended with status "
		    "%d: %.*s", status, (int) strcspn (more, "\n"), more);
      else
	judge (c, folder);
    }
  free (more);
  free (message);
}

void
check_program (struct checks *c)
{
  const char *place = getenv ("TMPDIR");
  char *folder = concat (place && *place ? place : "/tmp", "/memlb-XXXXXX",
			 NULL);

  if (!mkdtemp (folder))
    checks_add (c, CHECK_WARN, NULL, "no test program was tried: no folder "
		"for it in %s", place && *place ? place : "/tmp");
  else
    {
      try_program (c, folder);
      for (int i = 0; i < N_FILES; i++)
	{
	  char *name = in_folder (folder, i);
	  unlink (name);
	  free (name);
	}
      rmdir (folder);
    }
  free (folder);
}
