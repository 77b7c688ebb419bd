#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The tools under valgrind: no bad access, no leak.

. "${srcdir:-.}/tools-lib.sh"
command -v valgrind > /dev/null || skip "no valgrind"
cd "$here" || exit 99

# clean STATUS ARGS...: memlb ARGS under valgrind.
clean ()
{
  want=$1
  shift
  valgrind -q --error-exitcode=99 --leak-check=full \
    --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect memlb "$@" \
    > "$tmp/out" 2> "$tmp/err"
  got=$?
  test $got -eq "$want" || {
    fail "status $got: memlb $*"
    cat "$tmp/err"
  }
}
clean 0 report shallow.xml
clean 0 report shallow.xml rank1.xml
clean 0 report --format=json quoting.xml
clean 0 report --loop=1 shallow.xml
clean 0 report --refused shallow.xml
clean 1 report --loop=nothing shallow.xml
clean 1 report invalid-values.xml
clean 1 report version2.xml
clean 1 report truncated.xml
clean 1 report shallow.xml html.xml
clean 0 report minor.xml
for f in callgrind.out perf.txt lines.csv gprof.txt gcov.json hpcstruct.xml; do
  case $f in
    lines.csv) format=csv ;;
    *.xml) format=hpcstruct ;;
    perf.txt) format=perf ;;
    *) format=${f%.*} ;;
  esac
  clean 0 import $format import/$f -o "$tmp/x.xml"
  test $format = hpcstruct \
    || clean 0 import $format import/$f -p edit-before.xml -o "$tmp/x.xml"
  clean 1 import $format shallow.xml -o "$tmp/x.xml"
done
for format in callgrind chrome speedscope collapsed csv json; do
  clean 0 export $format quoting.xml
done
clean 1 export callgrind -m speedup shallow.xml
clean 0 annotate -s annotate/src edit-before.xml
clean 0 annotate -s annotate/src --all -m share edit-before.xml
clean 1 annotate -m nothing edit-before.xml
if test -f "$stage/share/memlb/viewer.html"; then
  clean 0 html -o "$tmp/x.html" -s annotate/src edit-before.xml edit-after.xml
  clean 0 html -o "$tmp/x.html" quoting.xml
fi
clean 1 html -o "$tmp/y.html" truncated.xml
clean 0 diff edit-before.xml edit-after.xml
clean 1 diff --exit-code --format=csv edit-before.xml edit-after.xml
clean 1 diff shallow.xml truncated.xml
clean 0 metric -e recoverable -e speedup -e 'x = $own(time)' shallow.xml
clean 1 metric -e 'x = 1 +' shallow.xml
clean 1 metric -e 'x = time + entries' shallow.xml
clean 1 metric -e stall truncated.xml
clean 0 merge -o "$tmp/all.xml" shallow.xml rank1.xml minor.xml
clean 0 merge -o "$tmp/all.xml.gz" "$tmp/all.xml" rank1.xml
clean 1 merge -k -o "$tmp/all.xml" shallow.xml truncated.xml
clean 1 merge -o "$tmp/none/all.xml" shallow.xml
clean 0 report --loop=1 "$tmp/all.xml.gz"
clean 0 check shallow.xml
clean 1 check invalid.xml html.xml truncated.xml
clean 1 status Makefile.am
finish
