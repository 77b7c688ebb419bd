/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb doctor: what works on this machine, and what to do about the rest.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include "lib/checks.h"
#include "lib/msg.h"

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  if (key == ARGP_KEY_ARG)
    argp_error (state, "`%s' is one word too many", arg);
  return ARGP_ERR_UNKNOWN;
}

/* Print CHECK.  */

static void
print_check (const struct check *check)
{
  static const char *const levels[] = { "ok", "warn", "FAIL", "info" };

  printf ("%-5s %s", levels[check->level], check->text);
  if (check->todo)
    printf ("; do: %s", check->todo);
  putchar ('\n');
}

int
cmd_doctor (int argc, char **argv)
{
  static const struct argp argp
    = { NULL, parse_option, NULL,
	"Say what works here: compilers and their plugins, the runtime, MPI, "
	"clock, counters, frequency control, the node, the output folder.\v"
	"Each line begins with ok, warn, FAIL or info.  The exit status is 1 "
	"when one is FAIL.", NULL, NULL, NULL };
  static void (*const all[]) (struct checks *)
    = { check_compilers, check_runtime, check_program, check_mpi,
	check_clock, check_counters, check_frequency, check_node, check_output,
	check_variables };
  struct checks c = { 0 };
  int status = EXIT_DONE;

  argp_parse (&argp, argc, argv, 0, NULL, NULL);
  printf ("info  %s\n", argp_program_version);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    all[i] (&c);
  for (size_t i = 0; i < c.n; i++)
    {
      print_check (&c.at[i]);
      if (c.at[i].level == CHECK_FAIL)
	status = EXIT_FAILED;
    }
  checks_free (&c);
  int end = msg_output_end ();
  return status == EXIT_DONE ? end : status;
}
