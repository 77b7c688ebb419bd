#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Bound runs that were disturbed are repeated.

. "${srcdir:-.}/run-lib.sh"
in_modes doubtful bound
exit $failed
