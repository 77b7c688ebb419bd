/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page of HTML that shows profiles.  */

#ifndef MEMLB_TOOLS_PAGE_H
#define MEMLB_TOOLS_PAGE_H

#include <stdio.h>
#include "find.h"
#include "metric.h"
#include "profile.h"

/* One profile, both as what a report shows and with all that stands in its
   file.  */
struct page_profile
{
  char *name;			/* the file or folder that the user named */
  struct profile *profile;
  struct tree *tree;
};

/* What a page is made of.  The last profile is the one shown; those before
   are what it is compared with, oldest first.  */
struct page
{
  struct page_profile *profiles;
  size_t n;
  const struct ready *ready;
  const struct names *roots;	/* folders of sources */
};

int page_add (struct page *page, const char *name, const struct names *files,
	      struct fail *why);
void page_free (struct page *page);
int page_write (FILE *out, const struct page *page, const char *viewer,
		void (*tell) (const struct fail *), struct fail *why);

#endif /* MEMLB_TOOLS_PAGE_H */
