#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# counts-programs.sh: the counts of all blocks of all functions of zlib's
# compressor and of the reference BLAS and LAPACK under their own test drivers,
# those that are small enough for callgrind, against callgrind's of each
# instruction; and their functions' instructions against its Ir of the plain build.
#
# The sources are Debian's packages zlib and lapack.  Environment:
#   TORTURE_GCC=GCC	the C compiler (default gcc)
#   COUNTS_PART=PART	instead of these, LAPACK's own drivers for the type PART
#			(double, single, complex, complex16): half an hour
#   COUNTS_DRIVERS	which drivers of the BLAS (default: those of double and
#			complex16; with sblat1 to 3 and cblat1 to 3, too, a
#			quarter of an hour)
#   COUNTS_INPUTS	which of their inputs (default: some of all kinds)
#   TORTURE_OPTS	sets of options, separated by semicolons
set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${TORTURE_GCC:=gcc}" "${TORTURE_OPTS:=-O2;-O3}"
: "${COUNTS_DRIVERS:=dblat1 dblat2 dblat3 zblat1 zblat2 zblat3}"
MEMLB_CC=$TORTURE_GCC
MEMLB_FC=$(printf '%s\n' "$TORTURE_GCC" | sed 's,gcc\([^/]*\)$,gfortran\1,')
export MEMLB_CC MEMLB_FC
failed=0

skip ()
{
  echo "SKIP: $*"
  exit 77
}

command -v valgrind > /dev/null || skip "no valgrind here"
grep -q -w avx2 /proc/cpuinfo || skip "no x86-64-v3 here"
command -v "$MEMLB_FC" > /dev/null || skip "no $MEMLB_FC"
. "$abs_top_srcdir/testsuite/fetch-source.sh"
base=$PWD/counts-programs
for package in zlib lapack; do
  mkdir -p "$base/$package" && cd "$base/$package" || exit 99
  fetch_source "$package"
done
cd "$base" || exit 99

# compare NAME INPUT ARGS...: count ./NAME, run it under callgrind.  Counted is in
# the air of $counted_in, if that is not empty: numbers that come out of libm, and
# paths that depend on them, are others under valgrind.
counted_in=
compare ()
{
  name=$1 input=$2
  shift 2
  rm -f count.xml cg.out
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml $counted_in "./$name" "$@" \
    < "$input" > count.out 2>&1
  status=$?
  MEMLB_MODE=off valgrind -q --tool=callgrind --dump-instr=yes \
    --compress-pos=no --compress-strings=no --callgrind-out-file=cg.out \
    "./$name" "$@" < "$input" > cg.log 2>&1
  test $? -eq "$status" || { echo "FAIL $name: exit status"; failed=1; }
  memlb check -q count.xml || failed=1
  python3 "$abs_top_srcdir/testsuite/e2e/compare-counts.py" count.xml cg.out \
    "$name" > compare.log 2>&1 || failed=1
  sed "s,^,$name $options: ," compare.log
}

# compare_ir NAME INPUT ARGS...: the instructions of the functions of ./NAME, which
# has been compared, and of ./plain, its plain build.
compare_ir ()
{
  name=$1 input=$2
  shift 2
  valgrind -q --tool=callgrind --skip-plt=no --dump-instr=yes \
    --compress-pos=no --compress-strings=no --callgrind-out-file=ir.out \
    ./plain "$@" < "$input" > cg.log 2>&1
  python3 "$abs_top_srcdir/testsuite/e2e/compare-ir.py" count.xml ir.out \
    plain > compare.log 2>&1 || failed=1
  sed "s,^,$name $options: ," compare.log
}

