#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that want to harm: every one gives a clear line and status 1, in
# little memory and time.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99
ulimit -v 400000
ulimit -t 60

# refused NAME PATTERN: both readers refuse the file NAME with PATTERN.
refused ()
{
  expect 1 memlb report "$1"
  says err "^memlb: .*$2"
  expect 1 memlb check "$1"
  says err "^memlb: .*$2"
}

root='<memlb version="1.0" run="ab"><environment/><losses/><metrics/>'

# Entities, nested a billion times.
{
  echo '<?xml version="1.0"?><!DOCTYPE memlb [<!ENTITY a "lol">'
  p=a
  for n in b c d e f g h i j; do
    echo "<!ENTITY $n \"&$p;&$p;&$p;&$p;&$p;&$p;&$p;&$p;&$p;&$p;\">"
    p=$n
  done
  echo "]>$root<program name=\"&j;\"/></memlb>"
} > bomb.xml
refused bomb.xml 'document type declaration'

# Files and hosts that the document names.
echo '<!DOCTYPE memlb [<!ENTITY x SYSTEM "file:///etc/passwd">]><memlb>&x;</memlb>' > external.xml
refused external.xml 'document type declaration'
echo '<!DOCTYPE memlb SYSTEM "http://192.0.2.1/x.dtd"><memlb/>' > dtd.xml
refused dtd.xml 'document type declaration'
echo "$root<program name=\"&nothing;\"/></memlb>" > undefined.xml
refused undefined.xml 'not well-formed'

# An attribute of a gigabyte, never on disk.
huge ()
{
  printf '%s<program name="' "$root"
  head -c 1000000000 /dev/zero | tr '\0' x
  printf '"/></memlb>\n'
}
huge 2>/dev/null | { expect 1 memlb report -; says err 'memlb: standard input.*refused'; test "$failures" -eq 0; } || failures=1
huge 2>/dev/null | { expect 1 memlb check -; says err 'memlb: standard input.*refused'; test "$failures" -eq 0; } || failures=1

# The same, compressed to a megabyte.
huge 2>/dev/null | gzip -1 > huge.xml.gz
refused huge.xml.gz refused

# Elements inside one another.
{ printf '<memlb version="1.0" run="ab">'; yes '<x>' | head -n 100000; } > deep.xml
refused deep.xml 'not well-formed'

# A comment, a text, a name, a processing instruction without an end.
for start in '<!--' 'text' '<a' '<?p '; do
  { printf '%s%s' "$root" "$start"; head -c 30000000 /dev/zero | tr '\0' y; } > long.xml
  refused long.xml '(refused|damaged)'
done

# No XML at all.
printf '\177ELF\002\001\001\000\000\000' > elf.xml
refused elf.xml 'not.*profile'
: > empty.xml
refused empty.xml 'not.*profile'
head -c 100000 /dev/urandom > random.xml
refused random.xml 'not.*profile'
printf '<memlb version="1.0" run="a\377\376"/>' > bytes.xml
refused bytes.xml 'not well-formed'
mkdir folder.xml
expect 1 memlb check folder.xml
says err '^memlb: folder.xml: '

# Compressed data that are damaged.
gzip -c "$here/shallow.xml" > good.xml.gz
expect 0 memlb report good.xml.gz
head -c 700 good.xml.gz > cut.xml.gz
refused cut.xml.gz 'damaged'

# Cut off anywhere, a profile never reads as a whole one.
size=$(wc -c < "$here/shallow.xml")
for part in 1 2 3 5 10 50 90; do
  head -c $((size * part / 100)) "$here/shallow.xml" > cut.xml
  refused cut.xml '(damaged|not a profile)'
done

# Two programs in one.
echo "$root<program name=\"a\"/><program name=\"b\"/></memlb>" > two.xml
expect 1 memlb report two.xml
says err '^memlb: two.xml:1: a second <program>'

# Numbers that are none.
for bad in nan inf -1 1e999 0x10 1,5 12abc 1.2.3 .5 . 1e 5-3; do
  sed "s/time=\"5.9\"/time=\"$bad\"/" "$here/shallow.xml" > number.xml
  refused number.xml '(is not a number|Invalid attribute)'
done

# Versions.
for bad in '' 1 x.1 0.9 2.0 10.0 -1.0 99999999999999999999.0; do
  sed "s/memlb version=\"1.0\"/memlb version=\"$bad\"/" "$here/shallow.xml" > version.xml
  refused version.xml 'version'
done

# Names that turn the direction of writing, or hold what is not seen.
sed 's/calc2/c\&#x202e;x\&#x200b;y\&#x2066;z\&#9;/g; s/part\.cc/p\&#x202e;t/g' \
  "$here/shallow.xml" > names.xml
for what in report "report --loop=1" "report --refused" annotate \
	    "export collapsed" "export callgrind" "diff names.xml"; do
  memlb $what names.xml > out 2> err || fail "$what of hidden characters"
  LC_ALL=C grep -q -e "$(printf '\342\200[\213-\217\250-\256]')" \
    -e "$(printf '\342\201\246')" out err && fail "$what: what is hidden is not shown"
done

# Figures of three hundred digits are shown in a few.
sed 's/ \(time\|bound\|entries\|line\|refs\|sampled\)="[0-9.]*"/ \1="1e300"/g' \
  "$here/shallow.xml" > "$tmp/absurd.xml"
for what in report "report --loop=1" "report --refused" "report --format=csv"; do
  memlb $what "$tmp/absurd.xml" > "$tmp/out" 2> /dev/null
  test -s "$tmp/out" || fail "$what: nothing of absurd figures"
  awk 'length ($0) > 300 || /000000000000000000/ { exit 1 }' "$tmp/out" \
    || { fail "$what: absurd figures in full"; cat "$tmp/out"; }
done

finish
