/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines of addresses in executables and shared objects.  */

#ifndef MEMLB_TOOLS_ADDRESSES_H
#define MEMLB_TOOLS_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where an address is.  The texts live as long as the struct addresses.  */
struct source_line
{
  const char *file;		/* of the line */
  const char *function_file;	/* of the function that the code is in, which
				   another one may have been inlined into */
  long line;
};

/* The modules that were looked into.  */
struct addresses
{
  struct address_module *modules;
  size_t n, n_found, n_missed;	/* modules; addresses with a line, without */
};

bool addresses_possible (void);
bool addresses_find (struct addresses *a, const char *module,
		     const char *symbol, uint64_t offset, uint64_t address,
		     struct source_line *line);
void addresses_free (struct addresses *a);

#endif /* MEMLB_TOOLS_ADDRESSES_H */
