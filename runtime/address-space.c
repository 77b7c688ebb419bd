/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The kernel's list of mappings.

   It is read again when the size of all of them has changed, which takes one
   microsecond to see, or after a while.  What is mapped meanwhile lies beside
   something that is mapped already, as the kernel chooses places; so a margin is
   kept, that much smaller changes of the size do not fill.

   Weakness: another thread that maps more than the margin while a copy runs.  */

#include "address-space.h"
#include "runtime.h"

#include <fcntl.h>
#include <time.h>

/* Bytes that are to be free around what lies at a distance, and a change of the
   size after which the list is read again.  */
#define MARGIN ((int64_t) 1 << 30)
#define MUCH ((uint64_t) MARGIN / 4)

/* Gaps of less are no gaps.  */
#define SMALL_GAP ((uint64_t) 1 << 24)

/* The list has a line for each group of pages of a mirror, and takes 0.4 ms then.  */
#define OLD_NS 200000000

/* Addresses from here on are the kernel's.  */
#define USER_END ((uint64_t) 1 << 56)

struct reader
{
  long fd;
  char *text;
  size_t at, n, room;
};

struct mapping
{
  uint64_t begin, end, inode;
};

static bool
open_list (struct reader *r, struct mrt_address_space *space)
{
  r->fd = mrt_syscall4 (SYS_openat, AT_FDCWD, "/proc/self/maps",
			O_RDONLY | O_CLOEXEC, 0);
  r->text = space->text;
  r->room = sizeof space->text;
  r->at = r->n = 0;
  return r->fd >= 0;
}

static void
close_list (const struct reader *r)
{
  mrt_syscall3 (SYS_close, r->fd, 0, 0);
}

/* The next character, or -1.  */

static int
next (struct reader *r)
{
  if (r->at == r->n)
    {
      long got = mrt_syscall3 (SYS_read, r->fd, r->text, r->room);
      r->at = 0;
      r->n = got > 0 ? (size_t) got : 0;
      if (!r->n)
	return -1;
    }
  return (unsigned char) r->text[r->at++];
}

/* A number in BASE, up to the character behind it, which is read, too.  */

static uint64_t
next_number (struct reader *r, unsigned base)
{
  uint64_t value = 0;
  for (int c; (c = next (r)) >= 0;)
    {
      unsigned digit = c >= '0' && c <= '9' ? (unsigned) c - '0'
		       : c >= 'a' && c <= 'f' ? (unsigned) c - 'a' + 10 : base;
      if (digit >= base)
	break;
      value = value * base + digit;
    }
  return value;
}

static void
skip_behind (struct reader *r, char last)
{
  int c;
  while ((c = next (r)) >= 0 && c != last)
    ;
}

/* The next mapping, of a line
     BEGIN-END PERMISSIONS OFFSET DEVICE INODE   PATH  */

static bool
next_mapping (struct reader *r, struct mapping *m)
{
  m->begin = next_number (r, 16);
  m->end = next_number (r, 16);
  if (m->end <= m->begin)
    return false;
  for (int i = 0; i < 3; i++)
    skip_behind (r, ' ');
  m->inode = next_number (r, 10);
  if (r->at && r->text[r->at - 1] != '\n')
    skip_behind (r, '\n');
  return true;
}

/* Enter M into SPACE, behind all others; false if there is no room.  */

static bool
add_region (struct mrt_address_space *space, const struct mapping *m)
{
  if (space->n && m->begin - space->regions[space->n - 1].end < SMALL_GAP)
    {
      space->regions[space->n - 1].end = m->end;
      return true;
    }
  if (space->n == MRT_MOST_REGIONS)
    return false;
  space->regions[space->n].begin = m->begin;
  space->regions[space->n++].end = m->end;
  return true;
}

/* Bytes that the process has mapped, or 0.  */

static uint64_t
mapped_bytes (void)
{
  char text[128];
  const char *end;
  if (mrt_read_file ("/proc/self/statm", text, sizeof text) <= 0)
    return 0;
  return mrt_parse_number (text, &end) * 4096;
}

bool
mrt_address_space_read (struct mrt_address_space *space,
			bool (*ignored_p) (uint64_t inode))
{
  uint64_t now = mrt_nanoseconds (CLOCK_MONOTONIC), size = mapped_bytes ();
  uint64_t change = size > space->size ? size - space->size
		    : space->size - size;
  if (space->when && now - space->when < OLD_NS && change < MUCH)
    return true;
  struct reader r;
  struct mapping m;
  bool whole = size != 0;
  space->when = 0;
  space->n = 0;
  if (!open_list (&r, space))
    return false;
  while (whole && next_mapping (&r, &m))
    whole = m.end > USER_END || (m.inode && ignored_p (m.inode))
	    || add_region (space, &m);
  close_list (&r);
  if (!whole || !space->n)
    return false;
  space->when = now;
  space->size = size;
  return true;
}

bool
mrt_address_space_free_p (const struct mrt_address_space *space,
			  int64_t distance)
{
  for (uint32_t i = 0; i < space->n; i++)
    for (uint32_t j = 0; j < space->n; j++)
      if ((int64_t) space->regions[i].begin + distance - MARGIN
	    < (int64_t) space->regions[j].end
	  && (int64_t) space->regions[j].begin
	       < (int64_t) space->regions[i].end + distance + MARGIN)
	return false;
  return true;
}

uint64_t
mrt_mapped_inode (struct mrt_address_space *space, uint64_t address)
{
  struct reader r;
  struct mapping m;
  uint64_t inode = 0;
  if (!open_list (&r, space))
    return 0;
  while (!inode && next_mapping (&r, &m))
    if (address >= m.begin && address < m.end)
      inode = m.inode;
  close_list (&r);
  return inode;
}
