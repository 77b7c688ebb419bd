/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Validation of a profile against the schema.  */

#ifndef MEMLB_TOOLS_SCHEMA_H
#define MEMLB_TOOLS_SCHEMA_H

#include "msg.h"

/* What to do with each violation found.  */
typedef void schema_report (const struct fail *violation);

struct schema;

struct schema *schema_load (const char *file, struct fail *why);
void schema_free (struct schema *schema);
int schema_check (struct schema *schema, const char *file,
		  schema_report *report, struct fail *why);

#endif /* MEMLB_TOOLS_SCHEMA_H */
