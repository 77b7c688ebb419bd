# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of tools/, included by Makefile.am.

tools_tests = check_tools_gcc_line check_tools_metric check_tools_names \
	      check_tools_profile
check_PROGRAMS += $(tools_tests)
TESTS += $(tools_tests)

tools_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tools -D_GNU_SOURCE \
		 $(CHECK_CFLAGS)
tools_ldadd = $(top_builddir)/tools/libtools.a \
	      $(top_builddir)/tools/libwrapper.a $(LIBXML2_LIBS) \
	      $(SMARTCOLS_LIBS) $(LIBDW_LIBS) $(LIBELF_LIBS) $(ZLIB_LIBS) $(JANSSON_LIBS) \
	      $(LIBIBERTY_LIBS) $(CHECK_LIBS) -lm

check_tools_gcc_line_SOURCES = check_tools_gcc_line.c check-main.h
check_tools_gcc_line_CPPFLAGS = $(tools_cppflags)
check_tools_gcc_line_LDADD = $(tools_ldadd)
check_tools_metric_SOURCES = check_tools_metric.c check-main.h
check_tools_metric_CPPFLAGS = $(tools_cppflags) -DTEST_DATA='"$(srcdir)"' \
			      -DREADY='"$(top_srcdir)/tools/metrics"'
check_tools_metric_LDADD = $(tools_ldadd)
EXTRA_DIST += metric-cases.txt
check_tools_names_SOURCES = check_tools_names.c check-main.h
check_tools_names_CPPFLAGS = $(tools_cppflags)
check_tools_names_LDADD = $(tools_ldadd)
check_tools_profile_SOURCES = check_tools_profile.c check-main.h
check_tools_profile_CPPFLAGS = $(tools_cppflags)
check_tools_profile_LDADD = $(tools_ldadd)
