#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# An installation with DESTDIR, moved: all parts find each other.  Programs
# linked by the wrapper need libc alone, and the installed folder has a size.

. "${srcdir:-.}/packages-lib.sh"
need readelf
install_elsewhere
bin=$work/elsewhere/bin

cat > part.c <<'EOF'
double
sum_of (const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
EOF
cat > whole.c <<'EOF'
#include <stdio.h>
double sum_of (const double *, int);
static double a[1000];
int
main (void)
{
  double s = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  for (int i = 0; i < 1000; i++)
    s += sum_of (a, 1000);
  printf ("%g\n", s);
}
EOF

# libraries FILE: those that it needs, on one line.
libraries ()
{
  readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | tr '\n' ' '
}

# bounds PROGRAM: run it; its profile is valid and has a row for sum_of.
bounds ()
{
  MEMLB_OUTPUT=$1.xml MEMLB_BUDGET=unlimited must "./$1"
  must "$bin/memlb" check "$1.xml"
  "$bin/memlb" report --format=csv --top=0 "$1.xml" | grep -q '^sum_of@' \
    || fail "$1: no row of sum_of"
}

# An executable with the runtime as an archive.
must "$bin/memlb-gcc" -O2 whole.c part.c -o whole
test "$(libraries whole)" = 'libc.so.6 ' \
  || fail "whole needs $(libraries whole)"
bounds whole
# A library with the shared runtime, found where it was when it was linked.
must "$bin/memlb-gcc" -O2 -fPIC -shared part.c -o libpart.so
test "$(libraries libpart.so)" = 'libmemlb.so.1 libc.so.6 ' \
  || test "$(libraries libpart.so)" = 'libmemlb.so.1 ' \
  || fail "libpart.so needs $(libraries libpart.so)"
must gcc -O2 whole.c -o parted -L. -lpart -Wl,-rpath,"$PWD"
bounds parted
# Fortran: libgfortran and what belongs to it, as without memlb.
if command -v gfortran > /dev/null; then
  must gfortran -O2 "$abs_top_srcdir/examples/shallow.f90" -o plain
  must "$bin/memlb-gfortran" -O2 "$abs_top_srcdir/examples/shallow.f90" \
    -o shallow
  test "$(libraries shallow)" = "$(libraries plain)" \
    || fail "shallow needs $(libraries shallow)"
fi

# The plain way, and what memlb looks for in its other folders.
must gcc $("$bin/memlb" flags | tr '\n' ' ') -O2 whole.c part.c -o flags
bounds flags
must "$bin/memlb" html -o page.html whole.xml
must "$bin/memlb" metric --list
must "$bin/memlb" plugin list
grep -q "$stage" must.log && fail "plugins of another installation"
must env MANPAGER=cat PAGER=cat "$bin/memlb" help report
rm -rf dest

# What one more compiler takes, and everything but the plugins; symbols for
# debugging left out, as packages do.
for plugin in elsewhere/lib*/memlb/*/memlb.so; do
  strip --strip-unneeded -o stripped "$plugin"
  for file in "$plugin" stripped; do
    size=$(wc -c < "$file")
    echo "$file: $size bytes"
    test "$size" -le 3000000 || fail "$file takes $size bytes"
  done
done
find elsewhere -type f -exec sh -c '
  for f; do strip --strip-debug "$f" 2> /dev/null; done' sh {} +
du -sk elsewhere
finish
