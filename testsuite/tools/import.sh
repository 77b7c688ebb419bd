#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Figures of other tools on a profile: to the innermost loop that holds them,
# with no sum changed; and files that are damaged or want to harm.

. "${srcdir:-.}/tools-lib.sh"
cd "$here/import" || exit 99
base=../edit-before.xml

# has METRIC SCOPE VALUE: the profile $tmp/x.xml has VALUE of METRIC in the
# scope whose element and name are SCOPE.
has ()
{
  memlb metric -p -e "it = \"$1\"" "$tmp/x.xml" \
    | awk -v scope="$2" -v value="$3" '
	{ v = $1; sub (/^ *[^ ]+ */, "") }
	$0 == scope && v == value { found = 1 }
	END { exit !found }' \
    || { fail "$1 of $2 is not $3"; memlb metric -p -e "it = \"$1\"" "$tmp/x.xml"; }
}

# import FORMAT FILE ARGS...: to $tmp/x.xml, a valid profile.
import ()
{
  expect 0 memlb import "$@" -o "$tmp/x.xml"
  cp "$tmp/err" "$tmp/told"
  memlb check -q "$tmp/x.xml" || fail "not valid: $*"
}

# callgrind: relative lines, abbreviated names, code inlined from another
# file, what a callee cost left out, and copies of memlb's own kept apart.
import callgrind callgrind.out -p $base
has Ir 'program edit' 5966
has Ir 'module edit' 5406
has Ir 'procedure f' 2364
has Ir 'loop f@a.c:10' 600
has Ir 'line 11' 200
has Ir 'loop f@a.c:20' 1709
has Ir 'line 24' 1000
has Ir 'line 25' 9
has Ir 'inlined inl.h' 50
has Ir 'loop g@a.c:40' 3000
has Ir 'line 34' 1
has Ir 'procedure f.memlb_bound.1' 11
has Dr 'procedure f' 300
has D1mr 'line 11' 0
has Ir 'module elsewhere' 560
has Ir 'procedure sin' 500
has D1mr 'procedure exp' 1
says told 'imported Ir: 5966, 9.4 % of it under elsewhere'
silent told 'its lines have'
expect 0 memlb metric -p -e 'x = D1mr / Dr' "$tmp/x.xml"
expect 0 memlb report --brief "$tmp/x.xml"

# The same twice: names must differ.
cp "$tmp/x.xml" "$tmp/first.xml"
expect 1 memlb import callgrind callgrind.out -p "$tmp/first.xml" -o "$tmp/y.xml"
says err 'metric .Ir. is in the profile already; .*--prefix'
test ! -e "$tmp/y.xml" || fail "written in spite of a failure"
import callgrind callgrind.out -p "$tmp/first.xml" --prefix=new.
has new.Ir 'program edit' 5966
has Ir 'program edit' 5966
has new.Ir 'module elsewhere' 560

# A new profile: modules, files and functions as the file names them.
import callgrind callgrind.out --program=edit
has Ir 'program edit' 5966
has Ir 'module libm.so' 560
has Ir 'procedure f' 2364
silent told elsewhere
# The program is called as the file says, unless the user does.
import callgrind callgrind.out
has Ir 'program edit' 5966
import hpcstruct hpcstruct.xml --program=mine
grep -q '<program name="mine">' "$tmp/x.xml" || fail "the program is not called mine"
import hpcstruct hpcstruct.xml
grep -q '<program name="edit">' "$tmp/x.xml" || fail "the program is not called edit"

# Totals that its lines do not have are told.
sed 's/^totals: 5966/totals: 9999/' callgrind.out > "$tmp/c.out"
import callgrind "$tmp/c.out" -p $base
says told 'c.out: its lines have 5966 Ir, its totals 9999; the lines count'

import cachegrind cachegrind.out -p $base
has Ir 'loop f@a.c:10' 100
has Ir 'loop f@a.c:20' 300
has Dr 'loop f@a.c:20' 0
has Ir 'loop g@a.c:40' 3000
gzip -c cachegrind.out > "$tmp/z.gz"
import cachegrind "$tmp/z.gz" -p $base
has Ir 'program edit' 3400
import cachegrind - -p $base < cachegrind.out
has Ir 'program edit' 3400

import perf perf.txt -p $base
has samples 'program edit' 4
has cycles 'program edit' 1e+06
has cycles 'loop f@a.c:20' 250000
has cycles 'inlined inl.h' 350000
has cycles 'procedure g' 400000
has cache-misses 'module elsewhere' 1

