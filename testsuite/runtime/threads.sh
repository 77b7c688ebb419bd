#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A thousand threads.

. "${srcdir:-.}/run-lib.sh"
in_modes threads torture bound time
in_modes threads-static torture bound
# As the run times of Fortran and C++ tell whether there are threads.
nm "$bin/triad-static" | grep -q ' T pthread_key_create$' \
  && fail 'a static program has a part of the threads only'
exit $failed
