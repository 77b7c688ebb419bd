/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scopes of a profile as columns of a page.  */

#ifndef MEMLB_TOOLS_PAGE_SCOPES_H
#define MEMLB_TOOLS_PAGE_SCOPES_H

#include "page-pack.h"
#include "tree.h"

/* More numbers than this are rounded, so that the page stays small.  */
enum { PAGE_MANY_NUMBERS = 300000 };

size_t page_count_numbers (struct tree *t);
void page_scopes (struct pack *p, struct tree *t, bool exact);

#endif /* MEMLB_TOOLS_PAGE_SCOPES_H */
