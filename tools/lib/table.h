/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for people, on libsmartcols.  */

#ifndef MEMLB_TOOLS_TABLE_H
#define MEMLB_TOOLS_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include <libsmartcols.h>

struct libscols_table *table_new (bool terminal);
void table_column (struct libscols_table *table, const char *name,
		   bool right);
struct libscols_line *table_line (struct libscols_table *table);
void table_cell (struct libscols_line *line, size_t column, char *text);
void table_write (struct libscols_table *table, FILE *out);

#endif /* MEMLB_TOOLS_TABLE_H */
