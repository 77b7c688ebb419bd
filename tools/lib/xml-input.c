/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Untrusted XML from a file, a compressed file or standard input.

   A profile may come from anywhere, so: no network, no external file, no
   entity of the document's own (a document type declaration ends the
   reading, which leaves an entity bomb nothing to expand), libxml2's own
   limits kept (XML_PARSE_HUGE is off: 10 MB for one attribute or text, 256
   levels).  The caller says between open and parse who takes the elements;
   libxml2's default handlers build a tree.  */

#include <stdbool.h>
#include "xml-input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
#include <zlib.h>
#include "profile.h"

/* FILE's name in messages.  */

const char *
xml_input_name (const char *file)
{
  return strcmp (file, "-") == 0 ? "standard input" : file;
}

/* Record the first failure of IN, at the line being read, and stop.  */

void
xml_input_fail (struct xml_input *in, const char *format, ...)
{
  char text[sizeof in->why->text];
  va_list ap;

  if (in->failed || in->enough)
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  fail_set (in->why, xml_input_name (in->file),
	    xmlSAX2GetLineNumber (in->context), "%s", text);
  in->failed = true;
  xmlStopParser (in->context);
}

/* Stop reading IN without a failure.  */

void
xml_input_enough (struct xml_input *in)
{
  if (in->failed)
    return;
  in->enough = true;
  xmlStopParser (in->context);
}

/* SAX: a document type declaration begins.  */

static void
refuse_doctype (void *context, const xmlChar *name __attribute__ ((unused)),
		const xmlChar *external __attribute__ ((unused)),
		const xmlChar *system __attribute__ ((unused)))
{
  xml_input_fail (((xmlParserCtxtPtr) context)->_private,
		  "a document type declaration, which no profile has; "
		  "this is not a profile of memlb");
}

/* What to do about the libxml2 error CODE with MESSAGE.  libxml2 has no code
   of its own for what exceeds its limits.  */

static const char *
advice (int code, const char *message)
{
  static const char *const limits[]
    = { "too long", "too big", "huge", "Huge", "xcessive depth" };

  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (strstr (message, limits[i]))
      return "no profile needs that much; refused";
  if (code == XML_ERR_DOCUMENT_EMPTY || code == XML_ERR_DOCUMENT_START)
    return "this is not a profile of memlb";
  return "the file is damaged or cut off; write it again";
}

/* SAX: libxml2 found ERROR in the file of CONTEXT.  */

static void
structured_error (void *context, xml_error *error)
{
  struct xml_input *in = ((xmlParserCtxtPtr) context)->_private;
  char text[200];

  if (in->failed || in->enough || error->level < XML_ERR_ERROR)
    return;
  snprintf (text, sizeof text, "%s", error->message ? error->message : "?");
  for (char *c = text; *c; c++)
    if (*c == '\n')
      *c = ' ';
  for (size_t n = strlen (text); n && text[n - 1] == ' '; n--)
    text[n - 1] = '\0';
  fail_set (in->why, xml_input_name (in->file), error->line,
	    "not well-formed XML: %s; %s", text, advice (error->code, text));
  in->failed = true;
  xmlStopParser (in->context);
}

/* Open FILE (`-' for standard input) as IN; failures go to WHY.  False when
   there is no memory.  */

bool
xml_input_open (struct xml_input *in, const char *file, struct fail *why)
{
  *in = (struct xml_input) { .file = file, .why = why };
  in->context = xmlNewParserCtxt ();
  if (!in->context)
    return false;
  in->context->_private = in;
  in->context->sax->internalSubset = refuse_doctype;
  in->context->sax->serror = structured_error;
  return true;
}

/* SAX2: an element begins.  */

static void
start_element (void *context, const xmlChar *name,
	       const xmlChar *prefix __attribute__ ((unused)),
	       const xmlChar *uri __attribute__ ((unused)),
	       int n_namespaces __attribute__ ((unused)),
	       const xmlChar **namespaces __attribute__ ((unused)),
	       int n_attributes, int n_defaulted __attribute__ ((unused)),
	       const xmlChar **attributes)
{
  struct xml_input *in = ((xmlParserCtxtPtr) context)->_private;

  if (!in->failed && !in->enough)
    in->start (in, (const char *) name,
	       (struct attributes) { attributes, n_attributes });
}

