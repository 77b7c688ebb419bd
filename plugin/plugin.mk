# SPDX-License-Identifier: GPL-3.0-or-later
# plugin.mk: build the plugin for one GCC; GNU make, no configure needed.
#
#   make -f plugin.mk GCC=gcc-12 OUT=DIR
#	builds DIR/gcc-FULLVERSION-TARGET-HASH/memlb.so
#   make -f plugin.mk GCC=gcc-12 DESTINATION=DIR [LINK_PREFIX=PREFIX]
#	installs DIR/gcc-FULLVERSION-TARGET-HASH/memlb.so as well, and under
#	LINK_PREFIX a link to it in the compiler's own plugin directory, so
#	that -fplugin=memlb finds it by name.  Without OUT nothing else stays.
#   make -f plugin.mk GCC=gcc-12 DESTINATION=DIR uninstall
#
# It serves the build in the source tree and `memlb plugin build', which runs
# the installed copy; so SRCDIR and INCLUDEDIR default to either layout.
# A GCC plugin is written in the C++ of GCC's own headers and must be
# compiled by the same GCC: CXX and CXXFLAGS of the rest do not apply.

GCC = gcc
HERE := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SRCDIR = $(HERE)
INCLUDEDIR = $(firstword $(wildcard $(SRCDIR)/include $(HERE)/include \
				    $(HERE)/../include))
HELPER := $(firstword $(wildcard $(HERE)/plugin-dir.sh \
				 $(HERE)/../build-aux/plugin-dir.sh))
VERSION := $(shell cat '$(HERE)/VERSION' 2>/dev/null || echo unknown)

# gcc-12 -> g++-12, /opt/bin/x86_64-linux-gnu-gcc -> ...-g++.  A compiler for
# another machine runs on this one, and so does its plugin: HOST_GXX builds it.
HOST_GXX = g++
MACHINE := $(shell '$(GCC)' -dumpmachine)
CPU := $(firstword $(subst -, ,$(MACHINE)))
ifeq ($(CPU),$(shell uname -m))
  GXX := $(shell printf '%s\n' '$(GCC)' | sed 's,gcc\([^/]*\)$$,g++\1,')
else
  GXX = $(HOST_GXX)
endif
NAME := $(shell sh '$(HELPER)' '$(GCC)')
HEADERS := $(shell '$(GCC)' -print-file-name=plugin)/include
ifeq ($(NAME),)
  $(error $(GCC) is not a GCC that works here)
