/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command line makes GCC do.  */

#ifndef MEMLB_TOOLS_GCC_LINE_H
#define MEMLB_TOOLS_GCC_LINE_H

#include <stdbool.h>

struct gcc_line
{
  bool inputs;		/* there is something to compile or link */
  bool links;		/* the linker makes an executable or shared object */
  bool shared;		/* a shared object */
  bool static_link;	/* an executable without shared objects */
  bool language;	/* a -x is in force at the end */
  bool own_plugin;	/* the user loads memlb's plugin */
  char *loops;		/* the file of loops= for the plugin, or NULL */
};

struct gcc_line gcc_line_read (int argc, char *const *argv);
void gcc_line_free (struct gcc_line *line);

#endif /* MEMLB_TOOLS_GCC_LINE_H */
