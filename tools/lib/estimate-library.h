/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions of libraries do that are not counted.  */

#ifndef MEMLB_TOOLS_ESTIMATE_LIBRARY_H
#define MEMLB_TOOLS_ESTIMATE_LIBRARY_H

#include "estimate-calls.h"

/* Let *WORK be that of CALLS calls of the function NAME, by its linker's name, which
   worked on BYTES bytes in all, NaN if that is not known; *ALIKE, whether each call
   does the same.  False if nothing is known of it.  */
bool library_work (const char *name, double calls, double bytes,
		   struct work *work, bool *alike);

#endif