# Addresses without a line are looked up in the object, by symbol and distance:
# also in a shared object or C++, and in code that was inlined; where it has
# nothing to say the function is all that is known.
if command -v g++ > /dev/null && command -v nm > /dev/null; then
  mkdir -p "$tmp/src" && cd "$tmp/src" || exit 99
  cat > inl.h <<'END_C'
static inline __attribute__ ((always_inline)) long twist (long x)
{
  asm volatile (".globl mark_inlined; mark_inlined: nop");
  return x ^ 5;
}
END_C
  cat > seen.cc <<'END_C'
#include "inl.h"
namespace far {
  long work (long x)
  {
    asm volatile (".globl mark_plain; mark_plain: nop");
    return twist (x) + 1;
  }
}
END_C
  g++ -g -O1 -shared -fPIC seen.cc -o seen.so || fail "no seen.so"
  cd "$here/import" || exit 99
  # behind MARK: how far the label is behind the function.
  behind ()
  {
    nm "$tmp/src/seen.so" | awk -v mark="$1" '
      function number(hex,   i, n)
      {
	for (i = 1; i <= length (hex); i++)
	  n = 16 * n + index ("0123456789abcdef", substr (hex, i, 1)) - 1
	return n
      }
      $3 ~ /work/ { from = number($1) }
      $3 == mark { to = number($1) }
      END { printf "%x", to - from }'
  }
  for name in far::work _ZN3far4workEl; do
    {
      echo "x 1 10.5: 3 cycles:u: 7fff12345678 $name+0x$(behind mark_plain) ($tmp/src/seen.so)"
      echo "x 1 10.6: 5 cycles:u: 7fff12345688 $name+0x$(behind mark_inlined) ($tmp/src/seen.so)"
      echo "x 1 10.7: 7 cycles:u: 7fff12345688 $name+0xfffffff ($tmp/src/seen.so)"
      echo "x 1 10.8: 9 cycles:u: 7fff12345688 other+0x1 ($tmp/src/seen.cc)"
      echo "x 1 10.9: 11 cycles:u: 7fff12345688 other+0x1 (/dev/zero)"
    } > "$tmp/p.txt"
    import perf "$tmp/p.txt"
    has cycles 'program program' 35
    ldd "$(command -v memlb)" | grep -q libdw || continue
    has cycles 'line 5' 3
    has cycles 'inlined inl.h' 5
    has cycles 'line 3' 5
  done
fi

import csv lines.csv -p $base
has flops 'loop f@a.c:20' 5e+06
has flops 'loop g@a.c:40' 500000
has flops 'module elsewhere' 100000
has bytes 'loop f@a.c:10' 8e+06
grep -q '<metric name="flops" unit="flop" kind="sum"/>' "$tmp/x.xml" \
  || fail "no unit of flops"
expect 0 memlb metric -p -e mflops "$tmp/x.xml"
says out '^ *1\.25 .*loop f@a.c:20'

import gprof gprof.txt -p $base
has gprof-time 'loop f@a.c:20' 1
has gprof-time 'loop g@a.c:40' 0.5
has gprof-time 'procedure exp' 0.5
has gprof-calls 'program edit' 103

import gcov gcov.json -p $base
has line-executions 'loop f@a.c:20' 11000
has line-executions 'loop f@a.c:10' 101
has line-executions 'file inl.h' 50

# Lines of a function that was inlined: in the loop that it is in there, also
# those that come after lines outside of it.
printf 'file,line,metric,value,function\na.c,3,x,1,twist\na.c,23,x,2,twist\n' \
  > "$tmp/lines.csv"
import csv "$tmp/lines.csv" -p $base
has x 'procedure twist' 1
has x 'loop f@a.c:20' 2

# hpcstruct: its loops have one line, its statements tell what they hold, also
# what the compiler moved into them; an A without a name is a call's place.
import hpcstruct hpcstruct.xml --metrics=lines.csv
has flops 'loop f@a.c:20' 5e+06
has flops 'loop f@a.c:22' 5e+06
has bytes 'loop f@a.c:10' 8e+06
has flops 'file a.c' 5.5e+06
has flops 'loop g@a.c:40' 500000
has flops 'module elsewhere' 100000
says told '^memlb: /home/u/a.c:42: is in several loops of g; given to the first'
grep -q '<inlined name="twist" path="/home/u/inl.h" line="24" end-line="34">' \
  "$tmp/x.xml" || fail "no inlined scope"
