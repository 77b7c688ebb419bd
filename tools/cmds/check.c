/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb check: validate profiles against the schema.  */

#include "cmds.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/install.h"
#include "lib/msg.h"
#include "lib/schema.h"
#include "lib/xml-input.h"

static const struct argp_option options[] =
  {
    { "quiet", 'q', NULL, 0, "Say nothing of valid files", 0 },
    { 0 }
  };

struct request
{
  bool quiet;
  char **files;
};

static error_t
parse_option (int key, char *arg __attribute__ ((unused)),
	      struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'q': q->quiet = true; break;
    case ARGP_KEY_ARGS: q->files = &state->argv[state->next]; break;
    case ARGP_KEY_NO_ARGS: argp_error (state, "no file to check"); break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Check FILE against SCHEMA and say what came out, unless QUIET.  Return the
   exit status.  */

static int
check_file (struct schema *schema, const char *file, bool quiet)
{
  struct fail why;

  switch (schema_check (schema, file, msg_fail, &why))
    {
    case 0:
      if (!quiet)
	printf ("%s: valid\n", xml_input_name (file));
      return EXIT_DONE;
    case 1:
      msg_warning ("%s: of a later version than this memlb; well-formed, but "
		   "what is new in it was not checked",
		   xml_input_name (file));
      return EXIT_DONE;
    default:
      msg_fail (&why);
      return EXIT_FAILED;
    }
}

int
cmd_check (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "FILE...",
	"Validate profiles against the schema.\v- is standard input.",
	NULL, NULL, NULL };
  struct request q = { 0 };
  struct fail why;
  int status = EXIT_DONE;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  char *name = install_data_file ("memlb-1.rng");
  struct schema *schema = schema_load (name, &why);
  free (name);
  if (!schema)
    {
      msg_fail (&why);
      return EXIT_FAILED;
    }
  size_t n = 0;
  while (q.files[n])
    n++;
  for (size_t i = 0; i < n; i++)
    {
      if (q.quiet)
	msg_progress ("checking", i, n);
      if (check_file (schema, q.files[i], q.quiet) != EXIT_DONE)
	status = EXIT_FAILED;
    }
  if (q.quiet)
    msg_progress ("checking", n, n);
  schema_free (schema);
  int end = msg_output_end ();
  return status == EXIT_DONE ? end : status;
}
