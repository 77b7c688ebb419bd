/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tools read from files of others: each function takes a file the
   way the subcommands do and writes what they would, to standard output.  A
   file that is refused is as good as one that is read; nothing may crash, be
   lost, or grow without a bound.  */

#include "readers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/annotate.h"
#include "lib/combine.h"
#include "lib/diff.h"
#include "lib/elf-notes.h"
#include "lib/export.h"
#include "lib/find.h"
#include "lib/import.h"
#include "lib/lines.h"
#include "lib/metric.h"
#include "lib/page.h"
#include "lib/profile-read.h"
#include "lib/profile-write.h"
#include "lib/report.h"
#include "lib/warnings.h"
#include "lib/xalloc.h"

const char *fuzz_fixtures;

/* The file NAME of testsuite/tools, to be freed.  */

static char *
fixture (const char *name)
{
  return concat (fuzz_fixtures, "/", name, NULL);
}

static void
say_nothing (const struct fail *what)
{
  (void) what;
}

static void
warn_nobody (void *unused, const char *text)
{
  (void) unused;
  (void) text;
}

/* All forms of report of P.  */

static void
report (const struct profile *p)
{
  struct report_options o = report_defaults;
  struct fail why;

  o.top = 0;
  for (o.format = REPORT_TEXT; o.format <= REPORT_JSON; o.format++)
    report_write (p, &o, &why);
  o.format = REPORT_TEXT;
  o.refused = true;
  report_write (p, &o, &why);
  o.refused = false;
  o.loop = "*";
  report_write (p, &o, &why);
}

/* memlb report, merge and diff.  */

static void
run_profile (const char *file)
{
  struct fail why;
  struct profile *p = profile_read_head (file, &why);

  profile_free (p);
  p = profile_read (file, &why);
  if (!p)
    return;
  report (p);
  struct combination *c = combine_begin ();
  combine_add (c, p);
  combine_add (c, p);
  struct profile *both = combine_end (c);
  warnings_of_mixture (both, (struct warning_sink) { warn_nobody, NULL });
  report (both);
  profile_write (both, "-", &why);
  struct diff d = diff_profiles (p, both, 0.01);
  diff_write (stdout, &d, &(struct diff_style) { .all = true });
  diff_free (&d);
  profile_free (both);
  profile_free (p);
}

/* All formats that T is exported to.  */

static void
export_tree (struct tree *t, const struct ready *ready)
{
  static void (*const formats[]) (const struct export *)
    = { export_callgrind, export_collapsed, export_speedscope, export_chrome,
	export_csv, export_json };
  struct names none = { 0 };
  struct export e = { 0 };
  struct fail why;

  if (export_begin (&e, t, &none, ready, &why) == 0)
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
      {
	e.out = stdout;
	if (i >= 4 || export_amount (&e, 0))
	  formats[i] (&e);
      }
  export_free (&e);
}

/* memlb export, annotate and metric.  */

static void
run_tree (const char *file)
{
  struct annotate_options o = { .all = true };
  char *root = fixture ("annotate/src");
  struct ready ready = { 0 };
  char *library = fixture ("../../tools/metrics");
  struct fail why;
  struct tree *t = tree_read (file, &why);

  names_add (&o.roots, root);
  ready_load (&ready, library, &why);
  if (t)
    {
      export_tree (t, &ready);
      annotate (stdout, t, &ready, &o, say_nothing, &why);
      for (size_t i = 0; i < ready.n; i++)
	metric_derive (t, ready.at[i].name, &ready, &why);
      tree_write (t, "-", &why);
    }
  tree_free (t);
  ready_free (&ready);
  names_free (&o.roots);
  free (library);
  free (root);
}

/* memlb html, but for the viewer.  */

static void
run_page (const char *file)
{
  struct names files = { 0 }, roots = { 0 };
  struct ready ready = { 0 };
  struct page page = { .ready = &ready, .roots = &roots };
  char *viewer = fixture ("../fuzz/viewer.html");
  char *root = fixture ("annotate/src");
  struct fail why;

  names_add (&roots, root);
  names_add (&files, file);
  if (page_add (&page, "a", &files, &why) == 0
      && page_add (&page, "b", &files, &why) == 0)
    page_write (stdout, &page, viewer, say_nothing, &why);
  page_free (&page);
  names_free (&roots);
  names_free (&files);
  free (viewer);
  free (root);
}

/* memlb metric with FILE's text as a definition.  */

static void
run_formula (const char *file)
{
  char *name = fixture ("shallow.xml");
  struct ready ready = { 0 };
  struct fail why;
  size_t size;
  char *text = read_whole (file, 100000, &size, &why);
  struct tree *t = text ? tree_read (name, &why) : NULL;

  if (t && metric_derive (t, text, &ready, &why) != NO_METRIC)
    tree_write (t, "-", &why);
  tree_free (t);
  free (text);
  free (name);
}

/* memlb metric with FILE as a library.  */

static void
run_library (const char *file)
{
  struct ready ready = { 0 };
  struct fail why;

  ready_load (&ready, file, &why);
  ready_free (&ready);
}

static void
forget_notes (const struct elf_notes *notes, void *unused)
{
  (void) notes;
  (void) unused;
}

/* memlb status.  */

static void
run_elf (const char *file)
{
  struct fail why;

  elf_notes_read (file, forget_notes, NULL, &why);
}

/* Import FILE with READ into T.  */

static void
import_into (struct tree *t, bool based, const char *file,
	     int (*read) (struct import *, const char *))
{
  struct import im;
  struct fail why;

  import_begin (&im, t, based, say_nothing, &why);
  int result = read (&im, file);
  if (result == 0 && read == import_hpcstruct)
    {
      /* Then come the figures of its lines.  */
      char *lines = fixture ("import/lines.csv");
      im.based = true;
      result = import_csv (&im, lines);
      free (lines);
    }
  if (result == 0)
    {
      import_end (&im);
      tree_write (t, "-", &why);
    }
  import_free (&im);
  tree_free (t);
}

/* memlb import of FILE with READ: alone, and onto a profile.  */

static void
import (const char *file, int (*read) (struct import *, const char *))
{
  char *name = fixture ("edit-before.xml");
  struct fail why;

  import_into (tree_new_profile (file, "program"), false, file, read);
  if (read != import_hpcstruct)
    import_into (tree_read (name, &why), true, file, read);
  free (name);
}

static void
run_callgrind (const char *file)
{
  import (file, import_callgrind);
}

static void
run_perf (const char *file)
{
  import (file, import_perf);
}

static void
run_gcov (const char *file)
{
  import (file, import_gcov);
}

static void
run_csv (const char *file)
{
  import (file, import_csv);
}

static void
run_gprof (const char *file)
{
  import (file, import_gprof);
}

static void
run_hpcstruct (const char *file)
{
  import (file, import_hpcstruct);
}

const struct fuzz_reader fuzz_readers[]
  = { { "profile", run_profile }, { "tree", run_tree }, { "page", run_page },
      { "formula", run_formula }, { "library", run_library },
      { "elf", run_elf }, { "callgrind", run_callgrind },
      { "perf", run_perf }, { "gcov", run_gcov }, { "csv", run_csv },
      { "gprof", run_gprof }, { "hpcstruct", run_hpcstruct },
      { NULL, NULL } };

/* The reader called NAME, or NULL.  */

const struct fuzz_reader *
fuzz_reader_called (const char *name)
{
  for (const struct fuzz_reader *r = fuzz_readers; r->name; r++)
    if (strcmp (r->name, name) == 0)
      return r;
  return NULL;
}
