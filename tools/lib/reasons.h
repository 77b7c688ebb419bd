/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reasons and verdicts mean, and what to try.  */

#ifndef MEMLB_TOOLS_REASONS_H
#define MEMLB_TOOLS_REASONS_H

#include "profile.h"

const char *reason_text (const char *slug);
const char *reason_advice (const char *slug);
const char *verdict_text (enum verdict verdict);

#endif /* MEMLB_TOOLS_REASONS_H */
