/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names from files that may want to harm, for people to read.  */

#ifndef MEMLB_TOOLS_SAFE_H
#define MEMLB_TOOLS_SAFE_H

char *text_safe (const char *text);

#endif /* MEMLB_TOOLS_SAFE_H */
