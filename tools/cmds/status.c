/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb status: which objects or programs carry copies, built by what.  */

#include "cmds.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/elf-notes.h"
#include "lib/text.h"

static const struct argp_option options[] =
  {
    { "brief", 'b', NULL, 0, "One line per file", 0 },
    { 0 }
  };

struct request
{
  bool brief;
  char **files;
  size_t with;		/* files or members found with copies */
};

static error_t
parse_option (int key, char *arg __attribute__ ((unused)),
	      struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case 'b': q->brief = true; break;
    case ARGP_KEY_ARGS: q->files = &state->argv[state->next]; break;
    case ARGP_KEY_NO_ARGS: argp_error (state, "no file to look at"); break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Print one way in which objects were built.  */

static void
print_build (const struct build *b)
{
  char *compiler = text_safe (b->compiler);
  char *options = text_safe (b->options);
  char *version = text_safe (b->version);

  printf ("  %zu by %s, memlb %s: %s\n", b->n, compiler, version, options);
  free (compiler);
  free (options);
  free (version);
}

/* Print what NOTES says; DATA is the request.  */

static void
print_notes (const struct elf_notes *notes, void *data)
{
  struct request *q = data;
  size_t n = 0;

  for (size_t i = 0; i < notes->n_builds; i++)
    n += notes->builds[i].n;
  char *name = text_safe (notes->file);
  char *member = text_safe (notes->member ? notes->member : "");
  printf ("%s%s%s%s: %s, ", name, notes->member ? "(" : "", member,
	  notes->member ? ")" : "", notes->kind);
  free (name);
  free (member);
  if (!n && notes->lto)
    puts ("no copies yet: -flto makes them at the link; link with memlb-gcc "
	  "too");
  else if (!n)
    puts ("no copies");
  else if (notes->builds[0].n == n && n == 1)
    puts ("carries copies");
  else
    printf ("carries copies from %zu objects\n", n);
  for (size_t i = 0; i < notes->n_builds && !q->brief; i++)
    print_build (&notes->builds[i]);
  q->with += n > 0;
}

int
cmd_status (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, "FILE...",
	"Say which objects, programs, libraries and archives carry copies of "
	"loops, and what built them.\v"
	"The exit status is 1 when none does.", NULL, NULL, NULL };
  struct request q = { 0 };
  struct fail why;
  bool failed = false;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  for (char **file = q.files; *file; file++)
    if (elf_notes_read (*file, print_notes, &q, &why) != 0)
      {
	msg_fail (&why);
	failed = true;
      }
  int end = msg_output_end ();
  return failed || !q.with ? EXIT_FAILED : end;
}
