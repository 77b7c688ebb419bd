/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reasons and verdicts mean, and what to try.  */

#ifndef MEMLB_TOOLS_REASONS_H
#define MEMLB_TOOLS_REASONS_H

#include "profile.h"

const char *reason_text (const char *slug);
const char *reason_advice (const char *slug);
const char *verdict_text (enum verdict verdict);
const char *loop_verdict_text (const struct loop *loop);
const char *bound_sign (const char *verdict, const char *reason);
const char *bound_words (const char *sign);

#endif /* MEMLB_TOOLS_REASONS_H */
