/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GCCs that are installed here.  */

#ifndef MEMLB_TOOLS_INSTALLED_H
#define MEMLB_TOOLS_INSTALLED_H

#include <stdbool.h>
#include <stddef.h>
#include "compiler.h"

struct installed
{
  char *name;		/* as in PATH: gcc, gcc-12 */
  char *path;
  struct compiler is;
};

struct installed_list
{
  struct installed *at;
  size_t n;
};

struct installed_list installed_compilers (void);
void installed_free (struct installed_list *list);
char *installed_headers (const struct installed *gcc);

#endif /* MEMLB_TOOLS_INSTALLED_H */
