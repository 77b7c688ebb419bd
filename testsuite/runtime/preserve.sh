#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Every register survives.

. "${srcdir:-.}/run-lib.sh"
in_modes preserve torture bound time
exit $failed
