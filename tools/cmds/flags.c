/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb flags: the options that make a plain gcc use memlb.  */

#include "cmds.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/compiler.h"
#include "lib/install.h"
#include "lib/xalloc.h"

enum { OPT_GCC = 256, OPT_COMPILE, OPT_LINK };

static const struct argp_option options[] =
  {
    { "gcc", OPT_GCC, "GCC", 0, "For this compiler (default: gcc)", 0 },
    { "compile", OPT_COMPILE, NULL, 0, "Only what compiling needs", 0 },
    { "link", OPT_LINK, NULL, 0, "Only what linking needs", 0 },
    { 0 }
  };

struct request
{
  const char *gcc;
  bool compile, link;
};

static error_t
parse_option (int key, char *arg, struct argp_state *state)
{
  struct request *q = state->input;

  switch (key)
    {
    case OPT_GCC: q->gcc = arg; break;
    case OPT_COMPILE: q->compile = true; break;
    case OPT_LINK: q->link = true; break;
    case ARGP_KEY_ARG: argp_error (state, "`%s' is one word too many", arg);
      break;
    default: return ARGP_ERR_UNKNOWN;
    }
  return 0;
}

/* Print the option that loads the plugin of the compiler GCC, which is C.  */

static int
print_compile (const char *gcc, const struct compiler *c, struct fail *why)
{
  char *plugin = compiler_plugin (c);
  int result = 0;

  if (plugin)
    printf ("-fplugin=%s", plugin);
  else
    result = fail_set (why, NULL, 0, "no plugin for %s (%s); build one: "
		       "memlb plugin build --gcc=%s", gcc, c->folder, gcc);
  free (plugin);
  return result;
}

/* Print the options that link the runtime into programs of TARGET: libmemlb.so is
   a text that names the stubs and the runtime.  The symbol asked for takes the
   stubs out of their archive even where the options stand before the
   objects.  */

static void
print_link (const char *target)
{
  char *script = install_target_file (target, "libmemlb.so");

  *strrchr (script, '/') = '\0';
  printf ("-L%s -Wl,-rpath,%s -Wl,-u,__memlb_enter -lmemlb", script, script);
  free (script);
}

/* Print what Q asks for.  Where only the link is asked for, a compiler that is
   not known has our own machine's.  */

static int
print_flags (const struct request *q, struct fail *why)
{
  char *const command[] = { (char *) q->gcc, NULL };
  struct compiler c;
  int result = compiler_identify (&c, command, why);

  if (result != 0 && !q->compile)
    result = 0;
  else if (q->compile && result == 0)
    result = print_compile (q->gcc, &c, why);
  if (q->compile && q->link && result == 0)
    putchar (' ');
  if (q->link && result == 0)
    print_link (c.target ? c.target : "");
  compiler_free (&c);
  return result;
}

int
cmd_flags (int argc, char **argv)
{
  static const struct argp argp
    = { options, parse_option, NULL,
	"Print the options with which a plain gcc compiles and links for "
	"memlb.\vgcc $(memlb flags --compile) -O2 -c x.c; "
	"gcc x.o $(memlb flags --link)", NULL, NULL, NULL };
  struct request q = { .gcc = "gcc" };
  struct fail why;

  argp_parse (&argp, argc, argv, 0, NULL, &q);
  if (!q.compile && !q.link)
    q.compile = q.link = true;
  if (print_flags (&q, &why) != 0)
    {
      msg_fail (&why);
      return EXIT_FAILED;
    }
  putchar ('\n');
  return msg_output_end ();
}
