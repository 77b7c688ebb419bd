#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# compile.sh: what the plugin costs the compiler: time, memory, text, over
# reference BLAS and a part of LAPACK.
#
# LAPACK_SOURCE names the unpacked sources; otherwise those that
# testsuite/torture/lapack.sh has fetched are taken.  BENCH_EVERY: every so
# many files of LAPACK itself (default 10; 1 for all).

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_EVERY:=10}" "${BENCH_COMPILE_OPTIONS:=-O3 -march=native -g}"
: "${LAPACK_SOURCE:=$abs_top_builddir/testsuite/torture/lapack/source}"
test -d "$LAPACK_SOURCE/SRC" \
  || die "no LAPACK in $LAPACK_SOURCE; run testsuite/torture/lapack.sh first"
use_folder compile

"$MEMLB_CC" -O2 "$bench/measure.c" -o measure || exit 1
{
  ls "$LAPACK_SOURCE"/BLAS/SRC/*.f
  ls "$LAPACK_SOURCE"/SRC/*.f | awk -v every="$BENCH_EVERY" \
    'NR % every == 1 || every == 1'
} > files

# sizes BUILD OBJECT: its functions, and which have copies.
sizes ()
{
  nm -S --defined-only "$2" | awk -v build="$1" '
    $3 ~ /^[tT]$/ && $4 !~ /\./ { print "size|" build "|" $4 "|" $2 }
    $NF ~ /\.memlb_bound/ { sub(/\.memlb_bound.*/, "", $NF)
			    if (!copied[$NF]++) print "copied||" $NF "|" }'
}

mkdir plain with
while read -r file; do
  name=$(basename "$file" .f)
  for build in plain with; do
    compiler=$MEMLB_FC
    test "$build" = plain || compiler=memlb-gfortran
    pinned ./measure used-$build $compiler $BENCH_COMPILE_OPTIONS -frecursive \
      -c "$file" -o $build/object.o || die "$file: $compiler failed"
    echo "used|$build|$name|$(tail -n 1 used-$build)"
    sizes $build $build/object.o
  done
done < files > rows
heading "Cost to the compiler"
echo "gfortran $BENCH_COMPILE_OPTIONS over $(wc -l < files) files of" \
     "reference BLAS and LAPACK, with the plugin / without."
echo
awk -f "$bench/stats.awk" -f "$bench/compile.awk" rows
