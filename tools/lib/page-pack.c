/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a page: a head in JSON, and columns of bytes behind it; all of
   it compressed by zlib and written in base64, so that no name in a profile
   can be taken for a part of the page.  doc/viewer.md has the format.

   Numbers are split into decimal digits and an exponent, whole numbers into
   differences, and both into planes of their first, second ... bytes: that
   is what zlib makes small.  */

#include "page-pack.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <libiberty/hashtab.h>
#include "output.h"
#include "xalloc.h"

/* A text and its number.  */
struct text_entry
{
  char *text;
  uint32_t number;
};

static hashval_t
hash_text (const void *entry)
{
  return htab_hash_string (((const struct text_entry *) entry)->text);
}

static int
same_text (const void *a, const void *b)
{
  return strcmp (((const struct text_entry *) a)->text,
		 ((const struct text_entry *) b)->text) == 0;
}

static void
free_text (void *entry)
{
  free (((struct text_entry *) entry)->text);
  free (entry);
}

/* Begin P, empty.  */

void
pack_begin (struct pack *p)
{
  *p = (struct pack) { 0 };
  p->head = open_memstream (&p->head_text, &p->head_size);
  if (!p->head)
    xmalloc_failed (1);
  p->text_table = htab_create (1024, hash_text, same_text, free_text);
}

/* Free what P holds.  */

void
pack_free (struct pack *p)
{
  if (p->head)
    fclose (p->head);
  if (p->text_table)
    htab_delete (p->text_table);
  free (p->head_text);
  free (p->bytes);
  free (p->texts);
  *p = (struct pack) { 0 };
}

/* Write BEFORE and the key NAME to P's head.  */

void
pack_key (struct pack *p, const char *before, const char *name)
{
  fputs (before, p->head);
  output_json (p->head, name);
  putc (':', p->head);
}

/* Write BEFORE and NAME with the value TEXT, null if that is NULL.  */

void
pack_string (struct pack *p, const char *before, const char *name,
	     const char *text)
{
  pack_key (p, before, name);
  output_json (p->head, text);
}

/* Write BEFORE and NAME with the number VALUE, null if not known.  */

void
pack_double (struct pack *p, const char *before, const char *name,
	     double value)
{
  pack_key (p, before, name);
  if (isfinite (value))
    fprintf (p->head, "%.17g", value);
  else
    fputs ("null", p->head);
}

/* Room for SIZE more bytes at the end of BUFFER, which holds N.  */

static void *
make_room (void *buffer, size_t n, size_t size, size_t *room)
{
  if (n + size <= *room)
    return buffer;
  *room = (n + size) * 2 + 4096;
  return xrealloc (buffer, *room);
}

/* The number of TEXT among P's texts, which are written once each; 0 for
   NULL.  */

uint32_t
pack_text_number (struct pack *p, const char *text)
{
  struct text_entry key = { (char *) text, 0 };

  if (!text)
    return 0;
  void **slot = htab_find_slot (p->text_table, &key, INSERT);
  if (!*slot)
    {
      struct text_entry *entry = XNEW (struct text_entry);
      size_t size = strlen (text) + 1;
      *entry = (struct text_entry) { xstrdup (text),
				     (uint32_t) ++p->n_texts };
      *slot = entry;
      p->texts = make_room (p->texts, p->texts_size, size, &p->texts_room);
      memcpy (p->texts + p->texts_size, text, size);
      p->texts_size += size;
    }
  return ((struct text_entry *) *slot)->number;
}

/* SIZE bytes more in P, to be filled; their place and the TYPE and length N
   of their column go to the head.  */

static unsigned char *
add_column (struct pack *p, char type, size_t n, size_t size)
{
  p->bytes = make_room (p->bytes, p->n, size, &p->room);
  fprintf (p->head, "{\"t\":\"%c\",\"n\":%zu,\"o\":%zu}", type, n, p->n);
  p->n += size;
  return p->bytes + p->n - size;
}

/* Add N BYTES as they are.  */

void
pack_bytes (struct pack *p, const unsigned char *bytes, size_t n)
{
  unsigned char *to = add_column (p, 'b', n, n);

  if (n)
    memcpy (to, bytes, n);
}

/* Add TEXT of LENGTH bytes.  */

void
pack_text (struct pack *p, const char *text, size_t length)
{
  unsigned char *to = add_column (p, 's', length, length);

  if (length)
    memcpy (to, text, length);
}

/* Add P's texts, number 1 first, each with a zero byte behind it.  */

void
pack_texts (struct pack *p)
{
  pack_text (p, p->texts, p->texts_size);
}

/* Put byte number PLANE of VALUE, the Ith of N, into its plane.  */

static void
put_planes (unsigned char *to, size_t n, size_t i, uint64_t value, int planes)
{
  for (int plane = 0; plane < planes; plane++, value >>= 8)
    to[plane * n + i] = value & 0xff;
}

/* Add N VALUES, each as the difference from the one before: negative ones
   odd, as -1 - 2 d, positive ones even, as 2 d.  */

void
pack_integers (struct pack *p, const uint32_t *values, size_t n)
{
  unsigned char *to = add_column (p, 'i', n, 4 * n);
  uint32_t before = 0;

  for (size_t i = 0; i < n; i++)
    {
      uint32_t by = values[i] - before;
      put_planes (to, n, i, by & 0x80000000 ? ~(by << 1) : by << 1, 4);
      before = values[i];
    }
}

/* A number as DIGITS * 10 ^ EXPONENT.  */
struct decimal
{
  int32_t digits;
  int exponent;
};

/* VALUE, which is finite, to DIGITS digits.  */

