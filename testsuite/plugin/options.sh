#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# options.sh: the plugin's options: unknown keys and bad values are errors
# that name the key; good ones are obeyed.
. "$srcdir/plugin-lib.sh"
. "$srcdir/options-lib.sh"

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"

  bad colour 'unknown option .*colour'
  bad loop=x 'unknown option .*loop'
  bad explain=yes 'explain. takes no value'
  bad disable=no 'disable. takes no value'
  for key in min-depth max-depth max-refs max-growth; do
    for value in '' =  =x =-1 =1x =1.5 =99999999999999999999 '= 3'; do
      bad "$key$value" "$key. wants a number"
    done
  done
  bad min-depth=0 'min-depth. wants a number of at least 1'
  bad max-depth=0 'max-depth. wants a number of at least 1'
  bad max-refs=0 'max-refs. wants a number of at least 1'
  for value in '' = =bounds =bound,colour =bound,,colour; do
    bad "copies$value" 'copies. wants a list'
  done
  bad loops 'loops.: cannot read'
  bad loops= 'loops.: cannot read'
  bad loops=missing.txt 'loops.: cannot read .missing.txt.: No such file'

  # Every bad option is named, not only the first.
  compile max-refs=x min-depth=y colour && fail "$gcc: three bad options"
  test "$(grep -c 'error: memlb:' said)" -eq 3 \
    || { fail "$gcc: not all of three bad options named"; cat said; }

  good 2
  good 2 copies=bound
  good 2 copies=bound,count
  good 2 copies=count
  for more in procedures calls; do
    good 2 copies=bound,count,$more
  done
  good 0 min-depth=2
  good 2 min-depth=1 max-depth=1 max-refs=1000 max-growth=1000
  good 0 max-refs=1
  good 0 max-growth=1
  good 0 disable
  test -s loop.s && "$gcc" -O2 -S loop.c -o plain.s
  cmp -s loop.s plain.s || fail "$gcc: disable changes the assembly"
  compile && test ! -s said || { fail "$gcc: notes without explain"; cat said; }

  # loops=: lines, a function, an id, a profile; blank lines and comments.
  printf 'scale\n' > list
  good 1 loops=list
  printf '# one\n\n   loop.c:11  \n' > list
  good 1 loops=list
  printf '/some/where/loop.c:4\n' > list
  good 1 loops=list
  printf 'square@loop.c:11' > list
  good 1 loops=list
  printf 'square@loop.c:11.2\nscale' > list
  good 2 loops=list
  printf 'loop.c:1\nother.c:11\nsca\n' > list
  good 0 loops=list
  : > list
  good 0 loops=list
  cat > list <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<memlb version="1.0" run="00" complete="yes" mode="bound">
 <environment><host name="h"/></environment>
 <losses/>
 <metrics/>
 <program id="p" name="loop">
  <module id="m" name="loop" path="loop">
   <file id="f" name="loop.c" path="/some/where/loop.c">
    <procedure id="scale" name="scale">
     <loop id="scale@loop.c:4" line="4" end-line="5" depth="1" entries="1">
      <ref id="scale@loop.c:4/r1" line="5" name="a[i]" size="8"/>
     </loop></procedure></file></module></program>
</memlb>
END
  good 1 loops=list
  grep -q 'loop.c:4:.*note: memlb: nest of depth' said \
    || { fail "$gcc: a profile selects another loop"; cat said; }

  # -fopt-info and the dump file say the same.
  "$gcc" -O2 -fplugin="$plugin" -fopt-info-optimized -S loop.c > said 2>&1
  test "$(grep -c 'optimized: .*memlb: nest of depth' said)" -eq 2 \
    || { fail "$gcc: -fopt-info"; cat said; }
  rm -f missed
  "$gcc" -O2 -fplugin="$plugin" -fplugin-arg-memlb-max-refs=1 \
    -fopt-info-missed=missed -S loop.c > said 2>&1
  test "$(grep -c 'memlb: nest not copied: too-many-refs' missed)" -eq 2 \
    || { fail "$gcc: -fopt-info-missed"; cat missed; }
  # (GCC reads -fdump-rtl-PASS before it loads plugins; only -all works.)
  "$gcc" -O2 -fplugin="$plugin" -fdump-rtl-all-details -S loop.c
  cat loop.c.*.memlb_copies 2> dump.log | grep -q 'nest of depth' \
    || fail "$gcc: no dump of memlb_copies"
done
finish
