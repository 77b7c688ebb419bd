/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GCCs that are installed here: gcc and gcc-N in PATH, each compiler
   once, `gcc' itself first.  */

#include "installed.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "install.h"
#include "xalloc.h"

/* True when NAME is gcc, or gcc- and a version; not gcc-ar and the like.  */

static bool
gcc_name_p (const char *name)
{
  if (strcmp (name, "gcc") == 0)
    return true;
  return (strncmp (name, "gcc-", 4) == 0 && name[4]
	  && strspn (name + 4, "0123456789.") == strlen (name + 4));
}

/* Add the compiler in the file PATH to LIST unless it is there.  */

static void
add_compiler (struct installed_list *list, const char *path)
{
  char *const command[] = { (char *) path, NULL };
  struct installed new = { 0 };
  struct fail why;

  if (compiler_identify (&new.is, command, &why) != 0)
    {
      compiler_free (&new.is);
      return;
    }
  for (size_t i = 0; i < list->n; i++)
    if (strcmp (list->at[i].is.folder, new.is.folder) == 0)
      {
	compiler_free (&new.is);
	return;
      }
  new.path = xstrdup (path);
  new.name = xstrdup (strrchr (path, '/') + 1);
  list->at = grow (list->at, list->n, sizeof *list->at);
  list->at[list->n++] = new;
}

/* Add the compilers of FOLDER to LIST.  */

static void
add_folder (struct installed_list *list, const char *folder)
{
  char *pattern = concat (folder, "/gcc*", NULL);
  glob_t found;

  if (glob (pattern, 0, NULL, &found) == 0)
    {
      for (size_t i = 0; i < found.gl_pathc; i++)
	{
	  char *file = NULL;
	  if (gcc_name_p (strrchr (found.gl_pathv[i], '/') + 1))
	    file = command_find (found.gl_pathv[i]);
	  if (file)
	    add_compiler (list, file);
	  free (file);
	}
      globfree (&found);
    }
  free (pattern);
}

struct installed_list
installed_compilers (void)
{
  struct installed_list list = { 0 };
  const char *path = getenv ("PATH");
  char *first = command_find ("gcc");

  if (first && strchr (first, '/'))
    add_compiler (&list, first);
  free (first);
  while (path && *path)
    {
      size_t length = strcspn (path, ":");
      char *folder = xstrndup (path, length);
      if (length)
	add_folder (&list, folder);
      free (folder);
      path += length + (path[length] == ':');
    }
  return list;
}

void
installed_free (struct installed_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    {
      free (list->at[i].name);
      free (list->at[i].path);
      compiler_free (&list->at[i].is);
    }
  free (list->at);
  *list = (struct installed_list) { 0 };
}

/* The folder of GCC's plugin headers, or NULL where they are not installed.
   To be freed.  */

char *
installed_headers (const struct installed *gcc)
{
  char *const ask[]
    = { gcc->path, (char *) "-print-file-name=plugin", NULL };
  char *text;
  int status = command_capture (ask, &text);

  text[strcspn (text, "\n")] = '\0';
  char *header = concat (text, "/include/gcc-plugin.h", NULL);
  bool there = status == 0 && file_exists_p (header);
  free (header);
  if (there)
    return text;
  free (text);
  return NULL;
}
