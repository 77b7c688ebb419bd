/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of procedures as people write them.  */

#ifndef MEMLB_TOOLS_NAMES_H
#define MEMLB_TOOLS_NAMES_H

char *name_of_function (const char *procedure, const char *asm_name);
char *name_in_short (const char *name);

#endif /* MEMLB_TOOLS_NAMES_H */
