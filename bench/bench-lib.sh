#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench-lib.sh: sourced by the benches.  They run against the staged
# installation, in folders of their own in the build tree.
#
# Environment: BENCH_RUNS, how often each is measured; BENCH_OPTIONS, sets of
# compiler options separated by semicolons; BENCH_KERNELS, the kernels;
# BENCH_CPU, the processor to run on, else benches that look for a calm core take the
# one that is; BENCH_HOLD, processors to keep still meanwhile, in short spells, or
# `none' (see alone.c); BENCH_TRIES, how often a run is repeated on a core that is not
# calm; BENCH_GCC, the C compiler.

set -u
: "${abs_top_srcdir:?}" "${abs_top_builddir:?}"
. "$abs_top_srcdir/testsuite/test-env.sh"
bench=$abs_top_srcdir/bench
: "${BENCH_OPTIONS:=-O2;-O3 -march=native}" "${BENCH_GCC:=gcc}"
: "${BENCH_CPU:=}" "${BENCH_HOLD:=}" "${BENCH_KERNELS:=}"
cpu=$BENCH_CPU
MEMLB_CC=$BENCH_GCC
MEMLB_CXX=$(printf '%s\n' "$BENCH_GCC" | sed 's,gcc\([^/]*\)$,g++\1,')
MEMLB_FC=$(printf '%s\n' "$BENCH_GCC" | sed 's,gcc\([^/]*\)$,gfortran\1,')
export MEMLB_CC MEMLB_CXX MEMLB_FC

die ()
{
  echo "bench: $*" >&2
  exit 1
}

command -v memlb-gcc > /dev/null || die "no staged installation: make stage"

# use_folder NAME: work in the folder NAME of the build tree, emptied.
use_folder ()
{
  rm -rf "$1" && mkdir -p "$1" && cd "$1" || exit 99
  work=$PWD
  test -z "$BENCH_HOLD" \
    || "$MEMLB_CC" -O2 "$bench/alone.c" -o alone -pthread || exit 1
}

# pinned COMMAND...: run it on the processor CPU, where that can be asked for.
pinned ()
{
  if test -n "$BENCH_HOLD"; then
    "$work/alone" "${cpu:-0}" "$BENCH_HOLD" "$@"
  elif test -n "$cpu" && command -v taskset > /dev/null; then
    taskset -c "$cpu" "$@"
  else
    "$@"
  fi
}

# each_option FUNCTION ARGS...: call FUNCTION OPTIONS FOLDER ARGS for every
# set of options.
each_option ()
{
  saved=$IFS
  IFS=';'
  for options in $BENCH_OPTIONS; do
    IFS=$saved
    "$@" "$options" "$(echo "$options" | tr -d ' -')"
  done
  IFS=$saved
}

# The kernels' sources, and those of the program around them.
kernel_units='vector.c dense.c stencil.c sparse.c bytes.c order.c objects.cc
	      grid.f90 algebra.f90 livermore.f90'
driver_units='driver.c data.c table.c'

# compile STAGE FOLDER OPTIONS CC CXX FC: every kernel source to -S or -c.
compile ()
{
  for unit in $kernel_units; do
    case $unit in
      *.c) compiler=$4 ;;
      *.cc) compiler=$5 ;;
      *) compiler=$6 ;;
    esac
    case $1 in
      -S) suffix=s ;;
      *) suffix=o ;;
    esac
    $compiler $3 "$1" "$bench/kernels/$unit" \
      -o "$2/${unit%.*}.$suffix" || return
  done
}

# driver_objects FOLDER
driver_objects ()
{
  for unit in $driver_units; do
    "$MEMLB_CC" -O1 -c "$bench/kernels/$unit" -o "$1/${unit%.*}.o" || return
  done
}

# objects FOLDER OPTIONS CC CXX FC: compile the kernels and their driver.
objects ()
{
  mkdir -p "$1" && driver_objects "$1" && compile -c "$@"
}

# moved SKIP FILE: the assembler text of FILE, whose code begins SKIP bytes behind
# the beginning of a line, and so do all functions, but for lines: in FILE there
# can be code that begins lines, behind which functions would lie always alike.
moved ()
{
  awk -v skip="$1" '
    BEGIN { printf "\t.text\n\t.p2align 6\n\t.skip %d, 0x90\n", skip }
    held != "" {
      if (/^\t\.(globl|weak|type.*@function)/)
	held = "\t.p2align 6" \
	       (skip % 64 ? "\n\t.skip " skip % 64 ", 0x90" : "")
      print held
      held = ""
    }
    /^\t\.p2align 4$/ { held = $0; next }
    { print }' "$2"
}

# layouts N: for N layouts of code a random SKIP, whose remainder modulo 64
# goes round the multiples of 16, and a number below 3: twelve layouts have
# every remainder with every number once.
layouts ()
{
  awk -v n="$1" -v seed="${BENCH_SEED:-1}" 'BEGIN {
    srand(seed)
    for (i = 0; i < n; i++)
      print 64 * int(1 + rand() * 60) + 16 * (i % 4), int(i / 4) % 3
  }'
}

# link FOLDER OUTPUT FC [OBJECT...]: link the kernels, after OBJECTs.
link ()
{
  dir=$1 output=$2 fc=$3
  shift 3
  for unit in $driver_units $kernel_units; do
    set -- "$@" "$dir/${unit%.*}.o"
  done
  $fc "$@" -o "$output" -lstdc++ -lm
}

