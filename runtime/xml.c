/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A small XML writer.  Text comes from source files, command lines and
   environments: what is not valid UTF-8, or is a character that XML cannot
   hold, becomes U+FFFD.  */

#include "xml.h"

void
mrt_xml_begin (struct mrt_xml *x, int fd)
{
  x->fd = fd;
  x->failed = x->open = false;
  x->depth = 0;
  x->used = 0;
}

static void
flush (struct mrt_xml *x)
{
  size_t done = 0;
  if (x->fd < 0)
    {
      x->failed = true;
      return;
    }
  while (done < x->used && !x->failed)
    {
      long n = mrt_syscall3 (SYS_write, x->fd, x->buf + done, x->used - done);
      if (n > 0)
	done += (size_t) n;
      else if (n != -4)		/* EINTR */
	x->failed = true;
    }
  x->used = 0;
}

static void
put (struct mrt_xml *x, char c)
{
  if (x->used == sizeof x->buf)
    flush (x);
  if (x->used < sizeof x->buf)
    x->buf[x->used++] = c;
}

/* The N bytes at S.  */

static void
put_all (struct mrt_xml *x, const char *s, size_t n)
{
  while (n && !x->failed)
    {
      size_t room = sizeof x->buf - x->used;
      size_t part = MRT_MIN (n, room);
      mrt_copy (x->buf + x->used, s, part);
      x->used += part;
      s += part;
      n -= part;
      if (n)
	flush (x);
    }
}

static void
puts_ (struct mrt_xml *x, const char *s)
{
  put_all (x, s, mrt_length (s));
}

static void
finish_tag (struct mrt_xml *x)
{
  if (x->open)
    puts_ (x, ">\n");
  x->open = false;
}

bool
mrt_xml_end (struct mrt_xml *x)
{
  if (x->fd >= 0)
    flush (x);
  else
    put (x, 0);
  return !x->failed;
}

static void
indent (struct mrt_xml *x)
{
  for (unsigned i = 0; i < x->depth; i++)
    put (x, ' ');
}

void
mrt_xml_open (struct mrt_xml *x, const char *element)
{
  finish_tag (x);
  indent (x);
  put (x, '<');
  puts_ (x, element);
  if (x->depth < MRT_XML_DEPTH)
    x->elements[x->depth++] = element;
  x->open = true;
}

void
mrt_xml_close (struct mrt_xml *x)
{
  const char *element = x->elements[--x->depth];
  if (x->open)
    puts_ (x, "/>\n");
  else
    {
      indent (x);
      puts_ (x, "</");
      puts_ (x, element);
      puts_ (x, ">\n");
    }
  x->open = false;
}

/* Bytes of the valid UTF-8 sequence of an XML character at S, or 0.  */

static unsigned
utf8_length (const unsigned char *s)
{
  unsigned c = s[0], n;
  if (c < 0x80)
    return c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
  n = c >= 0xc2 && c < 0xe0 ? 2 : (c & 0xf0) == 0xe0 ? 3
      : c >= 0xf0 && c < 0xf5 ? 4 : 0;
  if (!n)
    return 0;
  unsigned code = c & (0x7f >> n);
  for (unsigned i = 1; i < n; i++)
    {
      if ((s[i] & 0xc0) != 0x80)
	return 0;
      code = code << 6 | (s[i] & 0x3f);
    }
  bool valid = n == 2 || (n == 3 && code >= 0x800) || (n == 4
	       && code >= 0x10000 && code <= 0x10ffff);
  return valid && !(code >= 0xd800 && code < 0xe000) && code != 0xfffe
	 && code != 0xffff ? n : 0;
}

static void
put_escaped (struct mrt_xml *x, unsigned char c)
{
  switch (c)
    {
    case '<': puts_ (x, "&lt;"); break;
    case '>': puts_ (x, "&gt;"); break;
    case '&': puts_ (x, "&amp;"); break;
    case '"': puts_ (x, "&quot;"); break;
    case '\t': puts_ (x, "&#9;"); break;
    case '\n': puts_ (x, "&#10;"); break;
    case '\r': puts_ (x, "&#13;"); break;
    default: put (x, (char) c);
    }
}

static void
attribute (struct mrt_xml *x, const char *name)
{
  put (x, ' ');
  puts_ (x, name);
  puts_ (x, "=\"");
}

/* How many characters at S go as they are: nearly all do.  */

static size_t
plain_length (const unsigned char *s)
{
  size_t n = 0;
  while (s[n] >= 0x20 && s[n] < 0x80 && s[n] != '<' && s[n] != '>'
	 && s[n] != '&' && s[n] != '"')
    n++;
  return n;
}

void
mrt_xml_text (struct mrt_xml *x, const char *name, const char *value)
{
  if (!value)
    return;
  attribute (x, name);
  for (const unsigned char *s = (const unsigned char *) value; *s;)
    {
      size_t plain = plain_length (s);
      put_all (x, (const char *) s, plain);
      s += plain;
      if (!*s)
	break;
      unsigned n = utf8_length (s);
      if (!n)
	puts_ (x, "\xef\xbf\xbd");
      else if (n == 1)
	put_escaped (x, *s);
      else
	for (unsigned i = 0; i < n; i++)
	  put (x, (char) s[i]);
      s += n ? n : 1;
    }
  put (x, '"');
}

void
mrt_xml_number (struct mrt_xml *x, const char *name, uint64_t value)
{
  char buf[24];
  mrt_decimal (buf, value);
  mrt_xml_text (x, name, buf);
}

void
mrt_real (char *buf, double value)
{
  unsigned decimals = 0;
  double scale = 1;
  if (value > 9e17)
    value = 9e17;
  for (double v = value; v > 0 && v < 1e8 && decimals < 15; decimals++)
    {
      v *= 10;
      scale *= 10;
    }
  uint64_t digits = (uint64_t) (value * scale + 0.5);
  uint64_t unit = (uint64_t) scale;
  size_t n = mrt_decimal (buf, digits / unit);
  uint64_t rest = digits % unit;
  if (!rest)
    return;
  buf[n++] = '.';
  for (; rest; rest %= unit)
    {
      unit /= 10;
      buf[n++] = (char) ('0' + rest / unit);
    }
  buf[n] = 0;
}

void
mrt_xml_real (struct mrt_xml *x, const char *name, double value)
{
  char buf[64];
  if (!(value >= 0))
    return;
  mrt_real (buf, value);
  mrt_xml_text (x, name, buf);
}
