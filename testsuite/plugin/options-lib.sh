# SPDX-License-Identifier: GPL-3.0-or-later
# options-lib.sh: sourced by the tests of options, after plugin-lib.sh.

cat > loop.c <<'END'
void
scale (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= 2;
}

void
square (double *a, long n)
{
  for (long i = 0; i < n; i++)
    a[i] *= a[i];
}
END

# compile OPTIONS...: messages go to said; the status is the compiler's.
compile ()
{
  for option in "$@"; do
    shift
    set -- "$@" "-fplugin-arg-memlb-$option"
  done
  rm -f loop.s
  "$gcc" -O2 -fplugin="$plugin" "$@" -S loop.c > said 2>&1
}

# bad OPTION REGEX: OPTION is an error with a message like REGEX.
bad ()
{
  if compile "$1"; then
    fail "$gcc: $1 is taken"
  fi
  grep -q -E -e "error: memlb: .*$2" said \
    || { fail "$gcc: $1: no message like $2"; sed 's/^/| /' said; }
  if grep -q -e 'internal compiler error' -e 'cannot load' said; then
    fail "$gcc: $1: the compiler breaks"
    sed 's/^/| /' said
  fi
}

# good COPIES OPTIONS...: OPTIONS are taken, COPIES nests are copied.
good ()
{
  copies=$1
  shift
  compile explain "$@" || { fail "$gcc: $*"; sed 's/^/| /' said; }
  got=$(grep -c 'note: memlb: nest of depth' said)
  test "$got" -eq "$copies" \
    || { fail "$gcc: $*: $got copied, not $copies"; sed 's/^/| /' said; }
}
