/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compile or link command with memlb added.  */

#ifndef MEMLB_TOOLS_WRAPPER_H
#define MEMLB_TOOLS_WRAPPER_H

#include <stdbool.h>
#include "command.h"
#include "msg.h"

int wrapper_exec_as (const char *name, int argc, char **argv);
int wrapper_exec_command (int argc, char **argv);
void wrapper_add_link_flags (struct arguments *a, const char *target,
			     bool shared, bool static_link);
int wrapper_compiler (struct arguments *compiler, const char *name,
		      struct fail *why);

#endif /* MEMLB_TOOLS_WRAPPER_H */
