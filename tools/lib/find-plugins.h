/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folders in which plugins are looked for.  */

#ifndef MEMLB_TOOLS_FIND_PLUGINS_H
#define MEMLB_TOOLS_FIND_PLUGINS_H

#include "command.h"

void plugin_folders (struct arguments *folders);
char *plugin_home (void);

#endif /* MEMLB_TOOLS_FIND_PLUGINS_H */
