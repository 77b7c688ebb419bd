/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a profile to an XML file.  */

#ifndef MEMLB_TOOLS_PROFILE_WRITE_H
#define MEMLB_TOOLS_PROFILE_WRITE_H

#include "msg.h"
#include "profile.h"

int profile_write (const struct profile *p, const char *file,
		   struct fail *why);

#endif /* MEMLB_TOOLS_PROFILE_WRITE_H */
