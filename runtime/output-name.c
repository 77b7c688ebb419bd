/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The profile's name and its file.

   The name is given by link, which fails where the file exists, so that
   ranks that finish together cannot replace one another's files.  */

#include "output-name.h"

#include <errno.h>
#include <fcntl.h>

#define DEFAULT_PATTERN "memlb-%e.%p.xml"
#define DEFAULT_JOB_PATTERN "memlb-%e.%j/%r.xml"
#define MOST_NUMBERS 10000
#define SUFFIX ".xml"

struct out
{
  char *buf;
  size_t n;
  bool full;
};

static void
add (struct out *o, const char *s)
{
  for (; s && *s; s++)
    if (o->n < MRT_NAME_SIZE - 32)
      o->buf[o->n++] = *s;
    else
      o->full = true;
}

/* A part of the name that must not become a directory.  */

static void
add_flat (struct out *o, const char *s)
{
  size_t from = o->n;
  add (o, s);
  for (; from < o->n; from++)
    if (o->buf[from] == '/')
      o->buf[from] = '_';
}

static void
add_number (struct out *o, uint64_t value)
{
  char buf[24];
  mrt_decimal (buf, value);
  add (o, buf);
}

/* %q{VAR} at P (behind the q); returns what follows, or NULL.  */

static const char *
add_variable (struct out *o, const char *p)
{
  char name[256];
  size_t n = 0;
  if (*p++ != '{')
    return NULL;
  for (; *p && *p != '}' && n < sizeof name - 1; p++)
    name[n++] = *p;
  if (*p != '}')
    return NULL;
  name[n] = 0;
  add_flat (o, mrt_env (name));
  return p + 1;
}

/* The conversion at P, behind the `%'; returns what follows, or NULL.  */

static const char *
convert (struct out *o, const char *p, const struct mrt_name_parts *parts)
{
  switch (*p++)
    {
    case 'e': add_flat (o, mrt_basename (parts->program)); return p;
    case 'p': add_number (o, parts->pid); return p;
    case 'h': add_flat (o, parts->host); return p;
    case 'r': add_flat (o, parts->rank ? parts->rank : "0"); return p;
    case 'j': add_flat (o, parts->job ? parts->job : "0"); return p;
    case 't': add_number (o, parts->time); return p;
    case '%': add (o, "%"); return p;
    case 'q': return add_variable (o, p);
    default: return NULL;
    }
}

bool
mrt_output_name (char *name, const char *pattern,
		 const struct mrt_name_parts *parts)
{
  struct out o = { name, 0, false };
  if (!pattern || !*pattern)
    pattern = parts->rank || parts->job ? DEFAULT_JOB_PATTERN
					: DEFAULT_PATTERN;
  while (*pattern)
    {
      char one[2] = { *pattern, 0 };
      if (*pattern++ != '%')
	add (&o, one);
      else if (!(pattern = convert (&o, pattern, parts)))
	return false;
    }
  name[o.n] = 0;
  return !o.full && o.n && name[o.n - 1] != '/';
}

size_t
mrt_name_stem (const char *name)
{
  size_t n = mrt_length (name), suffix = sizeof SUFFIX - 1;
  return n > suffix && mrt_equal_p (name + n - suffix, SUFFIX) ? n - suffix
							       : n;
}

void
mrt_numbered_name (char *name, size_t stem, bool xml, unsigned n)
{
  name[stem] = '.';
  stem += 1 + mrt_decimal (name + stem + 1, n);
  if (xml)
    mrt_copy (name + stem, SUFFIX, sizeof SUFFIX);
}

/* Make the directories on the way to NAME.  */

static void
make_directories (char *name)
{
  for (char *p = name + 1; *p; p++)
    if (*p == '/')
      {
	*p = 0;
	mrt_syscall3 (SYS_mkdirat, AT_FDCWD, name, 0777);
	*p = '/';
      }
}

int
mrt_output_create (const char *name, char *temporary, uint64_t pid)
{
  size_t base = (size_t) (mrt_basename (name) - name);
  struct out o = { temporary, 0, false };
  mrt_copy (temporary, name, base);
  o.n = base;
  add (&o, ".memlb-");
  add_number (&o, pid);
  add (&o, ".");
  size_t stem = o.n;
  long fd = -EEXIST;
  for (unsigned i = 0; i < 100 && fd == -EEXIST; i++)
    {
      o.n = stem;
      add_number (&o, i);
      temporary[o.n] = 0;
      fd = mrt_syscall4 (SYS_openat, AT_FDCWD, temporary,
			 O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
			 0666);
      if (fd == -ENOENT)
	{
	  make_directories (temporary);
	  fd = -EEXIST;
	}
    }
  return (int) fd;
}

/* Rename where links are not possible: without replacing if the file
   system can.  Else an empty file takes the name first, which only one of
   several processes can create.  */

static long
rename_new (const char *from, const char *to)
{
  long ret = mrt_syscall6 (SYS_renameat2, AT_FDCWD, (long) from, AT_FDCWD,
			   (long) to, 1 /* RENAME_NOREPLACE */, 0);
  if (ret != -EINVAL && ret != -ENOSYS)
    return ret;
  long fd = mrt_syscall4 (SYS_openat, AT_FDCWD, to,
			  O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
			  0666);
  if (fd < 0)
    return fd;
  mrt_syscall3 (SYS_close, fd, 0, 0);
  ret = mrt_syscall4 (SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
  if (ret < 0)
    mrt_syscall3 (SYS_unlinkat, AT_FDCWD, to, 0);
  return ret;
}

bool
mrt_output_commit (const char *temporary, char *name)
{
  size_t stem = mrt_name_stem (name);
  bool xml = name[stem] != 0;
  for (unsigned n = 2; n < MOST_NUMBERS; n++)
    {
      long ret = mrt_syscall6 (SYS_linkat, AT_FDCWD, (long) temporary,
			       AT_FDCWD, (long) name, 0, 0);
      if (ret < 0 && ret != -EEXIST)
	{
	  ret = rename_new (temporary, name);
	  if (ret == 0)
	    return true;
	}
      if (ret != -EEXIST)
	{
	  mrt_syscall3 (SYS_unlinkat, AT_FDCWD, temporary, 0);
	  return ret == 0;
	}
      mrt_numbered_name (name, stem, xml, n);
    }
  mrt_syscall3 (SYS_unlinkat, AT_FDCWD, temporary, 0);
  return false;
}
