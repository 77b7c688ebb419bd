/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile's file: a temporary one until it is whole, and never a
   descriptor or a name that is somebody else's.  */
#ifndef MRT_OUTPUT_FILE_H
#define MRT_OUTPUT_FILE_H

#include "output-name.h"

struct mrt_output
{
  int fd;			/* open temporary file, else -1 */
  bool given;			/* NAME is a file of ours: */
  uint64_t device, inode;
  char name[MRT_NAME_SIZE + 32];
  char temporary[MRT_NAME_SIZE + 32];
};

/* Note the folder that names are relative to.  Context: start only.  */
void mrt_output_start (void);

/* Make O->name, as the pattern gives it, one that means the same as when the
   process began, and if it is to LAST will mean that in other folders too.
   False when there is none.  */
bool mrt_output_place (struct mrt_output *o, bool last);

/* True when the file O->name was written by this process, so that another may
   take its place.  */
bool mrt_output_ours_p (const struct mrt_output *o);

/* Open a temporary file beside O->name, for process PID.  */
bool mrt_output_open (struct mrt_output *o, uint64_t pid);

/* Close it; where it is WHOLE, give it the name O->name (or a numbered one,
   which O->name becomes), else remove it.  True when the profile is there.
   Does nothing when nothing is open.  */
bool mrt_output_close (struct mrt_output *o, bool whole);

/* Remove the file O->name if it is still ours.  */
void mrt_output_remove (struct mrt_output *o);

/* In a forked child: the parent's files are not its own.  */
void mrt_output_forget (struct mrt_output *o);

#endif