for loop in '22" id="f@a.c:22" verdict="unsampled" end-line="25"' \
	    '20" id="f@a.c:20" verdict="unsampled" end-line="29"' \
	    '40" id="g@a.c:40.2" verdict="unsampled" end-line="42"'; do
  grep -q "<loop line=\"$loop" "$tmp/x.xml" || fail "no loop $loop"
done
cat > "$tmp/lines.csv" <<'END_CSV'
file,line,metric,value,function
/home/u/a.c,8,x,1,
/home/u/a.c,7,x,2,
/home/u/inl.h,34,x,4,
/home/u/inl.h,2,x,8,f
/home/u/a.c,29,x,16,
/home/u/a.c,31,x,32,f
/home/u/a.c,12,x,64,
END_CSV
import hpcstruct hpcstruct.xml --metrics="$tmp/lines.csv"
has x 'loop f@a.c:10' 65
has x 'procedure f' 127
has x 'loop f@inl.h:33' 4
has x 'loop f@a.c:20' 28
has x 'inlined clear' 8
silent told elsewhere
# What the document type allows and hpcstruct does not write; and the ranges of
# earlier versions.
sed -n '1,/^\]>/p' hpcstruct.xml > "$tmp/odd.xml"
cat >> "$tmp/odd.xml" <<'END_XML'
<HPCToolkitStructure i="0" version="4.9"><LM i="1" n="/home/u/odd" has-calls="0">
<P i="2" n="alone" l="1-3"><P i="3" n="inner" l="9"/></P>
<F i="4" n="/home/u/b.c"><L i="5" l="7-8"><S i="6" l="8"><S i="7" l="8"/></S></L><S i="8" l="3"/></F>
</LM></HPCToolkitStructure>
END_XML
printf 'file,line,metric,value\n/home/u/b.c,8,x,1\n/home/u/b.c,3,x,2\n' > "$tmp/lines.csv"
import hpcstruct "$tmp/odd.xml" --metrics="$tmp/lines.csv"
has x 'loop ???@b.c:7' 1
has x 'file b.c' 3
grep -q '<procedure name="alone" asm-name="alone" line="1" end-line="3"' \
  "$tmp/x.xml" || fail "no range of lines"

# Lines in loops of several functions, paths that may be several files.
sed 's/<procedure id="g" name="g" asm-name="g">/<procedure id="g" name="g" asm-name="g"><loop id="g@a.c:10" line="10" end-line="14" verdict="refused"\/>/' \
  $base > "$tmp/two.xml"
printf 'file,line,metric,value\na.c,12,x,1\n' > "$tmp/x.csv"
import csv "$tmp/x.csv" -p "$tmp/two.xml"
says told '^memlb: /home/u/a.c:12: is in loops of [fg] and [fg]; given to [fg]$'
sed 's|</module>|<file name="a.c" path="/other/a.c"/></module>|' $base > "$tmp/two.xml"
import csv "$tmp/x.csv" -p "$tmp/two.xml"
says told '^memlb: a.c: may be /home/u/a.c or /other/a.c; taken for the first$'
has x 'loop f@a.c:10' 1
# The same name in another folder is another file, unless its function says.
printf 'file,line,metric,value,function\n/usr/a.c,12,x,1,nobody\n/usr/a.c,12,x,2,f\n' > "$tmp/x.csv"
import csv "$tmp/x.csv" -p $base
has x 'module elsewhere' 1
has x 'loop f@a.c:10' 2

# What is no file of the format.
# refused FORMAT PATTERN: standard input is refused with PATTERN.
refused ()
{
  cat > "$tmp/bad"
  expect 1 memlb import "$1" "$tmp/bad" -o "$tmp/no.xml"
  says err "^memlb: .*$2"
  test ! -e "$tmp/no.xml" || fail "written in spite of a failure"
}
for format in callgrind perf csv gprof gcov hpcstruct; do
  refused $format bad < /dev/null
  head -c 5000 /dev/urandom > "$tmp/random"
  refused $format bad < "$tmp/random"
