/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that never runs out: libiberty's allocation functions, which end
   the tool with a message, and one growing array.  */

#ifndef MEMLB_TOOLS_XALLOC_H
#define MEMLB_TOOLS_XALLOC_H

#include <stddef.h>
#include <stdio.h>
/* glibc has these; libiberty.h would declare them again.  */
#define HAVE_DECL_ASPRINTF 1
#define HAVE_DECL_VASPRINTF 1
#define HAVE_DECL_BASENAME 1
#include <libiberty/libiberty.h>

/* ARRAY of N elements of SIZE bytes, with room for one more: reallocated
   when N is a power of two.  */

static inline void *
grow (void *array, size_t n, size_t size)
{
  if (n & (n - 1))
    return array;
  return xrealloc (array, (n ? 2 * n : 1) * size);
}

#endif /* MEMLB_TOOLS_XALLOC_H */
