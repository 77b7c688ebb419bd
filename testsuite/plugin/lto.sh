#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# lto.sh: under -flto the copies are made at link time and are in the
# program; linker sections keep what belongs together.
. "$srcdir/plugin-lib.sh"

# has_copies PROGRAM AT-LEAST WHAT
has_copies ()
{
  nests=$(objdump -h "$1" | awk '$2 == "memlb_nests" { print $3 }')
  copies=$(nm "$1" | grep -c '\.memlb_bound\.')
  test -n "$nests" || fail "$3: no descriptors"
  test "$copies" -ge "$2" || fail "$3: $copies bound copies"
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for flags in '-O2 -flto' '-O2 -flto=2 -flto-partition=max' \
	       '-O3 -flto -fno-use-linker-plugin -ffat-lto-objects' \
	       '-O2 -flto -ffunction-sections -Wl,--gc-sections'; do
    for part in mixed mixed-part; do
      must "$gcc" -fplugin="$plugin" $flags -c "$srcdir/$part.c" -o $part.o
      must "$gcc" $flags -c "$srcdir/$part.c" -o $part-plain.o
    done
    must "$gcc" $flags mixed-plain.o mixed-part-plain.o -o plain.exe
    must "$gcc" -fplugin="$plugin" $flags mixed.o mixed-part.o $runtime \
      -o memlb.exe || continue
    run_both ./plain.exe ./memlb.exe
    has_copies memlb.exe 8 "$gcc $flags"
  done

  # Sections of dropped functions go with their descriptors.
  cat > dropped.c <<'END'
void used (double *a, int n) { for (int i = 0; i < n; i++) a[i] += i; }
void unused (double *a, int n) { for (int i = 0; i < n; i++) a[i] -= i; }
double x[50];
int main (void) { used (x, 50); return x[7] != 7; }
END
  must "$gcc" -O1 -fno-ipa-cp -fno-inline -ffunction-sections -fplugin="$plugin" \
    dropped.c -Wl,--gc-sections $runtime -o dropped.exe && must ./dropped.exe
  nm dropped.exe | grep -q ' used\.memlb_bound' || fail "$gcc: used is lost"
done
finish
