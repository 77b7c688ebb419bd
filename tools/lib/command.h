/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that a tool runs, and where they are.  */

#ifndef MEMLB_TOOLS_COMMAND_H
#define MEMLB_TOOLS_COMMAND_H

#include <stddef.h>

/* An argument list that grows; AT[N] is NULL.  */
struct arguments
{
  char **at;
  size_t n;
};

void arguments_add (struct arguments *a, const char *text);
void arguments_add_words (struct arguments *a, char *const *words);
void arguments_free (struct arguments *a);

char *command_find (const char *name);
int command_capture (char *const *argv, char **output);
int command_run (char *const *argv);

#endif /* MEMLB_TOOLS_COMMAND_H */
