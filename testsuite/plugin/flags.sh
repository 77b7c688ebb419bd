#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# flags.sh: programs with nests of many kinds, compiled with many sets of
# flags, do as the plain builds do when copies run on every entry, and some
# copies do run.
. "$srcdir/plugin-lib.sh"

# build COMPILER OUT SOURCES AND FLAGS...: the plain and the instrumented
# program, OUT.plain and OUT.memlb.  A set of flags that the plain compiler
# does not take is no test.
build ()
{
  compiler=$1
  shift
  rm -f *.gcda
  "$compiler" "$@" -o plain.exe > plain.log 2>&1 \
    || { echo "plain build fails: $*"; sed 's/^/| /' plain.log; return 1; }
  must "$compiler" -fplugin="$plugin" -fchecking=2 "$@" $runtime -o memlb.exe
}

# copies_ran WHAT: the last run executed a bound copy.
copies_ran ()
{
  MEMLB_MODE=torture MEMLB_VERBOSE=1 MEMLB_OUTPUT=$work/again.xml \
    ./memlb.exe 2>&1 > /dev/null | grep '^memlb:' > said
  grep -q ' [1-9][0-9]* bound runs' said \
    || { fail "$1: no bound copy ran"; cat said; }
}

# try FLAGS: all programs with FLAGS.
try ()
{
  flags=$1
  for source in mixed.c mixed.cc mixed.f90; do
    part=
    case $source in
      *.c) part=$srcdir/mixed-part.c ;;
      *.cc) part=$srcdir/mixed-part.cc ;;
    esac
    build "$(driver "$gcc" $source)" $flags "$srcdir/$source" $part || continue
    before=$failures
    run_both ./plain.exe ./memlb.exe
    test "$failures" -eq "$before" || echo "  with $gcc $flags $source"
    copies_ran "$gcc $flags $source"
  done
}

# Sets of flags, a line each; the second half with PLUGIN_LONG only.
sets='
-O1
-Os
-O2 -g
-O3 -march=native -g
-Ofast -march=native
-O2 -fPIC
-O2 -fPIE -pie
-O2 -static
-O3 -fcf-protection=full -fexceptions
-O2 -fstack-protector-all
-O3 -march=native -fno-omit-frame-pointer
-O2 -mcmodel=medium
-O2 -mcmodel=large -fno-pie -no-pie
-O2 -masm=intel
-O2 -fopenmp
-O3 -flto
-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
-O2 -mno-red-zone
'
more='
-O2 -no-pie -fno-pie
-O3 -march=native -masm=intel -fstack-clash-protection
-O2 -flto -march=native
-O2 -flto -ffat-lto-objects -fno-use-linker-plugin
-O2 -fno-plt -Wl,-z,now
-O2 -fno-asynchronous-unwind-tables
-O2 -fno-dwarf2-cfi-asm
-O2 -mindirect-branch=thunk -mfunction-return=thunk -fcf-protection=none
-O3 -mavx2 -mstackrealign
-O2 -fsanitize=undefined
-O2 -ftrapv
-O2 -fwrapv
-O2 -pg
-O2 --coverage
-O2 -fprofile-generate
-O2 -fno-reorder-blocks -fno-schedule-insns2 -fschedule-insns
-O3 -funroll-all-loops -fno-tree-vectorize
-O2 -gsplit-dwarf -g3
-O2 -fpatchable-function-entry=4
-O2 -fsplit-stack
-O2 -fno-align-loops -falign-functions=64
-O2 -mfpmath=387
-O2 -save-temps=obj
-Og
-O2 -mcmodel=large -fPIC
-O2 -mcmodel=medium -fPIC -mlarge-data-threshold=0
-O2 -fnon-call-exceptions -fexceptions
-O2 -fno-shrink-wrap -fno-ipa-ra
-O2 -fzero-call-used-regs=all
-O2 -mtls-dialect=gnu2 -fPIC
-O2 -fsanitize=address
-O2 -finstrument-functions
-O2 -mno-80387
'
test -z "${PLUGIN_LONG-}" || sets=$sets$more

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  IFS='
'
  for flags in ${PLUGIN_FLAGS:-$sets}; do
    unset IFS
    try "$flags"
  done
  unset IFS
done
finish
