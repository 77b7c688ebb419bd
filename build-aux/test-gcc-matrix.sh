#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test-gcc-matrix.sh: build and test memlb with every GCC that Debian has.
#
# usage, as root: build-aux/test-gcc-matrix.sh [OPTION]...
#
# Each release of Debian gets a folder with a system of its own (debootstrap),
# in which this source tree is built, and tested with each compiler.  What was
# done is not done again: a run that was stopped goes on where it was, and a
# test is repeated only when the tree has changed.
#
#   --dir=DIR        where the systems are (default: /var/tmp/memlb-gccs);
#                    about 3 GB for each release
#   --gccs=LIST      VERSION:RELEASE pairs
#                    (default: 11:bookworm 12:bookworm 13:trixie 14:trixie
#                    15:sid 16:sid)
#   --tests=LIST     folders of testsuite/
#                    (default: plugin plugin-names abi identity e2e torture)
#   --flags=SETS     sets of flags for e2e and torture, by semicolons
#                    (default: -O2;-O3 -march=native, each without and with
#                    -flto)
#   --mirror=URI     of Debian (default: the one in apt's own configuration)
#   --ccache=DIR     a compiler cache (default: one in DIR of --dir)
#   --build-only     no tests
#   --table          print the table of what was done, do nothing
#   --help           this text
#
# Logs are in DIR/RELEASE.*.log and DIR/results/.  The last lines are a table
# of compilers and tests and `N passed, N failed, N skipped'; the exit status
# is 0 only if nothing failed.  That an example of e2e, in C, C++ or Fortran, was
# not tried with one of the sets of flags is a failure.  The systems may be
# deleted at any time.

set -u
top=$(cd "$(dirname "$0")/.." && pwd) || exit 1
dir=/var/tmp/memlb-gccs
gccs='11:bookworm 12:bookworm 13:trixie 14:trixie 15:sid 16:sid'
tests='plugin plugin-names abi identity e2e torture'
flags='-O2;-O3 -march=native;-O2 -flto;-O3 -march=native -flto'
mirror=
cache=
action=all

say ()
{
  printf 'test-gcc-matrix: %s\n' "$*"
}

die ()
{
  printf 'test-gcc-matrix: %s\n' "$*" >&2
  exit 1
}

for option do
  value=${option#*=}
  case $option in
    --dir=*) dir=$value ;;
    --gccs=*) gccs=$value ;;
    --tests=*) tests=$value ;;
    --flags=*) flags=$value ;;
    --mirror=*) mirror=$value ;;
    --ccache=*) cache=$value ;;
    --build-only) tests= ;;
    --table) action=table ;;
    -h | --help) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) die "unknown option $option; see --help" ;;
  esac
done

# step LOG WHAT COMMAND...: run COMMAND, its output to LOG.
step ()
{
  log=$1 what=$2
  shift 2
  say "$what"
  "$@" > "$log" 2>&1 && return 0
  tail -n 20 "$log" >&2
  die "failed: $what; all of it is in $log"
}

# versions RELEASE: the versions of GCC that are tested in it.
versions ()
{
  for pair in $gccs; do
    test "${pair#*:}" != "$1" || echo "${pair%:*}"
  done
}

# Debian's mirror as apt knows it, without a password that it may hold.
apts_mirror ()
{
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
    'Origin: Debian' 'Label: Debian' 2>/dev/null | head -n 1
}

# inside RELEASE COMMAND...: run COMMAND in that system.  What is mounted
# there is seen by it alone, and gone when it ends.
inside ()
{
  root=$dir/$1
  shift
  mkdir -p "$root/var/cache/memlb-ccache"
  unshare --mount --fork sh -c '
    root=$1 cache=$2
    shift 2
    mount -t proc proc "$root/proc" || exit 99
    mount -t sysfs -o ro sysfs "$root/sys" || exit 99
    mkdir -p "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm" || exit 99
    mount --bind "$cache" "$root/var/cache/memlb-ccache" || exit 99
    exec chroot "$root" env PATH=/usr/lib/ccache:/usr/sbin:/usr/bin:/sbin:/bin \
      HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive CCACHE_NOHASHDIR=1 \
      CCACHE_DIR=/var/cache/memlb-ccache "$@"' sh "$root" "$cache" "$@"
}

