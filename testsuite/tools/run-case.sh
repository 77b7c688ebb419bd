#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run-case.sh [--update] CASE.args: one case of a tool.
#
# The first line of CASE.args holds the arguments of memlb, as a shell reads
# them; the second, if any, the exit status expected (0).  Standard output
# and, behind a line of its own, standard error must be those of CASE.exp.
# The command runs in the folder of the fixtures, at a fixed time.

set -u
update=
test "$1" != --update || { update=yes; shift; }
case=${1%.args}
case $case in /*) ;; *) case=$(pwd)/$case ;; esac
here=$(cd "${srcdir:-$(dirname "$0")}" && pwd)
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

TZ=UTC SOURCE_DATE_EPOCH=1772373840 LC_ALL=C.UTF-8
export TZ SOURCE_DATE_EPOCH LC_ALL
args=$(sed -n 1p "$case.args")
expected=$(sed -n 2p "$case.args")
cd "$here" || exit 99
eval "memlb $args" > "$tmp/out" 2> "$tmp/err" < /dev/null
status=$?
{ cat "$tmp/out"; echo "--- standard error"; cat "$tmp/err"; } > "$tmp/got"
if test -n "$update"; then
  cp "$tmp/got" "$case.exp"
  exit 0
fi
result=0
if test "$status" != "${expected:-0}"; then
  echo "exit status $status, not ${expected:-0}"
  result=1
fi
diff -u "$case.exp" "$tmp/got" || result=1
exit $result
