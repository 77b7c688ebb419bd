#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# code-bytes.sh: the profile says how long a loop is in the original and in its
# bound copy, which falls out of it, as the disassembler does.
. "$srcdir/e2e-lib.sh"
native_only "this machine's objdump does not know the code"

cat > sum.c <<'END'
double a[100000];

__attribute__ ((noipa)) double
sum (const double *x, int n)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}

int
main (void)
{
  double s = 0;

  for (int i = 0; i < 100; i++)
    s += sum (a, 100000);
  return s != 0;
}
END

# length SYMBOL: bytes from where the only jump back in it leads to its end.
length ()
{
  objdump -d --no-show-raw-insn with | awk -v symbol="<$1>:" '
    function value (hex,   i, n) {
      for (i = 1; i <= length(hex); i++)
	n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
      return n
    }
    NF == 0 { inside = 0 }
    $2 == symbol { inside = 1; next }
    !inside { next }
    { here = value(substr($1, 1, length($1) - 1)) }
    target { print here - target; exit }
    $2 ~ /^j/ && value($3) < here { target = value($3) }'
}

# figure NAME: that of the loop.
figure ()
{
  sed -n 's/.*<loop id="sum@.* '"$1"'="\([0-9]*\)".*/\1/p' with.xml
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must memlb-gcc -O2 -fno-tree-vectorize sum.c -o with || continue
  rm -f with.xml
  MEMLB_OUTPUT=with.xml ./with || fail "$gcc: exit status"
  must memlb check with.xml
  original=$(figure code-bytes) copy=$(figure bound-code-bytes)
  expected=$(length sum)
  test "$original" = "$expected" \
    || fail "$gcc: code-bytes is $original, not $expected"
  expected=$(length sum.memlb_bound.0)
  test "$copy" = "$expected" \
    || fail "$gcc: bound-code-bytes is $copy, not $expected"
  memlb report --loop=sum with.xml > report
  grep -q -E '^code +[0-9]+ bytes, [0-9]+ in the bound copy$' report \
    || fail "$gcc: $(cat report)"
done
finish