# kernel_programs OPTIONS FOLDER: FOLDER/kernels with memlb.
kernel_programs ()
{
  objects "$2" "$1" memlb-gcc memlb-g++ memlb-gfortran \
    && link "$2" "$2/kernels" memlb-gfortran || die "compiling with $1 failed"
}

# kernel_names PROGRAM: the kernels to measure.
kernel_names ()
{
  if test -n "$BENCH_KERNELS"; then
    echo "$BENCH_KERNELS" | tr ', ' '\n\n'
  else
    MEMLB_MODE=off "$1" -l
  fi
}

# processors: those that runs may have.
processors ()
{
  if test -n "$BENCH_CPU$BENCH_HOLD" || ! command -v taskset > /dev/null; then
    echo "${BENCH_CPU:-0}"
  else
    sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status \
      | tr , '\n' | awk -F- '{ for (i = $1; i <= $NF; i++) print i }'
  fi
}

# choose_calm PROGRAM: let CPU be the calmest processor, and BEST what its loop takes
# when nothing else runs.
choose_calm ()
{
  least=
  for cpu in $(processors); do
    set -- "$1" $(MEMLB_MODE=off pinned "$1" -b)
    test $# = 3 || exit 1
    test -n "$least" && test "$3" -ge "$least" || least=$3 chosen=$cpu
    test -n "$best" && test "$2" -ge "$best" || best=$2
  done
  cpu=$chosen
}

# find_calm PROGRAM: from now on runs go to the calmest processor, wait until it is
# calm, and are repeated up to BENCH_TRIES times where it was not.
find_calm ()
{
  best=
  choose_calm "$1"
  calm_limit=$((best * 104 / 100))
}
calm_limit= beside=
: "${BENCH_TRIES:=6}"

# start_original PROGRAM KERNEL: in the background, wait for turns with a run that
# has -t, and then call the kernel with data that fit the cache, with nothing
# measured.  The output will be in original.out.
start_original ()
{
  rm -f "$work/to" "$work/from"
  mkfifo "$work/to" "$work/from" || exit 1
  MEMLB_MODE=off pinned "$1" -T 10 "$2" 100000 \
    3< "$work/to" 4> "$work/from" > "$work/original.out" &
}

# calm_run PROGRAM KERNEL ENTRIES [DRIVER-OPTIONS...]: a run with bound copies on a
# calm core, if possible.  Its output is in run.out, CALM is set.  With BESIDE it
# takes turns with the original, after each call.
calm_run ()
{
  program=$1 kernel=$2 entries=$3 tries=0
  shift 3
  while :; do
    rm -f "$work/run.xml"
    test -z "$calm_limit" || test -n "$BENCH_CPU$BENCH_HOLD" \
      || choose_calm "$program"
    to=/dev/null from=/dev/null
    if test -n "$beside"; then
      start_original "$program" "$kernel"
      to=$work/to from=$work/from
    fi
    MEMLB_MODE=bound MEMLB_BUDGET=${BENCH_BUDGET:-unlimited} \
      MEMLB_OUTPUT=$work/run.xml \
      pinned "$program" -c "${calm_limit:-0}" ${beside:+-t 1} "$@" "$kernel" \
      "$entries" 4> "$to" 3< "$from" > "$work/run.out" \
      || die "$program $kernel failed"
    wait
    tries=$((tries + 1))
    calm=$(cut -d' ' -f5 "$work/run.out")
    test -n "$calm_limit" && test "${calm%.*}" -gt "$calm_limit" \
      && test "$tries" -lt "$BENCH_TRIES" || break
  done
}

# bound_run PROGRAM KERNEL [ENTRIES [DRIVER-OPTIONS...]]: run it with a bound
# copy on every entry, or within BENCH_BUDGET, and print of the kernel's own nest
#   RATIO VERDICT REASON REFS REDIRECTED CONTROL FORM-CHANGED ENTRY-US
#   BOUND-US LOOP CALM
# RATIO is bound / time as the profile has it, whatever the verdict; both
# times are those of a call.  CALM is lowest where nothing else ran on the
# core; see driver.c.
bound_run ()
{
  program=$1 kernel=$2 calls=${3:-400}
  shift; shift; test $# -eq 0 || shift
  calm_run "$program" "$kernel" "$calls" "$@" || exit
  memlb report --format=csv "$work/run.xml" > "$work/run.csv" \
    || die "$program $kernel: no report"
  awk -v kernel="$kernel" -v calls="$calls" -v calm="$calm" \
    -f "$bench/kernel-row.awk" "$work/run.xml" "$work/run.csv"
}

# beside_run PROGRAM KERNEL ENTRIES DRIVER-OPTIONS...: as bound_run does, beside the
# same kernel with data that fit the cache and with nothing measured; the row is
#   ROW|CALL-US CALM
# with the time of a call of that.
beside_run ()
{
  beside=yes
  row=$(bound_run "$@") || exit
  beside=
  awk -v row="$row" '{ printf "%s|%.3f %s\n", row, $6 / 1000, $5 }' \
    "$work/original.out"
}

# heading WHAT: what was measured, where, and on which state of memlb.
heading ()
{
  commit=$(cd "$abs_top_srcdir" && git rev-parse --short HEAD 2>/dev/null) \
    || commit="$(memlb --version | head -n 1)"
  model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
  echo "## $1"
  echo
  echo "$(date -u +%Y-%m-%d), $model, $(nproc) processors," \
       "load $(cut -d' ' -f1 /proc/loadavg), commit $commit," \
       "$("$MEMLB_CC" --version | head -n 1)."
  echo
}
