#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles with derived metrics: valid, with nothing lost, whole or absent.

. "${srcdir:-.}/tools-lib.sh"
cd "$here" || exit 99

# Everything stands in the copy, and a copy of the copy is the same.
for name in shallow rank1 empty quoting minor; do
  expect 0 memlb metric -e recoverable -o "$tmp/$name.xml" $name.xml
  expect 0 memlb metric -e recoverable -o "$tmp/again.xml" "$tmp/$name.xml"
  cmp "$tmp/$name.xml" "$tmp/again.xml" || fail "$name: not the same again"
  expect 0 memlb check "$tmp/$name.xml"
  memlb report --format=json $name.xml > "$tmp/one"
  memlb report --format=json "$tmp/$name.xml" > "$tmp/two"
  cmp "$tmp/one" "$tmp/two" || fail "$name: the report differs"
  grep -o '<unit [^>]*>\|<env [^>]*>\|<ref [^>]*>' $name.xml > "$tmp/one"
  grep -o '<unit [^>]*>\|<env [^>]*>\|<ref [^>]*>' "$tmp/$name.xml" > "$tmp/two"
  cmp "$tmp/one" "$tmp/two" || fail "$name: elements differ"
done

# The file of before is replaced when the new one is complete, and stays when
# there is none; nothing else is left.
mkdir "$tmp/folder" && cp shallow.xml "$tmp/folder/a.xml" || exit 99
expect 1 memlb metric -e 'x = no + 1' -o "$tmp/folder/a.xml" "$tmp/folder/a.xml"
cmp shallow.xml "$tmp/folder/a.xml" || fail "replaced by a failure"
expect 0 memlb metric -e 'x = time' -o "$tmp/folder/a.xml" "$tmp/folder/a.xml"
grep -q 'n="x"' "$tmp/folder/a.xml" || fail "not written"
test "$(ls "$tmp/folder")" = a.xml || fail "something is left: $(ls "$tmp/folder")"
expect 1 memlb metric -e 'x = time' -o "$tmp/nowhere/a.xml" shallow.xml
says err '^memlb: .*nowhere/a.xml: cannot write: '
expect 1 memlb metric -e 'x = time' -o /dev/full shallow.xml
says err '^memlb: /dev/full: cannot write: '

# A name in .gz is compressed.
expect 0 memlb metric -e 'x = time' -o "$tmp/z.xml.gz" shallow.xml
gzip -dc "$tmp/z.xml.gz" | memlb check -q - || fail "the compressed profile"
expect 0 memlb metric -p -e 'y = x' "$tmp/z.xml.gz"

# Numbers keep all their digits.
sed 's/time="5.9"/time="5.1234567890123"/' shallow.xml > "$tmp/digits.xml"
memlb metric -e 'x = time * 1' "$tmp/digits.xml" \
  | grep -q 'n="x" v="5.1234567890123"' || fail "digits are lost"

# A folder stands for its newest run; several ranks are too many.
mkdir "$tmp/ranks" && cp shallow.xml "$tmp/ranks/0.xml" || exit 99
expect 0 memlb metric -p -e stall "$tmp/ranks"
says err '^memlb: profile .*0.xml'
cp rank1.xml "$tmp/ranks/1.xml"
sed -i 's/ run="[^"]*"/ run="ab"/' "$tmp"/ranks/*.xml
expect 1 memlb metric -p -e stall "$tmp/ranks"
says err 'one of 2 profiles of a run'
finish
