#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gate.sh: the forms of gates: with a dead register, with one that is saved,
# at exits where the flags are live, moved away from the nest; every entry is
# counted, and frames are unwound from every instruction.
. "$srcdir/plugin-lib.sh"

cat > nests.c <<'END'
#include <stdio.h>
#include <stdlib.h>

/* A register is dead.  */
__attribute__ ((noipa)) double
free_register (double *restrict o, const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * o[n - i];
  return s;
}

/* No register but those of the loop is written.  */
__attribute__ ((noipa)) void
no_register (double *restrict o, const double *a, int n)
{
  for (int i = 0; i < n; i++)
    o[i] += a[i] * 3.0;
}

/* The comparison that ends the loop is looked at once more behind it.  */
__attribute__ ((noipa)) int
live_flags (const int *p, int x)
{
  int v;
  do
    v = *p++;
  while (v < x);
  return v > x ? 7 : 3;
}

/* The gate is moved behind a block that lies behind the exit.  */
__attribute__ ((noipa)) void
moved (double *restrict o, const double *restrict a, const int *restrict k,
       int n, double limit)
{
  for (int i = 0; i < n; i++)
    {
      double x = a[i] * 0.5 + a[i + 1] * 0.25 + a[i + 2] * 0.125;
      if (__builtin_expect (x > limit, 0))
	{
	  x = x * limit + k[i];
	  o[i + 1] = x;
	}
      o[i] = x * x + a[i + 3] * k[i] + a[i + 4] * 0.5 + a[i + 5] * 3
	     + a[i + 6] * x + a[i + 7] * 7;
    }
}

int
main (int argc, char **argv)
{
  static double a[64], o[64];
  static int k[64];
  long times = argc > 1 ? atol (argv[1]) : 100;
  double sum = 0;
  int found = 0;
  for (int i = 0; i < 64; i++)
    a[i] = i, k[i] = 2 * i;
  for (long i = 0; i < times; i++)
    {
      no_register (o, a, 4 + i % 16);
      sum += free_register (o, a, 4 + i % 13);
      found += live_flags (k, i % 100);
      moved (o, a, k, 4 + i % 13, 20);
      sum += o[3];
    }
  printf ("%g %d\n", sum, found);
  return 0;
}
END

# Steps through a nest whose function has saved registers, and whose gate was
# moved: a backtrace from each instruction reaches main.
cat > steps.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

int main (void);
static volatile long steps, lost;
extern void other (void);
static double a[64], o[64];
static int k[64];

/* More values live over a call than registers that calls destroy.  */
__attribute__ ((noipa)) double
moved (double *o, const double *a, const int *k, long n, double limit,
       long p, long q, long r)
{
  other ();
  for (long i = 0; i < n; i++)
    {
      double x = a[i] * 0.5 + a[i + 1] * 0.25 + a[i + 2] * 0.125;
      if (__builtin_expect (x > limit, 0))
	{
	  x = x * limit + k[i];
	  o[i + 1] = x;
	}
      o[i] = x * x + a[i + 3] * k[i] + a[i + p] * 0.5 + a[i + q] * 3
	     + a[i + r] * x;
    }
  return limit;
}

__attribute__ ((noipa)) void
other (void)
{
}

static _Unwind_Reason_Code
visit (struct _Unwind_Context *context, void *found)
{
  void *pc = (void *) (_Unwind_GetIP (context) - 1);
  if (_Unwind_FindEnclosingFunction (pc) != (void *) main)
    return _URC_NO_REASON;
  *(int *) found = 1;
  return _URC_NORMAL_STOP;
}

static void
stepped (int signal)
{
  int found = 0;
  (void) signal;
  _Unwind_Backtrace (visit, &found);
  steps++;
  lost += !found;
}

int
main (void)
{
  for (int i = 0; i < 64; i++)
    a[i] = i, k[i] = 2 * i;
  signal (SIGTRAP, stepped);
  for (int i = 0; i < 8; i++)
    {
      __asm__ volatile ("sub $128, %%rsp; pushf; orl $0x100, (%%rsp); popf;"
			"add $128, %%rsp" : : : "memory", "cc");
      moved (o, a, k, 5, 1, 4, 5, 6);
      __asm__ volatile ("sub $128, %%rsp; pushf; andl $-0x101, (%%rsp); popf;"
			"add $128, %%rsp" : : : "memory", "cc");
    }
  printf ("%d %ld lost\n", steps > 1000, lost);
  return 0;
}
END

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for level in -O2 "-O2 -fcf-protection -g"; do
    must with_plugin steps.c $level -S -o steps.s || continue
    grep -q 'jmp	\.Lmemlb_moved' steps.s \
      || fail "$gcc $level: no gate was moved away in steps.c"
    must "$gcc" steps.s -o steps $runtime || continue
    for mode in off bound; do
      MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=/dev/null \
	timeout 60 ./steps > steps.out
      test "$(cat steps.out)" = "1 0 lost" \
	|| fail "$gcc $level $mode: $(cat steps.out)"
    done
  done
  must with_plugin nests.c -O2 -S -o nests.s
  grep -q 'subl $1, 0(%r[^c]' nests.s || fail "$gcc: no gate has a dead register"
  grep -q 'pushq	%rcx' nests.s || fail "$gcc: no gate saves a register"
  grep -q 'jmp	\.Lmemlb_moved' nests.s || fail "$gcc: no gate was moved away"
  grep -q 'jrcxz' nests.s || fail "$gcc: no gate keeps the flags"
  # Assemblers that put something between instructions.
  between="-O2 -Wa,-mlfence-after-load=yes"
  branches=-mbranches-within-32B-boundaries,-malign-branch=jcc+call+indirect
  for level in -O1 -O2 "-O2 -fPIC" "-O2 -mno-red-zone" "-O2 -mcmodel=large" \
	       "$between" "-O2 -Wa,$branches" \
	       "-O2 -masm=intel" "-O2 -fno-asynchronous-unwind-tables"; do
    must with_plugin nests.c $level -c -o nests.o || continue
    must "$gcc" nests.o -o memlb $runtime || continue
    must "$gcc" $level nests.c -o plain || continue
    run_both ./plain ./memlb
    ./plain 3000 > plain.out
    for mode in time bound; do
      rm -f count.xml
      MEMLB_MODE=$mode MEMLB_OUTPUT=count.xml ./memlb 3000 > memlb.out
      cmp -s plain.out memlb.out || fail "$gcc $level $mode: output differs"
      for f in free_register no_register live_flags moved; do
	grep "id=\"$f@" count.xml | grep -q ' entries="3000"' \
	  || fail "$gcc $level $mode: entries of $f"
      done
    done
  done
done
finish
