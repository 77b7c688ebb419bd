#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# overhead.sh: CPU time of whole programs with memlb, by mode and budget, over
# that of the plain build; and how wide the 95 % interval of the bound of the
# largest nest is.  The examples and programs of others, whose sources are
# fetched as Debian's; runs of all take turns.
#
# Environment, beside bench-lib.sh's: BENCH_OVERHEAD_OPTIONS, for the compiler;
# BENCH_PROGRAMS, those to measure.

. "$(dirname "$0")/bench-lib.sh"
. "$abs_top_srcdir/testsuite/fetch-source.sh"
: "${BENCH_RUNS:=5}" "${BENCH_OVERHEAD_OPTIONS:=-O3 -march=native}"
: "${BENCH_PROGRAMS:=shallow cg matmul particles zlib bzip2 lz4 lzip qd}"
use_folder overhead
examples=$abs_top_srcdir/examples
"$MEMLB_CC" -O2 "$bench/measure.c" -o measure || exit 1

skip ()
{
  echo "bench: $*" >&2
  exit 77
}

# foreign PACKAGE: its sources in PACKAGE/source.
foreign ()
{
  mkdir -p "$1" && (cd "$1" && fetch_source "$1")
}

# build NAME CC CXX FC OUTPUT
build ()
{
  o=$BENCH_OVERHEAD_OPTIONS s=$1/source
  case $1 in
    shallow) $4 $o "$examples/shallow.f90" -J"$work" -o "$5" ;;
    cg) $2 $o "$examples/cg.c" -o "$5" -lm ;;
    matmul) $2 $o "$examples/matmul.c" -o "$5" ;;
    particles) $3 $o "$examples/particles.cc" -o "$5" ;;
    zlib) $2 $o -w -I"$s" "$s"/[a-z]*.c "$s/test/minigzip.c" -o "$5" ;;
    bzip2)
      $2 $o -w -D_FILE_OFFSET_BITS=64 "$s/blocksort.c" "$s/huffman.c" \
	"$s/crctable.c" "$s/randtable.c" "$s/compress.c" "$s/decompress.c" \
	"$s/bzlib.c" "$s/bzip2.c" -o "$5" ;;
    lz4)
      $2 $o -w -DXXH_NAMESPACE=LZ4_ -I"$s/lib" "$s"/lib/*.c \
	"$s"/programs/*.c -o "$5" ;;
    lzip) $3 $o -w -DPROGVERSION='"1"' "$s"/*.cc -o "$5" ;;
    qd)
      test -f "$s/include/qd/qd_config.h" \
	|| (cd "$s" && ./configure CXX="$MEMLB_CXX" > configure.log 2>&1) \
	|| return
      $3 $o -w -ffp-contract=off -I"$s/include" -I"$s" "$s"/src/[!f]*.cpp \
	"$s/src/fpu.cpp" "$s/tests/pslq_test.cpp" "$s/tests/tictoc.cpp" \
	-o "$5" -lm ;;
  esac
}

# run NAME PROGRAM: what it is asked to do.
run ()
{
  case $1 in
    shallow) "$2" 512 512 40 ;;
    cg) "$2" 64 64 64 25 ;;
    matmul) "$2" 512 ;;
    particles) "$2" 512 4 6 ;;
    zlib) "$2" -9 < data ;;
    bzip2 | lz4 | lzip) "$2" -9 -c data ;;
    qd) "$2" -all ;;
  esac
}

# data for those that compress: what there is of text here.
cat "$abs_top_srcdir"/*/*.c "$abs_top_srcdir"/*/*.cc "$abs_top_srcdir"/*/*/*.c \
    "$abs_top_srcdir"/doc/*.md > text
cat text text > data

# one NAME: every build and mode, in turns.
one ()
{
  run=0
  while test "$run" -lt "$BENCH_RUNS"; do
    while read -r label program settings <&3; do
      rm -f run.xml used
      (
	for setting in $settings; do
	  export "$setting"
	done
	MEMLB_OUTPUT=$work/run.xml OMP_NUM_THREADS=1
	export MEMLB_OUTPUT OMP_NUM_THREADS
	run "$1" "$work/$program-$1.timed"
      ) > "out-$label" 2> err || die "$1 failed: $(tail -n 1 err)"
      echo "$1|$label|$(tail -n 1 used)"
      cmp -s out-plain "out-$label" || echo "$1|differs|$label"
      test ! -f run.xml || memlb report --format=csv --sort=time --top=1 \
	run.xml | awk -F, -v name="$1" -v label="$label" '
	  NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	  $column["bound_high_s"] != "" && $column["bound_s"] > 0 {
	    printf "%s|width %s|%.2f\n", name, label, 50 \
	      * ($column["bound_high_s"] - $column["bound_low_s"]) \
	      / $column["bound_s"] }'
    done 3< modes
    run=$((run + 1))
  done
}

cat > modes <<END
plain plain
off with MEMLB_MODE=off
time with MEMLB_MODE=time
2 with MEMLB_BUDGET=2
10 with MEMLB_BUDGET=10
unlimited with MEMLB_BUDGET=unlimited
count with MEMLB_MODE=count
END

for name in $BENCH_PROGRAMS; do
  case $name in
    shallow | cg | matmul | particles) ;;
    *) foreign "$name" || { echo "$name" >> missing; continue; } ;;
  esac
  build "$name" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" "plain-$name" \
    && build "$name" memlb-gcc memlb-g++ memlb-gfortran "with-$name" \
    || die "compiling $name failed"
  for program in plain with; do
    printf '#!/bin/sh\nexec %s %s %s "$@"\n' "$work/measure" "$work/used" \
      "$work/$program-$name" > "$program-$name.timed"
    chmod +x "$program-$name.timed"
  done
  one "$name"
done > rows

heading "Overhead"
echo "CPU time of whole programs over that of the plain build," \
     "$BENCH_OVERHEAD_OPTIONS, medians of $BENCH_RUNS runs in turns. Width:" \
     "half of the 95 % interval of the largest nest's bound, in per cent of" \
     "it, as a median; empty where there is no interval."
echo
awk -f "$bench/stats.awk" -f "$bench/overhead.awk" rows
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
