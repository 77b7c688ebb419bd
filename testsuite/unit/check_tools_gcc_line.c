/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command line makes GCC do.  */

#include "check-main.h"

#include <stdbool.h>
#include <stdlib.h>
#include "lib/gcc-line.h"
#include "lib/xalloc.h"

static const struct
{
  const char *line;
  struct gcc_line does;
} lines[] =
  {
    { "x.c", { .inputs = true, .links = true } },
    { "-c x.c", { .inputs = true } },
    { "x.c -S", { .inputs = true } },
    { "-E -", { .inputs = true } },
    { "-", { .inputs = true, .links = true } },
    { "-M x.c", { .inputs = true } },
    { "-MD -MF x.d x.c", { .inputs = true, .links = true } },
    { "-MMD -c -MT x -MQ y x.c", { .inputs = true } },
    { "-o x.c", { .inputs = false } },
    { "-o x y.o", { .inputs = true, .links = true } },
    { "-lm", { .inputs = true, .links = true } },
    { "-I x -D y -L z -include w", { .inputs = false } },
    { "-shared x.o", { .inputs = true, .links = true, .shared = true } },
    { "-static x.o", { .inputs = true, .links = true, .static_link = true } },
    { "-static-pie x.o",
      { .inputs = true, .links = true, .static_link = true } },
    { "-static-libgcc x.o", { .inputs = true, .links = true } },
    { "-r a.o b.o", { .inputs = true } },
    { "-x c x", { .inputs = true, .links = true, .language = true } },
    { "-xc x", { .inputs = true, .links = true, .language = true } },
    { "-x c x -x none y.o", { .inputs = true, .links = true } },
    { "-xnone y.o", { .inputs = true, .links = true } },
    { "-Xlinker -r x.o", { .inputs = true, .links = true } },
    { "-Wl,-r x.o", { .inputs = true, .links = true } },
    { "-v", { .inputs = false } },
    { "--version", { .inputs = false } },
    { "-print-file-name=libc.so", { .inputs = false } },
    { "-fplugin=memlb x.c",
      { .inputs = true, .links = true, .own_plugin = true } },
    { "-fplugin=/a/memlb.so -c x.c", { .inputs = true, .own_plugin = true } },
    { "-fplugin=/a/notmemlb.so -c x.c", { .inputs = true } },
    { "-fplugin=memlbx -c x.c", { .inputs = true } },
    { "-o", { .inputs = false } },
    { "-x", { .inputs = false } },
    { "-fsyntax-only x.c", { .inputs = true } },
    { "'a b.c'", { .inputs = true, .links = true } },
  };

START_TEST (test_line)
{
  char **words = buildargv (lines[_i].line);
  struct gcc_line line = gcc_line_read (countargv (words), words);

  ck_assert_int_eq (line.inputs, lines[_i].does.inputs);
  ck_assert_int_eq (line.links, lines[_i].does.links);
  ck_assert_int_eq (line.shared, lines[_i].does.shared);
  ck_assert_int_eq (line.static_link, lines[_i].does.static_link);
  ck_assert_int_eq (line.language, lines[_i].does.language);
  ck_assert_int_eq (line.own_plugin, lines[_i].does.own_plugin);
  freeargv (words);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("tools: gcc line");

  tcase_add_loop_test (tests, test_line, 0, sizeof lines / sizeof *lines);
  return run_tests (tests);
}
