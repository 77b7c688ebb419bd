# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of runtime/, included by Makefile.am.
