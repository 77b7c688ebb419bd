/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Untrusted XML from a file, a compressed file or standard input.  */

#ifndef MEMLB_TOOLS_XML_INPUT_H
#define MEMLB_TOOLS_XML_INPUT_H

#include <stdbool.h>
#include <libxml/parser.h>
#include "msg.h"

/* An error as libxml2 hands it to a handler; from 2.12 on it is const.  */
#if LIBXML_VERSION < 21200
typedef xmlError xml_error;
#else
typedef const xmlError xml_error;
#endif

/* The attributes of one element as SAX2 hands them out: five pointers each,
   local name, prefix, URI, value, end of value.  */
struct attributes
{
  const xmlChar **at;
  int n;
};

struct xml_input;
typedef void xml_input_start (struct xml_input *in, const char *name,
			      struct attributes a);
typedef void xml_input_end (struct xml_input *in);

/* One file being parsed.  A reader that has one as its first member finds
   itself through it.  */
struct xml_input
{
  const char *file;	/* its name; `-' is standard input */
  xmlParserCtxtPtr context;
  struct fail *why;	/* the first failure */
  bool failed;
  bool enough;		/* the caller wants no more; not a failure */
  xml_input_start *start;	/* elements begin and end */
  xml_input_end *end;
};

bool xml_input_open (struct xml_input *in, const char *file,
		     struct fail *why);
int xml_input_parse (struct xml_input *in);
void xml_input_close (struct xml_input *in);

void xml_input_elements (struct xml_input *in, xml_input_start *start,
			 xml_input_end *end);
int xml_input_version (struct xml_input *in, const char *version);
void xml_input_fail (struct xml_input *in, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void xml_input_enough (struct xml_input *in);
const char *xml_input_name (const char *file);

#endif /* MEMLB_TOOLS_XML_INPUT_H */
