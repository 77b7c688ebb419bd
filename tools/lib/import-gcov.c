/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcov's JSON (gcov --json-format): how often each line was executed.  */

#include "import.h"

#include <jansson.h>
#include <stdlib.h>
#include "lines.h"
#include "xml-input.h"

enum { MOST_BYTES = 1 << 30 };

/* Read one element LINE of the lines of FILE.  Return 0, or -1 when it is
   none.  */

static int
take_line (struct import *im, int metric, const char *file,
	   const json_t *line)
{
  const json_t *number = json_object_get (line, "line_number");
  const json_t *count = json_object_get (line, "count");
  const char *function
    = json_string_value (json_object_get (line, "function_name"));

  if (!json_is_integer (number) || !json_is_number (count))
    return -1;
  struct place place = { .file = file, .function = function,
			 .line = (long) json_integer_value (number) };
  import_value (im, import_place (im, &place), metric,
		json_number_value (count));
  return 0;
}

/* Read the JSON ROOT that came from FILE.  */

static int
take_files (struct import *im, const json_t *root, const char *file)
{
  const json_t *files = json_object_get (root, "files");
  size_t i, j;
  json_t *one, *line;
  int metric = import_metric (im, "line-executions", "1");

  if (metric == NO_METRIC)
    return -1;
  if (!json_is_array (files))
    return fail_set (im->why, file, 0, "no \"files\"; this is no output of "
		     "gcov --json-format");
  json_array_foreach (files, i, one)
    {
      const char *name = json_string_value (json_object_get (one, "file"));
      const json_t *lines = json_object_get (one, "lines");
      if (!name || !json_is_array (lines))
	return fail_set (im->why, file, 0, "file %zu has no name or no lines; "
			 "the file is damaged", i + 1);
      json_array_foreach (lines, j, line)
	if (take_line (im, metric, name, line) != 0)
	  return fail_set (im->why, file, 0, "line %zu of %.80s has no number "
			   "or no count; the file is damaged", j + 1, name);
    }
  return 0;
}

/* Read FILE into IM.  Return 0, or -1 with the reason in IM's WHY.  */

int
import_gcov (struct import *im, const char *file)
{
  json_error_t error;
  size_t size;
  char *text = read_whole (file, MOST_BYTES, &size, im->why);

  if (!text)
    return -1;
  json_t *root = json_loadb (text, size, 0, &error);
  free (text);
  file = xml_input_name (file);
  if (!root)
    return fail_set (im->why, file, error.line, "not JSON: %s; the file is "
		     "damaged or cut off", error.text);
  int result = take_files (im, root, file);
  json_decref (root);
  return result;
}