static struct decimal
decimal_of (double value, int digits)
{
  static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
				   1e8, 1e9 };
  struct decimal d;
  char text[40];

  if (fabs (value) < powers[digits] && value == floor (value))
    return (struct decimal) { (int32_t) value, 0 };
  snprintf (text, sizeof text, "%.*e", digits - 1, value);
  char *mark = strchr (text, 'e'), *point = strchr (text, '.');
  d.exponent = atoi (mark + 1) - (digits - 1);
  *mark = '\0';
  if (point)
    memmove (point, point + 1, strlen (point));
  d.digits = (int32_t) atol (text);
  while (d.digits && d.digits % 10 == 0)
    {
      d.digits /= 10;
      d.exponent++;
    }
  return d;
}

/* The value of D, as the page computes it.  */

static double
decimal_value (struct decimal d)
{
  return d.exponent < 0 ? d.digits / pow (10, -d.exponent)
	 : d.digits * pow (10, d.exponent);
}

/* Add N VALUES as they are.  */

static void
pack_doubles (struct pack *p, const double *values, size_t n)
{
  unsigned char *to = add_column (p, 'd', n, 8 * n);

  for (size_t i = 0; i < n; i++)
    {
      uint64_t bits;
      memcpy (&bits, &values[i], sizeof bits);
      put_planes (to, n, i, bits, 8);
    }
}

/* Add N finite VALUES to DIGITS digits; PACK_ALL_DIGITS: exactly.  */

void
pack_numbers (struct pack *p, const double *values, size_t n, int digits)
{
  struct decimal *d = XNEWVEC (struct decimal, n + 1);
  bool fits = true;

  for (size_t i = 0; i < n && fits; i++)
    {
      d[i] = decimal_of (values[i], digits);
      fits = abs (d[i].exponent) < 100
	     && (digits < PACK_ALL_DIGITS
		 || decimal_value (d[i]) == values[i]);
    }
  if (fits)
    {
      unsigned char *to = add_column (p, 'e', n, 5 * n);
      for (size_t i = 0; i < n; i++)
	{
	  to[i] = (unsigned char) (d[i].exponent + 128);
	  uint32_t twice = (uint32_t) d[i].digits << 1;
	  put_planes (to + n, n, i, d[i].digits < 0 ? ~twice : twice, 4);
	}
    }
  else
    pack_doubles (p, values, n);
  free (d);
}

/* Write the N BYTES to OUT in base64, MORE telling that some come after
   them; then N must be a multiple of 3.  */

static void
write_base64 (FILE *out, const unsigned char *bytes, size_t n)
{
  static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			      "abcdefghijklmnopqrstuvwxyz0123456789+/";

  for (size_t i = 0; i < n; i += 3)
    {
      uint32_t three = (uint32_t) bytes[i] << 16;
      char four[5] = "====";
      if (i + 1 < n)
	three |= (uint32_t) bytes[i + 1] << 8;
      if (i + 2 < n)
	three |= bytes[i + 2];
      for (size_t k = 0; k < 4; k++)
	if (k < 2 || i + k - 1 < n)
	  four[k] = signs[(three >> (18 - 6 * k)) & 63];
      fputs (four, out);
      if (i % 3000 == 2997)
	putc ('\n', out);
    }
}

/* All of P in the order of the file; its size goes to *SIZE.  To be
   freed.  */

static unsigned char *
join (struct pack *p, size_t *size)
{
  fflush (p->head);
  unsigned char *all = XNEWVEC (unsigned char, 4 + p->head_size + p->n);

  for (int i = 0; i < 4; i++)
    all[i] = (unsigned char) (p->head_size >> (8 * i));
  memcpy (all + 4, p->head_text, p->head_size);
  if (p->n)
    memcpy (all + 4 + p->head_size, p->bytes, p->n);
  *size = 4 + p->head_size + p->n;
  return all;
}

/* The N BYTES compressed, to be freed; their size goes to *PACKED.  NULL when
   zlib cannot.  Z_FILTERED: most of them are digits, which do not repeat.  */

static unsigned char *
compress_bytes (const unsigned char *bytes, size_t n, size_t *packed)
{
  z_stream z = { .next_in = (unsigned char *) bytes };
  size_t room = compressBound (n) + n / 100 + 64;
  unsigned char *to = XNEWVEC (unsigned char, room);
  int status = deflateInit2 (&z, Z_BEST_COMPRESSION, Z_DEFLATED, 15, 8,
			     Z_FILTERED);

  z.next_out = to;
  while (status == Z_OK)
    {
      /* zlib counts in 32 bits.  */
      size_t left = bytes + n - z.next_in, free_room = to + room - z.next_out;
      z.avail_in = left < 1 << 30 ? left : 1 << 30;
      z.avail_out = free_room < 1 << 30 ? free_room : 1 << 30;
      status = deflate (&z, left == z.avail_in ? Z_FINISH : Z_NO_FLUSH);
    }
  *packed = z.next_out - to;
  deflateEnd (&z);
  if (status == Z_STREAM_END)
    return to;
  free (to);
  return NULL;
}

/* Write P, compressed, to OUT in base64.  Return 0, or -1 with the reason in
   WHY.  */

int
pack_write (struct pack *p, FILE *out, struct fail *why)
{
  size_t size, packed;
  unsigned char *all = join (p, &size);
  unsigned char *to = compress_bytes (all, size, &packed);

  /* The page need not guess how much room it takes.  */
  if (to)
    {
      fprintf (out, "%zu:\n", size);
      write_base64 (out, to, packed);
    }
  free (all);
  free (to);
  return to ? 0 : fail_set (why, NULL, 0, "cannot compress the page");
}
