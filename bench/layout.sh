#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# layout.sh: the instrumented original against the plain build, per kernel.
#
# Where code lies decides a good part of a small loop's time: one that
# crosses a 64-byte line takes up to twice as long.  So both builds are
# assembled and linked in the same BENCH_LAYOUTS random layouts: in every
# object, which begins a line, a leading hole of random size; the remainder of
# its functions modulo 64 goes round all multiples of 16; and three orders of the
# objects, so that twelve layouts are balanced.  Of each layout the fastest call
# counts (what another program disturbed is no property of the code), of all
# pairs of layouts the median of the ratio; the ratios of the medians and of the
# means are printed beside it.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_LAYOUTS:=12}" "${BENCH_RUNS:=4}"
use_folder layout

# ordered ORDER: the kernels' units in one of three orders.
ordered ()
{
  printf '%s\n' $kernel_units | sed 's/\..*//' \
    | case $1 in 0) cat ;; 1) tac ;; *) sort ;; esac
}

# link_layout DIR OUTPUT FC SKIP ORDER: assemble and link in one layout.
link_layout ()
{
  objects=
  for unit in $(ordered "$5"); do
    moved "$4" "$1/$unit.s" > moved.s \
      && "$MEMLB_CC" -c moved.s -o "$1/$unit.o" || return
    objects="$objects $1/$unit.o"
  done
  $3 $objects driver.o data.o table.o -o "$2" -lstdc++ -lm
}

# assembler DIR OPTIONS CC CXX FC: the kernels' assembler text.
assembler ()
{
  mkdir -p "$1" && compile -S "$@"
}

# compiled OPTIONS FOLDER: both builds.
compiled ()
{
  assembler "plain-$2" "$1" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" \
    && assembler "with-$2" "$1" memlb-gcc memlb-g++ memlb-gfortran \
    || die "compiling with $1 failed"
}

# linked OPTIONS FOLDER: all layouts of both builds.
linked ()
{
  layout=0
  while read -r skip order <&3; do
    link_layout "plain-$2" "plain-$2/$layout" "$MEMLB_FC" "$skip" "$order" \
      && link_layout "with-$2" "with-$2/$layout" memlb-gfortran "$skip" \
	   "$order" || die "linking failed"
    layout=$((layout + 1))
  done 3< layouts
}

# timed OPTIONS FOLDER: all kernels in all layouts once.
timed ()
{
  layout=0
  while test "$layout" -lt "$BENCH_LAYOUTS"; do
    for kernel in $(kernel_names "./plain-$2/$layout"); do
      for build in plain with; do
	line=$(MEMLB_MODE=off pinned "./$build-$2/$layout" "$kernel" 60) \
	  || exit 1
	echo "$1|$kernel|$layout|$build|$line"
      done
    done
    layout=$((layout + 1))
  done
}

driver_objects . || exit 1
each_option compiled
layouts "$BENCH_LAYOUTS" > layouts
each_option linked
run=0
while test "$run" -lt "$BENCH_RUNS"; do
  each_option timed
  run=$((run + 1))
done > rows
heading "Instrumented original against plain build"
echo "Time with MEMLB_MODE=off / time of the plain build over" \
     "$BENCH_LAYOUTS layouts, of each the fastest call."
echo
awk -f "$bench/stats.awk" -f "$bench/layout.awk" rows
