#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Copies that fault, run away or diverge leave no trace.

. "${srcdir:-.}/run-lib.sh"
in_modes abandon torture
exit $failed
