#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# library.sh: cycles of library functions whose data are in the first-level cache, as
# tools/lib/estimate-library.c has them.

. "$(dirname "$0")/bench-lib.sh"
use_folder library
"$MEMLB_CC" -O2 -Wall -Wextra "$bench/library.c" -o library -lm || die "library.c"
heading "Library functions"
pinned ./library
