#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# padding.sh: the nops that place a bound copy's loop lie in front of it, or
# behind a jump, not where its iterations pass: its header can be in the middle
# of its code.  Blocks that nothing falls into lie in their lines as the
# original's do.  How many nops there are follows from nothing that changes with
# them.
. "$srcdir/plugin-lib.sh"

cat > loops.c <<'END'
/* The value of the iteration before is kept: the loop is entered behind its
   first block.  */
void
star (double *restrict o, const double *restrict a, int n, double s)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      o[i * n + j] = s * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1]
			  + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

void
three_ways (int *restrict y, const int *restrict x, int n)
{
  for (int i = 0; i < n; i++)
    if (x[i] > 7)
      y[i] += 3;
    else if (x[i] < 3)
      y[i] -= x[i] / 3;
    else
      y[i] = 0;
}
END
cat > blocks.c <<'END'
/* The other side of the condition stands behind the loop.  */
int
search (int reps, int n, const int *a, const int *k)
{
  int sum = 0;
  for (int r = 0; r < reps; r++)
    for (int i = 0; i < n; i++)
      {
	int low = 0, high = n;
	while (low < high)
	  {
	    int middle = (low + high) >> 1;
	    if (a[middle] < k[i])
	      low = middle + 1;
	    else
	      high = middle;
	  }
	sum += low;
      }
  return sum;
}
END

cat > aligned.c <<'END'
/* GCC aligns the block in the loop that most conditions lead to.  */
int
differ (const float *a, const float *b, const float *c, const float *d,
	const float *e, const float *f, float *r, int n, float x)
{
  int i;
  for (i = 0; i < n; i++)
    if (a[i] != b[i] || c[i] != d[i] || e[i] != f[i])
      *r = x;
  return i;
}
END

# inside FILE: the nops within innermost loops of bound copies: between a
# label and a jump back to it with no such pair inside.
inside ()
{
  awk '
    /\.memlb_bound\.[0-9]+:$/ { copy = 1; delete at; n = 0 }
    /\.memlb_observe\.[0-9]+:$/ { copy = 0 }
    !copy { next }
    /^\.L[0-9]+:/ { sub(":.*", ""); at[$0] = NR; next }
    /\.nops/ { if (last != "jmp") nops[NR] = $0; next }
    /^\t[^.]/ { last = $1 }
    /^\tj/ && $2 in at {
      innermost = 1
      for (i = 1; i <= n; i++)
	if (from[i] >= at[$2]) innermost = 0
      from[++n] = at[$2]
      if (innermost)
	for (l in nops)
	  if (l + 0 > at[$2] && l + 0 < NR) { print nops[l]; bad = 1 }
    }
    END { exit bad }' "$1"
}

# unlike FILE: the blocks of FILE that are told to lie as the original's, but
# do not.  The assembler's symbols say where they are.
unlike ()
{
  as --keep-locals -o blocks.o "$1" || return 1
  nm blocks.o > blocks.symbols
  awk '
    function low(hex,  i, n) {
      for (i = length (hex) - 3; i <= length (hex); i++)
	n = 16 * n + index ("0123456789abcdef", substr (hex, i, 1)) - 1
      return n % 64
    }
    FNR == NR { address[$3] = low($1); next }
    /\.nops.*\)<=\(/ { original = $0; sub(/[^L]*/, "", original)
		   sub(/-.*/, "", original); original = "." original; next }
    /^\.L[0-9]+:/ && original {
      sub(":.*", ""); n++
      if (address[$0] != address[original]) { print $0, original; bad = 1 }
      original = ""
    }
    END { exit bad || !n }' blocks.symbols "$1"
}

# waiting FILE: the lengths on which nops of FILE depend with an alignment, which
# these nops move, inside; and how many have none.
waiting ()
{
  awk '
    /\.set.*\(/ { before = $0 }
    /\.nops.*\(/ { expression[++n] = before $0; before = "" }
    /^\.L[0-9]+:/ { sub(":.*", ""); at[$0] = NR; if (n) header[n] = header[n] ? header[n] : $0 }
    /\.p2align/ { align[NR] = 1 }
    END {
      for (k = 1; k <= n; k++) {
	rest = expression[k]
	while (match(rest, /\(\.L[0-9]+-\.L[0-9]+\)/)) {
	  split(substr(rest, RSTART + 1, RLENGTH - 2), pair, "-")
	  rest = substr(rest, RSTART + RLENGTH)
	  if (pair[2] != header[k]) continue
	  seen++
	  for (line in align)
	    if (line + 0 > at[pair[2]] && line + 0 < at[pair[1]]) {
	      print pair[1], pair[2]; bad = 1 }
	}
      }
      exit bad || !seen }' "$1"
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for level in -O1 -O2 -O3; do
    must "$gcc" "-fplugin=$plugin" $level -S loops.c -o loops.s || continue
    grep -q '\.nops' loops.s || fail "$gcc $level: no loop is placed"
    inside loops.s || fail "$gcc $level: nops inside a loop"
  done
  must "$gcc" "-fplugin=$plugin" -O3 -S aligned.c -o aligned.s || continue
  waiting aligned.s || fail "$gcc: nops wait for an alignment behind them"
  must "$gcc" "-fplugin=$plugin" -O2 -S blocks.c -o blocks.s || continue
  unlike blocks.s || fail "$gcc: a block lies elsewhere in its line"
done
finish
