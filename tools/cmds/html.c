/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb html: one page that shows profiles.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/input.h"
#include "lib/install.h"
#include "lib/output.h"
#include "lib/page.h"

static const struct argp_option options[] =
  {
    { "output", 'o', "OUT", 0, "Write the page to OUT, `-' for standard "
      "output", 0 },
    { "source", 's', "DIR", 0, "Read sources below DIR (default: the current "
      "folder); may be given several times", 0 },
    { 0 }
  };

struct request
{
  struct names roots, files;
  const char *output;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'o': q->output = arg; break;
    case 's': names_add (&q->roots, arg); break;
    case ARGP_KEY_ARG: names_add (&q->files, arg); break;
    case ARGP_KEY_END:
      if (!q->output)
	argp_error (state, "where to? -o OUT");
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Read what Q names into PAGE.  */

static int
read_all (const struct request *q, struct page *page, struct fail *why)
{
  struct input_runs runs;
  int result = input_runs (&runs, &q->files, why);

  for (size_t i = 0; i < runs.n && result == 0; i++)
    result = page_add (page, runs.at[i].name, &runs.at[i].files, why);
  input_runs_free (&runs);
  return result;
}

/* Write PAGE to Q's file.  */

static int
write_page (const struct request *q, const struct page *page,
	    struct fail *why)
{
  char *viewer = install_data_file ("viewer.html");
  struct output o;
  int result = output_open (&o, q->output, why);

  if (result == 0)
    {
      result = page_write (o.to, page, viewer, msg_fail, why);
      if (result == 0)
	result = output_close (&o, why);
      else
	output_abandon (&o);
    }
  free (viewer);
  return result;
}

/* Do what Q asks for.  */

static int
html (const struct request *q, struct fail *why)
{
  char *name = install_data_file ("metrics");
  struct ready ready = { 0 };
  struct page page = { .ready = &ready, .roots = &q->roots };
  int result = ready_load (&ready, name, why);

  if (result == 0)
    result = read_all (q, &page, why);
  if (result == 0)
    result = write_page (q, &page, why);
  page_free (&page);
  ready_free (&ready);
  free (name);
  return result;
}

int
cmd_html (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "-o OUT [FILE...]",
	"Write one page of HTML that shows profiles: no server is needed, and "
	"nothing is loaded from elsewhere.\vFILE is a profile, a directory "
	"with profiles, or - for standard input; default is the newest run "
	"here with all its ranks.  Several are compared: the last is shown, "
	"those before it are its history.", NULL, NULL, NULL };
  struct request q = { 0 };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  if (!q.roots.n)
    names_add (&q.roots, ".");
  int result = html (&q, &why);
  names_free (&q.roots);
  names_free (&q.files);
  if (result == 0)
    return msg_output_end ();
  msg_fail (&why);
  return EXIT_FAILED;
}
