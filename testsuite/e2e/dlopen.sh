#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# dlopen.sh: a library with copies that a program without memlb, or with,
# loads and unloads while it runs; with the shared runtime and with one of
# the library's own.
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
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static double x[5000];
int
main (int argc, char **argv)
{
  double sum = 0;

  for (int k = 0; k < 4; k++)
    {
      void *part = dlopen ("./libpart.so", RTLD_NOW | RTLD_LOCAL);
      if (!part)
	{
	  fprintf (stderr, "%s\n", dlerror ());
	  return 1;
	}
      void (*scale) (int, double *)
	= (void (*) (int, double *)) dlsym (part, "scale");
      for (int i = 0; i < 5; i++)
	scale (5000, x);
      if (dlclose (part))
	return 1;
    }
  for (int i = 0; i < 5000; i++)	/* hot: main */
    sum += x[i];
  printf ("%.17g\n", sum);
  fflush (stdout);
  if (argc > 1)
    raise (atoi (argv[1]));
  return 7;
}
END

# try LIBRARY-COMPILER MAIN-COMPILER: one profile with the entries of every
# life of the library, however the program ends.
try ()
{
  echo "== library: $1, program: $2"
  rm -f ./*.xml libpart.so main
  # The commands may begin with variables.
  must env $1 -O2 -fPIC -shared part.c -o libpart.so || return
  must env $2 -O2 main.c -o main -ldl || return
  for mode in torture bound time; do
    rm -f ./*.xml
    out=$(MEMLB_MODE=$mode MEMLB_OUTPUT=p.xml ./main)
    status=$?
    test $status -eq 7 || fail "mode $mode: exit status $status"
    test "$out" = 5242875000 || fail "mode $mode: output $out"
    test "$(ls ./*.xml | wc -l)" -eq 1 || fail "not one profile: $(ls ./*.xml)"
    must memlb check p.xml || return
    rows p.xml | grep -q ' 20$' || { fail "mode $mode: entries"; rows p.xml; }
  done
  for sig in 15 11; do
    rm -f ./*.xml
    out=$(MEMLB_OUTPUT=p.xml ./main $sig)
    status=$?
    test $status -eq $((128 + sig)) || fail "signal $sig: status $status"
    test "$out" = 5242875000 || fail "signal $sig: output $out"
    test ! -e p.xml || must memlb check p.xml
  done
}

try memlb-gcc gcc
try memlb-gcc memlb-gcc
try "MEMLB_LINK=static memlb-gcc" gcc
try "MEMLB_LINK=static memlb-gcc" memlb-gcc
finish
