/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single entries of loops as columns of a page.  */

#ifndef MEMLB_TOOLS_PAGE_ENTRIES_H
#define MEMLB_TOOLS_PAGE_ENTRIES_H

#include "page-pack.h"
#include "tree.h"

void page_entries (struct pack *p, struct tree *t);

#endif /* MEMLB_TOOLS_PAGE_ENTRIES_H */
