#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# wrong-gcc.sh: a compiler that loads another one's plugin stops with a
# message that names what differs, and what to do.
. "$srcdir/plugin-lib.sh"

# Pairs need a second compiler; any will do, it needs no plugin of its own.
own=${PLUGIN_GCCS%% *}
use_gcc "$own"
version=$("$own" -dumpfullversion)
other=
for candidate in gcc-14 gcc-15 gcc-13 gcc-11 gcc-12 gcc-10; do
  command -v "$candidate" > /dev/null 2>&1 || continue
  test "$("$candidate" -dumpfullversion)" = "$version" || other=$candidate
done
test -n "$other" || { echo "SKIP: no second GCC"; exit 77; }

printf 'int main (void) { return 0; }\n' > empty.c
if "$other" -O2 -fplugin="$plugin" -c empty.c > said 2>&1; then
  fail "$other takes the plugin of $own"
fi
test ! -e empty.o || fail "there is an object file"
# A plugin may not even load into another major version; the dynamic loader
# then speaks first, naming the plugin.
grep -q -E -e "memlb: this plugin was built for another GCC: its version is" \
  -e "cannot load plugin .*memlb.so" said \
  || { fail "no clear message"; cat said; }
grep -q "memlb plugin build" said \
  || { fail "the message does not say what to do"; cat said; }
if grep -q 'internal compiler error' said; then
  fail "internal compiler error"
  cat said
fi

# The check can be switched off where it is wrong; here the compiler that
# the plugin was built for has to go on working.
MEMLB_DISABLE_VERSION_CHECK=1 "$own" -O2 -fplugin="$plugin" -c empty.c \
  || fail "MEMLB_DISABLE_VERSION_CHECK=1"
if MEMLB_DISABLE_VERSION_CHECK=0 "$other" -fplugin="$plugin" -c empty.c \
     > said 2>&1; then
  fail "MEMLB_DISABLE_VERSION_CHECK=0 disables the check"
fi
finish