# The packages for RELEASE: those of the project but for the compilers, which
# are the ones tested, the viewer's tools, and what tests packages and other
# processors.
packages ()
{
  sed -e '/^#/d' -e '/-[0-9]/d' -e '/^nodejs$/d' -e '/^npm$/d' \
    -e '/^chromium$/d' -e '/^lintian$/d' -e '/^lmod$/d' -e '/-arm64-/d' \
    -e '/^qemu-user$/d' "$top/build-aux/packages" "$top/build-aux/packages-check" \
    | sort -u
  for v in $(versions "$1"); do
    printf '%s\n' "gcc-$v" "g++-$v" "gfortran-$v" "gcc-$v-plugin-dev"
  done
  # GCC's own tests, of one version for all of them.
  echo "gcc-$(versions "$1" | head -n 1)-source"
}

# make_system RELEASE: debootstrap, and the packages.
make_system ()
{
  if test ! -f "$dir/$1.bootstrapped"; then
    command -v debootstrap > /dev/null || die "install debootstrap"
    : "${mirror:=$(apts_mirror)}"
    test -n "$mirror" \
      || die "apt knows no mirror of Debian (apt-get update?); use --mirror="
    rm -rf "${dir:?}/$1"
    step "$dir/$1.debootstrap.log" "$1: debootstrap" \
      debootstrap --variant=minbase "$1" "$dir/$1" "$mirror"
    touch "$dir/$1.bootstrapped"
  fi
  wanted=$(packages "$1")
  test "$(cat "$dir/$1.packages" 2>/dev/null)" != "$wanted" || return 0
  # A mirror may lag behind, and the lists of sid are valid for a week only.
  step "$dir/$1.apt.log" "$1: packages" inside "$1" sh -c '
    apt-get -q -o Acquire::Check-Valid-Until=false update \
      && apt-get -q install -y --no-install-recommends "$@" \
      && apt-get clean' sh $wanted
  printf '%s\n' "$wanted" > "$dir/$1.packages"
}

# The files of this tree that git knows, or all but what a build leaves.
list_files ()
{
  cd "$top" || exit 1
  if git rev-parse --git-dir > /dev/null 2>&1; then
    git ls-files | while read -r file; do
      test ! -e "$file" || printf '%s\n' "$file"
    done
  else
    find . -name build -prune -o -type f -print
  fi
}

# build RELEASE: this tree in the system's /memlb, its build in /memlb-build.
# Files are copied with their times, so that make knows what is new.
build ()
{
  list_files | LC_ALL=C sort > "$dir/list.new"
  if ! cmp -s "$dir/list.new" "$dir/$1.list"; then
    rm -rf "$dir/$1/memlb"
  fi
  mkdir -p "$dir/$1/memlb" "$dir/$1/memlb-build"
  tar cf - -C "$top" -T "$dir/list.new" | tar xf - -C "$dir/$1/memlb" \
    || die "cannot copy $top to $dir/$1/memlb"
  mv "$dir/list.new" "$dir/$1.list"
  names=$(for v in $(versions "$1"); do printf 'gcc-%s ' "$v"; done)
  step "$dir/$1.build.log" "$1: build for $names" inside "$1" sh -c '
    cd /memlb && { test -x configure || autoreconf -fi; } \
      && cd /memlb-build \
      && { test "$(cat gccs 2>/dev/null)" = "$1" \
	     || ../memlb/configure --with-gcc="$1"; } \
      && echo "$1" > gccs && make -j"$(nproc)" && make stage' sh "$names"
}

# The tree as it is, in a number.
tree_key ()
{
  (list_files | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum
   echo "$flags") | cksum | cut -d' ' -f1
}

# not_tried RELEASE VERSION: the examples of e2e and the sets of flags with which
# their logs do not say that they were compiled and run.
not_tried ()
{
  for example in cg matmul particles shallow shallow-tuned trsm; do
    printf '%s\n' "$flags" | tr ';' '\n' | while IFS= read -r set; do
      grep -q -x -F -e "== gcc-$2 $set" \
	"$dir/$1/memlb-build/testsuite/e2e/$example.sh.log" 2>/dev/null \
	|| echo "not tried: $example, gcc-$2 $set"
    done
  done
}

