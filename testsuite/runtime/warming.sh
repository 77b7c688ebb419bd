#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Copies of nests with long entries are warmed.

. "${srcdir:-.}/run-lib.sh"
in_modes warming bound
exit $failed
