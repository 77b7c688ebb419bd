/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Validation of a profile against the RelaxNG schema.  The file is read
   twice in effect: as a tree with the same care as any profile (xml-input.c),
   then against the schema.  */

#include <stdbool.h>
#include "schema.h"

#include <stdlib.h>
#include <string.h>
#include <libxml/relaxng.h>
#include "profile.h"
#include "xalloc.h"
#include "xml-input.h"

struct schema
{
  xmlRelaxNGPtr grammar;
};

/* The validation of one file.  */
struct checking
{
  const char *file;
  schema_report *report;
};

/* Say nothing: for libxml2's own messages, which are reported otherwise.  */

static void
no_message (void *context __attribute__ ((unused)),
	    xml_error *error __attribute__ ((unused)))
{
}

/* The schema in FILE; NULL with the reason in WHY.  */

struct schema *
schema_load (const char *file, struct fail *why)
{
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt (file);
  xmlRelaxNGPtr grammar = NULL;

  if (parser)
    {
      xmlRelaxNGSetParserStructuredErrors (parser, no_message, NULL);
      grammar = xmlRelaxNGParse (parser);
      xmlRelaxNGFreeParserCtxt (parser);
    }
  if (!grammar)
    {
      fail_set (why, file, 0, "no usable schema; install memlb again");
      return NULL;
    }
  struct schema *schema = XNEW (struct schema);
  schema->grammar = grammar;
  return schema;
}

void
schema_free (struct schema *schema)
{
  xmlRelaxNGFree (schema->grammar);
  free (schema);
}

/* libxml2 found a violation ERROR.  Those without a line only say again that
   the element of another one is wrong.  */

static void
take_violation (void *context, xml_error *error)
{
  struct checking *c = context;
  struct fail violation;
  char text[300];

  if (error->line <= 0)
    return;
  snprintf (text, sizeof text, "%s", error->message ? error->message : "?");
  text[strcspn (text, "\n")] = '\0';
  fail_set (&violation, c->file, error->line, "%s", text);
  c->report (&violation);
}

/* Check the version that ROOT gives.  Return 0 when the schema applies, 1
   when a later minor version was used, -1 with the reason in WHY.  */

static int
check_version (xmlNodePtr root, const char *file, struct fail *why)
{
  char *version = (char *) xmlGetNoNsProp (root, BAD_CAST "version");
  char *end = version;
  long major = version ? strtol (version, &end, 10) : -1;
  int result = 0;

  if (strcmp ((const char *) root->name, "memlb") != 0)
    result = fail_set (why, file, xmlGetLineNo (root), "the document is "
		       "<%.40s>, not <memlb>; this is not a profile of memlb",
		       (const char *) root->name);
  else if (!version || end == version || *end != '.')
    result = fail_set (why, file, xmlGetLineNo (root), "<memlb> without a "
		       "version=\"MAJOR.MINOR\"; this is not a profile of "
		       "memlb");
  else if (major != PROFILE_MAJOR)
    result = fail_set (why, file, xmlGetLineNo (root), "a profile of version "
		       "%.20s, but this memlb checks version %d.x; use the "
		       "memlb that wrote it", version, PROFILE_MAJOR);
  else if (strtol (end + 1, NULL, 10) > PROFILE_MINOR)
    result = 1;
  xmlFree (version);
  return result;
}

/* Validate DOC, the tree of C's file, and report violations.  */

static int
validate (struct schema *schema, xmlDocPtr doc, struct checking *c)
{
  xmlRelaxNGValidCtxtPtr valid = xmlRelaxNGNewValidCtxt (schema->grammar);

  if (!valid)
    return -1;
  xmlRelaxNGSetValidStructuredErrors (valid, take_violation, c);
  int result = xmlRelaxNGValidateDoc (valid, doc);
  xmlRelaxNGFreeValidCtxt (valid);
  return result;
}

/* Check FILE (`-' for standard input) against SCHEMA and hand each violation
   to REPORT.  Return 0 when it is valid, 1 when it is well-formed but of a
   later minor version, so that only that could be checked, and -1 when it is
   not valid, with the reason in WHY.  */

int
schema_check (struct schema *schema, const char *file, schema_report *report,
	      struct fail *why)
{
  struct checking c = { xml_input_name (file), report };
  struct xml_input in;
  int result = -1;

  if (!xml_input_open (&in, file, why))
    return fail_set (why, file, 0, "out of memory");
  if (xml_input_parse (&in) == 0)
    result = check_version (xmlDocGetRootElement (in.context->myDoc), c.file,
			    why);
  if (result == 0)
    {
      result = validate (schema, in.context->myDoc, &c);
      if (result != 0)
	result = fail_set (why, c.file, 0, "not valid by the schema; it was "
			   "changed, or memlb did not write it");
    }
  xml_input_close (&in);
  return result;
}
