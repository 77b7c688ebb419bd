/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb help: open a manual page.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/command.h"
#include "lib/install.h"
#include "lib/msg.h"
#include "lib/xalloc.h"

/* The name of the manual page about TOPIC, a subcommand, a wrapper or
   nothing; NULL when there is none.  To be freed.  */

static char *
page_of (const char *topic)
{
  if (!topic)
    return xstrdup ("memlb");
  if (strncmp (topic, "memlb-", 6) == 0)
    return xstrdup (topic);
  if (strcmp (topic, "profile") == 0)
    return xstrdup ("memlb-profile");
  for (const struct subcommand *s = subcommands; s->name; s++)
    if (strcmp (s->name, topic) == 0)
      return strcmp (topic, "help") == 0 ? xstrdup ("memlb")
	     : concat ("memlb-", topic, NULL);
  return NULL;
}

/* Open PAGE with man, memlb's own folder first.  */

static int
open_page (const char *page)
{
  char *folder = install_man_directory ();
  char *const command[]
    = { (char *) "man", (char *) "-M", folder, (char *) page, NULL };
  char *const anywhere[] = { (char *) "man", (char *) page, NULL };
  int status = command_run (command);

  if (status != 0 && status != 127)
    status = command_run (anywhere);
  free (folder);
  if (status == 127)
    msg_error ("man is not installed; `memlb SUBCOMMAND --help' needs none");
  return status == 0 ? EXIT_DONE : EXIT_FAILED;
}

int
cmd_help (int argc, char **argv)
{
  const char *topic = argc > 1 ? argv[1] : NULL;

  if (topic && strcmp (topic, "--help") == 0)
    {
      puts ("Usage: memlb help [SUBCOMMAND]\nOpen a manual page.");
      return msg_output_end ();
    }
  if (topic && strcmp (topic, "--version") == 0)
    {
      puts (argp_program_version);
      return msg_output_end ();
    }
  char *page = page_of (topic);
  if (!page)
    {
      msg_error ("no subcommand `%s'; memlb --help lists them", topic);
      return EXIT_USAGE;
    }
  int status = open_page (page);
  free (page);
  return status;
}
