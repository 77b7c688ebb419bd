# SPDX-License-Identifier: GPL-3.0-or-later
# programs.sh: sourced by benches of whole programs, behind bench-lib.sh and in
# their folder: the examples, and programs of others, whose sources are fetched
# as Debian's.  $program_options are the compiler's.

. "$abs_top_srcdir/testsuite/fetch-source.sh"
: "${BENCH_PROGRAMS:=shallow cg matmul particles zlib bzip2 lz4 lzip qd}"
examples=$abs_top_srcdir/examples

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
  o=$program_options s=$1/source
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

# run NAME PROGRAM: what it is asked to do; of the examples $BENCH_STEPS times
# as many steps.
run ()
{
  case $1 in
    shallow) "$2" 512 512 $((40 * ${BENCH_STEPS:-1})) ;;
    cg) "$2" 64 64 64 $((25 * ${BENCH_STEPS:-1})) ;;
    matmul) "$2" 512 ;;
    particles) "$2" 512 4 $((6 * ${BENCH_STEPS:-1})) ;;
    zlib) "$2" -9 < data ;;
    bzip2 | lz4 | lzip) "$2" -9 -c data ;;
    qd) "$2" -all ;;
  esac
}

# data for those that compress: what there is of text here.
cat "$abs_top_srcdir"/*/*.c "$abs_top_srcdir"/*/*.cc "$abs_top_srcdir"/*/*/*.c \
    "$abs_top_srcdir"/doc/*.md > text
cat text text > data

# own_p NAME: it is one of the examples.
own_p ()
{
  case $1 in
    shallow | cg | matmul | particles) ;;
    *) return 1 ;;
  esac
}
