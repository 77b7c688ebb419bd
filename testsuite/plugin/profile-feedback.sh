#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# profile-feedback.sh: -fprofile-use with hot and cold partitions.
. "$srcdir/plugin-lib.sh"

# A function that a nest calls has a loop in its other section: its copy has it, too.
cat > cold-loop.c <<'END_C'
#include <stdio.h>
#include <stdlib.h>
#define N 64
static int a[N];

static __attribute__ ((noinline)) int
step (int *p, int n, int k)
{
  int s = p[k];
  if (s < -100)
    for (int i = k; i < n; i++)
      {
	if (p[i] == 3)
	  s += i * k;
	s ^= p[i];
      }
  return s + n;
}

__attribute__ ((noinline)) int
all (int *p, int n)
{
  int s = 0;
  for (int k = 0; k < n; k++)
    s += step (p, n, k);
  return s;
}

int
main (void)
{
  int s = 0;
  const char *cold = getenv ("COLD");
  for (int i = 0; i < N; i++)
    a[i] = cold && i % 9 == 0 ? -200 - i : i;
  for (int r = 0; r < 20; r++)
    s += all (a, N);
  printf ("%d\n", s);
}
END_C

# build OUTPUT COMMAND...: the compiler's output has one name, which the profile's
# data have, too.
build ()
{
  output=$1
  shift
  must "$@" -o prog.exe && mv prog.exe "$output"
}

# The profile must be there.
used="-fprofile-use=data -freorder-blocks-and-partition -Werror=missing-profile"
trained="-fprofile-generate -fprofile-dir=data"

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for source in mixed.c mixed.cc mixed.f90; do
    part=
    test $source != mixed.c || part=$srcdir/mixed-part.c
    test $source != mixed.cc || part=$srcdir/mixed-part.cc
    compiler=$(driver "$gcc" $source)
    for flags in '-O2' '-O3 -march=native -g'; do
      rm -rf data && mkdir data
      build train.exe "$compiler" $flags $trained "$srcdir/$source" $part \
	&& must ./train.exe || continue
      build plain.exe "$compiler" $flags $used "$srcdir/$source" $part
      build memlb.exe "$compiler" -fplugin="$plugin" -fchecking=2 $flags $used \
	"$srcdir/$source" $part $runtime || continue
      run_both ./plain.exe ./memlb.exe
    done
  done
  copies=-fplugin-arg-memlb-copies=bound,count,calls
  for flags in '-O2 -fno-inline' '-O3 -march=native -fno-inline'; do
    rm -rf data && mkdir data
    build train.exe "$gcc" $flags $trained cold-loop.c \
      && must ./train.exe || continue
    build plain.exe "$gcc" $flags $used cold-loop.c
    build memlb.exe "$gcc" -fplugin="$plugin" $copies -fchecking=2 $flags $used \
      cold-loop.c $runtime || continue
    objdump -d memlb.exe | grep -q '<step.memlb>:' \
      || fail "$gcc $flags: step has no copy"
    COLD=1
    export COLD
    run_both ./plain.exe ./memlb.exe
    unset COLD
  done
done
finish
