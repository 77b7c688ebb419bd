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
# A compiler without a plugin is a failure only if it is the one that is used.
mkdir new
cat > new/gcc <<'END'
#!/bin/sh
printf 'Target: x86_64-linux-gnu\nConfigured with: x\ngcc version 99.1.0 (x)\n' >&2
END
chmod +x new/gcc
gcc=$(command -v gcc)
PATH=$tmp/new:$PATH expect 1 memlb doctor
says out '^FAIL  .*new/gcc is GCC 99.1.0'
MEMLB_CC=$gcc PATH=$tmp/new:$PATH memlb doctor > "$tmp/out"
says out '^warn  .*new/gcc is GCC 99.1.0'
MEMLB_CC=$tmp/new/gcc memlb doctor > "$tmp/out"
says out '^FAIL  .*new/gcc is GCC 99.1.0'
MEMLB_CC=$tmp/none memlb doctor > "$tmp/out"
says out '^FAIL  memlb-gcc cannot compile: .*; do: unset MEMLB_CC'

MEMLB_MODE=off
export MEMLB_MODE
memlb doctor > "$tmp/out"
says out '^warn  MEMLB_MODE=off is set.*; do: unset MEMLB_MODE'
finish
