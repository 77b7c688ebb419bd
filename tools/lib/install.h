/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where this memlb is installed.  */

#ifndef MEMLB_TOOLS_INSTALL_H
#define MEMLB_TOOLS_INSTALL_H

#include <stdbool.h>

char *install_self (void);
char *install_bin_file (const char *name);
char *install_lib_file (const char *name);
char *install_target_file (const char *target, const char *name);
char *install_data_file (const char *name);
char *install_man_directory (void);
bool file_exists_p (const char *name);

#endif /* MEMLB_TOOLS_INSTALL_H */
