#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test-results.sh: what results.sh appends, and when.

set -u
helper=$(cd "${srcdir:-.}" && pwd)/build-aux/results.sh
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 99

fail ()
{
  echo "FAIL: $*"
  exit 1
}

unset RESULTS
test "$(sh "$helper" echo alone)" = alone || fail "without a file"
RESULTS=$tmp/file
export RESULTS
echo before > file
test "$(sh "$helper" echo "## Section")" = "## Section" || fail "not printed"
printf 'before\n\n## Section\n' > want
cmp want file || fail "not appended"
sh "$helper" sh -c 'echo half; exit 3' > out
test $? -eq 3 || fail "the command's status is lost"
cmp want file || fail "a failed command's output is appended"
RESULTS=$tmp/none/file
sh "$helper" touch ran > out 2>&1 && fail "appended to a file that cannot be"
test ! -e ran || fail "ran before that was known"
