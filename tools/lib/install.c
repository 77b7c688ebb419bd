/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where this memlb is installed.  A prefix may be moved as a whole, so every
   folder is looked for from where the running program is, at the distance
   that configure chose; the configured folder is the fallback.  */

#include "install.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "xalloc.h"

bool
file_exists_p (const char *name)
{
  return access (name, F_OK) == 0;
}

/* The running program's own file.  To be freed.  */

char *
install_self (void)
{
  char *self = realpath ("/proc/self/exe", NULL);

  return self ? self : xstrdup (MEMLB_BINDIR "/memlb");
}

/* NAME in CONFIGURED or, where there is one, in the folder that stands to
   the running program as CONFIGURED stands to BINDIR.  To be freed.  */

static char *
find_in (const char *configured, const char *name)
{
  char *self = install_self ();
  char *moved = make_relative_prefix (self, MEMLB_BINDIR, configured);
  char *found = NULL;

  if (moved)
    {
      size_t length = strlen (moved);
      found = concat (moved, length && moved[length - 1] == '/' ? "" : "/",
		      name, NULL);
      if (!file_exists_p (found))
	{
	  free (found);
	  found = NULL;
	}
    }
  free (moved);
  free (self);
  if (!found)
    return concat (configured, "/", name, NULL);
  char *plain = realpath (found, NULL);
  if (!plain)
    return found;
  free (found);
  return plain;
}

/* NAME among the installed programs: beside the running one.  A link there
   keeps its name, by which the wrapper knows its compiler.  */

char *
install_bin_file (const char *name)
{
  char *self = install_self ();
  char *slash = strrchr (self, '/');

  *slash = '\0';
  char *file = concat (self, "/", name, NULL);
  free (self);
  return file;
}

/* NAME among the installed libraries; an empty NAME is their folder.  */

char *
install_lib_file (const char *name)
{
  return find_in (MEMLB_LIBDIR, name);
}

/* NAME among the installed libraries for programs of TARGET, as GCC names
   machines: those of a machine other than ours, where they are installed, have a
   folder of their own.  To be freed.  */

char *
install_target_file (const char *target, const char *name)
{
  char *part = concat ("memlb/", target, "/", name, NULL);
  char *file = install_lib_file (part);

  free (part);
  if (file_exists_p (file))
    return file;
  free (file);
  return install_lib_file (name);
}

/* NAME in memlb's shared data.  */

char *
install_data_file (const char *name)
{
  return find_in (MEMLB_DATADIR, name);
}

/* The folder of the manual pages.  */

char *
install_man_directory (void)
{
  return find_in (MEMLB_MANDIR, "");
}
