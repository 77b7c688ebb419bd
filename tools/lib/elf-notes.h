/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes that memlb's plugin leaves in object files.  */

#ifndef MEMLB_TOOLS_ELF_NOTES_H
#define MEMLB_TOOLS_ELF_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include "msg.h"

/* Objects built alike.  */
struct build
{
  char *version;	/* of memlb */
  char *compiler;
  char *options;
  size_t n;		/* how many objects */
};

/* What one ELF file, or one member of an archive, carries.  */
struct elf_notes
{
  const char *file;
  const char *member;	/* NULL outside archives */
  const char *kind;	/* `object', `executable', `shared object' */
  struct build *builds;
  size_t n_builds;
  bool lto;		/* holds intermediate code for link-time optimisation */
};

typedef void elf_notes_visit (const struct elf_notes *notes, void *data);

/* The build id of FILE in hexadecimal, or NULL.  To be freed.  */
char *elf_build_id (const char *file);

int elf_notes_read (const char *file, elf_notes_visit *visit, void *data,
		    struct fail *why);

#endif /* MEMLB_TOOLS_ELF_NOTES_H */
