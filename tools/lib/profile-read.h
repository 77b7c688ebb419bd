/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an XML file to a profile.  */

#ifndef MEMLB_TOOLS_PROFILE_READ_H
#define MEMLB_TOOLS_PROFILE_READ_H

#include "msg.h"
#include "profile.h"

struct profile *profile_read (const char *file, struct fail *why);
struct profile *profile_read_head (const char *file, struct fail *why);

#endif /* MEMLB_TOOLS_PROFILE_READ_H */
