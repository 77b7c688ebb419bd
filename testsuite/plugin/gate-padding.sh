#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gate-padding.sh: the original's loops lie as in the plain build, modulo 16,
# though jumps over a gate are longer and pads end with jumps of their own.
. "$srcdir/plugin-lib.sh"
command -v objdump > /dev/null || skip "no objdump"

cat > loops.c <<'END'
/* A jump around the nest, which is short in the plain build.  */
void
around (double *restrict o, const double *restrict a, int reps, int n)
{
  for (int r = 0; r < reps; r++)
    for (int i = 1; i < n - 1; i++)
      o[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1] + o[i] * r;
}

/* Two nests, one behind the other, and a jump over both.  */
double
two (double *restrict o, const double *restrict a, int n)
{
  double s = 0;
  if (n < 4)
    return 1;
  for (int i = 0; i < n; i++)
    o[i] = a[i] + a[n - i];
  for (int i = 0; i < n; i++)
    s += a[i] * o[i];
  return s;
}

/* A nest with two exits, one of them with a pad of its own, then another.  */
int
exits (const int *restrict a, int *restrict o, int n, int x)
{
  int i;
  for (i = 0; i < n; i++)
    if (a[i] == x)
      break;
  for (int j = 0; j < n; j++)
    o[j] += a[j] * i;
  return i;
}

/* A block of the nest lies behind the exit, within reach of a short jump, which
   would not lead over a gate: that is moved away.  */
void
cold (double *restrict o, const double *restrict a, const int *restrict k,
      int n, double limit)
{
  for (int i = 0; i < n; i++)
    {
      double x = a[i] * 0.5 + a[i + 1] * 0.25 + a[i + 2] * 0.125;
      if (__builtin_expect (x > limit, 0))
	{
	  x = x * limit + k[i];
	  o[i + 1] = x;
	}
      o[i] = x * x + a[i + 3] * k[i] + a[i + 4] * 0.5 + a[i + 5] * 3
	     + a[i + 6] * x + a[i + 7] * 7;
    }
}

/* The gate of an inner loop lies in an outer one that is not copied.  */
extern void step (int);
void
inside (double *restrict o, const double *restrict a, int m, int n)
{
  for (int j = 0; j < m; j++)
    {
      step (j);
      for (int i = 0; i < n; i++)
	o[i] += a[i] * 2.0;
    }
}
END

# back_edges FILE: for each innermost loop in FILE the function, its number
# there, and the offset of its first instruction modulo 16.  Copies follow the
# original; the other file, which has none, says how many loops are that.  A
# gate that was moved away goes back by a jump without a condition, which these
# loops do not end with.
back_edges ()
{
  objdump -d --no-show-raw-insn "$1" | awk '
    function number(hex,  i, n) {
      for (i = 1; i <= length (hex); i++)
	n = 16 * n + index ("0123456789abcdef", substr (hex, i, 1)) - 1
      return n
    }
    /^[0-9a-f]+ <.*>:$/ { f = $2; start = number($1); n = last = 0 }
    $2 ~ /^j/ && $2 != "jmp" && $3 ~ /^[0-9a-f]+$/ {
      at = $1; sub(":", "", at)
      if (number($3) <= number(at) && number($3) > last) {
	print f, ++n, (number($3) - start) % 16
	last = number(at)
      } }'
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  must with_plugin loops.c -O2 -S -o with.s
  grep -q 'jmp	\.Lmemlb_moved' with.s || fail "$gcc: no gate was moved away"
  for options in -O2 -O3 "-O2 -fPIC" "-O2 -mno-red-zone" "-O2 -masm=intel" \
		 "-O2 -fcf-protection" "-O2 -freorder-blocks-algorithm=simple"; do
    must with_plugin loops.c $options -c -o with.o || continue
    must "$gcc" $options -c loops.c -o plain.o || continue
    back_edges plain.o > plain.edges
    back_edges with.o > with.edges
    test "$(wc -l < plain.edges)" -ge 6 \
      || fail "$gcc $options: $(wc -l < plain.edges) loops in the plain build"
    test "$(wc -l < with.edges)" -gt "$(wc -l < plain.edges)" \
      || fail "$gcc $options: nothing was copied"
    awk 'NR == FNR { with[$1, $2] = $3; next }
	 with[$1, $2] != $3 { print $0, "with the plugin", with[$1, $2]; bad = 1 }
	 END { exit bad }' with.edges plain.edges \
      || fail "$gcc $options: a loop lies elsewhere"
  done
done
finish
