/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile's file.

   The program may run on while it is written: the descriptor is a high number,
   which programs that close or reuse descriptors by number leave alone, and
   never one of the three that they write to without asking.

   Names are relative to the folder that the process began in, wherever it is
   now.  Where it has another root now (chroot), names are taken as they are
   there, and no folder is made: it may be the property of others.  */

#include "output-file.h"

#include <fcntl.h>
#include <sys/stat.h>

static bool
status (const char *name, struct stat *s)
{
  return mrt_syscall4 (SYS_newfstatat, AT_FDCWD, name, s,
		       AT_SYMLINK_NOFOLLOW) == 0;
}

/* The folder that the process began in, empty if that is not known, and the
   root then.  */
static char first_folder[MRT_NAME_SIZE];
static struct stat first_root;

static bool
folder_of_process (char *buf)
{
  return mrt_syscall3 (SYS_getcwd, buf, MRT_NAME_SIZE, 0) > 0
	 && buf[0] == '/';
}

void
mrt_output_start (void)
{
  if (!folder_of_process (first_folder))
    first_folder[0] = 0;
  if (!status ("/", &first_root))
    first_folder[0] = 0;
}

/* True when the folder of NAME, which may be changed meanwhile, is there.  */

static bool
folder_there_p (char *name)
{
  char *base = (char *) mrt_basename (name);
  if (base == name || base == name + 1)
    return true;
  base[-1] = 0;
  struct stat s;
  bool there = mrt_syscall4 (SYS_newfstatat, AT_FDCWD, name, &s, 0) == 0;
  base[-1] = '/';
  return there;
}

bool
mrt_output_place (struct mrt_output *o, bool last)
{
  static char folder[MRT_NAME_SIZE];
  struct stat root;
  if (status ("/", &root) && (root.st_dev != first_root.st_dev
			      || root.st_ino != first_root.st_ino))
    return folder_there_p (o->name);
  if (o->name[0] == '/' || !first_folder[0]
      || (!last && folder_of_process (folder)
	  && mrt_equal_p (folder, first_folder)))
    return true;
  size_t n = mrt_length (first_folder), length = mrt_length (o->name);
  struct stat s;
  if (n + length + 34 > sizeof o->name || !status (first_folder, &s))
    return false;
  mrt_copy (folder, first_folder, n);
  folder[n] = '/';
  mrt_copy (folder + n + 1, o->name, length + 1);
  mrt_copy (o->name, folder, n + length + 2);
  return true;
}

bool
mrt_output_ours_p (const struct mrt_output *o)
{
  struct stat s;
  return o->given && status (o->name, &s) && s.st_dev == o->device
	 && s.st_ino == o->inode;
}

/* FD as the highest of some numbers that the process may have.  What another
   thread wrote to a low one meanwhile is cut off.  */

static int
move_up (int fd)
{
  static const int lowest[] = { 1000, 240, 60, 3 };
  for (unsigned i = 0; i < sizeof lowest / sizeof lowest[0]; i++)
    {
      if (fd >= lowest[i])
	return fd;
      long up = mrt_syscall3 (SYS_fcntl, fd, F_DUPFD_CLOEXEC, lowest[i]);
      if (up < 0)
	continue;
      mrt_syscall3 (SYS_close, fd, 0, 0);
      mrt_syscall3 (SYS_ftruncate, up, 0, 0);
      mrt_syscall3 (SYS_lseek, up, 0, SEEK_SET);
      return (int) up;
    }
  mrt_syscall3 (SYS_close, fd, 0, 0);
  return -1;
}

bool
mrt_output_open (struct mrt_output *o, uint64_t pid)
{
  int fd = mrt_output_create (o->name, o->temporary, pid);
  if (fd < 0)
    return false;
  o->fd = move_up (fd);
  if (o->fd < 0)
    mrt_syscall3 (SYS_unlinkat, AT_FDCWD, o->temporary, 0);
  return o->fd >= 0;
}

/* Give the temporary file its name, and note what file that is.  */

static bool
commit (struct mrt_output *o)
{
  struct stat s;
  bool done = false;
  if (!status (o->temporary, &s))
    return false;
  if (mrt_output_ours_p (o))
    done = mrt_syscall4 (SYS_renameat, AT_FDCWD, o->temporary, AT_FDCWD,
			 o->name) == 0;
  else
    done = mrt_output_commit (o->temporary, o->name);
  if (done)
    {
      o->given = true;
      o->device = s.st_dev;
      o->inode = s.st_ino;
    }
  return done;
}

bool
mrt_output_close (struct mrt_output *o, bool whole)
{
  if (o->fd < 0)
    return false;
  whole &= mrt_syscall3 (SYS_close, o->fd, 0, 0) == 0;
  o->fd = -1;
  if (whole && commit (o))
    return true;
  mrt_syscall3 (SYS_unlinkat, AT_FDCWD, o->temporary, 0);
  return false;
}

void
mrt_output_remove (struct mrt_output *o)
{
  if (mrt_output_ours_p (o))
    mrt_syscall3 (SYS_unlinkat, AT_FDCWD, o->name, 0);
  o->given = false;
}

void
mrt_output_forget (struct mrt_output *o)
{
  if (o->fd >= 0)
    mrt_syscall3 (SYS_close, o->fd, 0, 0);
  o->fd = -1;
  o->given = false;
}
