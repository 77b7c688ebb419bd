#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# planted.sh: what a new user reads off the page of three programs of which the
# truth is known (bench/planted): the hot loop, what limits it, how sure that
# is, what to try; without a click.  It prints what the pages say and leaves
# them with pictures of their first screens in planted/.

. "$(dirname "$0")/bench-lib.sh"
use_folder planted
modules=$abs_top_builddir/viewer/npm/node_modules
test -d "$modules/playwright-core" || die "no playwright-core: the viewer was not built here"
chromium=$(command -v chromium || command -v chromium-browser) || die "no chromium"
node=$(command -v node || command -v nodejs) || die "no node"

for program in stencil core shifted; do
  flags=-O2
  test $program != shifted || flags='-O3 -march=native -mprefer-vector-width=512'
  memlb-gcc $flags -g "$bench/planted/$program.c" -o $program -lm \
    || die "cannot compile $program"
  rm -f $program*.xml
  MEMLB_OUTPUT=$program.xml ./$program > /dev/null || die "$program failed"
  memlb html -s "$bench/planted" -o $program.html $program.xml \
    || die "memlb html failed"
  echo "## $program"
  "$node" "$bench/planted.mjs" "$modules" "$chromium" $program.html \
    $program.png || die "the page of $program failed"
  echo
done
