#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cachegrind.sh: what a cache simulator sees of originals and bound copies.
#
# The examples run under cachegrind twice: with memlb off, which counts the
# originals, and with a bound copy on every entry, which counts the copies
# under their own symbols.  Function by function the copies make as many
# accesses to the first-level cache as the originals, within 1 %, and less
# than 0.1 % of them miss, where every reference has a slot.

. "$srcdir/e2e-lib.sh"
native_only "valgrind runs those of this one"
: "${CACHEGRIND_FLAGS:=-O2;-O3}"
# Valgrind knows no AVX-512.
isa=-march=x86-64-v3

command -v valgrind > /dev/null || skip "no valgrind"
grep -q ' avx2 ' /proc/cpuinfo || skip "no x86-64-v3 here"
cat > try.c <<'END'
int main (void) { return 0; }
END
gcc try.c -o try && valgrind --tool=cachegrind --cachegrind-out-file=try.out \
  ./try > try.log 2>&1 || skip "valgrind does not work: $(tail -n 1 try.log)"

# simulate MODE TAG PROGRAM ARGS...: the simulator's counts in TAG.out; a
# first-level cache of 32 KB, whatever this machine's is.  Valgrind's optimiser
# would drop loads whose values nobody uses, and a bound copy has such.
simulate ()
{
  mode=$1 tag=$2
  shift 2
  MEMLB_MODE=$mode MEMLB_OUTPUT=$tag.xml timeout 600 \
    valgrind --tool=cachegrind --vex-iropt-level=0 --demangle=no \
    --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64 \
    --cachegrind-out-file=$tag.out "./$@" > "$tag.printed" 2> "$tag.err" \
    || { fail "$tag: exit status $?: $*"; tail -n 5 "$tag.err"; return 1; }
}

# copies PROGRAM ARGS...: as simulate does, with the bound copies; again where
# one was given up.  The first copy of a nest may take no more than 20 ms,
# which the simulator mostly overlooks.
copies ()
{
  for run in 1 2 3 4 5; do
    rm -f torture.*
    simulate torture torture "$@" || return
    grep -q 'n="aborts-limit"' torture.xml || return 0
  done
}

# example SOURCE FLAGS EXTRA FUNCTIONS ARGS...: FUNCTIONS are assembler names
# of functions whose time is that of their nests; NAME:N may have N % more or
# fewer accesses.  ARGS are such that few nests are entered more than seven times
# by a thread: of each eight entries, one only observes.
example ()
{
  source=$examples/$1 flags=$2 extra=$3 functions=$4
  shift 4
  program=$(basename "$source")
  program=${program%.*}
  command -v "$(plain_of "$source")" > /dev/null \
    || { echo "no $(plain_of "$source") here"; return; }
  rm -f ./*.out ./*.xml
  must $(wrapper_of "$source") $flags $isa "$source" -o "$program" $extra || return
  simulate off off "$program" "$@" && copies "$program" "$@" || return
  cmp -s off.printed torture.printed || fail "$program: output differs"
  awk -v functions="$functions" -v title="$program $flags" \
    -f "$abs_top_srcdir/testsuite/e2e/cachegrind.awk" torture.xml off.out torture.out \
    || fail "$program $flags"
}

use_gcc gcc
OMP_NUM_THREADS=1
apart='-fno-inline -fno-ipa-cp -fno-ipa-sra'
pic=_ZN3pic
printf '%-54s %10s %10s %9s %9s %9s\n' '' 'accesses' 'accesses' '' \
  'misses' 'misses'
printf '%-54s %10s %10s %9s %9s %9s\n' function original bound ratio \
  original bound
saved=$IFS
IFS=';'
for flags in $CACHEGRIND_FLAGS; do
  IFS=$saved
  example shallow.f90 "$flags" '' \
    '__swe_MOD_calc1 __swe_MOD_calc2 __swe_MOD_calc3' 320 32 7
  example matmul.c "$flags" '' 'multiply_naive multiply_blocked:2' 72 1 nb
  example cg.c "$flags" "$apart" 'spmv dot step direction' 20 20 20 2
  example particles.cc "$flags" -fno-inline-functions-called-once \
    "${pic}7depositIdEEvRKNS_9ParticlesIT_EERNS_4GridIS2_EE
     ${pic}4pushIdEEvRNS_9ParticlesIT_EERKNS_4GridIS2_EES8_S2_
     ${pic}13differentiateIdEEvRKNS_4GridIT_EERS3_S6_" 128 2 4
  example trsm.f90 "$flags" "-fopenmp $apart" \
    '__blas_like_MOD_solve_block:15 __blas_like_MOD_update:3' 144 64 1
done
IFS=$saved
finish
