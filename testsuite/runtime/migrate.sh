#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A thread that does not stay on its processor.

. "${srcdir:-.}/run-lib.sh"
in_modes migrate torture bound time
grep -q 'what="clock-jumps"' ./*.xml && echo "the counters of the processors differ"
exit $failed
