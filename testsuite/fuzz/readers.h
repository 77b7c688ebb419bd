/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tools read from files of others, one function for each kind.  */

#ifndef MEMLB_FUZZ_READERS_H
#define MEMLB_FUZZ_READERS_H

struct fuzz_reader
{
  const char *name;			/* the folder of its corpus */
  void (*run) (const char *file);	/* read FILE and use what it holds */
};

const struct fuzz_reader *fuzz_reader_called (const char *name);
extern const struct fuzz_reader fuzz_readers[];

/* Where testsuite/tools is.  */
extern const char *fuzz_fixtures;

#endif /* MEMLB_FUZZ_READERS_H */
