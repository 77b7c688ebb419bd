/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which GCC a command is, and which plugin fits it.  */

#ifndef MEMLB_TOOLS_COMPILER_H
#define MEMLB_TOOLS_COMPILER_H

#include "find-plugins.h"
#include "msg.h"

/* One installed GCC, as its -v describes it.  */
struct compiler
{
  char *version;	/* 12.2.0 */
  char *target;		/* x86_64-linux-gnu */
  char *folder;		/* gcc-VERSION-TARGET-HASH: its plugin's folder */
};

int compiler_identify (struct compiler *c, char *const *command,
		       struct fail *why);
void compiler_free (struct compiler *c);
char *compiler_plugin (const struct compiler *c);

#endif /* MEMLB_TOOLS_COMPILER_H */
