#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# library-calls.sh: a bound copy calls a pure function as its original does:
# through one jump of memlb's where that goes through the linkage table.
. "$srcdir/plugin-lib.sh"

cat > wave.c <<'END'
#include <math.h>
void
wave (double *restrict y, const double *restrict x, int n)
{
  for (int i = 0; i < n; i++)
    y[i] = sin (x[i]) * exp (-x[i]);
}
END

# calls OPTIONS...: the calls of the bound copy, by what they call.
calls ()
{
  must "$gcc" "-fplugin=$plugin" -O2 "$@" -S wave.c -o wave.s || return
  awk '/\.memlb_bound\.[0-9]+:$/ { on = 1 } /\.memlb_observe\.[0-9]+:$/ { exit }
       on && $1 == "call" { print $2 }' wave.s > found
  test "$(wc -l < found)" -eq 2 || fail "$gcc $*: not two calls"
}

# jump N: where the call number N, through a jump of memlb's, ends up.
jump ()
{
  awk -v label="$(sed -n "$1p" found):" \
    '$1 == label { getline; print $1, $2 }' wave.s
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for options in -g -fPIC -masm=intel; do
    calls $options
    for n in 1 2; do
      case $(jump $n) in
	"jmp *"*".LMEMLBC"*"(%rip)") ;;
	*) fail "$gcc $options: call $n goes to $(jump $n)" ;;
      esac
    done
    test "$(jump 1)" != "$(jump 2)" || fail "$gcc $options: one callee"
  done
  calls -fno-plt
  ! grep -v '^\*' found || fail "$gcc -fno-plt: not called by its address"
done
finish
