/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The C library's functions that replace the program, in its place: what was
   measured is written before it is gone.  They are the C library's functions
   but for that; in a vforked child, for nothing.  */

#include "finish.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <unistd.h>

/* In finish.c, which no program goes without.  */
const char mrt_interposes_exec = 1;

static int
exec_at (int fd, const char *path, char *const argv[], char *const envp[],
	 int flags)
{
  bool written = mrt_finish (MRT_END_EXEC, 0);
  long ret = mrt_syscall6 (SYS_execveat, fd, (long) path, (long) argv,
			   (long) envp, flags, 0);
  if (written)
    mrt_finish_undo ();
  errno = (int) -ret;
  return -1;
}

static long
kernel_exec (const char *path, char *const argv[], char *const envp[])
{
  return mrt_syscall3 (SYS_execve, path, argv, envp);
}

/* Run file PATH; one that the kernel does not know is a script for the
   shell.  */

static long
exec_or_script (const char *path, char *const argv[], char *const envp[])
{
  long ret = kernel_exec (path, argv, envp);
  if (ret != -ENOEXEC)
    return ret;
  size_t n = 0;
  while (argv[n])
    n++;
  char *script[n + 3];
  script[0] = (char *) "/bin/sh";
  script[1] = (char *) path;
  script[2] = NULL;
  for (size_t i = 1; i < n; i++)
    {
      script[i + 1] = argv[i];
      script[i + 2] = NULL;
    }
  return kernel_exec (script[0], script, envp);
}

/* Run FILE from the first folder of PATH where that is possible.  */

static long
search_path (const char *file, char *const argv[], char *const envp[])
{
  const char *path = mrt_env ("PATH");
  size_t length = mrt_length (file);
  char name[PATH_MAX + NAME_MAX + 1];
  bool denied = false;
  if (length > NAME_MAX)
    return -ENAMETOOLONG;
  for (const char *p = path ? path : "/bin:/usr/bin", *end;; p = end + 1)
    {
      end = mrt_find (p, ':');
      size_t n = end ? (size_t) (end - p) : mrt_length (p);
      if (n < PATH_MAX)
	{
	  mrt_copy (name, p, n);
	  if (n)
	    name[n++] = '/';
	  mrt_copy (name + n, file, length + 1);
	  long ret = exec_or_script (name, argv, envp);
	  if (ret == -EACCES)
	    denied = true;
	  else if (ret != -ENOENT && ret != -ENOTDIR && ret != -ESTALE
		   && ret != -ENODEV && ret != -ETIMEDOUT)
	    return ret;
	}
      if (!end)
	return denied ? -EACCES : -ENOENT;
    }
}

MRT_EXPORT int
execve (const char *path, char *const argv[], char *const envp[])
{
  bool written = mrt_finish (MRT_END_EXEC, 0);
  long ret = kernel_exec (path, argv, envp);
  if (written)
    mrt_finish_undo ();
  errno = (int) -ret;
  return -1;
}

MRT_EXPORT int
execvpe (const char *file, char *const argv[], char *const envp[])
{
  bool written = mrt_finish (MRT_END_EXEC, 0);
  long ret = !*file ? -ENOENT
	     : mrt_find (file, '/') ? exec_or_script (file, argv, envp)
	     : search_path (file, argv, envp);
  if (written)
    mrt_finish_undo ();
  errno = (int) -ret;
  return -1;
}

MRT_EXPORT int
execv (const char *path, char *const argv[])
{
  return execve (path, argv, environ);
}

MRT_EXPORT int
execvp (const char *file, char *const argv[])
{
  return execvpe (file, argv, environ);
}

MRT_EXPORT int
execveat (int fd, const char *path, char *const argv[], char *const envp[],
	  int flags)
{
  return exec_at (fd, path, argv, envp, flags);
}

MRT_EXPORT int
fexecve (int fd, char *const argv[], char *const envp[])
{
  if (fd < 0)
    {
      errno = EINVAL;
      return -1;
    }
  return exec_at (fd, "", argv, envp, AT_EMPTY_PATH);
}

/* The arguments from FIRST on, the last one after LAST, as an array ARGV.  */
#define COLLECT(ARGV, FIRST, LAST)					\
  size_t n_ = 1;							\
  va_start (LAST, FIRST);						\
  while (va_arg (LAST, char *))						\
    n_++;								\
  va_end (LAST);							\
  char *ARGV[n_ + 1];							\
  ARGV[0] = (char *) FIRST;						\
  va_start (LAST, FIRST);						\
  for (size_t i_ = 1; i_ <= n_; i_++)					\
    ARGV[i_] = va_arg (LAST, char *)

MRT_EXPORT int
execl (const char *path, const char *arg, ...)
{
  va_list ap;
  COLLECT (argv, arg, ap);
  va_end (ap);
  return execv (path, argv);
}

MRT_EXPORT int
execlp (const char *file, const char *arg, ...)
{
  va_list ap;
  COLLECT (argv, arg, ap);
  va_end (ap);
  return execvp (file, argv);
}

MRT_EXPORT int
execle (const char *path, const char *arg, ...)
{
  va_list ap;
  COLLECT (argv, arg, ap);
  char *const *envp = va_arg (ap, char *const *);
  va_end (ap);
  return execve (path, argv, envp);
}
