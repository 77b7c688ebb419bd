#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# timers.sh: with copies=procedures functions are timed in mode `time', of those
# that call themselves the outermost activations, however they are left; and
# memlb estimate takes them for objects where no loop holds what they do.
. "$srcdir/e2e-lib.sh"
needs_copies procedures

source=$abs_top_srcdir/testsuite/e2e/timers.cc

# value PROFILE FUNCTION NAME: metric NAME of FUNCTION, 0 if it is not there.
value ()
{
  python3 - "$@" <<'END'
import sys
import xml.etree.ElementTree as tree
for p in tree.parse (sys.argv[1]).iter ("procedure"):
    if p.get ("name") == sys.argv[2]:
        for m in p.findall ("m"):
            if m.get ("n") == sys.argv[3]:
                print (m.get ("v"))
                sys.exit (0)
print (0)
END
}

# took FUNCTION ENTRIES OUTERMOST: so many of its entries were timed, or disturbed,
# and all others nested, but for those that LOST outermost ones were.
took ()
{
  entries=$(value time.xml "$1" procedure-entries)
  test "$entries" -eq "$2" || fail "$1: $entries entries, not $2"
  nested=$(value time.xml "$1" nested)
  test "$nested" -eq $(($2 - $3 - $4)) \
    || fail "$1: $nested nested, not $(($2 - $3 - $4))"
  seen=$(($(value time.xml "$1" timed) + $(value time.xml "$1" disturbed)))
  test "$seen" -eq "$3" || fail "$1: $seen timed or disturbed, not $3"
}

run ()
{
  MEMLB_MODE=$1 MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$1.xml \
    timeout 120 ./with > "$1.out"
  cmp plain.out "$1.out" || fail "$1 $2: output differs"
  test "$1" = off || must memlb check "$1.xml"
}

# try FLAGS
try ()
{
  rm -f ./*.xml
  for part in 1 2; do
    "$MEMLB_CXX" $1 -pthread -DPART=$part "$source" -c -o plain$part.o || exit 99
    must memlb-g++ $1 -pthread -DPART=$part \
      -fplugin-arg-memlb-copies=bound,count,procedures "$source" -c \
      -o with$part.o || return
  done
  "$MEMLB_CXX" $1 -pthread plain1.o plain2.o -o plain \
    && ./plain > plain.out || exit 99
  must memlb-g++ $1 -pthread with1.o with2.o -o with || return
  for mode in time count off bound; do
    run $mode "$1"
  done
  # 5 + 2 * 3 trees, of 4,096 nodes and 4,097 ends.
  took sum $((11 * 8193)) 11 0
  took eight 101 1 0
  took seven 31 1 0
  took by_value 21 1 0
  # The last two of four are left by an exception, or by a jump: the third one's
  # frame is there until another function is entered, and the fourth one passes.
  took thrower 84 2 1
  took jumper 44 2 1
  took catcher 7 1 0
  took down 25 2 0
  test "$(value time.xml varying procedure-entries)" = 0 \
    || fail "varying has a timer"
  test "$(value bound.xml sum procedure-entries)" = 0 || fail "a timer in mode bound"
  memlb estimate --top=0 count.xml time.xml > estimate.out \
    || fail "memlb estimate"
  grep -q ' in [0-9]* loops\? and [0-9]* functions\?; unexplained' estimate.out \
    && grep -q ' sum timers\.cc:[0-9]*, the function$' estimate.out \
    || { fail "$1: sum is no object"; cat estimate.out; }
  grep -q 'it calls itself: the time is that of its outermost' estimate.out \
    || fail "$1: nothing is said of outermost activations"
  memlb estimate --procedure=sum -s "$(dirname "$source")" count.xml time.xml \
    > source.out || fail "memlb estimate --procedure"
  grep -q '^measured .* in outermost activations, with what they call' source.out \
    || { fail "$1: no timer beside the source"; cat source.out; }
  memlb estimate -o stored.xml count.xml time.xml > estimate.out
  must memlb check stored.xml
  grep -q 'n="measured-time"' stored.xml || fail "$1: the time is not stored"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  # What is inlined has no entries of its own.
  for flags in "-O2" "-O2 -fPIE -pie -fcf-protection -ffunction-sections -Wl,--gc-sections" \
	       "-O3 -fno-omit-frame-pointer -g"; do
    echo "== $gcc $flags"
    try "$flags -fno-inline -fno-optimize-sibling-calls -fno-tree-tail-merge"
  done
  # Calls at the end that are jumps: three million, on a small stack.
  flags="-O2 -DPINGS=3000000"
  echo "== $gcc $flags"
  "$MEMLB_CXX" $flags -pthread -DPART=1 "$source" -c -o plain1.o \
    && "$MEMLB_CXX" -pthread plain1.o plain2.o -o plain \
    && ./plain > plain.out || exit 99
  rm -f ./*.xml
  must memlb-g++ $flags -pthread -DPART=1 \
    -fplugin-arg-memlb-copies=bound,count,procedures "$source" -c -o with1.o \
    && must memlb-g++ -pthread with1.o with2.o -o with || continue
  (ulimit -s 1024; run time "$flags"; exit "$failures") || fail "a small stack"
  took jumper 44 2 1
done
finish
