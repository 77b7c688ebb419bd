#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# layout.sh: the instrumented original against the plain build, per kernel.
#
# Where code lies decides a good part of a small loop's time: one that
# crosses a 64-byte line takes up to twice as long.  So both builds are
# linked in the same BENCH_LAYOUTS random layouts: behind a leading object of
# random size, whose remainder modulo 64 goes round all multiples of 16, and
# in random order of the objects.  Of each layout the fastest call counts
# (what another program disturbed is no property of the code), of all
# layouts the median; the mean is printed beside it, since with two kinds of
# layouts, fast and slow, a median may fall on either side.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_LAYOUTS:=12}" "${BENCH_RUNS:=2}"
use_folder layout

# link_layout DIR OUTPUT FC SKIP ORDER: link in one layout.
link_layout ()
{
  printf '\t.text\n\t.skip %d, 0x90\n\t.section .note.GNU-stack,"",@progbits\n' \
    "$4" > pad.s
  "$MEMLB_CC" -c pad.s -o pad.o || return
  case $5 in
    0) set -- "$@" c cc f ;;
    1) set -- "$@" f c cc ;;
    *) set -- "$@" cc f c ;;
  esac
  $3 pad.o "$1/$6.o" "$1/$7.o" "$1/$8.o" "$1/driver.o" -o "$2" -lstdc++ -lm
}

# compiled OPTIONS FOLDER: both builds' objects.
compiled ()
{
  objects "plain-$2" "$1" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" \
    && objects "with-$2" "$1" memlb-gcc memlb-g++ memlb-gfortran \
    || die "compiling with $1 failed"
}

# timed OPTIONS FOLDER: one layout of both, all kernels.
timed ()
{
  link_layout "plain-$2" plain "$MEMLB_FC" "$skip" "$order" \
    && link_layout "with-$2" with memlb-gfortran "$skip" "$order" \
    || die "linking failed"
  for kernel in $(kernel_names ./plain); do
    run=0
    while test "$run" -lt "$BENCH_RUNS"; do
      for build in plain with; do
	line=$(MEMLB_MODE=off pinned ./$build "$kernel" 150) || exit 1
	echo "$1|$kernel|$layout|$build|$line"
      done
      run=$((run + 1))
    done
  done
}

each_option compiled
awk -v n="$BENCH_LAYOUTS" -v seed="${BENCH_SEED:-1}" 'BEGIN {
  srand(seed)
  for (i = 0; i < n; i++)
    print 64 * int(1 + rand() * 60) + 16 * (i % 4), int(rand() * 3)
}' > layouts
layout=0
while read -r skip order <&3; do
  each_option timed
  layout=$((layout + 1))
done 3< layouts > rows
heading "Instrumented original against plain build"
echo "Time with MEMLB_MODE=off / time of the plain build over" \
     "$BENCH_LAYOUTS layouts, of each the fastest call."
echo
awk -f "$bench/stats.awk" -f "$bench/layout.awk" rows
