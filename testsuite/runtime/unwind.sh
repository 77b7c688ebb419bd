#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Backtraces from every instruction.

. "${srcdir:-.}/run-lib.sh"
in_modes unwind torture bound time
exit $failed
