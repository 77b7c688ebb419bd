/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pieces of text.  Every function returns a string to be freed.  */

#ifndef MEMLB_TOOLS_TEXT_H
#define MEMLB_TOOLS_TEXT_H

#include <time.h>
#include "profile.h"
#include "safe.h"

char *text_seconds (double seconds);
char *text_limit (const char *sign, double speedup, double error, double least);
double least_speedup (double time, double time_low, double bound_high);
char *text_speedup (const struct loop *loop);
bool whole_function_p (const struct loop *loop);
char *text_place (const struct loop *loop);
char *text_title (const struct loop *loop);
char *text_callee (const struct loop *loop);
char *text_start (const char *start, time_t now);

#endif /* MEMLB_TOOLS_TEXT_H */
