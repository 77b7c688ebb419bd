/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile's name and its file.  Context: exit.  */
#ifndef MRT_OUTPUT_NAME_H
#define MRT_OUTPUT_NAME_H

#include "base.h"

#define MRT_NAME_SIZE 4096

/* What the conversions of a pattern stand for; NULL for nothing.  */
struct mrt_name_parts
{
  const char *program;		/* %e, the last part is taken */
  const char *host;		/* %h */
  const char *rank;		/* %r */
  const char *job;		/* %j */
  uint64_t pid;			/* %p */
  uint64_t time;		/* %t */
};

/* Expand PATTERN (NULL or empty: the default) into NAME, MRT_NAME_SIZE
   bytes.  False when it does not fit or has an unknown conversion.  */
bool mrt_output_name (char *name, const char *pattern,
		      const struct mrt_name_parts *parts);

/* Length of NAME without its `.xml', if it ends so.  */
size_t mrt_name_stem (const char *name);

/* Put the number N and, where XML, `.xml' behind the first STEM characters
   of NAME.  */
void mrt_numbered_name (char *name, size_t stem, bool xml, unsigned n);

/* Create a temporary file beside NAME, directories included; its path goes
   to TEMPORARY, MRT_NAME_SIZE bytes.  A descriptor or a negative error.  */
int mrt_output_create (const char *name, char *temporary, uint64_t pid);

/* Give the finished file TEMPORARY the name NAME, or the first numbered one
   that does not exist; NAME is changed to it.  Never replaces a file.  */
bool mrt_output_commit (const char *temporary, char *name);

#endif
