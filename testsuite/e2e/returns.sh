#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# returns.sh: calls and returns stay in step where a nest is entered: a processor
# that remembers calls predicts all returns of the program but the one that leads
# to the copy.
. "$srcdir/e2e-lib.sh"

native_only "qemu lets no program step another (ptrace)"
test "$(uname -m)" = x86_64 || skip "a stepper for x86-64"
cat > deep.c <<'END'
#include <stdio.h>
#define F __attribute__ ((noipa))
int a[8];

F int
leaf (int n)
{
  int s = 0;

  for (int i = 0; i < n; i++)
    s += a[i] ^ i;
  return s;
}

F int third (int n) { return leaf (n) + 1; }
F int second (int n) { return third (n) + 1; }
F int first (int n) { return second (n) + 1; }

F int
all (int n)
{
  int s = 0;

  for (int i = 0; i < n; i++)
    s += first (3 + i % 4);
  return s;
}

int
main (void)
{
  int s = all (50);

  __asm__ volatile ("int3");
  s += all (100);
  __asm__ volatile ("int3");
  printf ("%d\n", s);
  return 0;
}
END
must "${E2E_GCCS%% *}" -O1 "$abs_top_srcdir/testsuite/e2e/returns.c" -o returns \
  || finish

# step MODE: $returns that deep makes when stepped, and $wrong ones.
step ()
{
  returns=0 wrong=0
  MEMLB_MODE=$1 MEMLB_OUTPUT=$1.%p.xml timeout 100 ./returns ./deep > out
  status=$?
  test "$status" -ne 77 || skip "programs cannot be stepped here"
  test "$status" -eq 0 || fail "$gcc: exit status $status when stepped"
  while read -r _ what n rest; do
    case $what in
      calls) returns=$n wrong=${rest#returns } wrong=${wrong% wrong} ;;
    esac
  done < out
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must memlb-gcc -O2 deep.c -o deep || continue
  step off
  test "$returns" -ge 400 && test "$wrong" -eq 0 \
    || fail "$gcc: $wrong of $returns returns are wrong when nothing is measured"
  step count
  test "$returns" -ge 400 && test "$wrong" -ge 50 && test "$wrong" -le 110 \
    || fail "$gcc: $wrong of $returns returns are wrong with 100 entries counted"
done
finish
