# SPDX-License-Identifier: GPL-3.0-or-later
# programs.sh: sourced by benches of whole programs, behind bench-lib.sh and in
# their folder: the examples, and programs of others, whose sources are fetched
# as Debian's.  $program_options are the compiler's.

. "$abs_top_srcdir/testsuite/fetch-source.sh"
: "${BENCH_PROGRAMS:=shallow cg matmul particles zlib bzip2 lz4 lzip clzip zstd
    zopfli qd voro++ libsvm fasttree nec2c spooles lapack csdp liblinear
    hypre}"
examples=$abs_top_srcdir/examples
length=${BENCH_LENGTH:-1}
steps=$((${BENCH_STEPS:-1} * length))

skip ()
{
  echo "bench: $*" >&2
  exit 77
}

# source_of NAME: the folder of its sources and inputs; NAME-threads has NAME's.
source_of ()
{
  echo "${1%-threads}"
}

# foreign NAME: its sources in its folder's source/.
foreign ()
{
  set -- "$(source_of "$1")"
  package=$1
  case $1 in
    zstd) package=libzstd ;;
    csdp) package=coinor-csdp ;;
  esac
  # Some use the BLAS.
  case $1 in
    csdp | liblinear) mkdir -p lapack && (cd lapack && fetch_source lapack) ;;
  esac
  mkdir -p "$1" && (cd "$1" && fetch_source "$package") && inputs "$1"
}

# inputs NAME: made-up data for it, in the folder NAME, for about $BENCH_LENGTH
# times as much to do.  (libsvm's time grows with the square of the rows.)
inputs ()
{
  case $1 in
    voro++) awk -v times="$length" 'BEGIN {
	srand(1)
	for (i = 1; i <= 20000 * times; i++)
	  print i, rand(), rand(), rand()
      }' > "$1/points" ;;
    libsvm)
      awk -v times="$length" 'BEGIN {
	srand(1)
	for (i = 0; i < int(4000 * sqrt(times)); i++) {
	  sum = 0
	  line = ""
	  for (k = 1; k <= 20; k++) {
	    x = 2 * rand() - 1
	    sum += k % 3 ? x : x * x
	    line = line sprintf(" %d:%.4f", k, x)
	  }
	  print (sum + rand() > 3 ? "+1" : "-1") line
	}
      }' > "$1/rows" ;;
    fasttree)
      awk -v times="$length" 'BEGIN {
	srand(1)
	for (k = 1; k <= 400; k++)
	  root = root substr("ACGT", 1 + int(4 * rand()), 1)
	seq[1] = root
	for (i = 1; i <= 200 * times; i++) {
	  s = i > 1 ? seq[1 + int(rand() * (i - 1))] : root
	  for (m = 0; m < 25; m++) {
	    k = 1 + int(400 * rand())
	    s = substr(s, 1, k - 1) substr("ACGT", 1 + int(4 * rand()), 1) \
		substr(s, k + 1)
	  }
	  seq[i] = s
	  print ">s" i "\n" s
	}
      }' > "$1/sequences" ;;
    # Lovasz's number of a graph: the sum of X is to be largest, its trace is 1, and
    # it is 0 for each edge.
    csdp)
      awk -v times="$length" 'BEGIN {
	srand(1)
	n = int(90 * times ^ 0.25)
	for (i = 1; i <= n; i++)
	  for (k = i; k <= n; k++) {
	    objective = objective "0 1 " i " " k " 1\n"
	    if (i == k)
	      trace = trace "1 1 " i " " i " 1\n"
	    else if (rand() < 0.2)
	      edges = edges (++m + 1) " 1 " i " " k " 1\n"
	  }
	print m + 1 "\n1\n" n
	printf "1"
	for (i = 0; i < m; i++)
	  printf " 0"
	printf "\n%s%s%s", objective, trace, edges
      }' > "$1/graph" ;;
    liblinear)
      awk -v times="$length" 'BEGIN {
	srand(1)
	for (i = 0; i < 40000 * times; i++) {
	  sum = 0
	  line = ""
	  for (k = 1; k <= 400; k += 1 + int(16 * rand())) {
	    x = 2 * rand() - 1
	    sum += k % 3 ? x : x * x
	    line = line sprintf(" %d:%.4f", k, x)
	  }
	  print (sum + rand() > 3 ? "+1" : "-1") line
	}
      }' > "$1/rows" ;;
    # A field of wires, the first of which is fed, at several frequencies.
    nec2c)
      awk -v times="$length" 'BEGIN {
	print "CM wires\nCE"
	for (i = 0; i < 12; i++)
	  for (k = 0; k < 12; k++) {
	    x = 0.6 * i
	    y = 0.6 * k
	    print "GW", ++tag, 5, x, y, 0, x, y, 0.55, 0.002
	  }
	print "GE 0\nEX 0 1 3 0 1. 0.\nFR 0", 4 * times, "0 0 280. 5."
	print "RP 0 19 37 1000 0. 0. 10. 10.\nEN"
      }' > "$1/wires" ;;
  esac
}

