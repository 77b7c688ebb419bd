#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check-reasons.sh: doc/reasons.md has one row for every entry of reasons.def,
# in its order, and no other.

set -u
srcdir=${srcdir:-.}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

sed -n 's/^REASON ([A-Z_]*, "\([a-z-]*\)",.*/\1/p' \
  "$srcdir/../include/memlb/reasons.def" | sed '/^$/d' > "$tmp/def"
sed -n 's/^| `\([a-z-]*\)` |.*/\1/p' "$srcdir/reasons.md" > "$tmp/md"

test -s "$tmp/def" || { echo "no reasons in reasons.def?"; exit 99; }
diff -u "$tmp/def" "$tmp/md" \
  || { echo "doc/reasons.md does not match reasons.def"; exit 1; }
