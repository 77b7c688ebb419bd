/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles of one program into one.  */

#ifndef MEMLB_TOOLS_COMBINE_H
#define MEMLB_TOOLS_COMBINE_H

#include "profile.h"

/* A combination under way.  */
struct combination;

struct combination *combine_begin (void);
void combine_add (struct combination *c, const struct profile *one);
struct profile *combine_end (struct combination *c);
void combine_abandon (struct combination *c);

#endif /* MEMLB_TOOLS_COMBINE_H */
