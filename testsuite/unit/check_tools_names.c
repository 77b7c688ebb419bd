/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of procedures as people write them; small texts.  */

#include "check-main.h"

#include <math.h>
#include <stdlib.h>
#include "lib/names.h"
#include "lib/reasons.h"
#include "lib/text.h"

static const struct
{
  const char *procedure, *asm_name, *shown;
} names[] =
  {
    { "main", "main", "main" },
    { "calc2", "__swim_MOD_calc2", "swim::calc2" },
    { "calc2", "calc2_", "calc2" },
    { "sub", "__mod.part_MOD_sub", "mod.part::sub" },
    { "calc2", "__swim_MOD_calc2._omp_fn.3", "swim::calc2 (OpenMP)" },
    { "main._omp_fn.0", "main._omp_fn.0", "main (OpenMP)" },
    { "f", "f.constprop.0", "f" },
    { "f", "f.isra.0.part.2", "f" },
    { "f.cold", "f.cold", "f" },
    { "move", "_ZN3sim4moveIdEEvRSt6vectorIT_SaIS2_EEi", "sim::move<double>" },
    { "operator()", "_ZNK1AclEi", "A::operator()" },
    { "add", "_D5triad3addFAdxAdxQddZv", "triad.add" },
    { "main", "_Dmain", "D main" },
    { "_Done", "_Done", "_Done" },
    { "run", "_Z3runv._omp_fn.1", "run (OpenMP)" },
    { "f", "_Znonsense", "f" },
    { "f", NULL, "f" },
    { NULL, "g_", "g_" },
    { NULL, "_Z1gv", "g" },
    { NULL, NULL, "?" },
    { "", "", "" },
    { "__MOD_", "__MOD_", "__MOD_" },
    { "x", "___MOD_", "x" },
  };

START_TEST (test_name)
{
  char *shown = name_of_function (names[_i].procedure, names[_i].asm_name);

  ck_assert_str_eq (shown, names[_i].shown);
  free (shown);
}
END_TEST

static const char *const short_names[][2] =
  {
    { "main", "main" },
    { "sim::move<double>", "sim::move<double>" },
    { "std::__introsort_loop<__gnu_cxx::__normal_iterator<unsigned long*> >",
      "std::__introsort_loop<...>" },
    { "A<std::vector<int, std::allocator<int> > >::f<char>::g",
      "A<...>::f<char>::g" },
    { "operator<< <std::char_traits<char> >",
      "operator<< <std::char_traits<char> >" },
    { "Matrix<double, 1234567>::operator<", "Matrix<...>::operator<" },
    { "A::operator-><std::vector<int> >::b", "A::operator-><...>::b" },
    { "f<(1>0), unbalanced, and long", "f<(1>0), unbalanced, and long" },
    { "<", "<" },
    { "", "" },
  };

START_TEST (test_short)
{
  char *text = name_in_short (short_names[_i][0]);

  ck_assert_str_eq (text, short_names[_i][1]);
  free (text);
}
END_TEST

static const struct
{
  double seconds;
  const char *text;
} times[] =
  {
    { 0, "0 s" }, { 1e-9, "1.0 ns" }, { 1.5e-6, "1.5 us" },
    { 0.9994e-3, "999.4 us" }, { 0.9996e-3, "1.0 ms" }, { 0.05, "50.0 ms" },
    { 0.0996, "100 ms" }, { 0.5, "500 ms" }, { 0.9996, "1.0 s" },
    { 5.9, "5.9 s" }, { 999, "999.0 s" }, { 123456, "123456 s" },
    { NAN, "-" },
  };

START_TEST (test_seconds)
{
  char *text = text_seconds (times[_i].seconds);

  ck_assert_str_eq (text, times[_i].text);
  free (text);
}
END_TEST

START_TEST (test_start)
{
  static const struct { time_t now; const char *text; } cases[]
    = { { 1772373720 + 30, "run of 14:02, just now" },
	{ 1772373720 + 120, "run of 14:02, 2 min ago" },
	{ 1772373720 + 7200, "run of 14:02, 2 h ago" },
	{ 1772373720 + 86400, "run of 2026-03-01 14:02, 24 h ago" },
	{ 1772373720 + 10 * 86400, "run of 2026-03-01 14:02, 10 days ago" },
	{ 1772373720 - 60, "run of 14:02, in the future" } };

  setenv ("TZ", "UTC", 1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = text_start ("2026-03-01T14:02:00Z", cases[i].now);
      ck_assert_str_eq (text, cases[i].text);
      free (text);
    }
  ck_assert_ptr_null (text_start (NULL, 0));
  ck_assert_ptr_null (text_start ("yesterday", 0));
}
END_TEST

START_TEST (test_safe)
{
  char *text = text_safe ("a\033[31m\tb\x7f\xc2\x9b" "c\xc3\xbc");

  ck_assert_str_eq (text, "a?[31m?b??c\xc3\xbc");
  free (text);
  /* Turned around, empty, marks of ends; dashes and quotes are seen.  */
  text = text_safe ("a\xe2\x80\xaegnp.c\xe2\x80\x8b\xe2\x81\xa6\xef\xbb\xbf\xd8\x9c"
		    "\xe2\x80\x94\xe2\x80\x9d\xe2\x82\xac\xef\xbf\xbd");
  ck_assert_str_eq (text, "a?gnp.c????\xe2\x80\x94\xe2\x80\x9d\xe2\x82\xac"
		    "\xef\xbf\xbd");
  free (text);
  text = text_safe ("\xe2\x80");
  ck_assert_str_eq (text, "\xe2\x80");
  free (text);
}
END_TEST

START_TEST (test_reasons)
{
  ck_assert_str_eq (reason_text ("asm"), "contains an asm statement");
  ck_assert_str_eq (reason_text ("a-later-one"), "a-later-one");
  ck_assert_ptr_nonnull (reason_advice ("few-samples"));
  ck_assert_ptr_null (reason_advice ("asm"));
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("tools: names");

  tcase_add_loop_test (tests, test_name, 0, sizeof names / sizeof *names);
  tcase_add_loop_test (tests, test_short, 0,
		       sizeof short_names / sizeof *short_names);
  tcase_add_loop_test (tests, test_seconds, 0, sizeof times / sizeof *times);
  tcase_add_test (tests, test_start);
  tcase_add_test (tests, test_safe);
  tcase_add_test (tests, test_reasons);
  return run_tests (tests);
}
