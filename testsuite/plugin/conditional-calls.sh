#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# conditional-calls.sh: when calls that an iteration can pass by are left out of copies,
# and when their loop has none.
. "$srcdir/plugin-lib.sh"

cat > loop.c <<'END'
#include <stdlib.h>
int tell (int x);

__attribute__ ((noipa)) int
sum (const int *a, int n, int most)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > most)
	s ^= tell (i);
      s += a[i];
    }
  return s;
}

__attribute__ ((noipa)) int
tell (int x)
{
  return x * 3;
}

int
main (void)
{
  static int a[1000];
  int s = 0, most = atoi (getenv ("MOST"));
  for (int i = 0; i < 1000; i++)
    a[i] = i % 100;
  for (int i = 0; i < 100; i++)
    s += sum (a, 1000, most);
  return s == 1;
}
END

# loop_is WHAT OPTIONS...: what is said of the loop of sum.
loop_is ()
{
  what=$1
  shift
  "$gcc" -fplugin="$plugin" -fplugin-arg-memlb-explain -fchecking=2 "$@" \
    -O2 -c loop.c -o loop.o > said 2>&1 || { fail "$gcc $*"; cat said; return; }
  grep -q "loop.c:8:.*$what" said || { fail "$gcc $*: not $what"; cat said; }
}

copied="nest of depth 1 copied"
refused="nest not copied: call"
for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  loop_is "$copied"
  loop_is "$copied" -fplugin-arg-memlb-copies=bound
  # Loops that call others are timed with whole functions.
  loop_is "$refused" -fplugin-arg-memlb-copies=bound,count,procedures
  # Where there is no room for the copy that counts there is none at all.
  for limit in 60 80 100 120 140 160 180 200 220 240 260; do
    loop_is "nest " -fplugin-arg-memlb-max-growth=$limit
    nm loop.o | grep -q " sum.memlb_bound" || { refused_at=$limit; continue; }
    nm loop.o | grep -q " sum.memlb_steps" \
      || fail "$gcc: max-growth=$limit: no copy that counts"
  done
  test "${refused_at-}" || fail "$gcc: no limit refuses the loop"
  test -z "${TEST_COMPILERS-}" || continue
  # A profile has seen it: the call is made, or is not.
  for most in 50 100; do
    rm -rf data && mkdir data
    must "$gcc" -O2 -fprofile-generate -fprofile-dir=data -c loop.c -o loop.o \
      && must "$gcc" -fprofile-generate loop.o -o prog.exe || continue
    MOST=$most
    export MOST
    must ./prog.exe || continue
    test $most = 50 && what=$refused || what=$copied
    loop_is "$what" -fprofile-use=data -Werror=missing-profile
  done
done
finish
