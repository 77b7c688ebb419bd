/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `memlb doctor' checks.  */

#ifndef MEMLB_TOOLS_CHECKS_H
#define MEMLB_TOOLS_CHECKS_H

#include <stddef.h>

enum check_level { CHECK_OK, CHECK_WARN, CHECK_FAIL, CHECK_INFO };

struct check
{
  enum check_level level;
  char *text;		/* what was found */
  char *todo;		/* the command to run, NULL if none */
};

struct checks
{
  struct check *at;
  size_t n;
};

void checks_add (struct checks *c, enum check_level level, const char *remedy,
		 const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));
void checks_free (struct checks *c);

/* The checks, each adding what it finds.  */
void check_compilers (struct checks *c);
void check_runtime (struct checks *c);
void check_program (struct checks *c);
void check_mpi (struct checks *c);
void check_clock (struct checks *c);
void check_counters (struct checks *c);
void check_frequency (struct checks *c);
void check_node (struct checks *c);
void check_output (struct checks *c);
void check_variables (struct checks *c);

#endif /* MEMLB_TOOLS_CHECKS_H */
