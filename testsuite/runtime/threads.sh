#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A thousand threads.

. "${srcdir:-.}/run-lib.sh"
in_modes threads torture bound time
exit $failed
