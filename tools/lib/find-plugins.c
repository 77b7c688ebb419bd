/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folders in which plugins are looked for, in this order: those of
   MEMLB_PLUGIN_PATH, the user's own, memlb's.  Each holds one folder per
   compiler.  */

#include "find-plugins.h"

#include <stdlib.h>
#include <string.h>
#include "install.h"
#include "xalloc.h"

/* The user's own folder of plugins, NULL without a home.  To be freed.  */

char *
plugin_home (void)
{
  const char *home = getenv ("HOME");

  return home && *home ? concat (home, "/.local/lib/memlb", NULL) : NULL;
}

/* Add to FOLDERS where to look, first place first.  */

void
plugin_folders (struct arguments *folders)
{
  const char *path = getenv ("MEMLB_PLUGIN_PATH");
  char *home = plugin_home ();
  char *own = install_lib_file ("memlb");

  while (path && *path)
    {
      size_t length = strcspn (path, ":");
      char *part = xstrndup (path, length);
      if (length)
	arguments_add (folders, part);
      free (part);
      path += length + (path[length] == ':');
    }
  if (home)
    arguments_add (folders, home);
  arguments_add (folders, own);
  free (home);
  free (own);
}
