/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of procedures as people write them: `mod::sub' for a Fortran module
   procedure, a C++ or D name without its parameters, and `calc2 (OpenMP)' for the
   body of a parallel region that GCC made a function of its own.

   Known weakness: C++ overloads look alike; the loop's line tells them
   apart.  */

#include "names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"
#include <libiberty/demangle.h>

/* True when GCC's own suffix begins at DOT: `.constprop.0', `._omp_fn.1',
   `.cold', `.0'.  The names of Fortran submodules hold a dot of their own,
   and what follows it may begin like one of GCC's words.  */

static bool
clone_suffix_p (const char *dot)
{
  static const char *const words[]
    = { "_omp_fn", "_omp_cpyfn", "constprop", "isra", "part", "cold",
	"lto_priv", "localalias", "simdclone" };

  if (dot[1] >= '0' && dot[1] <= '9')
    return true;
  if (strncmp (dot + 1, "memlb_", 6) == 0)
    return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      size_t length = strlen (words[i]);
      if (strncmp (dot + 1, words[i], length) == 0
	  && (!dot[1 + length] || dot[1 + length] == '.'))
	return true;
    }
  return false;
}

/* Where GCC's own suffixes of NAME begin, or NAME's end.  */

static const char *
clone_suffix (const char *name)
{
  for (const char *dot = strchr (name, '.'); dot; dot = strchr (dot + 1, '.'))
    if (clone_suffix_p (dot))
      return dot;
  return name + strlen (name);
}

/* gfortran's __MOD_MOD_SUB as MOD::SUB, or NULL when NAME is no such name.  */

static char *
fortran_name (const char *name)
{
  const char *mark = strstr (name, "_MOD_");

  if (strncmp (name, "__", 2) != 0 || !mark || mark == name + 2 || !mark[5])
    return NULL;
  return xasprintf ("%.*s::%s", (int) (mark - name - 2), name + 2, mark + 5);
}

/* D's name behind NAME without its parameters, or NULL when NAME is no such
   name.  */

static char *
d_name (const char *name)
{
  if (strncmp (name, "_D", 2) != 0)
    return NULL;
  char *whole = dlang_demangle (name, DMGL_NO_OPTS);
  if (whole)
    whole[strcspn (whole, "(")] = 0;
  return whole;
}

/* The plain name behind ASM_NAME where its mangling tells more than
   PROCEDURE does, else PROCEDURE, both without GCC's suffixes.  */

static char *
plain_name (const char *procedure, const char *asm_name)
{
  char *bare = xstrndup (asm_name, clone_suffix (asm_name) - asm_name);
  char *name = fortran_name (bare);

  if (!name)
    name = d_name (bare);
  if (!name && strncmp (bare, "_Z", 2) == 0)
    name = cplus_demangle (bare, DMGL_NO_OPTS | DMGL_ANSI);
  if (name || !*procedure)
    {
      if (name)
	free (bare);
      return name ? name : bare;
    }
  free (bare);
  return xstrndup (procedure, clone_suffix (procedure) - procedure);
}

/* The name to show for PROCEDURE, as the source writes it, with the
   assembler name ASM_NAME; either may be NULL.  To be freed.  */

char *
name_of_function (const char *procedure, const char *asm_name)
{
  const char *mangled = asm_name ? asm_name : procedure ? procedure : "?";
  char *name = plain_name (procedure ? procedure : "", mangled);
  bool outlined = (strstr (mangled, "._omp_fn")
		   || (procedure && strstr (procedure, "._omp_fn")));

  if (outlined)
    {
      char *whole = concat (name, " (OpenMP)", NULL);
      free (name);
      return whole;
    }
  return name;
}

/* Longer lists of template arguments than this many characters are left out
   of short names.  */
enum { SHORT_ARGUMENTS = 16 };

/* The end of the template argument list that begins at ANGLE, behind its `>';
   NULL where it is none.  */

static const char *
template_end (const char *name, const char *angle)
{
  static const char operator[] = "operator";
  const char *word = angle;
  int depth = 0;

  while (word > name && strchr ("<=- ", word[-1]))
    word--;
  if ((size_t) (word - name) >= strlen (operator)
      && strncmp (word - strlen (operator), operator, strlen (operator)) == 0)
    return NULL;
  for (const char *c = angle; *c; c++)
    if (*c == '<')
      depth++;
    else if (*c == '>' && c[-1] != '-' && --depth == 0)
      return c + 1;
  return NULL;
}

/* NAME with long lists of template arguments as `<...>'.  To be freed.  */

char *
name_in_short (const char *name)
{
  char *text = xmalloc (strlen (name) + 1), *to = text;

  for (const char *c = name; *c;)
    {
      const char *end = *c == '<' ? template_end (name, c) : NULL;
      if (end && end - c > SHORT_ARGUMENTS)
	{
	  to = stpcpy (to, "<...>");
	  c = end;
	}
      else
	*to++ = *c++;
    }
  *to = 0;
  return text;
}
