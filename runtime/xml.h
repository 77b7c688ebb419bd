/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A small XML writer: no memory of its own beyond one buffer, no library.
   Context: exit.  */
#ifndef MRT_XML_H
#define MRT_XML_H

#include "base.h"

#define MRT_XML_DEPTH 16

struct mrt_xml
{
  int fd;			/* or -1: BUF alone, for tests */
  bool failed;			/* a write did not succeed */
  bool open;			/* the last start tag lacks its `>' */
  unsigned depth;
  const char *elements[MRT_XML_DEPTH];
  size_t used;
  char buf[8192];
};

void mrt_xml_begin (struct mrt_xml *x, int fd);

/* Write out what is buffered; false when anything failed.  */
bool mrt_xml_end (struct mrt_xml *x);

void mrt_xml_open (struct mrt_xml *x, const char *element);
void mrt_xml_close (struct mrt_xml *x);

/* Attributes of the element opened last.  NULL and negative values are
   unknown and not written.  */
void mrt_xml_text (struct mrt_xml *x, const char *name, const char *value);
void mrt_xml_number (struct mrt_xml *x, const char *name, uint64_t value);
void mrt_xml_real (struct mrt_xml *x, const char *name, double value);

/* VALUE >= 0 with up to 9 significant digits, "." and no exponent, at BUF
   of 64 bytes.  */
void mrt_real (char *buf, double value);

#endif
