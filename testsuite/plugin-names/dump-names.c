/* Print the names in this program's descriptors of nests.
   SPDX-License-Identifier: GPL-3.0-or-later

   Linked with the objects under test and without a runtime, which the
   descriptors do not need: their entry calls are left unresolved, and no
   nest runs.  A line for each nest and one for each of its references:

     loop FUNCTION FILE:LINE-END VARIABLE
     ref FUNCTION FILE:LINE KIND NAME ARRAY  */

#include <stdio.h>
#include <string.h>
#include "memlb/abi.h"

extern const struct memlb_nest __start_memlb_nests[] __attribute__ ((weak));
extern const struct memlb_nest __stop_memlb_nests[] __attribute__ ((weak));

/* TEXT, or ? for none.  */

static const char *
shown (const void *text)
{
  return text ? text : "?";
}

/* FILE without its folder.  */

static const char *
base_name (const char *file)
{
  const char *slash = strrchr (file, '/');

  return slash ? slash + 1 : file;
}

/* Print REF of NEST.  */

static void
print_ref (const struct memlb_nest *nest, const struct memlb_ref *ref)
{
  static const char *const kinds[] = { "?", "load", "store", "load-store" };

  printf ("ref %s %s:%u %s %s %s\n", shown (MEMLB_REL (nest->function)),
	  base_name (shown (MEMLB_REL (nest->file))), ref->line,
	  kinds[ref->kind & 3], shown (MEMLB_REL (ref->name)),
	  shown (MEMLB_REL (ref->array)));
}

int
main (void)
{
  for (const struct memlb_nest *n = __start_memlb_nests;
       n < __stop_memlb_nests; n++)
    {
      printf ("loop %s %s:%d-%d %s\n", shown (MEMLB_REL (n->function)),
	      base_name (shown (MEMLB_REL (n->file))), n->line, n->end_line,
	      shown (MEMLB_REL (n->variable)));
      const struct memlb_ref *refs = MEMLB_REL (n->refs);
      for (uint32_t i = 0; refs && i < n->n_refs; i++)
	print_ref (n, &refs[i]);
    }
  return 0;
}
