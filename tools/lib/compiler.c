/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which GCC a command is, and which plugin fits it.

   GCC refuses a plugin built for another version, datestamp or configure
   line.  So a plugin lives in a folder named after the version, the target,
   and a hash over the two lines of `gcc -v' that tell compilers apart:
   `Configured with:' and `gcc version' (which holds the datestamp of a
   compiler that is no release).  One run of `gcc -v' answers everything.  */

#include "compiler.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "install.h"
#include "xalloc.h"

/* The line of TEXT that begins with START, with its newline, and its length
   in *LENGTH; NULL when there is none.  */

static const char *
line_of (const char *text, const char *start, size_t *length)
{
  for (; *text; text += *length)
    {
      *length = strcspn (text, "\n");
      *length += text[*length] == '\n';
      if (strncmp (text, start, strlen (start)) == 0)
	return text;
    }
  return NULL;
}

/* FNV-1a, 64 bits: go on from HASH over LENGTH bytes of TEXT.  */

static uint64_t
fnv1a (uint64_t hash, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * UINT64_C (0x100000001b3);
  return hash;
}

/* The word of LINE after START.  To be freed.  */

static char *
word_after (const char *line, const char *start)
{
  line += strlen (start);
  line += strspn (line, " ");
  return xstrndup (line, strcspn (line, " \n"));
}

/* Fill C from TEXT, the output of `gcc -v'.  False when it is not GCC's.  */

static bool
parse_version (struct compiler *c, const char *text)
{
  size_t n_configured, n_version, n_target;
  const char *configured = line_of (text, "Configured with:", &n_configured);
  const char *version = line_of (text, "gcc version ", &n_version);
  const char *target = line_of (text, "Target: ", &n_target);
  uint64_t hash = UINT64_C (0xcbf29ce484222325);

  if (!configured || !version || !target)
    return false;
  hash = fnv1a (hash, configured, n_configured);
  hash = fnv1a (hash, version, n_version);
  c->version = word_after (version, "gcc version ");
  c->target = word_after (target, "Target: ");
  c->folder = xasprintf ("gcc-%s-%s-%012llx", c->version, c->target,
			 (unsigned long long) (hash >> 16));
  return true;
}

/* Fill C with what COMMAND (a NULL-ended list of words, the compiler and
   options of its own) is.  Return 0, or -1 with the reason in WHY.  */

int
compiler_identify (struct compiler *c, char *const *command,
		   struct fail *why)
{
  struct arguments ask = { 0 };
  char *text;

  *c = (struct compiler) { 0 };
  arguments_add_words (&ask, command);
  arguments_add (&ask, "-v");
  int status = command_capture (ask.at, &text);
  arguments_free (&ask);
  bool known = status == 0 && parse_version (c, text);
  free (text);
  if (known)
    return 0;
  if (status == 127)
    return fail_set (why, NULL, 0, "cannot run %s; install it or name another "
		     "compiler with MEMLB_CC, MEMLB_CXX or MEMLB_FC",
		     command[0]);
  return fail_set (why, NULL, 0, "%s is not a GCC that memlb knows; use GCC, "
		   "or set MEMLB_WRAPPER=fallback to compile without memlb",
		   command[0]);
}

void
compiler_free (struct compiler *c)
{
  free (c->version);
  free (c->target);
  free (c->folder);
  *c = (struct compiler) { 0 };
}

/* The plugin for C, looked for in the folders in their order, in that of its
   target's libraries last; NULL when there is none.  To be freed.  */

char *
compiler_plugin (const struct compiler *c)
{
  struct arguments folders = { 0 };
  char *found = NULL, *own = install_target_file (c->target, "memlb");

  plugin_folders (&folders);
  arguments_add (&folders, own);
  free (own);
  for (size_t i = 0; i < folders.n && !found; i++)
    {
      found = concat (folders.at[i], "/", c->folder, "/memlb.so", NULL);
      if (!file_exists_p (found))
	{
	  free (found);
	  found = NULL;
	}
    }
  arguments_free (&folders);
  return found;
}
