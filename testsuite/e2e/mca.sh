#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# mca.sh: memlb estimate --model=llvm-mca gives blocks the cycles that llvm-mca
# finds for their code in the executable, and stores what counts say.
. "$srcdir/e2e-lib.sh"

cat > chain.c <<'END'
#include <stdio.h>
#include <stdlib.h>

/* An addition waits for the one before: four cycles on a Skylake.  */
__attribute__ ((noipa)) double
sum (const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int
main (void)
{
  double *a = calloc (1000, sizeof *a), s = 0;
  for (int r = 0; r < 20; r++)
    s += sum (a, 1000);
  printf ("%g\n", s);
  return 0;
}
END

# sums PROFILE: of sum's loop, cycles by llvm-mca for each iteration, those by
# the compiler's model, and other figures.
sums ()
{
  python3 - "$1" <<'END'
import sys
import xml.etree.ElementTree as tree
for loop in tree.parse (sys.argv[1]).iter ("loop"):
    if loop.get ("id").startswith ("sum@"):
        m = {x.get ("n"): float (x.get ("v")) for x in loop.iter ("m")}
        best = max (float (b.get ("mca", 0)) for b in loop.iter ("block"))
        print (loop.get ("entries"), loop.get ("iterations"),
               round (m.get ("mca-cycles", 0) / 20000), round (best),
               m.get ("memory-share", 0) > 0.1, m.get ("bytes-per-flop"),
               m.get ("iterations-mean"), m.get ("ideal-time", 0) > 0)
END
}

# estimate OUT ARGS...: estimate to the profile OUT; log in estimate.log.
estimate ()
{
  out=$1
  shift
  rm -f "$out"
  memlb estimate -o "$out" "$@" count.xml > estimate.log 2>&1
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must memlb-gcc -O2 -fno-tree-vectorize -fno-unroll-loops chain.c -o chain \
    || continue
  rm -f count.xml
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml must ./chain
  # Without llvm-mca there is no such column; other figures are stored.
  estimate plain.xml || { fail "$gcc: estimate"; cat estimate.log; }
  must memlb check plain.xml
  test "$(sums plain.xml)" = "20 20000 0 0 True 8.0 1000.0 True" \
    || fail "$gcc: $(sums plain.xml)"
  # Where there is no llvm-mca that is said.
  mkdir -p empty
  rm -f none.xml
  (PATH=$work/empty
   "$stage/bin/memlb" estimate --model=llvm-mca -o none.xml count.xml) \
    > estimate.log 2>&1 || fail "$gcc: exit status $? without llvm-mca"
  grep -q 'no llvm-mca here' estimate.log || fail "$gcc: does not say so"
  cmp plain.xml none.xml || fail "$gcc: another profile without llvm-mca"
  test -z "${TEST_COMPILERS-}" && command -v llvm-mca > /dev/null \
    && command -v objdump > /dev/null || continue
  estimate mca.xml --model=llvm-mca --mcpu=skylake \
    || { fail "$gcc: estimate with llvm-mca"; cat estimate.log; }
  grep -q ' llvm-mca ' estimate.log || fail "$gcc: no column"
  must memlb check mca.xml
  test "$(sums mca.xml)" = "20 20000 4 4 True 8.0 1000.0 True" \
    || fail "$gcc: $(sums mca.xml)"
  # What is stored is shown again, without llvm-mca.
  memlb estimate --loop=1 mca.xml > again.log 2>&1
  grep -q '^llvm-mca ' again.log || fail "$gcc: not shown again"
  # Another executable in its place.
  must memlb-gcc -O1 -DOTHER chain.c -o chain
  if readelf -n chain | grep -q 'Build ID'; then
    estimate other.xml --model=llvm-mca
    grep -q 'is not what was counted' estimate.log \
      || fail "$gcc: another executable was taken"
  fi
done
test "$failures" -gt 0 || native_only "no objdump for them; the rest passed"
command -v llvm-mca > /dev/null || test "$failures" -gt 0 \
  || skip "no llvm-mca; the rest passed"
finish
