#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh: configure for aarch64 from the same sources, make the runtime and
# the plugin, install them beside this machine's tools.  The other tests use
# them.  The plugin is built without optimisation, which takes half the time.
. "$srcdir/cross-lib.sh"

top=$(cd "$abs_top_srcdir" && pwd)
mkdir -p "$cross" && cd "$cross" || exit 99
rm -f done
unset MAKEFLAGS MFLAGS MAKELEVEL

# A folder configured in another way, by an older test, might install elsewhere.
set -- --host=aarch64-linux-gnu --build=x86_64-linux-gnu \
  --prefix="$cross/stage" --disable-tools --with-gcc="$CROSS_GCC" \
  --libdir="$cross/stage/lib/memlb/$("$CROSS_GCC" -dumpmachine)" \
  CC="$CROSS_GCC" CXX="$(compiler x.cc)" FC="$(compiler x.f90)"
if ! test -f Makefile || test "$*" != "$(cat configured 2> /dev/null)"; then
  find . -mindepth 1 -delete
  "$top/configure" "$@" > configure.log 2>&1 \
    || { tail -n 20 configure.log; exit 1; }
  echo "$*" > configured
fi
make -j2 PLUGIN_CXXFLAGS=-O0 > make.log 2>&1 \
  || { tail -n 20 make.log; exit 1; }
if grep -E ':[0-9]+: [Ww]arning:' make.log \
   || grep -E ':[0-9]+:[0-9]+: warning:' make.log; then
  echo "FAIL: warnings"
  exit 1
fi

# Code that runs in the middle of others' keeps out of the vector registers:
# it calls nothing of the C library but what is known to do so.
nm=$("$CROSS_GCC" -print-prog-name=nm)
strangers=$("$nm" -u runtime/libmemlb_hot.a | awk '
  $1 == "U" && $2 !~ /^(__)?(mrt|memlb)_/ { print $2 }' | sort -u \
  | grep -v -e '^environ$' -e '^__errno_location$' -e '^getauxval$' \
	    -e '^__restore_rt$' -e '^pthread_' -e '^__rseq_')
test -z "$strangers" || { echo "FAIL: hot code needs $strangers"; exit 1; }
rm -rf stage && cp -R -p "$stage" stage \
  && rm -rf stage/lib/libmemlb* stage/lib/memlb \
  && make install PLUGIN_CXXFLAGS=-O0 > install.log 2>&1 \
  || { tail -n 20 install.log; exit 1; }

# The compilers under the names by which tests call them, and memlb, which wants
# the executable where that has become a script.
rm -rf compilers && mkdir compilers || exit 99
for name in gcc g++ gfortran; do
  { printf '#!/bin/sh\nCROSS=%s\nQEMU="%s"\n' "$(compiler x.$name)" \
      "$CROSS_QEMU"
    cat "$srcdir/compile.sh"; } > compilers/$name
  chmod +x compilers/$name
done
{ printf '#!/bin/sh\nREAL=%s\n' "$cross/stage/bin/memlb"
  cat "$srcdir/status.sh"; } > compilers/memlb
chmod +x compilers/memlb
touch done
