#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# caches.sh: what ccache returns was made by the same plugin with the same
# options and files; distcc runs the compiler with the plugin.
. "$srcdir/e2e-lib.sh"

command -v ccache > /dev/null || skip "no ccache"
CCACHE_DIR=$work/cache CCACHE_CONFIGPATH=/dev/null
export CCACHE_DIR CCACHE_CONFIGPATH
unset CCACHE_DISABLE CCACHE_RECACHE CCACHE_READONLY CCACHE_PREFIX \
  CCACHE_COMPILER CCACHE_EXTRAFILES CCACHE_NAMESPACE CCACHE_STATSLOG \
  CCACHE_SLOPPINESS CCACHE_BASEDIR

cat > part.c <<'END'
void
first (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] += i;
}

void
second (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
END

# hits COMMAND...: how often ccache found what COMMAND asks it for, 0 or 1.
hits ()
{
  rm -f statistics
  CCACHE_STATSLOG=$work/statistics "$@" > hits.log 2>&1 \
    || { fail "exit status $?: $*"; cat hits.log; }
  grep -c -E '^(direct|preprocessed)_cache_hit$' statistics
}

# is HITS COMMAND...
is ()
{
  wanted=$1
  shift
  found=$(hits "$@")
  test "$found" = "$wanted" \
    || { fail "$found hits, not $wanted: $*"; cat statistics; }
}

# copied OBJECT FUNCTION YES: a copy of FUNCTION's loop is in OBJECT, or not
# if YES is `no'.
copied ()
{
  found=yes
  nm "$1" | grep -q "$2\.memlb_bound" || found=no
  test "$found" = "$3" || fail "$1: copy of $2: $found"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  plain_gcc=$MEMLB_CC
  MEMLB_CC="ccache $plain_gcc"
  rm -rf cache

  is 0 memlb-gcc -O2 -c part.c
  cp part.o once.o
  is 1 memlb-gcc -O2 -c part.c
  cmp part.o once.o || fail "$gcc: another object from the cache"
  copied part.o first yes
  is 1 memlb wrap ccache "$plain_gcc" -O2 -c part.c
  copied part.o first yes

  # Other options, other files that they name, no plugin.
  is 0 memlb-gcc -O2 -fplugin-arg-memlb-disable -c part.c
  copied part.o first no
  echo first > chosen
  is 0 memlb-gcc -O2 -fplugin-arg-memlb-loops="$work/chosen" -c part.c
  copied part.o second no
  is 1 memlb-gcc -O2 -fplugin-arg-memlb-loops="$work/chosen" -c part.c
  echo second > chosen
  is 0 memlb-gcc -O2 -fplugin-arg-memlb-loops="$work/chosen" -c part.c
  copied part.o first no
  copied part.o second yes
  is 0 env MEMLB_WRAPPER=off memlb-gcc -O2 -c part.c
  copied part.o first no

  # Another plugin for the same compiler, one byte longer.
  folder=$(sh "$abs_top_srcdir/build-aux/plugin-dir.sh" "$plain_gcc")
  mkdir -p "plugins/$folder"
  cp "$(find "$stage" -path "*/memlb/$folder/memlb.so")" "plugins/$folder"
  echo >> "plugins/$folder/memlb.so"
  is 0 env MEMLB_PLUGIN_PATH="$work/plugins" memlb-gcc -O2 -c part.c
  is 1 env MEMLB_PLUGIN_PATH="$work/plugins" memlb-gcc -O2 -c part.c
  echo >> "plugins/$folder/memlb.so"
  is 0 env MEMLB_PLUGIN_PATH="$work/plugins" memlb-gcc -O2 -c part.c

  # distcc, here without other machines.  Left alone it would take GCC's full name,
  # with the machine in it, for a compiler called `gcc'.
  if command -v distcc > /dev/null; then
    MEMLB_CC="distcc $plain_gcc"
    rm -f part.o
    must env DISTCC_HOSTS=localhost DISTCC_DIR="$work/distcc" \
      DISTCC_NO_REWRITE_CROSS=1 \
      memlb-gcc -O2 -c part.c && copied part.o second yes
  fi
done
finish