# objects COMMAND...: what COMMAND makes, in an empty folder `objects'.
objects ()
(
  rm -rf objects && mkdir objects && cd objects && "$@"
)

# linked LINKER FC OPTIONS OUTPUT: a program of these with what they need of the BLAS and
# of LAPACK, routine by routine.
linked ()
(
  from=$work/lapack/source linker=$1 output=$4
  shift
  cd objects || exit
  "$1" $2 -w -c "$from/SRC/la_constants.f90" "$from/SRC/la_xisnan.F90" || exit
  while
    missing=$(nm ./*.o | awk '$1 == "U" { used[$2] } $2 ~ /^[TW]$/ { made[$3] }
      END { for (s in used) if (!(s in made) && sub (/_$/, "", s)) print s }')
    files=
    for name in $missing; do
      for file in "$from/BLAS/SRC/$name.f" "$from/BLAS/SRC/$name.f90" \
	"$from/SRC/$name.f" "$from/SRC/$name.f90" "$from/INSTALL/$name.f"; do
	test ! -f "$file" || { files="$files $file"; break; }
      done
    done
    test -n "$files"
  do
    "$1" $2 -w -c $files || exit
  done
  "$linker" $2 ./*.o -o "$output" -lgfortran -lm
)

# hypre CC OPTIONS OUTPUT: its solvers for grids, and their driver.
hypre ()
{
  from=hypre/source/src
  test -f "$from/HYPRE_config.h" \
    || (cd "$from" && ./configure --without-MPI CC="$MEMLB_CC" \
	  CXX="$MEMLB_CXX" > configure.log 2>&1) || return
  include=
  for part in . blas lapack utilities krylov multivector struct_mv \
    struct_ls; do
    include="$include -I$from/$part"
  done
  "$1" $2 -w -DHAVE_CONFIG_H $include "$from"/blas/*.c "$from"/lapack/*.c \
    "$from"/multivector/multivector.c "$from"/multivector/temp_multivector.c \
    $(ls "$from"/utilities/*.c "$from"/krylov/*.c "$from"/struct_mv/*.c \
      "$from"/struct_ls/*.c | grep -v -e F90 -e /HYPREf -e unrolled) \
    "$from/test/struct.c" -o "$3" -lm
}

# build NAME CC CXX FC OUTPUT
build ()
{
  o=$program_options s=$(source_of "$1")/source
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
    zstd)
      $2 $o -w -DZSTD_DISABLE_ASM -I"$s/lib" -I"$s/lib/common" \
	"$s"/lib/common/*.c "$s"/lib/compress/*.c "$s"/lib/decompress/*.c \
	"$s"/lib/dictBuilder/*.c "$s"/programs/*.c -o "$5" ;;
    zstd-threads)
      $2 $o -w -DZSTD_DISABLE_ASM -DZSTD_MULTITHREAD -I"$s/lib" \
	-I"$s/lib/common" "$s"/lib/common/*.c "$s"/lib/compress/*.c \
	"$s"/lib/decompress/*.c "$s"/lib/dictBuilder/*.c "$s"/programs/*.c \
	-o "$5" -pthread ;;
    clzip) $2 $o -w -DPROGVERSION='"1"' "$s"/*.c -o "$5" ;;
    zopfli) $2 $o -w "$s"/src/zopfli/*.c -o "$5" -lm ;;
    voro++) $3 $o -w "$s/src/voro++.cc" "$s/src/cmd_line.cc" -o "$5" ;;
    libsvm) $3 $o -w "$s/svm.cpp" "$s/svm-train.c" -o "$5" ;;
    fasttree) $2 $o -w "$s/fasttree.c" -o "$5" -lm ;;
    fasttree-threads)
      $2 $o -w -DOPENMP -fopenmp "$s/fasttree.c" -o "$5" -lm ;;
    nec2c) $2 $o -w '-DPACKAGE_STRING="nec2c"' -I"$s" "$s"/*.c -o "$5" -lm ;;
    spooles)
      $2 $o -w $(ls "$s"/*/src/*.c | grep -v -e MPI -e MT/) \
	"$s/FrontMtx/drivers/testGrid.c" -o "$5" -lm ;;
    lapack)
      objects "$4" $o -w -c "$bench/decompositions.f90" \
	&& linked "$4" "$4" "$o" "$work/$(basename "$5")" ;;
    csdp)
      objects "$2" $o -w -DBIT64 -I"$work/$s/include" -c "$work/$s"/lib/*.c \
	"$work/$s/solver/csdp.c" \
	&& linked "$2" "$4" "$o" "$work/$(basename "$5")" ;;
    liblinear)
      objects "$3" $o -w -c "$work/$s/linear.cpp" "$work/$s/tron.cpp" \
	"$work/$s/train.c" \
	&& linked "$3" "$4" "$o" "$work/$(basename "$5")" ;;
    hypre) hypre "$2" "$o" "$5" ;;
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

# run NAME PROGRAM: what it is asked to do, $BENCH_LENGTH times as much, but for
# qd; of the examples $BENCH_STEPS times as many steps.
run ()
{
  case $1 in
    shallow) "$2" 512 512 $((40 * steps)) ;;
    cg) "$2" 64 64 64 $((25 * steps)) ;;
    matmul) "$2" $((512 * (length < 8 ? 1 : 2))) ;;
    particles) "$2" 512 4 $((6 * steps)) ;;
    zlib) "$2" -9 < data ;;
    bzip2 | lz4 | lzip | clzip) "$2" -9 -c data ;;
    zstd) "$2" -12 -q --single-thread -c data ;;
    zstd-threads) "$2" -12 -q -T2 -B512K -c data ;;
    zopfli) head -c $((300000 * length)) data > part && "$2" --i5 -c part ;;
    voro++)
      cp voro++/points points && "$2" -o 0 1 0 1 0 1 points \
	&& head -n 100 points.vol ;;
    libsvm) "$2" -q libsvm/rows model && cat model ;;
    fasttree | fasttree-threads) "$2" -nt -quiet < fasttree/sequences ;;
    # What these print says how long it took, too.
    nec2c)
      "$2" -i nec2c/wires -o nec2c/fields && grep -v -i msec nec2c/fields ;;
    # Factors and solves the equations of a grid; it ends with 1.
    spooles)
      grid=$((length < 4 ? 25 : 37))
      printed=$("$2" 1 stdout $grid $grid $grid 1000 64 10101 1 0 0 0 5 1e-50 1 4)
      test $? -eq 1 && echo "$printed" \
	| grep -e ' factor entries,' -e 'entries in D' -e maxabs ;;
    lapack) "$2" $((4 * length)) ;;
    csdp) "$2" csdp/graph solution | grep -e ^Success -e value ;;
    liblinear) "$2" -q -s 0 -c 100 -e 1e-9 -v 5 liblinear/rows ;;
    hypre)
      grid=$((100 * (length < 4 ? 1 : 2)))
      "$2" -n $grid $grid $grid -solver 1 \
	| grep -e ^Iterations -e "Residual Norm" ;;
    qd) "$2" -all | grep -v "elapsed time" ;;
  esac
}

# data for those that compress: what there is of text here.
cat "$abs_top_srcdir"/*/*.c "$abs_top_srcdir"/*/*.cc "$abs_top_srcdir"/*/*/*.c \
    "$abs_top_srcdir"/doc/*.md > text
for i in $(seq $((2 * length))); do
  cat text
done > data

# own_p NAME: it is one of the examples.
own_p ()
{
  case $1 in
    shallow | cg | matmul | particles) ;;
    *) return 1 ;;
  esac
}

# build_both NAME: plain-NAME and with-NAME, without memlb and with it.  False, and NAME in
# the file missing, if there are no sources.
build_both ()
{
  own_p "$1" || foreign "$1" || { echo "$1" >> missing; return 1; }
  build "$1" "$MEMLB_CC" "$MEMLB_CXX" "$MEMLB_FC" "plain-$1" \
    && build "$1" memlb-gcc memlb-g++ memlb-gfortran "with-$1" \
    || die "compiling $1 failed"
}
