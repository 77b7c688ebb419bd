#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# coverage.sh: the share of LAPACK's test drivers' time that is spent in
# loops with a bound copy, by samples of the program counter (perf).
#
# LAPACK_TREE names a tree of LAPACK whose drivers were built with memlb and
# -g: testsuite/torture/lapack.sh with TORTURE_OPTS='-O3 -march=native -g'
# leaves one.  COVERAGE_PARTS: single, double, complex, complex16.

. "$(dirname "$0")/bench-lib.sh"
: "${COVERAGE_PARTS:=double}" "${COVERAGE_FREQUENCY:=2000}"
plugin=$("$abs_top_srcdir/build-aux/plugin-dir.sh" "$MEMLB_CC") || exit 99
: "${LAPACK_TREE:=$abs_top_builddir/testsuite/torture/lapack/with-$plugin-O3_-march=native_-g}"
test -d "$LAPACK_TREE/TESTING" \
  || die "no tree of LAPACK in $LAPACK_TREE; see the head of coverage.sh"
tree=$(cd "$LAPACK_TREE" && pwd)
command -v perf > /dev/null || die "no perf; install linux-perf (Debian's name)"
use_folder coverage

# runs PART: the programs and their inputs.
runs ()
{
  make -nB -C "$tree/TESTING" "$1" 2>/dev/null \
    | sed -n 's,^\./\([A-Z]*/x[a-z]*\) < *\([^ ]*\) > .*,\1 \2,p'
}

ulimit -s unlimited 2>/dev/null || :
for part in $COVERAGE_PARTS; do
  runs "$part"
done | while read -r program input; do
  samples=$work/$(basename "$program").$input
  cd "$tree/TESTING" || exit 1
  test -x "$program" || die "$program was not built"
  MEMLB_MODE=off perf record -q -e cpu-clock -F "$COVERAGE_FREQUENCY" \
    -o "$work/data" -- "./$program" < "$input" > "$work/output" 2>&1 \
    || die "perf record $program < $input failed: $(tail -n 1 "$work/output")"
  perf script -i "$work/data" --show-mmap-events -F ip > "$samples" \
    2> "$work/errors" || die "perf script: $(tail -n 1 "$work/errors")"
  rm -f "$work/data"
  echo "$tree/TESTING/$program=$samples"
done > runs
test -s runs || die "nothing was run"
heading "Time in loops with a bound copy"
echo "LAPACK's test drivers ($COVERAGE_PARTS) in $(basename "$tree")," \
     "$(wc -l < runs) runs, MEMLB_MODE=off, sampled by perf's cpu-clock."
echo
python3 "$bench/coverage.py" "$abs_top_srcdir/include/memlb/abi.def" \
  "$abs_top_srcdir/include/memlb/reasons.def" $(cat runs)