/* SAX2: an element ends.  */

static void
end_element (void *context, const xmlChar *name __attribute__ ((unused)),
	     const xmlChar *prefix __attribute__ ((unused)),
	     const xmlChar *uri __attribute__ ((unused)))
{
  struct xml_input *in = ((xmlParserCtxtPtr) context)->_private;

  if (!in->failed && !in->enough)
    in->end (in);
}

/* Hand IN's elements to START and END until one of them fails or has enough,
   and nothing else to anyone: a profile has no text.  */

void
xml_input_elements (struct xml_input *in, xml_input_start *start,
		    xml_input_end *end)
{
  xmlSAXHandler only = { .initialized = XML_SAX2_MAGIC };

  in->start = start;
  in->end = end;
  only.startElementNs = start_element;
  only.endElementNs = end_element;
  only.internalSubset = refuse_doctype;
  only.serror = structured_error;
  *in->context->sax = only;
}

/* The minor version in VERSION, which the root of the profile IN gives, or
   NULL; fail where this memlb does not read it: readers skip what a later
   minor version adds, but another major version means something else.  */

int
xml_input_version (struct xml_input *in, const char *version)
{
  char *end = NULL;
  long major = version ? strtol (version, &end, 10) : 0;

  if (!version || end == version || *end != '.')
    xml_input_fail (in, "<memlb> without a version=\"MAJOR.MINOR\"; "
		    "this is not a profile of memlb");
  else if (major != PROFILE_MAJOR)
    xml_input_fail (in, "a profile of version %.20s, but this memlb reads "
		    "version %d.x; use the memlb that wrote it", version,
		    PROFILE_MAJOR);
  else
    return atoi (end + 1);
  return 0;
}

/* Close IN and the tree that a default handler built.  */

void
xml_input_close (struct xml_input *in)
{
  if (in->context->myDoc)
    xmlFreeDoc (in->context->myDoc);
  in->context->myDoc = NULL;
  xmlFreeParserCtxt (in->context);
}

/* libxml2 asks for LENGTH bytes of FILE into BUFFER.  */

static int
read_bytes (void *file, char *buffer, int length)
{
  return gzread (file, buffer, length);
}

static int
close_nothing (void *file __attribute__ ((unused)))
{
  return 0;
}

/* The opened file of IN, plain or compressed, or NULL.  */

static gzFile
open_bytes (const struct xml_input *in)
{
  if (strcmp (in->file, "-") != 0)
    return gzopen (in->file, "rbe");
  int copy = dup (STDIN_FILENO);
  return copy < 0 ? NULL : gzdopen (copy, "rb");
}

/* Parse IN to its end.  Return 0, or -1 with the reason recorded.  */

int
xml_input_parse (struct xml_input *in)
{
  gzFile bytes = open_bytes (in);
  int status = Z_OK;

  if (!bytes)
    {
      in->failed = true;
      return fail_set (in->why, xml_input_name (in->file), 0,
		       "cannot open: %s", strerror (errno));
    }
  gzbuffer (bytes, 1 << 17);
  errno = 0;
  /* Without XML_PARSE_NOENT attributes would have "&#38;" for "&amp;".  No profile declares
     entities: that takes a document type, which is refused.  */
  xmlDocPtr doc = xmlCtxtReadIO (in->context, read_bytes, close_nothing,
				 bytes, in->file, NULL,
				 XML_PARSE_NONET | XML_PARSE_NOENT
				 | XML_PARSE_NOCDATA | XML_PARSE_COMPACT
				 | XML_PARSE_BIG_LINES);
  /* xmlCtxtReadIO hands the tree over; it stays with the context here.  */
  in->context->myDoc = doc;
  if (in->failed && errno == EISDIR)
    fail_set (in->why, in->file, 0, "is a directory");
  gzerror (bytes, &status);
  gzclose (bytes);
  if (in->enough || (!in->failed && in->context->wellFormed))
    return 0;
  if (status < 0 && status != Z_BUF_ERROR)
    return fail_set (in->why, xml_input_name (in->file), 0, status == Z_ERRNO
		     ? "cannot read: %s" : "damaged compressed data",
		     strerror (errno));
  if (!in->failed)
    fail_set (in->why, xml_input_name (in->file), 0,
	      "not a profile of memlb");
  return -1;
}
