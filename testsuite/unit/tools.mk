# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of tools/, included by Makefile.am.
