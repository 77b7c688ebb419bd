/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources in a page.  */

#ifndef MEMLB_TOOLS_PAGE_SOURCE_H
#define MEMLB_TOOLS_PAGE_SOURCE_H

#include "page-pack.h"
#include "page.h"

void page_sources (struct pack *p, const struct page *page,
		   void (*tell) (const struct fail *));

#endif /* MEMLB_TOOLS_PAGE_SOURCE_H */
