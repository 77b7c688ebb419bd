# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of runtime/, included by Makefile.am.  They see its hidden
# functions: they link the archive's members that they name.

runtime_tests = check_runtime_access check_runtime_address_space check_runtime_balance \
	check_runtime_base check_runtime_clock check_runtime_conditions check_runtime_coverage \
	check_runtime_distinct_pages \
	check_runtime_event_source check_runtime_events \
	check_runtime_estimate check_runtime_layout check_runtime_launcher \
	check_runtime_limit \
	check_runtime_marks \
	check_runtime_median check_runtime_moments check_runtime_move \
	check_runtime_output_name \
	check_runtime_places check_runtime_pointers \
	check_runtime_recurrence check_runtime_replay check_runtime_sample check_runtime_settings \
	check_runtime_verdict check_runtime_window check_runtime_xml
check_PROGRAMS += $(runtime_tests)
TESTS += $(runtime_tests)

runtime_archive = $(top_builddir)/runtime/libmemlb.a
runtime_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/runtime \
	-I$(top_srcdir)/runtime/arch/x86-64 -D_GNU_SOURCE
runtime_ldadd = $(runtime_archive) $(CHECK_LIBS)

check_runtime_access_SOURCES = check_runtime_access.c check-main.h
check_runtime_access_CPPFLAGS = $(runtime_cppflags)
check_runtime_access_LDADD = $(runtime_ldadd)
check_runtime_address_space_SOURCES = check_runtime_address_space.c check-main.h
check_runtime_address_space_CPPFLAGS = $(runtime_cppflags)
check_runtime_address_space_LDADD = $(runtime_ldadd)
check_runtime_balance_SOURCES = check_runtime_balance.c check-main.h
check_runtime_balance_CPPFLAGS = $(runtime_cppflags)
check_runtime_balance_LDADD = $(runtime_ldadd)
check_runtime_base_SOURCES = check_runtime_base.c check-main.h
check_runtime_base_CPPFLAGS = $(runtime_cppflags)
check_runtime_base_LDADD = $(runtime_ldadd)
check_runtime_conditions_SOURCES = check_runtime_conditions.c check-main.h
check_runtime_conditions_CPPFLAGS = $(runtime_cppflags)
check_runtime_conditions_LDADD = $(runtime_ldadd)
check_runtime_clock_SOURCES = check_runtime_clock.c check-main.h
check_runtime_clock_CPPFLAGS = $(runtime_cppflags)
check_runtime_clock_LDADD = $(runtime_ldadd)
check_runtime_coverage_SOURCES = check_runtime_coverage.c check-main.h
check_runtime_coverage_CPPFLAGS = $(runtime_cppflags)
check_runtime_coverage_LDADD = $(runtime_ldadd) -lm
check_runtime_event_source_SOURCES = check_runtime_event_source.c check-main.h
check_runtime_event_source_CPPFLAGS = $(runtime_cppflags)
check_runtime_event_source_LDADD = $(runtime_ldadd)
check_runtime_events_SOURCES = check_runtime_events.c check-main.h
check_runtime_events_CPPFLAGS = $(runtime_cppflags)
check_runtime_events_LDADD = $(runtime_ldadd)
check_runtime_estimate_SOURCES = check_runtime_estimate.c estimate-cases.h \
	check-main.h
check_runtime_estimate_CPPFLAGS = $(runtime_cppflags)
check_runtime_estimate_LDADD = $(runtime_ldadd)
check_runtime_launcher_SOURCES = check_runtime_launcher.c check-main.h
check_runtime_launcher_CPPFLAGS = $(runtime_cppflags)
check_runtime_launcher_LDADD = $(runtime_ldadd)
check_runtime_layout_SOURCES = check_runtime_layout.c check-main.h
check_runtime_layout_CPPFLAGS = $(runtime_cppflags)
check_runtime_layout_LDADD = $(runtime_ldadd)
check_runtime_limit_SOURCES = check_runtime_limit.c check-main.h
check_runtime_limit_CPPFLAGS = $(runtime_cppflags)
check_runtime_limit_LDADD = $(runtime_ldadd)
check_runtime_marks_SOURCES = check_runtime_marks.c check-main.h
check_runtime_marks_CPPFLAGS = $(runtime_cppflags)
check_runtime_marks_LDADD = $(runtime_ldadd)
check_runtime_distinct_pages_SOURCES = check_runtime_distinct_pages.c check-main.h
check_runtime_distinct_pages_CPPFLAGS = $(runtime_cppflags)
check_runtime_distinct_pages_LDADD = $(runtime_ldadd)
check_runtime_median_SOURCES = check_runtime_median.c check-main.h
check_runtime_median_CPPFLAGS = $(runtime_cppflags)
check_runtime_median_LDADD = $(runtime_ldadd)
check_runtime_moments_SOURCES = check_runtime_moments.c check-main.h
check_runtime_moments_CPPFLAGS = $(runtime_cppflags)
check_runtime_moments_LDADD = $(runtime_ldadd)
check_runtime_move_SOURCES = check_runtime_move.c check-main.h
check_runtime_move_CPPFLAGS = $(runtime_cppflags)
check_runtime_move_LDADD = $(runtime_ldadd)
check_runtime_output_name_SOURCES = check_runtime_output_name.c check-main.h
check_runtime_output_name_CPPFLAGS = $(runtime_cppflags)
check_runtime_output_name_LDADD = $(runtime_ldadd)
check_runtime_places_SOURCES = check_runtime_places.c check-main.h
check_runtime_places_CPPFLAGS = $(runtime_cppflags)
check_runtime_places_LDADD = $(runtime_ldadd)
check_runtime_recurrence_SOURCES = check_runtime_recurrence.c check-main.h
check_runtime_recurrence_CPPFLAGS = $(runtime_cppflags)
check_runtime_recurrence_LDADD = $(runtime_ldadd)
check_runtime_replay_SOURCES = check_runtime_replay.c check-main.h
check_runtime_replay_CPPFLAGS = $(runtime_cppflags)
check_runtime_replay_LDADD = $(runtime_ldadd)
check_runtime_sample_SOURCES = check_runtime_sample.c check-main.h
check_runtime_sample_CPPFLAGS = $(runtime_cppflags)
check_runtime_sample_LDADD = $(runtime_ldadd)
check_runtime_settings_SOURCES = check_runtime_settings.c check-main.h
check_runtime_settings_CPPFLAGS = $(runtime_cppflags)
check_runtime_settings_LDADD = $(runtime_ldadd)
check_runtime_xml_SOURCES = check_runtime_xml.c check-main.h
check_runtime_xml_CPPFLAGS = $(runtime_cppflags)
check_runtime_xml_LDADD = $(runtime_ldadd)
check_runtime_pointers_SOURCES = check_runtime_pointers.c check-main.h
check_runtime_pointers_CPPFLAGS = $(runtime_cppflags)
check_runtime_pointers_LDADD = $(runtime_ldadd)
check_runtime_window_SOURCES = check_runtime_window.c check-main.h
check_runtime_window_CPPFLAGS = $(runtime_cppflags)
check_runtime_window_LDADD = $(runtime_ldadd)
check_runtime_verdict_SOURCES = check_runtime_verdict.c estimate-cases.h check-main.h
check_runtime_verdict_CPPFLAGS = $(runtime_cppflags)
check_runtime_verdict_LDADD = $(runtime_ldadd)
