/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memlb wrap COMPILER ARGS...: the compiler launcher, for build systems that
   put a word before the compiler's name.  Everything after `wrap' is the
   compiler's, so only a first word that begins with a dash is ours.  */

#include "cmds.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>
#include "lib/msg.h"
#include "lib/wrapper.h"

int
cmd_wrap (int argc, char **argv)
{
  static const char usage[]
    = "Usage: memlb wrap [ccache] COMPILER ARGS...\n"
      "Run COMPILER with memlb's plugin and, when it links, memlb's "
      "runtime.\n\n"
      "For CMake:\n"
      "  -DCMAKE_C_COMPILER_LAUNCHER='memlb;wrap'\n"
      "  -DCMAKE_C_LINKER_LAUNCHER='memlb;wrap'\n"
      "MEMLB_WRAPPER=off compiles plainly, =fallback where no plugin fits.\n";

  if (argc > 1 && argv[1][0] != '-')
    return wrapper_exec_command (argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    {
      fputs (usage, stdout);
      return msg_output_end ();
    }
  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    {
      puts (argp_program_version);
      return msg_output_end ();
    }
  fputs (usage, stderr);
  return EXIT_USAGE;
}
