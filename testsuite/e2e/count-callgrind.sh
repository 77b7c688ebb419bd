#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# count-callgrind.sh: MEMLB_MODE=count says of each block what callgrind counts
# of each of its instructions in the original, for the examples, and for the
# programs in COUNT_SOURCES: of nests, and with copies=procedures of whole
# functions, which are left by exceptions, longjmp and exit, too.  The
# instructions of these are callgrind's Ir of the plain build's functions.
. "$srcdir/e2e-lib.sh"
native_only "valgrind runs those of this one"

command -v valgrind > /dev/null || skip "no valgrind here"
grep -q -w avx2 /proc/cpuinfo || skip "no x86-64-v3 here"

procedures=-fplugin-arg-memlb-copies=bound,count,procedures

# An asm statement without operands, which only aligns what follows.
cat > aligned.c <<'END'
#include <stdio.h>
__attribute__ ((noipa)) static void
show (int i)
{
  if (i == 7)
    puts ("seven");
}
int
main (void)
{
  __asm__ (".p2align 4");
  for (int i = 0; i < 20; i++)
    show (i);
  return 0;
}
END

# Patterns of x87 that are several instructions.
cat > x87.c <<'END'
#include <math.h>
#include <stdio.h>
#define N 50
static long double x[N], y[N];
static long n[N];

__attribute__ ((noipa)) static long double
all (const long double *a, long double *b, long *c, int k)
{
  long double s = 0;
  for (int i = 0; i < k; i++)
    {
      b[i] = copysignl (a[i] * 3 - 1, -a[i]) / (a[i] + 2);
      c[i] = (long) (a[i] * 2.5L) + lrintl (a[i]);
      if (b[i] < a[i] && isfinite (a[i]) && !isnan (b[i]))
	s += fabsl (b[i]) > 1 ? sqrtl (a[i]) : floorl (b[i]);
      s += signbit (b[i]) ? (float) a[i] : (double) c[i];
    }
  return s;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i * 0.75L;
  printf ("%Lg\n", all (x, y, n, N) + all (y, x, n, 7));
  return 0;
}
END

# check_ir SOURCE FLAGS ARGS...: the instructions of the functions in count.xml.
# What runs in the linkage table is not the functions' with --skip-plt=no.
check_ir ()
{
  source=$1 flags=$2
  shift 2
  rm -f ir.out
  must $(plain_of "$source") $flags -march=x86-64-v3 -no-pie -w "$source" \
    -o plain -lm || return
  valgrind -q --tool=callgrind --skip-plt=no --dump-instr=yes \
    --compress-pos=no --compress-strings=no \
    --callgrind-out-file=ir.out ./plain "$@" > plain.out 2>&1
  python3 "$abs_top_srcdir/testsuite/e2e/compare-ir.py" count.xml ir.out plain \
    || fail "Ir: $source $flags $*"
}

# check SOURCE FLAGS ARGS...: with the plugin's option $copies.
check ()
{
  source=$1 flags=$2
  shift 2
  rm -f ./*.xml cg.out
  must $(wrapper_of "$source") $flags ${copies:+"$copies"} \
    -march=x86-64-v3 -no-pie -w "$source" -o with -lm || return
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml ./with "$@" > count.out 2>&1
  status=$?
  MEMLB_MODE=off valgrind -q --tool=callgrind --dump-instr=yes \
    --compress-pos=no --compress-strings=no \
    --callgrind-out-file=cg.out ./with "$@" > callgrind.out 2>&1
  test $? -eq $status || fail "$source: not exit status $status"
  cmp callgrind.out count.out || fail "$source: output differs"
  test -s count.xml || { fail "$source: no profile"; return; }
  must memlb check count.xml
  python3 "$abs_top_srcdir/testsuite/e2e/compare-counts.py" count.xml cg.out with \
    || fail "$source $flags $copies $*"
  test -z "$copies" || check_ir "$source" "$flags" "$@"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  for set in "-O2" "-O3" "-O2 $procedures" "-O3 $procedures"; do
    flags=${set%% *} copies=${set#"$flags"} copies=${copies# }
    echo "== $gcc $set"
    if test -n "${COUNT_SOURCES-}"; then
      for source in $COUNT_SOURCES; do
	check "$source" "$flags"
      done
      continue
    fi
    check "$examples/cg.c" $flags 8 8 8 3
    check "$examples/matmul.c" $flags 40 1 nb
    check "$examples/particles.cc" $flags 64 3 5
    test -z "$copies" || check "$abs_top_srcdir/testsuite/e2e/whole.cc" $flags
    test -z "$copies" || check aligned.c $flags
    check x87.c $flags
    plain=$flags
    check x87.c "$plain -ffast-math -fno-finite-math-only"
    flags=$plain
    command -v "$MEMLB_FC" > /dev/null || continue
    check "$examples/shallow.f90" $flags 33 31 4
    check "$examples/trsm.f90" $flags 40 3
  done
done
finish
