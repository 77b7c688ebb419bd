#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# progress.sh: the descriptor of a nest says where its iterations can be
# counted: in each of its loops, also where registers are short; and it says
# nothing of a walk along a list.
. "$srcdir/plugin-lib.sh"

cat > counted.c <<'END'
void
product (int n, const double *a, const double *b, double *c)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
	double sum = 0;
	for (int k = 0; k < n; k++)
	  sum += a[(long) i * n + k] * b[(long) k * n + j];
	c[(long) i * n + j] = sum;
      }
}

void
blocked (int n, const double *a, const double *b, double *restrict c)
{
  for (int i = 0; i < n; i += 32)
    for (int k = 0; k < n; k += 32)
      for (int j = 0; j < n; j += 32)
	for (int i1 = i; i1 < i + 32; i1++)
	  for (int k1 = k; k1 < k + 32; k1++)
	    for (int j1 = j; j1 < j + 32; j1++)
	      c[(long) i1 * n + j1]
		+= a[(long) i1 * n + k1] * b[(long) k1 * n + j1];
}
END
cat > list.c <<'END'
struct link { struct link *next; double x; };

double
walk (struct link *l)
{
  double sum = 0;
  for (; l; l = l->next)
    sum += l->x;
  return sum;
}
END

# rows FILE: for each table of loops the numbers of its rows, and of those that
# have a counter.  A row is six longs and a quad, the second one its kind.
rows ()
{
  awk '
    function tell() { if (table) print table, n, known; table = "" }
    /^\.LMEMLBI[0-9]+:/ { tell(); table = $1; n = known = longs = 0; next }
    table && $1 == ".long" { if (++longs == 2 && $2 > 0) known++; next }
    table && $1 == ".quad" { n++; longs = 0; next }
    { tell() }' "$1"
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for level in -O1 -O2 -O3; do
    must "$gcc" "-fplugin=$plugin" $level -S counted.c -o counted.s || continue
    rows counted.s > rows.txt
    test "$(wc -l < rows.txt)" -ge 2 \
      || fail "$gcc $level: $(cat rows.txt)"
    # The outermost of all must be known, else nothing else tells.
    awk '$3 < 1 || ($2 > 2 && $3 < $2 - 2) { bad = 1 } END { exit bad }' \
      rows.txt || fail "$gcc $level: $(cat rows.txt)"
    # A counter may share its register with addresses, which slots take the place of.
    must "$gcc" "-fplugin=$plugin" $level -S "$srcdir/../../examples/matmul.c" \
      -o matmul.s || continue
    rows matmul.s > rows.txt
    awk '$2 > 2 { n++; bad += $3 < $2 } END { exit bad || n < 2 }' rows.txt \
      || fail "$gcc $level: matmul.c: $(cat rows.txt)"
    must "$gcc" "-fplugin=$plugin" $level -S list.c -o list.s || continue
    rows list.s > rows.txt
    test ! -s rows.txt || fail "$gcc $level: a list counts: $(cat rows.txt)"
  done
done
finish
