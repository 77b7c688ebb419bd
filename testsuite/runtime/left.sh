#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Nests left by a jump do not confuse the next.

. "${srcdir:-.}/run-lib.sh"
in_modes left torture bound
exit $failed
