/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a page: a head in JSON, and columns of bytes behind it.  */

#ifndef MEMLB_TOOLS_PAGE_PACK_H
#define MEMLB_TOOLS_PAGE_PACK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "msg.h"

/* A page being put together.  HEAD takes JSON; each function below that adds
   a column writes to it where in the bytes the column is.  */
struct pack
{
  FILE *head;
  char *head_text;
  size_t head_size;
  unsigned char *bytes;
  size_t n, room;
  void *text_table;		/* texts to numbers, for pack_text_number */
  char *texts;
  size_t n_texts, texts_size, texts_room;
};

/* Digits that are kept of a number: all that a profile has, or, in pages
   that would become too large, as many as anybody reads.  */
enum { PACK_ALL_DIGITS = 9 };

void pack_begin (struct pack *p);
void pack_free (struct pack *p);
void pack_key (struct pack *p, const char *before, const char *name);
void pack_string (struct pack *p, const char *before, const char *name,
		  const char *text);
void pack_double (struct pack *p, const char *before, const char *name,
		  double value);
uint32_t pack_text_number (struct pack *p, const char *text);
void pack_bytes (struct pack *p, const unsigned char *bytes, size_t n);
void pack_integers (struct pack *p, const uint32_t *values, size_t n);
void pack_numbers (struct pack *p, const double *values, size_t n,
		   int digits);
void pack_text (struct pack *p, const char *text, size_t length);
void pack_texts (struct pack *p);
int pack_write (struct pack *p, FILE *out, struct fail *why);

#endif /* MEMLB_TOOLS_PAGE_PACK_H */
