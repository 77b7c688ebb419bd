#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lto.sh: the wrapper and link-time optimisation: copies are made at the link,
# also incremental ones, whatever the partitions; objects that have none yet,
# and programs whose link was without memlb, are told.
. "$srcdir/e2e-lib.sh"

cat > part.c <<'END'
double
sum (const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * i;
  return s;
}
END
cat > main.c <<'END'
#include <stdio.h>
double sum (const double *, int);
static double a[1000];

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    a[i] = i % 7;
  printf ("%g\n", sum (a, 1000));
  return 0;
}
END

# told REGEX FILE: memlb status says so of FILE.
told ()
{
  memlb status "$2" > said 2>&1
  grep -q -E -e "$1" said || { fail "$flags: $2: not told: $1"; cat said; }
}

# runs PROGRAM: it does as it should, with copies.
runs ()
{
  told 'carries copies' "$1"
  MEMLB_MODE=torture MEMLB_VERBOSE=1 MEMLB_OUTPUT=$work/run.xml "$1" \
    > out 2> said
  test "$(cat out)" = "$expected" || { fail "$flags: output"; cat out; }
  grep -q '^memlb:.* [1-9][0-9]* bound runs' said \
    || { fail "$flags: no bound copy ran"; cat said; }
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$MEMLB_CC" -O2 main.c part.c -o plain && expected=$(./plain)
  for flags in '-flto' '-flto=auto' '-flto=2 -flto-partition=max' \
	       '-flto -flto-partition=none' '-flto -ffat-lto-objects'; do
    echo "== $gcc $flags"
    must memlb-gcc -O2 $flags -c main.c part.c || continue
    case $flags in
      *-ffat*) told 'object, carries copies' part.o ;;
      *) told 'no copies yet: .*memlb-gcc' part.o ;;
    esac
    must memlb-gcc -O2 $flags main.o part.o -o prog && runs ./prog

    # An archive, with the tool that knows of the intermediate code.
    ar=$(printf '%s\n' "$MEMLB_CC" | sed 's,gcc\([^/]*\)$,gcc-ar\1,')
    if command -v "$ar" > /dev/null; then
      rm -f libpart.a
      must "$ar" rc libpart.a part.o \
	&& must memlb-gcc -O2 $flags main.o -L. -lpart -o prog && runs ./prog
    fi

    # Incremental: intermediate code again, or final code.
    must memlb-gcc -O2 $flags -r main.o part.o -o all.o \
      && must memlb-gcc -O2 $flags all.o -o prog && runs ./prog
    must memlb-gcc -O2 $flags -flinker-output=nolto-rel -r main.o part.o \
      -o all.o && told 'object, carries copies' all.o \
      && must memlb-gcc all.o -o prog && runs ./prog

    # Linked without memlb: the same program, and it is told.
    must "$MEMLB_CC" -O2 $flags main.o part.o -o prog
    told 'no copies$' ./prog
    memlb run -- ./prog > out 2> said
    grep -q 'memlb status' said || { fail "memlb run does not say"; cat said; }
    test "$(cat out)" = "$expected" || { fail "$flags: output"; cat out; }
  done
done
finish
