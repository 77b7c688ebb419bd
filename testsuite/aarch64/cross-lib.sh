# SPDX-License-Identifier: GPL-3.0-or-later
# cross-lib.sh: sourced by the tests of this folder, with srcdir, abs_top_srcdir
# and abs_top_builddir in the environment.  They need a compiler for aarch64
# with its plugin headers, and qemu's user mode; where one is missing they are
# skipped.
#
# CROSS_GCC names the compiler, CROSS_QEMU what runs its programs.  Sets cross,
# the build that build.sh made, plugin and runtime; changes to an empty folder
# of the test's own.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${CROSS_GCC:=aarch64-linux-gnu-gcc-12}"
: "${CROSS_QEMU:=qemu-aarch64 -L /usr/aarch64-linux-gnu}"
srcdir=$(cd "$srcdir" && pwd)
base=$abs_top_builddir/testsuite/aarch64
cross=$base/cross
failed=0

command -v "$CROSS_GCC" > /dev/null \
  || { echo "SKIP: no $CROSS_GCC"; exit 77; }
test -f "$("$CROSS_GCC" -print-file-name=plugin)/include/gcc-plugin.h" \
  || { echo "SKIP: no plugin headers of $CROSS_GCC"; exit 77; }
command -v "${CROSS_QEMU%% *}" > /dev/null \
  || { echo "SKIP: no ${CROSS_QEMU%% *}"; exit 77; }

# compiler SOURCE: the name of the compiler for it.
compiler ()
{
  case $1 in
    *.f90 | *.gfortran) driver=gfortran ;;
    *.cc | *.g++) driver=g++ ;;
    *) driver=gcc ;;
  esac
  printf '%s\n' "$CROSS_GCC" | sed "s,gcc\([^/]*\)\$,$driver\1,"
}

# plain OUT SOURCE FLAGS...: compile SOURCE without memlb.
plain ()
{
  out=$1 source=$2
  shift 2
  "$(compiler "$source")" "$@" "$source" -o "$out" -lm
}

# instrumented OUT SOURCE FLAGS...: compile SOURCE with memlb.
instrumented ()
{
  out=$1 source=$2
  shift 2
  "$(compiler "$source")" -fplugin="$plugin" -fchecking=2 "$@" "$source" \
    -o "$out" "$runtime" -lm
}

# run PROGRAM ARGS...: under qemu.
run ()
{
  timeout 300 $CROSS_QEMU "$@"
}

# total METRIC PROFILE: the sum of METRIC over all loops.
total ()
{
  awk -v name="$1" '
    $0 ~ "<m n=\"" name "\"" {
      match ($0, /v="[^"]*"/); sum += substr ($0, RSTART + 3, RLENGTH - 4)
    }
    END { print sum + 0 }' "$2"
}

# fail TEXT...: say what is wrong, go on.
fail ()
{
  echo "FAIL: $*"
  failed=1
}

# use_drivers: let the tests of other folders run with the cross compiler, which
# makes programs that run here.
use_drivers ()
{
  TEST_STAGE=$cross/stage TEST_COMPILERS=$cross/compilers
  export TEST_STAGE TEST_COMPILERS
}

# driver FOLDER TEST VARIABLE=VALUE...: run the test TEST of FOLDER that way, for
# CROSS_SECONDS at most; what it prints goes to TEST.log.
driver ()
{
  suite=$1 test=$2
  shift 2
  begin=$(date +%s)
  env "$@" srcdir="$abs_top_srcdir/testsuite/$suite" \
    timeout "${CROSS_SECONDS:-3600}" \
      sh "$abs_top_srcdir/testsuite/$suite/$test.sh" > "$test.log" 2>&1 < /dev/null
  status=$?
  took=$(($(date +%s) - begin))
  case $status in
    0) echo "$test: passed, $took s" ;;
    77) echo "$test: skipped, $took s: $(grep SKIP "$test.log" | tail -n 1)" ;;
    *) fail "$test: exit status $status, $took s"; tail -n 40 "$test.log" ;;
  esac
}

# use_build: find what build.sh made.
use_build ()
{
  test -f "$cross/done" || { echo "run build.sh first"; exit 99; }
  runtime=$cross/runtime/libmemlb.a
  folder=$(sh "$abs_top_srcdir/build-aux/plugin-dir.sh" "$CROSS_GCC") || exit 99
  plugin=$cross/plugin/$folder/memlb.so
  dir=$base/$(basename "$0" .sh).dir
  rm -rf "$dir"
  mkdir "$dir" && cd "$dir" || exit 99
}