# run_test RELEASE VERSION TEST: `make check' in testsuite/TEST.
run_test ()
{
  result=$dir/results/$2-$3
  test "$(sed -n 's/^key //p' "$result" 2>/dev/null)" != "$key" || return 0
  say "gcc-$2: testsuite/$3"
  # What calls itself gcc, there, is this one; no cache stands before it.
  inside "$1" sh -c '
    gcc=gcc-$1 names=/usr/local/lib/memlb-gcc-$1
    mkdir -p "$names" && cd "$names" || exit 99
    for driver in gcc g++ gfortran; do
      ln -sf "/usr/bin/$driver-$1" "$driver"
    done
    ln -sf "/usr/bin/gcc-$1" cc
    ln -sf "/usr/bin/g++-$1" c++
    PATH=$names:/usr/sbin:/usr/bin:/sbin:/bin PLUGIN_GCCS=$gcc IDENTITY_GCCS=$gcc E2E_GCCS=$gcc E2E_FLAGS=$3 \
      TORTURE_GCC=$gcc TORTURE_GCCS=$gcc TORTURE_OPTS=$3 \
      make -k -C "/memlb-build/testsuite/$2" check' sh "$2" "$3" "$flags" \
    > "$result.log" 2>&1
  status=$?
  full=$(inside "$1" "gcc-$2" -dumpfullversion)
  passed=$(counted PASS "$result.log")
  failed=$(counted FAIL "$result.log")
  errors=$(counted ERROR "$result.log")
  skipped=$(counted SKIP "$result.log")
  failed=$((failed + errors))
  if test "$3" = e2e; then
    not_tried "$1" "$2" > "$result.not-tried"
    failed=$((failed + $(wc -l < "$result.not-tried")))
    cat "$result.not-tried" >> "$result.log"
    rm "$result.not-tried"
  fi
  test "$failed" -gt 0 || test "$status" -eq 0 || failed=1
  printf '%s\n' "$full $passed $failed $skipped" "key $key" > "$result"
}

# counted WHAT LOG: the number that automake's summary gives, or 0.
counted ()
{
  n=$(sed -n "s/^# $1: *\([0-9]*\)\$/\1/p" "$2" | tail -n 1)
  echo "${n:-0}"
}

# The table, and the sums; 1 if something failed.
print_table ()
{
  printf '%-14s' GCC
  for test in $tests; do
    printf ' %16s' "$test"
  done
  echo
  for pair in $gccs; do
    full="${pair%:*} ${pair#*:}"
    line=
    for test in $tests; do
      result=$dir/results/${pair%:*}-$test
      cell='not run'
      if test -f "$result"; then
	read -r full passed failed skipped < "$result"
	full="$full ${pair#*:}"
	cell="$passed ok"
	test "$skipped" -eq 0 || cell="$cell, $skipped skip"
	test "$failed" -eq 0 || cell="$failed FAIL, $passed ok"
      fi
      line="$line $(printf '%16s' "$cell")"
    done
    printf '%-14s%s\n' "$full" "$line"
  done
  for pair in $gccs; do
    for test in $tests; do
      sed 1q "$dir/results/${pair%:*}-$test" 2>/dev/null
    done
  done | awk '
    { passed += $2; failed += $3; skipped += $4 }
    END {
      printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
      exit failed > 0
    }'
}

mkdir -p "$dir/results" || die "cannot make $dir"
dir=$(cd "$dir" && pwd)
if test "$action" = all; then
  test "$(id -u)" = 0 || die "debootstrap and chroot want root"
  : "${cache:=$dir/ccache}"
  mkdir -p "$cache" || die "cannot make $cache"
  key=$(tree_key)
  for release in $(printf '%s\n' $gccs | sed 's/.*://' | sort -u); do
    make_system "$release"
    build "$release"
    for version in $(versions "$release"); do
      for test in $tests; do
	run_test "$release" "$version" "$test"
      done
    done
  done
fi
print_table