done
echo '1 2 3' | refused callgrind 'bad:1: costs before .events:'
printf 'events: Ir\nfn=f\nx\n' | refused callgrind 'bad:3: not a line of callgrind'
printf 'events: Ir\n1 5\n' | refused callgrind 'bad:2: costs before a function'
printf 'events: Ir\nfn=(3)\n' | refused callgrind 'bad:2: name \(3\) was never given'
printf 'events: Ir\nfn=(99999999999)\n' | refused callgrind 'bad:2: a bad number of a name'
printf 'events: Ir\nfn=f\n1 x\n' | refused callgrind 'bad:3: a cost is no number'
printf 'events: %s\n' "$(seq -s ' ' 101)" | refused callgrind 'more than 100 events'
head -c 2000000 /dev/zero | tr '\0' x | refused callgrind 'a line of more than'
printf 'events: Ir\nfn=f\n1 5\n\0\n2 7\n' | refused callgrind 'bad:4: a zero byte'
printf 'events: Ir\nfn=f\0g\n1 5\n' | refused callgrind 'bad:2: a zero byte'
printf 'file,line,value\n' | refused csv 'bad:1: no column .metric'
printf 'file,line,metric,value\na.c,1,x\n' | refused csv 'bad:2: 3 fields only'
printf 'file,line,metric,value\na.c,1,x,nan\n' | refused csv 'bad:2: the value is no number'
printf 'file,line,metric,value\na.c,1,x,0x10\n' | refused csv 'bad:2: the value is no number'
printf 'file,line,metric,value\na.c,-1,x,1\n' | refused csv 'bad:2: the line is no number'
printf 'file,line,metric,value\na.c,1,,1\n' | refused csv 'bad:2: no metric'
printf 'file,line,metric,value\n"a.c,1,x,1\n' | refused csv 'bad:2: a quote without an end'
printf 'file,line,metric,value\na.c,1,time,1\n' | refused csv 'metric .time. is in the profile already'
echo '{"files": 1}' | refused gcov 'no "files"'
echo '{"files": [{}]}' | refused gcov 'file 1 has no name'
echo '{"files": [{"file": "a", "lines": [{}]}]}' | refused gcov 'line 1 of a has no number'
echo '{"files": [' | refused gcov 'bad:2: not JSON: '
head -c 100000 /dev/zero | tr '\0' '[' | refused gcov 'not JSON'
printf '%s\n' ' time   seconds   seconds    calls' ' a b c' | refused gprof 'bad:2: not a row'
echo '<a/>' | refused hpcstruct 'the document is <a>'
echo '<!DOCTYPE HPCToolkitStructure [<!ENTITY a "x">]><HPCToolkitStructure/>' \
  | refused hpcstruct 'an entity is declared'
echo '<!DOCTYPE HPCToolkitStructure SYSTEM "http://192.0.2.1/x"><HPCToolkitStructure><P n="a"/></HPCToolkitStructure>' \
  | refused hpcstruct '<P> inside <program>'
echo 'edit 1 10.5: nothing' | refused perf 'bad:1: no event after the time'

# Names that are no text, or none at all, leave a profile that is one.
printf 'file,line,metric,value,function\na\377\001.c,1,x\355\240\200,1,\340\200\200f\303\274\n' > "$tmp/x.csv"
import csv "$tmp/x.csv" -p $base
grep -q "name=\"???f$(printf '\303\274')\"" "$tmp/x.xml" \
  || fail "a name is not what can be kept of it"
sed 's/ f (a.c:24/  (a.c:24/' gprof.txt > "$tmp/g.txt"
import gprof "$tmp/g.txt" -p $base
has gprof-time 'program edit' 2

# Cut off anywhere, a file is refused or gives a valid profile.
for f in callgrind.out perf.txt lines.csv gprof.txt gcov.json hpcstruct.xml; do
  case $f in
    callgrind.out) format=callgrind ;; perf.txt) format=perf ;;
    lines.csv) format=csv ;; gprof.txt) format=gprof ;;
    gcov.json) format=gcov ;; *) format=hpcstruct ;;
  esac
  size=$(wc -c < $f)
  for part in 3 11 27 42 55 68 79 91 97; do
    head -c $((size * part / 100)) $f > "$tmp/cut"
    rm -f "$tmp/no.xml"
    memlb import $format "$tmp/cut" -p $base -q -o "$tmp/no.xml" 2> "$tmp/err" \
      || memlb import $format "$tmp/cut" -q -o "$tmp/no.xml" 2> "$tmp/err"
    case $? in
      0) memlb check -q "$tmp/no.xml" || fail "$f cut at $part %: not valid" ;;
      1) test ! -e "$tmp/no.xml" || fail "$f cut at $part %: written" ;;
      *) fail "$f cut at $part %: status $?" ;;
    esac
  done
done
finish
