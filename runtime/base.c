/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Strings and memory without the C library.  */

#include "base.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>

extern char **environ;

/* Mappings from this size on are mostly empty, and nothing in them helps to
   find an error of the program's: core dumps go without.  */
#define DUMPED 0x100000

void *
mrt_map (size_t n, size_t align)
{
  size_t extra = align > 4096 ? align : 0;
  long p = mrt_syscall6 (SYS_mmap, 0, (long) (n + extra),
			 PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p < 0 && p > -4096)
    return NULL;
  if (n >= DUMPED)
    mrt_syscall3 (SYS_madvise, p, n + extra, MADV_DONTDUMP);
  if (!extra)
    return (void *) p;
  uintptr_t from = (uintptr_t) p;
  uintptr_t base = (from + align - 1) & ~(uintptr_t) (align - 1);
  if (base > from)
    mrt_unmap ((void *) from, base - from);
  if (base + n < from + n + extra)
    mrt_unmap ((void *) (base + n), from + extra - base);
  return (void *) base;
}

void
mrt_unmap (void *p, size_t n)
{
  /* ThreadSanitizer does not see the call, and would take what the next
     mapping there is used for to race with what this one was.  */
#ifndef __SANITIZE_THREAD__
  mrt_syscall3 (SYS_munmap, p, n, 0);
#else
  (void) p, (void) n;
#endif
}

/* Kept memory comes from chunks; a lock because two modules may be loaded
   at once.  */
#define CHUNK 0x10000
static char *chunk, *chunk_end;
static int chunk_lock;

void *
mrt_keep (size_t n)
{
  n = (n + 15) & ~(size_t) 15;
  if (n > CHUNK / 4)
    return mrt_map ((n + 4095) & ~(size_t) 4095, 4096);
  while (__atomic_exchange_n (&chunk_lock, 1, __ATOMIC_ACQUIRE))
    mrt_pause ();
  if ((size_t) (chunk_end - chunk) < n)
    {
      chunk = mrt_map (CHUNK, 4096);
      chunk_end = chunk ? chunk + CHUNK : NULL;
    }
  void *p = chunk;
  if (p)
    chunk += n;
  __atomic_store_n (&chunk_lock, 0, __ATOMIC_RELEASE);
  return p;
}

/* Another thread may have been in the middle; what is left of the chunk is
   given up.  */

void
mrt_keep_forked (void)
{
  chunk = chunk_end = NULL;
  chunk_lock = 0;
}

const char *
mrt_keep_string (const char *s)
{
  if (!s)
    return NULL;
  size_t n = mrt_length (s) + 1;
  char *p = mrt_keep (n);
  if (p)
    mrt_copy (p, s, n);
  return p;
}

size_t
mrt_length (const char *s)
{
  const char *p = s;
  while (*p)
    p++;
  return (size_t) (p - s);
}

int
mrt_compare (const char *a, const char *b)
{
  if (a == b)
    return 0;
  if (!a || !b)
    return a ? 1 : -1;
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char) *a - (unsigned char) *b;
}

bool
mrt_equal_p (const char *a, const char *b)
{
  return mrt_compare (a, b) == 0;
}

bool
mrt_prefix_p (const char *s, const char *prefix)
{
  while (*prefix)
    if (*s++ != *prefix++)
      return false;
  return true;
}

const char *
mrt_find (const char *s, char c)
{
  for (; *s; s++)
    if (*s == c)
      return s;
  return NULL;
}

const char *
mrt_basename (const char *path)
{
  const char *base = path;
  for (; *path; path++)
    if (*path == '/')
      base = path + 1;
  return base;
}

/* Match C against the set that begins at P (behind the bracket) and ends
   before END; *NEXT is set behind the set.  */

static bool
glob_set_p (const char *p, const char *end, char c, const char **next)
{
  bool negated = p < end && (*p == '!' || *p == '^');
  bool hit = false;
  if (negated)
    p++;
  for (bool first = true; p < end && (first || *p != ']'); first = false, p++)
    if (p + 2 < end && p[1] == '-' && p[2] != ']')
      {
	hit |= c >= p[0] && c <= p[2];
	p += 2;
      }
    else
      hit |= c == *p;
  *next = p < end ? p + 1 : p;
  return hit != negated;
}

bool
mrt_glob_p (const char *pattern, size_t n, const char *name)
{
  const char *p = pattern, *end = pattern + n;
  const char *star = NULL, *retry = NULL;
  for (;;)
    {
      const char *next = p + 1;
      if (p < end && *p == '*')
	{
	  star = p++;
	  retry = name;
	  continue;
	}
      if (p == end && !*name)
	return true;
      if (*name && p < end
	  && (*p == '?' || (*p == '[' ? glob_set_p (p + 1, end, *name, &next)
				      : *p == *name)))
	{
	  p = next;
	  name++;
	  continue;
	}
      if (!star || !*retry)
	return false;
      p = star + 1;
      name = ++retry;
    }
}

size_t
mrt_decimal (char *buf, uint64_t value)
{
  char digits[20];
  size_t n = 0;
  do
    digits[n++] = (char) ('0' + value % 10);
  while (value /= 10);
  for (size_t i = 0; i < n; i++)
    buf[i] = digits[n - 1 - i];
  buf[n] = 0;
  return n;
}

uint64_t
mrt_parse_number (const char *s, const char **end)
{
  uint64_t value = 0;
  for (; *s >= '0' && *s <= '9'; s++)
    value = value > UINT64_MAX / 10 - 1 ? UINT64_MAX / 10
					: value * 10 + (uint64_t) (*s - '0');
  *end = s;
  return value;
}

const char *
mrt_env (const char *name)
{
  size_t n = mrt_length (name);
  if (environ)
    for (char **e = environ; *e; e++)
      if (mrt_prefix_p (*e, name) && (*e)[n] == '=')
	return *e + n + 1;
  return NULL;
}

/* What standard error was at the start; all 0 where it was closed.  */
static bool started;
static struct stat first_errors;

void
mrt_message_start (void)
{
  started = true;
  if (mrt_syscall3 (SYS_fstat, 2, &first_errors, 0) != 0)
    mrt_fill (&first_errors, 0, sizeof first_errors);
}

static bool
may_speak_p (void)
{
  struct stat now;
  return !started
	 || (first_errors.st_ino && mrt_syscall3 (SYS_fstat, 2, &now, 0) == 0
	     && now.st_dev == first_errors.st_dev
	     && now.st_ino == first_errors.st_ino);
}

void
mrt_message (const char *part, ...)
{
  if (!may_speak_p ())
    return;
  char line[1024] = "memlb: ";
  size_t n = 7;
  va_list ap;
  va_start (ap, part);
  for (; part; part = va_arg (ap, const char *))
    for (; *part && n < sizeof line - 1; part++)
      line[n++] = *part;
  va_end (ap);
  line[n++] = '\n';
  mrt_syscall3 (SYS_write, 2, line, n);
}

long
mrt_read_file (const char *path, char *buf, size_t n)
{
  long fd = mrt_syscall4 (SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  size_t used = 0;
  long got;
  while (used < n - 1
	 && (got = mrt_syscall3 (SYS_read, fd, buf + used, n - 1 - used)) > 0)
    used += (size_t) got;
  mrt_syscall3 (SYS_close, fd, 0, 0);
  buf[used] = 0;
  return (long) used;
}
