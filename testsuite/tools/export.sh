#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports hold what the profile holds: sums, for callgrind's own reader too.

. "${srcdir:-.}/tools-lib.sh"
cd "$here" || exit 99

# JSON is JSON.
for format in speedscope chrome json; do
  for file in shallow quoting rank1 edit-before entries; do
    expect 0 memlb export $format $file.xml -o "$tmp/x.json"
    python3 -m json.tool "$tmp/x.json" > /dev/null 2> "$tmp/err" \
      || { fail "$format of $file is no JSON"; cat "$tmp/err"; }
  done
done

# Nothing is lost: stacks, weights and events add up to the program.
memlb export collapsed shallow.xml | awk '{ sum += $NF } END { print sum }' \
  | grep -qx 12400000000 || fail "collapsed stacks do not add up"
memlb export speedscope -m time shallow.xml | python3 -c '
import json, sys
p = json.load (sys.stdin)
one = p["profiles"][0]
assert abs (sum (one["weights"]) - 12.4) < 1e-9, one["weights"]
assert abs (one["endValue"] - 12.4) < 1e-9
assert len (one["samples"]) == len (one["weights"])
n = len (p["shared"]["frames"])
assert all (0 <= f < n for s in one["samples"] for f in s)
' || fail "speedscope"
memlb export chrome shallow.xml | python3 -c '
import json, sys
events = [e for e in json.load (sys.stdin)["traceEvents"] if e["ph"] == "X"]
assert events[0]["dur"] == 12400000
# Each lies inside the program, and loops do not overlap.
loops = sorted ((e["ts"], e["dur"]) for e in events if e["cat"] == "loop")
assert len (loops) == 7
for (a, b), (c, d) in zip (loops, loops[1:]):
  assert a + b <= c + 1e-6
assert loops[-1][0] + loops[-1][1] <= 12400000 + 1e-6
' || fail "chrome"

# Single entries lie where they were, each in the lane of its thread.
memlb export chrome entries.xml | python3 -c '
import json, sys
events = json.load (sys.stdin)["traceEvents"]
entries = [e for e in events if e.get ("cat") == "entry"]
assert len (entries) == 7
assert {e["pid"] for e in entries} == {2}
assert {e["tid"] for e in entries} == {1, 2}
one = [e for e in entries if e["name"].startswith ("loop solve")
       and e["tid"] == 1]
assert [e["ts"] for e in one] == [1e5, 5e5, 1.9e6]
assert [e["args"].get ("bound_us") for e in one] == [25000, None, 30000]
assert [e["dur"] for e in one] == [50000, 60000, 90000]
assert sum (e["ph"] == "M" for e in events) == 2
' || fail "chrome, single entries"
# Other commands keep them.
expect 0 memlb metric -e "x = 2 * time" entries.xml -o "$tmp/x.xml"
expect 0 memlb check -q "$tmp/x.xml"
test "$(grep -c '<entry ' "$tmp/x.xml")" = 7 || fail "entries are lost"

# A file is whole or absent.
expect 1 memlb export csv -m nothing shallow.xml -o "$tmp/no.csv"
test ! -e "$tmp/no.csv" || fail "written in spite of a failure"
expect 0 memlb export csv shallow.xml -o "$tmp/x.csv.gz"
memlb export csv shallow.xml > "$tmp/x.csv"
gzip -dc "$tmp/x.csv.gz" | cmp - "$tmp/x.csv" || fail "the compressed file"

# annotated FILE: the costs of each function as callgrind_annotate has them,
# functions of one name in several objects together.
annotated ()
{
  callgrind_annotate --threshold=100 "$1" 2> "$tmp/err" > "$tmp/annotated"
  sed -n '/file:function/,$p' "$tmp/annotated" \
    | sed 's/ \[[^]]*\]$//; s/([^()]*%)//g; s/,//g' \
    | awk -v events="$2" 'NF == events + 1 && $1 ~ /^[0-9.]+$/ {
	for (i = 1; i <= events; i++)
	  sum[$NF " " i] += $i == "." ? 0 : $i
      }
      END { for (k in sum) print k, sum[k] }' | LC_ALL=C sort
  test -s "$tmp/annotated" || fail "callgrind_annotate cannot read $1"
}

# same FILE EVENTS: in through import, out through export, the same.
same ()
{
  annotated "$1" "$2" > "$tmp/before"
  expect 0 memlb import -q callgrind "$1" -o "$tmp/x.xml"
  expect 0 memlb check "$tmp/x.xml"
  expect 0 memlb export callgrind "$tmp/x.xml" -o "$tmp/x.out"
  annotated "$tmp/x.out" "$2" > "$tmp/after"
  test -s "$tmp/before" || fail "callgrind_annotate finds nothing in $1"
  cmp "$tmp/before" "$tmp/after" || {
    fail "totals differ for $1"
    diff "$tmp/before" "$tmp/after" | head
  }
}
if command -v callgrind_annotate > /dev/null; then
  # What callgrind_annotate needs to believe in a file by hand.
  sed 's/^creator:.*/creator: callgrind-3.19.0/' import/callgrind.out \
    > "$tmp/hand.out"
  same "$tmp/hand.out" 3
  valgrind -q --tool=callgrind --cache-sim=yes \
    --callgrind-out-file="$tmp/real.out" memlb report shallow.xml \
    > /dev/null 2> "$tmp/err" || { fail "callgrind"; cat "$tmp/err"; }
  same "$tmp/real.out" 9
  # On a profile the sums stay, wherever the figures go.
  expect 0 memlb import -q callgrind "$tmp/real.out" -p shallow.xml -o "$tmp/y.xml"
  memlb metric -p -e 'x = Ir' "$tmp/x.xml" | sed -n '2s/ *\([^ ]*\).*/\1/p' > "$tmp/one"
  memlb metric -p -e 'x = Ir' "$tmp/y.xml" | sed -n '2s/ *\([^ ]*\).*/\1/p' > "$tmp/two"
  cmp "$tmp/one" "$tmp/two" || fail "the program's sum differs on a profile"
  # Ours, with times.
  expect 0 memlb export callgrind shallow.xml -o "$tmp/ours.out"
  expect 0 callgrind_annotate --threshold=100 "$tmp/ours.out"
  says out '12,400,000,000 .*PROGRAM TOTALS'
  says out '5,900,000,000 .*shallow.f90:__swim_MOD_calc2'
else
  echo "no callgrind_annotate: that part is left out"
fi
finish
