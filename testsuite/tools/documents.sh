#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents: what they link to is there, the subcommands and long options
# that they show exist, and so do the variables; the benches that they run are
# targets of make.

. "${srcdir:-.}/tools-lib.sh"
top=$here/../..
cd "$top" || exit 99
documents="README.md examples/README.md $(echo doc/*.md)"

for document in $documents; do
  grep -o '](\([^)#]*\)' "$document" | sed 's/](//' | grep -v '^http' \
    | while read -r link; do
	test -e "${document%/*}/$link" || test -e "$link" || echo "$link"
      done > "$tmp/missing"
  test ! -s "$tmp/missing" || fail "$document: no $(cat "$tmp/missing")"
done

memlb --help | sed -n 's/^  \([a-z]*\) .*/\1/p' > "$tmp/subcommands"
# Commands in text (`memlb ...`) and in code, which is indented or between lines
# of ```; lines that end with a backslash go on.
sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' $documents > "$tmp/joined"
{ awk '/^ *```/ { code = !code; next } code || /^    /' "$tmp/joined" \
    | grep -oE '(^ *|`|\| |&& |-- |srun (-n1 )?)memlb [a-z]+[^`|#>]*'
  grep -oE '`memlb [a-z]+[^`|#>]*' "$tmp/joined"
} | sed 's/^.*memlb \([a-z]\)/\1/' | sort -u > "$tmp/commands"
test "$(wc -l < "$tmp/commands")" -gt 30 || fail "commands are not found"
: > "$tmp/words"
while read -r sub rest; do
  sub=${sub%[:,;.]}
  grep -qx "$sub" "$tmp/subcommands" || { echo "$sub" >> "$tmp/words"; continue; }
  test -s "$tmp/$sub.help" || memlb "$sub" --help > "$tmp/$sub.help"
  # What follows -- is another program's.
  for option in $(echo " ${rest%% -- *}" | grep -o ' --[a-z][a-z-]*'); do
    grep -q -e "$option\>" "$tmp/$sub.help" \
      || fail "memlb $sub $rest: no option $option"
  done
done < "$tmp/commands"
test ! -s "$tmp/words" || fail "no subcommands: $(sort -u "$tmp/words")"

grep -ohE '\bMEMLB_[A-Z][A-Z_]*' $documents | sort -u \
  | while read -r variable; do
      grep -rqw "$variable" runtime tools plugin build-aux testsuite Makefile.am \
	configure.ac m4 bench || echo "$variable"
    done > "$tmp/missing"
test ! -s "$tmp/missing" || fail "no variables $(cat "$tmp/missing")"

for bench in $(grep -oh 'make bench-[a-z]*' $documents | sort -u | sed 's/.* //') \
	     $(sed -n '/^BENCHES =/,/[^\\]$/{s/BENCHES =//;s/\\//;p}' bench/Makefile.am \
	       | xargs printf 'bench-%s '); do
  grep -q "^$bench\>\|[	 ]$bench\>" Makefile.am || fail "no target $bench"
done
finish
