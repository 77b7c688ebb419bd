# SPDX-License-Identifier: GPL-3.0-or-later
# tools-lib.sh: sourced by the shell tests of the tools.

set -u
here=$(cd "${srcdir:-$(dirname "$0")}" && pwd)
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
failures=0

# fail TEXT: count and say a failure.
fail ()
{
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# finish: end the test.
finish ()
{
  test "$failures" -eq 0 || exit 1
  exit 0
}

# skip WHY: end the test as skipped.
skip ()
{
  echo "SKIP: $*"
  exit 77
}

# expect STATUS COMMAND...: run COMMAND, its output in $tmp/out and $tmp/err.
expect ()
{
  want=$1
  shift
  "$@" > "$tmp/out" 2> "$tmp/err"
  got=$?
  test "$got" -eq "$want" || {
    fail "exit status $got, not $want: $*"
    cat "$tmp/out" "$tmp/err"
  }
}

# says FILE PATTERN: FILE in $tmp holds PATTERN, an extended regular
# expression.
says ()
{
  grep -Eq -e "$2" "$tmp/$1" || {
    fail "no /$2/ in $1:"
    cat "$tmp/$1"
  }
}

# silent FILE PATTERN: FILE in $tmp does not hold PATTERN.
silent ()
{
  ! grep -Eq -e "$2" "$tmp/$1" || {
    fail "/$2/ in $1:"
    cat "$tmp/$1"
  }
}
