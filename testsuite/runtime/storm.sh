#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Signals of the program meet copies.

. "${srcdir:-.}/run-lib.sh"
in_modes storm torture bound
exit $failed
