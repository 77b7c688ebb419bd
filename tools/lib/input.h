/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profiles that a subcommand works on.  */

#ifndef MEMLB_TOOLS_INPUT_H
#define MEMLB_TOOLS_INPUT_H

#include "msg.h"
#include "profile.h"

char *input_file (const char *given, struct fail *why);
struct profile *input_profile (const char *given, struct fail *why);

#endif /* MEMLB_TOOLS_INPUT_H */
