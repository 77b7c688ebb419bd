#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test-check-layers.sh [TOP]: a clean tree passes check-layers.sh, a planted
# violation of each rule does not.

set -u
check=$(cd "${1:-${srcdir:-.}}" && pwd)/build-aux/check-layers.sh
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
failed=0

gpl='/* SPDX-License-Identifier: GPL-3.0-or-later */'
rle='/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */'

# fresh: a small tree without a violation.
fresh ()
{
  rm -rf "$tmp/t"
  for d in include/memlb plugin runtime/arch/x86-64 tools/cmds tools/lib; do
    mkdir -p "$tmp/t/$d"
  done
  printf '%s\n' "$rle" '#include <stdint.h>' '#include "abi.def"' \
    > "$tmp/t/include/memlb/abi.h"
  printf '%s\n' "$gpl" '#include "gcc-plugin.h"' '#include <memlb/abi.h>' \
    '/* rsp and malloc () in a comment, even over' \
    '   two lines: rax.  */' > "$tmp/t/plugin/a.cc"
  printf '%s\n' "$gpl" 'int r = AX_REG;' > "$tmp/t/plugin/target-x86-64.cc"
  printf '%s\n' "$rle" '#include <memlb/abi.h>' 'mrt_free (x); a.free (y);' \
    > "$tmp/t/runtime/a.c"
  printf '%s\n' "$rle" 'movq %rax, %rsp' > "$tmp/t/runtime/arch/x86-64/s.S"
  printf '%s\n' "$gpl" '#include "report.h"' > "$tmp/t/tools/cmds/report.c"
  printf '%s\n' "$gpl" '#include "report.h"' \
    > "$tmp/t/tools/cmds/report-text.c"
  printf '%s\n' "$gpl" '#include "lib/msg.h"' > "$tmp/t/tools/cmds/run.c"
}

# caught FILE LINE: LINE planted at the end of FILE is found.
caught ()
{
  fresh
  echo "$2" >> "$tmp/t/$1"
  if sh "$check" "$tmp/t" > "$tmp/out" 2>&1; then
    echo "FAIL: not found: $1: $2"
    failed=1
  elif ! grep -q "^check-layers: $1:[0-9]*: " "$tmp/out"; then
    echo "FAIL: found at the wrong place: $1: $2"
    cat "$tmp/out"
    failed=1
  fi
}

fresh
sh "$check" "$tmp/t" > "$tmp/out" 2>&1 \
  || { echo "FAIL: a clean tree"; cat "$tmp/out"; failed=1; }

caught include/memlb/abi.h '#include <stdio.h>'
caught plugin/a.cc '#include "../runtime/thread.h"'
caught plugin/a.cc 'int r = SP_REG;'
caught plugin/a.cc 'asm ("mov %rsp, %0");'
caught plugin/a.cc '#if BUILDING_GCC_VERSION >= 14000'
caught runtime/a.c '#include <libxml/tree.h>'
caught runtime/a.c '# include <stdio.h>'
caught runtime/a.c 'p = malloc (8);'
caught runtime/a.c 'uint64_t rsp;'
caught runtime/a.c '#include "../tools/lib/msg.h"'
caught tools/cmds/run.c '#include "report.h"'
caught tools/cmds/run.c '#include <memlb/abi.h>'
caught tools/cmds/run.c '#include "../../runtime/xml.h"'
caught tools/cmds/run.c '#include "report.c"'

fresh
echo 'int x;' > "$tmp/t/tools/lib/new.c"
sh "$check" "$tmp/t" > /dev/null 2>&1 \
  && { echo "FAIL: a file without a licence"; failed=1; }
fresh
echo "$gpl" > "$tmp/t/runtime/new.c"
sh "$check" "$tmp/t" > /dev/null 2>&1 \
  && { echo "FAIL: a runtime file without the exception"; failed=1; }

test "$failed" -ne 0 || echo "test-check-layers: ok"
exit "$failed"
