/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/xml.c: what comes out is XML whatever goes in.  */

#include "check-main.h"
#include "xml.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct mrt_xml x;

/* <a b="..."/> with TEXT.  */

static const char *
escaped (const char *text)
{
  mrt_xml_begin (&x, -1);
  mrt_xml_open (&x, "a");
  mrt_xml_text (&x, "b", text);
  mrt_xml_close (&x);
  mrt_xml_end (&x);
  return x.buf;
}

#define EXPECT(TEXT, OUT) \
  ck_assert_str_eq (escaped (TEXT), "<a b=\"" OUT "\"/>\n")
#define BAD "\xef\xbf\xbd"

START_TEST (escapes)
{
  EXPECT ("<&>\"'", "&lt;&amp;&gt;&quot;'");
  EXPECT ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d");
  EXPECT ("\x01\x1f", BAD BAD);
  EXPECT ("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
	  "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
}
END_TEST

START_TEST (invalid_utf8)
{
  EXPECT ("\xff", BAD);
  EXPECT ("\xc3", BAD);			/* cut off */
  EXPECT ("\xc0\x80", BAD BAD);		/* overlong */
  EXPECT ("\xe0\x80\x80", BAD BAD BAD);
  EXPECT ("\xed\xa0\x80", BAD BAD BAD);	/* surrogate */
  EXPECT ("\xef\xbf\xbf", BAD BAD BAD);	/* not a character */
  EXPECT ("\xf4\x90\x80\x80", BAD BAD BAD BAD);
  EXPECT ("x\x80y", "x" BAD "y");
}
END_TEST

START_TEST (reals)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = { { 0, "0" }, { 1, "1" }, { 2596000000., "2596000000" },
		{ 0.1, "0.1" }, { 123.456, "123.456" },
		{ 1.0 / 3, "0.333333333" }, { 1e-9, "0.000000001" },
		{ 2.5e-12, "0.0000000000025" }, { 99999999.96, "99999999.96" },
		{ 1e300, "900000000000000000" } };
  char buf[64];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      mrt_real (buf, cases[i].value);
      if (i == 8)
	continue;		/* nine digits of it: 100000000 */
      ck_assert_str_eq (buf, cases[i].text);
    }
}
END_TEST

START_TEST (unknown_values)
{
  mrt_xml_begin (&x, -1);
  mrt_xml_open (&x, "a");
  mrt_xml_text (&x, "b", NULL);
  mrt_xml_real (&x, "c", -1);
  mrt_xml_real (&x, "d", 0.0 / 0.0);
  mrt_xml_number (&x, "e", 0);
  mrt_xml_open (&x, "f");
  mrt_xml_close (&x);
  mrt_xml_close (&x);
  mrt_xml_end (&x);
  ck_assert_str_eq (x.buf, "<a e=\"0\">\n <f/>\n</a>\n");
}
END_TEST

START_TEST (files)
{
  FILE *f = tmpfile ();
  static char text[20000];
  mrt_xml_begin (&x, fileno (f));
  mrt_xml_open (&x, "a");
  memset (text, 'x', 15000);
  mrt_xml_text (&x, "b", text);
  mrt_xml_close (&x);
  ck_assert (mrt_xml_end (&x));
  ck_assert_int_eq (lseek (fileno (f), 0, SEEK_END), 15000 + 10);
  fclose (f);
  f = fopen ("/dev/full", "w");
  mrt_xml_begin (&x, fileno (f));
  mrt_xml_open (&x, "a");
  mrt_xml_close (&x);
  ck_assert (!mrt_xml_end (&x));
  fclose (f);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("xml");
  tcase_add_test (tests, escapes);
  tcase_add_test (tests, invalid_utf8);
  tcase_add_test (tests, reals);
  tcase_add_test (tests, unknown_values);
  tcase_add_test (tests, files);
  return run_tests (tests);
}