endif
ifeq ($(wildcard $(HEADERS)/gcc-plugin.h),)
  $(error $(GCC): no plugin headers in $(HEADERS); install $(GCC)-plugin-dev \
    (the name of Debian's package))
endif

# Without OUT build in a folder of our own, gone at the end.
ifndef OUT
  OUT := $(shell mktemp -d "$${TMPDIR:-/tmp}/memlb-plugin.XXXXXX")
  CLEAN_UP = rm -rf '$(OUT)'
  PRECOMPILE = yes
else
  CLEAN_UP = :
endif

DIR := $(OUT)/$(NAME)
# The one part that knows the machine which the compiler compiles for.
BACK_END := $(patsubst x86_64,x86-64,$(CPU))
ifeq ($(wildcard $(SRCDIR)/target-$(BACK_END).cc),)
  $(error $(GCC) compiles for $(MACHINE), which memlb does not know)
endif
SOURCES := $(filter-out $(SRCDIR)/target-%,$(wildcard $(SRCDIR)/*.cc)) \
	   $(sort $(wildcard $(SRCDIR)/target-$(BACK_END).cc \
			     $(SRCDIR)/target-$(BACK_END)-*.cc))
OBJECTS := $(patsubst $(SRCDIR)/%.cc,$(DIR)/%.o,$(SOURCES))

# Enough to name functions and lines of ours should the compiler crash; all of
# -g takes 11 MB.
PLUGIN_CXXFLAGS = -O2 -g1
PLUGIN_LDFLAGS =
NM = nm
OBJCOPY = objcopy
REQUIRED_CXXFLAGS = -std=c++14 -fno-rtti -fno-exceptions -fPIC -Wall -Wextra
PLUGIN_CPPFLAGS = -isystem $(HEADERS) -I$(SRCDIR) -I$(INCLUDEDIR) \
		  -DMEMLB_VERSION='"$(VERSION)"'

# GCC's own headers are three fifths of the time.  What is built in one go reads
# them once; what is built again and again comes from a compiler cache, which
# knows each header by itself.  Where the compiler cannot use what it made,
# -Winvalid-pch says so, and it reads the text.
ifdef PRECOMPILE
  PRECOMPILED := $(DIR)/precompiled.h.gch
  READ_FIRST = -Winvalid-pch -include $(PRECOMPILED:.gch=)
endif

# One word per command, as automake prints it.
V ?= 0
ifeq ($(V),0)
  SAY_CXX = @echo "  CXX     " $(NAME)/$(@F);
  SAY_LD = @echo "  CXXLD   " $(NAME)/$(@F);
endif

.PHONY: all install uninstall clean
ifdef DESTINATION
all: install
else
all: $(DIR)/memlb.so
endif

# What GCC defines is referred to weakly: another GCC, which lacks some of it,
# can then load the plugin and be told that it is the wrong one.
$(DIR)/memlb.so: $(OBJECTS)
	$(SAY_LD)$(LD) -r -o $(DIR)/all.o $(OBJECTS) \
	  && $(NM) -u $(DIR)/all.o | awk '{ print $$NF }' > $(DIR)/undefined \
	  && $(OBJCOPY) --weaken-symbols=$(DIR)/undefined $(DIR)/all.o \
	  && $(GXX) -shared $(PLUGIN_LDFLAGS) -o $@.tmp $(DIR)/all.o \
	  && mv -f $@.tmp $@

# Objects depend on all headers, whose structures nearly all share: what -MMD
# would write names its target as ccache does, relative to a base folder, and
# then is no rule for it.  A plugin must not outlive the headers of its
# compiler either: one of them changes with every GCC.
OWN_HEADERS := $(wildcard $(SRCDIR)/*.h $(INCLUDEDIR)/memlb/*)

$(DIR)/%.o: $(SRCDIR)/%.cc $(OWN_HEADERS) $(HEADERS)/plugin-version.h \
	    $(PRECOMPILED)
	@mkdir -p '$(DIR)'
	$(SAY_CXX)$(GXX) $(PLUGIN_CPPFLAGS) $(REQUIRED_CXXFLAGS) \
	  $(PLUGIN_CXXFLAGS) $(READ_FIRST) -c -o $@ $<

$(DIR)/precompiled.h.gch: $(OWN_HEADERS) $(HEADERS)/plugin-version.h
	@mkdir -p '$(DIR)'
	@echo '#include "gcc-compat.h"' > $(DIR)/precompiled.h
	$(SAY_CXX)$(GXX) $(PLUGIN_CPPFLAGS) $(REQUIRED_CXXFLAGS) \
	  $(PLUGIN_CXXFLAGS) -x c++-header -o $@ $(DIR)/precompiled.h

# DESTDIR, where given, is a part of DESTINATION already; it also stages the
# link.  A link is made only under LINK_PREFIX, and only where we may.
PLUGIN_DIR := $(patsubst %/include,%,$(HEADERS))

install: $(DIR)/memlb.so
	@mkdir -p '$(DESTINATION)/$(NAME)'
	@cp '$(DIR)/memlb.so' '$(DESTINATION)/$(NAME)/memlb.so.tmp'
	@mv -f '$(DESTINATION)/$(NAME)/memlb.so.tmp' \
	       '$(DESTINATION)/$(NAME)/memlb.so'
	@echo "installed $(DESTINATION)/$(NAME)/memlb.so"
	@case '$(PLUGIN_DIR)/' in \
	   '$(or $(LINK_PREFIX),/nowhere)'/*) \
	     d='$(DESTDIR)$(PLUGIN_DIR)'; \
	     test -z '$(DESTDIR)' || mkdir -p "$$d"; \
	     if test -w "$$d"; then \
	       t='$(DESTINATION)/$(NAME)/memlb.so'; \
	       ln -sf "$${t#'$(DESTDIR)'}" "$$d/memlb.so"; \
	     fi ;; \
	 esac
	@$(CLEAN_UP)

uninstall:
	rm -f '$(DESTINATION)/$(NAME)/memlb.so'
	-rmdir '$(DESTINATION)/$(NAME)'
	@l='$(DESTDIR)$(PLUGIN_DIR)/memlb.so'; t='$(DESTINATION)/$(NAME)/memlb.so'; \
	if test "$$(readlink "$$l")" = "$${t#'$(DESTDIR)'}"; then \
	  rm -f "$$l"; \
	fi

clean:
	rm -f $(OBJECTS) $(DIR)/memlb.so
	-test ! -d $(DIR) || rmdir $(DIR)
