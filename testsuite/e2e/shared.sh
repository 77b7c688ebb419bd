#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shared.sh: copies in a shared object, in the executable, and in both: one
# process writes one profile, which names the loops of all.
. "$srcdir/e2e-lib.sh"

cat > part.c <<'END'
void
scale (int n, double *x)
{
  for (int i = 0; i < n; i++)	/* hot: scale */
    x[i] = 2 * x[i] + 1;
}
END
cat > main.c <<'END'
#include <stdio.h>
void scale (int, double *);
static double x[5000];
int
main (void)
{
  double sum = 0;

  for (int k = 0; k < 20; k++)
    scale (5000, x);
  for (int i = 0; i < 5000; i++)	/* hot: main */
    sum += x[i];
  printf ("%.17g\n", sum);
  return 0;
}
END

# try LIBRARY-COMPILER MAIN-COMPILER MARKS...
try ()
{
  echo "== library: $1, executable: $2"
  rm -f ./*.xml libpart.so main
  must "$1" -O2 -fPIC -shared part.c -o libpart.so || return
  must "$2" -O2 main.c -o main -L. -lpart -Wl,-rpath,"$PWD" || return
  shift 2
  out=$(MEMLB_MODE=torture MEMLB_OUTPUT=both.xml ./main) || fail "exit status"
  test "$out" = 5242875000 || fail "output: $out"
  test "$(ls ./*.xml | wc -l)" -eq 1 || fail "not one profile: $(ls ./*.xml)"
  must memlb check both.xml || return
  for mark do
    case $mark in
      scale) has_hot both.xml part.c scale ;;
      main) has_hot both.xml main.c main ;;
    esac
  done
}

try memlb-gcc gcc scale
try gcc memlb-gcc main
try memlb-gcc memlb-gcc scale main
finish