# library FOLDER COMPILER...: the BLAS in FOLDER/.
library ()
{
  folder=$1
  shift
  rm -rf "$folder" && mkdir "$folder" \
    && (cd "$folder" && "$@" -c "$blas"/SRC/[a-z]*.f "$blas"/SRC/*.f90 \
	&& ar rc library.a ./*.o) > build.log 2>&1 && return
  echo "FAIL the BLAS does not compile, $options"
  tail -n 3 build.log
  failed=1
  return 1
}

# small FILE: a driver's input with few sizes, since others are more of the same.
small ()
{
  sed 's/^\(0 1 2 3 5 9\|0 1 2 3 7 31\|0 1 2 3 5 9 35\) .*/0 1 9/
       s/^[67]  *\(NUMBER OF VALUES OF N\)/3 \1/' "$1"
}

# lapack PART: its libraries and drivers, and what these do with few sizes.
lapack ()
{
  : "${COUNTS_INPUTS:=test nep sep se2 svd ec gg sb bal gbal bb glm gqr}"
  tree=$base/lapack-$1
  letter=$(echo "$1" | sed 's/complex16/z/; s/\(.\).*/\1/')
  rm -rf "$tree" && cp -a "$base/lapack/source" "$tree" \
    && cp "$tree/make.inc.example" "$tree/make.inc" || exit 99
  for folder in . SRC TESTING/MATGEN TESTING/LIN TESTING/EIG; do
    case $folder in
      .) goals=blaslib ;;
      TESTING/LIN) goals=xlintst$letter ;;
      TESTING/EIG) goals=xeigtst$letter ;;
      *) goals=$1
	 case $1 in
	   complex) goals="single $1" ;;
	   complex16) goals="double $1" ;;
	 esac ;;
    esac
    make -j2 -C "$tree/$folder" FC=memlb-gfortran LDFLAGS=-no-pie \
      FFLAGS="$(echo $flags -frecursive)" $goals > build.log 2>&1 \
      || { echo "FAIL LAPACK does not compile, $options, $folder"
	   tail -n 3 build.log
	   failed=1
	   return; }
  done
  ulimit -s unlimited 2> /dev/null || :
  counted_in="valgrind -q --tool=none"
  for input in $COUNTS_INPUTS; do
    file=$tree/TESTING/$letter$input.in
    test -f "$file" || file=$tree/TESTING/$input.in
    test -f "$file" || continue
    program=xeigtst$letter
    test "$input" != test || program=xlintst$letter
    ln -sf "$tree"/TESTING/*/$program .
    sed 's/^7  *\(Number of values of [MN]\)/5 \1/
	 s/^0 1 2 3 5 10 50/0 1 2 5 10 /' "$file" > driver.in
    echo "== $input"
    compare $program driver.in
  done
  counted_in=
}

cat "$abs_top_srcdir"/plugin/*.cc | head -c 200000 > text
blas=$base/lapack/source/BLAS
saved=$IFS
IFS=';'
for options in $TORTURE_OPTS; do
  IFS=$saved
  plain="$options -march=x86-64-v3 -no-pie -w"
  flags="$plain -fplugin-arg-memlb-copies=bound,count,procedures"
  if test -n "${COUNTS_PART-}"; then
    lapack "$COUNTS_PART"
    continue
  fi
  set -- -Izlib/source zlib/source/[a-z]*.c zlib/source/test/minigzip.c
  memlb-gcc $flags "$@" -o minigzip > build.log 2>&1 \
    && compare minigzip text -9 \
    && "$MEMLB_CC" $plain "$@" -o plain && compare_ir minigzip text -9
  library library memlb-gfortran $flags || continue
  library library-plain "$MEMLB_FC" $plain || continue
  for driver in $COUNTS_DRIVERS; do
    input=$blas/TESTING/$driver.in
    test -f "$input" || input=/dev/null
    memlb-gfortran $flags -fallow-argument-mismatch "$blas/TESTING/$driver.f" \
      library/library.a -o $driver > build.log 2>&1 \
      || { echo "FAIL $driver does not compile"; failed=1; continue; }
    small "$input" > driver.in
    compare $driver driver.in
    "$MEMLB_FC" $plain -fallow-argument-mismatch "$blas/TESTING/$driver.f" \
      library-plain/library.a -o plain && compare_ir $driver driver.in
  done
done
exit "$failed"
