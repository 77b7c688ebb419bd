#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# outer.sh: with copies=procedures loops that make calls, or hold nests with
# copies, are timed in mode `time', whatever is measured inside them; their
# blocks are counted in mode `count', with who calls whom; and memlb estimate
# tells which of them can be estimated.
. "$srcdir/e2e-lib.sh"
needs_copies procedures

source=$abs_top_srcdir/testsuite/e2e/outer.cc

cat > twice.h <<'END'
__attribute__ ((noipa)) static int
total (const int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
END
cat > one.c <<'END'
#include "twice.h"
int other (const int *);
int
main (void)
{
  int p[4] = { 1, 2, 3, 4 }, s = 0;
  for (int i = 0; i < 5; i++)
    s += total (p, 4);
  return s + other (p) != 80;
}
END
cat > two.c <<'END'
#include "twice.h"
int
other (const int *p)
{
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += total (p, 4);
  return s;
}
END

# row PROFILE LOOP: the line of the loop marked so.
row ()
{
  line=$(grep -n "// loop: $2\$" "$source" | cut -d: -f1)
  grep "<loop id=\"[^\"]*@outer.cc:$line\"" "$1"
}

# value PROFILE LOOP NAME: attribute or metric NAME, 0 if it is not there.
value ()
{
  id=$(row "$1" "$2" | sed 's/.*<loop id="\([^"]*\)".*/\1/')
  sed -n "\\,<loop id=\"$id\",,\\,</loop>,p" "$1" | awk -v name="$3" '
    NR == 1 && match ($0, " " name "=\"[0-9.]+\"") {
      split (substr ($0, RSTART, RLENGTH), part, "\""); v = part[2] }
    index ($0, "<m n=\"" name "\"") { split ($0, part, "\""); v = part[4] }
    END { print v + 0 }'
}

# is PROFILE LOOP NAME VALUE
is ()
{
  got=$(value "$1" "$2" "$3")
  test "$got" = "$4" || fail "$1: $2 has $3 $got, not $4"
}

# took LOOP ENTRIES NESTED: in mode `time'; each entry but the nested ones is
# timed, or was disturbed.  LOST of them were left in other ways than by exits.
took ()
{
  is time.xml "$1" entries "$2"
  is time.xml "$1" nested "$3"
  seen=$(($(value time.xml "$1" timed) + $(value time.xml "$1" disturbed)))
  test "$seen" -eq $(($2 - $3 - ${4:-0})) \
    || fail "$1: $seen entries timed or disturbed, not $(($2 - $3 - ${4:-0}))"
}

run ()
{
  MEMLB_MODE=$1 MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$1.xml ./with > "$1.out"
  cmp plain.out "$1.out" || fail "$1: output differs"
  must memlb check "$1.xml"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  rm -f ./*.xml
  "$MEMLB_CXX" -O2 "$source" -o plain && ./plain > plain.out || exit 99
  must memlb-g++ -O2 -fplugin-arg-memlb-copies=bound,count,procedures \
    "$source" -o with || continue
  run time
  run count
  run bound
  took steps 1 0
  took inner 20 0
  took middle 20 0
  took sum 81 0
  # 1 + 4 + 16 + 64 and 1 + 4 + 16 activations, two of them the outermost.
  took tree 106 104
  # Left by exceptions in two of ten.
  took thrown 9 0 2
  took found 10 0
  # Not in other modes.
  for loop in steps middle tree thrown found; do
    is bound.xml $loop time 0
  done
  is count.xml steps iterations 20
  is count.xml middle entries 20
  is count.xml middle iterations 80
  is count.xml tree iterations 424
  is count.xml inner entries 20
  grep -o ' callee="[^"]*"' count.xml | sort -u > callees
  for name in '\*' _ZL4treeii _ZL7checkedi _ZL6throwni _ZL5foundi; do
    grep -q " callee=\"$name\"" callees || fail "no call of $name"
  done
  memlb estimate count.xml time.xml > estimate.out || fail "memlb estimate"
  grep -q '^measured [0-9]* % of memory operations, in ' estimate.out \
    || fail "no share of memory operations"
  memlb estimate count.xml bound.xml time.xml > both.out \
    || fail "memlb estimate with bounds"
  # One call of sum in 81 is made elsewhere.
  cat estimate.out both.out | grep -q 'sum is called from here 98.8 %' \
    || cat estimate.out both.out | grep -q 'not timed\|an entry' \
    || { fail "steps' estimate"; cat estimate.out; }
  # The source of what a loop calls follows that of the loop; each line is the
  # one that stands beside its number.
  memlb estimate --procedure=steps -s "$(dirname "$source")" count.xml \
    time.xml > source.out || fail "memlb estimate --procedure"
  grep -q '^calls sum(.*: 99 % of its 81 executions' source.out \
    || grep -q '^calls sum: 99 % of its 81 executions' source.out \
    || { fail "what steps calls"; cat source.out; }
  line=$(grep -n "// loop: sum$" "$source" | cut -d: -f1)
  grep -q "^ .* $line  .*// loop: sum$" source.out \
    || fail "another text than that of line $line"
  memlb estimate --procedure=checked -s "$(dirname "$source")" count.xml \
    > straight.out || fail "memlb estimate --procedure of no loop"
  grep -q '^checked.*: no loops, ' straight.out || fail "no source of checked"

  # Static functions of a header, in two objects: two procedures.
  must memlb-gcc -O2 -fplugin-arg-memlb-copies=bound,count,procedures -g \
    -I. one.c two.c -o twice || continue
  rm -f twice.xml
  MEMLB_MODE=count MEMLB_OUTPUT=twice.xml ./twice || fail "twice"
  must memlb check twice.xml
  entries=$(grep -o '<procedure id="total"[^>]* entries="[0-9]*"' twice.xml \
	    | sed 's/.*entries="//; s/"//' | sort -n | tr '\n' ' ')
  test "$entries" = "3 5 " || fail "entries of total: $entries"
done
finish
