/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that subcommands write: whole or not at all.  */

#ifndef MEMLB_TOOLS_OUTPUT_H
#define MEMLB_TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include "msg.h"

struct output
{
  const char *file;	/* NULL for standard output */
  char *temporary;
  FILE *to;
};

int output_open (struct output *o, const char *file, struct fail *why);
int output_close (struct output *o, struct fail *why);
void output_abandon (struct output *o);

void output_unfinished (const char *file);
void output_finished (const char *file);

void output_xml (FILE *out, const char *text);
void output_csv (FILE *out, const char *text);
void output_json (FILE *out, const char *text);
void output_number (FILE *out, double value);

#endif /* MEMLB_TOOLS_OUTPUT_H */
