#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The frame that a bound copy gets, and the presets of its slots.

. "${srcdir:-.}/run-lib.sh"
in_modes frames bound
exit $failed
