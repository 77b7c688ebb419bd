#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# memlb doctor: the form of its lines, and that FAIL means status 1.

. "${srcdir:-.}/tools-lib.sh"
mkdir "$tmp/bin" "$tmp/closed"
cd "$tmp" || exit 99

memlb doctor > "$tmp/out" 2> "$tmp/err"
status=$?
if grep -q '^FAIL' "$tmp/out"; then want=1; else want=0; fi
test $status -eq $want || fail "status $status, not $want"
test ! -s "$tmp/err" || fail "something on standard error"
grep -vE '^(ok   |warn |FAIL |info ) [^ ]' "$tmp/out" && fail "a line of another form"
says out '^info  memlb '
says out 'time stamp counter'
says out 'the runtime is installed'

# Without a compiler and a place for profiles.
ln -s "$(command -v memlb)" bin/memlb
MEMLB_OUTPUT=/proc/x.xml PATH=$tmp/bin expect 1 memlb doctor
says out '^FAIL  no GCC in PATH; do: '
says out '^FAIL  no profile can be written to /proc.*; do: '
MEMLB_MODE=off
export MEMLB_MODE
memlb doctor > "$tmp/out"
says out '^warn  MEMLB_MODE=off is set.*; do: unset MEMLB_MODE'
finish
