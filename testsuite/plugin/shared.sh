#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shared.sh: a shared object and an executable, both with copies, with one
# runtime; the object needs no text relocation, and can be loaded late.
. "$srcdir/plugin-lib.sh"

library=$(find "$stage" -name 'libmemlb.so.1' | head -n 1)
test -n "$library" || { echo "no libmemlb.so.1 staged"; exit 99; }
folder=$(dirname "$library")
rpath="-Wl,-rpath,$folder -Wl,-rpath,$work"

cat > late.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int
main (void)
{
  double x[90];
  double (*part_sum) (const double *, int);

  for (int round = 0; round < 2; round++)
    {
      void *handle = dlopen ("./libpart.so", RTLD_NOW);
      if (!handle)
	{
	  puts (dlerror ());
	  return 1;
	}
      for (int i = 0; i < 90; i++)
	x[i] = i + round;
      *(int *) dlsym (handle, "part_limit") = 60;
      *(void **) &part_sum = dlsym (handle, "part_sum");
      printf ("%g\n", part_sum (x, 90));
      dlclose (handle);
    }
  return 0;
}
END

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for flags in '-O2 -fPIC' '-O3 -march=native -fPIC -fcf-protection=full' \
	       '-Os -fPIC -fno-plt -Wl,-z,now'; do
    must "$gcc" $flags -shared "$srcdir/mixed-part.c" -o libplain.so
    must "$gcc" -fplugin="$plugin" -fchecking=2 $flags -shared \
      "$srcdir/mixed-part.c" -o libpart.so -L"$folder" -lmemlb \
      -Wl,-z,text -Wl,-rpath,"$folder" || continue
    must "$gcc" $flags "$srcdir/mixed.c" -o plain.exe -L. -lplain $rpath
    must "$gcc" -fplugin="$plugin" $flags "$srcdir/mixed.c" -o memlb.exe \
      -L. -lpart -L"$folder" -lmemlb $rpath || continue
    run_both ./plain.exe ./memlb.exe
    grep -q 'name="libpart.so"' "$work/run.xml" \
      || fail "$gcc $flags: the shared object is not in the profile"
    rm -f "$work"/run*.xml

    # Loaded late, into a program that knows nothing of memlb.
    must "$gcc" -O2 late.c -o late.exe -ldl || continue
    ./late.exe > plain.out 2>&1
    MEMLB_MODE=torture MEMLB_OUTPUT=$work/late.xml ./late.exe > memlb.out 2>&1
    cmp plain.out memlb.out || fail "$gcc $flags: dlopen: output differs"
    grep -q '<loop id="part_sum' "$work/late.xml" \
      || fail "$gcc $flags: dlopen: no loop in the profile"
    rm -f "$work"/late*.xml
  done
done
finish
