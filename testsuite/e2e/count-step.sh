#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# count-step.sh: MEMLB_MODE=count says of each block how often the processor
# executes each of its instructions in the original, as seen by single-stepping:
# of code with AVX-512, which valgrind does not know, and of the machine's own.
. "$srcdir/e2e-lib.sh"
native_only "qemu lets no program step another (ptrace)"

procedures=-fplugin-arg-memlb-copies=bound,count,procedures

# check FLAGS...
check ()
{
  rm -f count.xml steps
  must memlb-gcc -O3 -no-pie -w "$@" $copies -fcx-limited-range \
    -fno-math-errno "$abs_top_srcdir/testsuite/e2e/facts.c" -o with -lm \
    || return
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml must ./with || return
  MEMLB_MODE=off timeout 300 ./step steps ./with > out 2>&1
  status=$?
  test "$status" -ne 77 || skip "programs cannot be stepped here"
  test "$status" -eq 0 || fail "$gcc $*: exit status $status when stepped"
  must memlb check count.xml
  python3 "$abs_top_srcdir/testsuite/e2e/compare-counts.py" count.xml steps with \
    || fail "$gcc $copies $*"
}

must "${E2E_GCCS%% *}" -O1 "$abs_top_srcdir/testsuite/e2e/step.c" -o step || finish
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  for copies in "" "$procedures"; do
    check
    if grep -q -w avx512vl /proc/cpuinfo && grep -q -w avx512dq /proc/cpuinfo \
       && grep -q -w avx512bw /proc/cpuinfo; then
      check -march=x86-64-v4 -mprefer-vector-width=512 -fno-trapping-math
      objdump -d with | grep -q '%zmm' || fail "$gcc: no AVX-512 in the code"
    fi
  done
done
finish
