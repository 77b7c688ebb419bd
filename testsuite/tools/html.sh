#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# memlb html: what it writes, and that nothing of a profile stands in it as it
# is; the page itself is tested in testsuite/viewer.

. "${srcdir:-.}/tools-lib.sh"
cd "$here" || exit 99

# A viewer of our own, so that this does not need the real one.
cp -r "$stage" "$tmp/moved" || exit 99
PATH=$tmp/moved/bin:$PATH
viewer=$tmp/moved/share/memlb/viewer.html
rm -f "$viewer"
expect 1 memlb html -o "$tmp/x.html" shallow.xml
says err 'viewer.html: the viewer is not installed.*nodejs npm'
test ! -e "$tmp/x.html" || fail "a page without a viewer"
printf 'no place\n' > "$viewer"
expect 1 memlb html -o "$tmp/x.html" shallow.xml
says err 'not the viewer of this memlb'
printf '<p>before@MEMLB-DATA@after</p>\n' > "$viewer"

# data FILE: the data in a page made with that viewer, as JSON and bytes.
data ()
{
  python3 -c '
import base64, sys, zlib
text = open (sys.argv[1], encoding="ascii").read ()
assert text.startswith ("<p>before") and text.endswith ("after</p>\n")
size, packed = text[9:-10].split (":")
raw = zlib.decompress (base64.b64decode (packed))
assert len (raw) == int (size)
n = int.from_bytes (raw[:4], "little")
sys.stdout.buffer.write (raw[4:4 + n] + b"\n" + raw[4 + n:])' "$1"
}

expect 0 memlb html -o "$tmp/x.html" shallow.xml
says err 'shallow.f90: source not found below'
data "$tmp/x.html" > "$tmp/data" || fail "no data in the page"
sed -n 1p "$tmp/data" | python3 -c '
import json, sys
head = json.load (sys.stdin)
assert head["format"] == 1
assert [p["program"] for p in head["profiles"]] == ["shallow"]
assert head["reasons"]["call"]["try"]
assert head["sources"] == []
' || fail "the head"
for file in quoting.xml counts.xml edit-before.xml minor.xml; do
  expect 0 memlb html -o "$tmp/x.html" $file
  data "$tmp/x.html" > "$tmp/data" || fail "no data in the page of $file"
  sed -n 1p "$tmp/data" | python3 -m json.tool > /dev/null 2>&1 \
    || fail "the head of $file is no JSON"
  grep -q '[^A-Za-z0-9+/=<>@: -]' "$tmp/x.html" \
    && fail "$file: the page holds more than base64"
done

# Standard input, a directory, several.
expect 0 memlb html -o "$tmp/y.html" - < shallow.xml
mkdir "$tmp/run" && cp shallow.xml "$tmp/run/memlb-shallow.1.xml"
expect 0 memlb html -o "$tmp/y.html" "$tmp/run"
expect 0 memlb html -o "$tmp/y.html" edit-before.xml edit-after.xml
data "$tmp/y.html" | sed -n 1p | python3 -c '
import json, sys
head = json.load (sys.stdin)
assert len (head["profiles"]) == 2
assert head["profiles"][0]["matches"]["n"] > 0
assert "matches" not in head["profiles"][1]
' || fail "two profiles"

# Ranks of one run are one profile.
for rank in 0 1; do
  sed "s/<run /<run rank=\"$rank\" ranks=\"2\" /" shallow.xml \
    > "$tmp/rank-$rank.xml"
done
expect 0 memlb html -o "$tmp/y.html" "$tmp/rank-0.xml" "$tmp/rank-1.xml"
data "$tmp/y.html" | sed -n 1p | python3 -c '
import json, sys
head = json.load (sys.stdin)
assert [p["ranks"] for p in head["profiles"]] == ["2 ranks"], head["profiles"]
' || fail "two ranks"

# What ends it while it works leaves nothing behind.
mkdir "$tmp/temporary"
mkfifo "$tmp/slow"
TMPDIR=$tmp/temporary memlb html -o "$tmp/ended.html" - < "$tmp/slow" &
reader=$!
{
  until ls "$tmp/temporary" | grep -q memlb; do sleep 0.1; done
  kill $reader
  wait $reader
  status=$?
} > "$tmp/slow"
test "$status" -eq 143 || fail "ended by SIGTERM: status $status"
test -z "$(ls "$tmp/temporary")" || fail "left: $(ls "$tmp/temporary")"
test ! -e "$tmp/ended.html" || fail "a page of nothing"

# Of many that are missing only some are named.
{
  echo '<memlb version="1.0" run="ab"><environment/><losses/><metrics/>' \
       '<program name="p"><module name="m">'
  for i in $(seq 40); do
    echo "<file name=\"f$i.c\" path=\"/none/f$i.c\"><procedure name=\"p\"><loop" \
	 "id=\"p@f$i.c:1\" line=\"1\" verdict=\"refused\"/></procedure></file>"
  done
  echo '</module></program></memlb>'
} > "$tmp/many.xml"
expect 0 memlb html -o "$tmp/y.html" "$tmp/many.xml"
says err '^memlb: /none/f1\.c: source not found'
says err '^memlb: 35 more sources not found$'
test "$(wc -l < "$tmp/err")" = 6 || fail "$(wc -l < "$tmp/err") lines of missing sources"

# Sources: those below the roots only, wherever links lead.
mkdir -p "$tmp/src" "$tmp/other"
echo 'secret' > "$tmp/other/shallow.f90"
ln -s "$tmp/other/shallow.f90" "$tmp/src/shallow.f90"
expect 0 memlb html -o "$tmp/y.html" -s "$tmp/src" shallow.xml
data "$tmp/y.html" | grep -aq secret && fail "a source outside of the root"
expect 0 memlb html -o "$tmp/y.html" -s "$tmp/other" shallow.xml
data "$tmp/y.html" | grep -aq secret || fail "no source below the root"
finish
