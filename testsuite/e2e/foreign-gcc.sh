#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# foreign-gcc.sh: a GCC of the same version in somebody's home, of another
# configure line: the wrapper says that its plugin is missing before it compiles
# anything, GCC's own option names what differs, and memlb plugin build makes the
# plugin below HOME.
. "$srcdir/e2e-lib.sh"

gcc=${E2E_GCCS%% *}
use_gcc "$gcc"
HOME=$work/home
export HOME

# A copy: what knows the configure line, with another one of the same length; most
# of the rest are links.  Drivers find their parts relative to where they lie.
prefix=$(dirname "$(dirname "$(readlink -f "$(command -v "$gcc")")")")
parts=$(readlink -f "$(dirname "$("$gcc" -print-prog-name=cc1)")")
libraries=$(readlink -f "$(dirname "$("$gcc" -print-libgcc-file-name)")")
case $parts:$libraries in
  "$prefix"/*:"$prefix"/*) ;;
  *) skip "$gcc has its parts elsewhere" ;;
esac
there=$HOME/gcc${parts#"$prefix"}
beside=$HOME/gcc${libraries#"$prefix"}
changed='s,--enable-checking=release,--enable-checking=RELEASE,g'
mkdir -p "$HOME/gcc/bin" "$there" "$beside/plugin/include" || exit 99
ln -s "$parts"/* "$there" 2> /dev/null
ln -s "$libraries"/* "$beside" 2> /dev/null
ln -s "$prefix/include" "$HOME/gcc/include"
headers=$("$gcc" -print-file-name=plugin)/include
test -f "$headers/configargs.h" || skip "no plugin headers of $gcc"
# No links: of system headers GCC takes the place that a link leads to.
cp -RL "$headers/." "$beside/plugin/include"
rm -f "$there/cc1" "$there/cc1plus" "$beside/plugin/include/configargs.h"
LC_ALL=C sed "$changed" "$headers/configargs.h" \
  > "$beside/plugin/include/configargs.h"
! cmp -s "$headers/configargs.h" "$beside/plugin/include/configargs.h" \
  || skip "another configure line than Debian's"
for file in cc1 cc1plus; do
  LC_ALL=C sed "$changed" "$parts/$file" > "$there/$file"
  chmod +x "$there/$file"
done
for driver in gcc g++; do
  full=$(readlink -f "$(command -v "$(sibling "$gcc" "$driver")")")
  LC_ALL=C sed "$changed" "$full" > "$HOME/gcc/bin/$driver"
  chmod +x "$HOME/gcc/bin/$driver"
done

cat > main.c <<'END'
#include <stdio.h>
static double a[1000];
int
main (void)
{
  double s = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = i % 7;
  for (int k = 0; k < 50; k++)
    for (int i = 1; i < 1000; i++)
      s += a[i] * a[i - 1];
  printf ("%g\n", s);
}
END
foreign=$HOME/gcc/bin/gcc
"$foreign" -O2 main.c -o plain > plain.log 2>&1 && ./plain > plain.out \
  || skip "the copy does not work: $(head -n 2 plain.log)"
"$foreign" -v 2>&1 | grep -q 'checking=RELEASE' \
  || skip "$gcc is no driver of GCC's, or not Debian's"
test "$("$foreign" -print-prog-name=cc1)" -ef "$there/cc1" \
  || skip "the copy takes its parts from elsewhere"

# The wrapper, before anything is compiled; then the compiler itself, which
# names the field; a number of it would be the same.
use_gcc "$foreign"
! memlb-gcc -O2 -c main.c > said 2>&1 || fail "the wrapper compiles"
test ! -e main.o || fail "there is an object file"
grep -q "memlb plugin build --gcc=$foreign" said \
  || { fail "the remedy is not named"; cat said; }
test "$(wc -l < said)" -eq 1 || { fail "more than a line"; cat said; }
plugin=$(memlb flags --gcc="$gcc" | sed -n 's/^\(-fplugin=[^ ]*\).*/\1/p')
! "$foreign" -O2 "$plugin" -c main.c > said 2>&1 || fail "another one's plugin"
test ! -e main.o || fail "there is an object file"
grep -q 'configure line' said && grep -q 'memlb plugin build' said \
  || { fail "the field and the remedy are not named"; cat said; }
MEMLB_WRAPPER=fallback memlb-gcc -O2 main.c -o fallback > said 2>&1 \
  && ./fallback | cmp - plain.out || fail "MEMLB_WRAPPER=fallback"

# Nothing is written but below HOME; and a make around all this, that shall only print,
# has nothing to do with it.
touch begun
begin=$(date +%s)
MAKEFLAGS=n memlb plugin build --gcc="$foreign" > built 2>&1 \
  || { fail "memlb plugin build"; tail -n 20 built; finish; }
echo "built in $(($(date +%s) - begin)) s"
# Nor would the header be taken that was made for it to be quick.
! grep -i 'warning' built || fail "warnings"
test -z "$(find "$stage" -newer begun -type f)" || fail "the installation changed"
test -n "$(find "$HOME/.local/lib/memlb" -name memlb.so)" || fail "no plugin"
PATH=$HOME/gcc/bin:$PATH memlb plugin list > list 2>&1
grep -q "^$HOME/.local/lib/memlb/.*for $foreign" list \
  || { fail "memlb plugin list"; cat list; }
must memlb-gcc -O2 main.c -o with
MEMLB_MODE=torture MEMLB_OUTPUT=with.xml ./with > with.out
cmp plain.out with.out || fail "output differs"
has=$(sed -n 's/.*<m n="bound-runs" v="\([0-9]*\)".*/\1/p' with.xml | head -n 1)
test "${has:-0}" -gt 0 || fail "no bound runs"
# The other compiler's plugin is still there.
use_gcc "$gcc"
must memlb-gcc -O2 main.c -o with
finish
