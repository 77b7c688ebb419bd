#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# placement.sh: loops of bound copies end in their lines where the original's do,
# or begin there where they could not end there, and no more nops are executed
# for that than it takes; none is moved back to the line before, but where one inside
# would reach into one more; then that one may lie some bytes late (turns).
. "$srcdir/plugin-lib.sh"

cat > turns.c <<'END'
/* The inner loop turns as often as it is told, and is entered each time.  */
double
turns (double *restrict o, const double *restrict a, const int *restrict c,
       long n, double s)
{
  double sum = 0;

  for (long i = 0; i < n; i++)
    {
      double x = s;
      for (long j = 0; j < c[i]; j++)
	{
	  x = x * a[j] + s;
	  o[j] = x;
	}
      sum += x;
    }
  return sum;
}
END
cat > rows.c <<'END'
/* Three levels.  */
void
rows (double *restrict o, const double *restrict a, const double *restrict b,
      int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
	o[i * n + j] += a[i * n + k] * b[k * n + j];
}
END
cat > points.c <<'END'
/* A loop that begins a line, and just behind it one that is longer in the copy.  */
void
points (float (*restrict to)[4], float (*restrict from)[4], float (*m)[4], int n)
{
  for (int r = 0; r < 40; r++)
    for (int p = 0; p < n; p++)
      for (int i = 0; i < 4; i++)
	{
	  float sum = 0;
	  for (int j = 0; j < 4; j++)
	    sum += m[i][j] * from[p][j];
	  to[p][i] = sum;
	}
}
END

cat > vectors.c <<'END'
/* A loop that begins a line, and just behind it one that ends that line and is longer in
   the copy.  */
struct vector { double *begin, *end; };

__asm__ (".p2align 6\n\t.skip 16");

void
vectors (int at, int move, int reps, struct vector *to,
	 const struct vector *from, double s)
{
  for (int r = 0; r < reps; r++, s = -s, at += move)
    {
      struct vector *y = to + at;
      const struct vector *x = from + at;
      for (unsigned long i = 0; i < (unsigned long) (y->end - y->begin); i++)
	y->begin[i] += s * x->begin[i];
    }
}
END

# The lines of a header are
#   .LMEMLBH7:
#	.set	.LMEMLBN7, ...		# how far it is moved back
#	.nops	(((.L3-.LMEMLBL5)&63)...
# and the label; those of a block that nothing falls into ask for its distance
# from the first, too.

# aligned FILE: headers of copies with an alignment before the nops.
aligned ()
{
  awk '
    /^\.LMEMLBH[0-9]+:/ { header = $1; before = last }
    /^\t\.nops/ && header != "" {
      if (before ~ /p2align/ && $0 !~ /&\(\(\.LMEMLBH/)
	print header
      header = ""
    }
    { last = $0 }' "$1"
}

# marked FILE: its text with symbols at the nops of the copies' headers (nops_N),
# behind them (copy_N), at the original's headers (original_N), and behind the last
# conditional jumps to these (copyend_N, originalend_N); what enters a loop jumps
# without condition.
marked ()
{
  awk '
    FNR == 1 { pass++; number = "" }
    /^\.LMEMLBH[0-9]+:/ { number = $1; gsub (/[^0-9]/, "", number) }
    /^\t\.nops/ && number != "" {
      wanted = $0 !~ /\)<=\(/ && match ($0, /\.L[0-9]+-\.LMEMLBL/)
      if (wanted && pass == 1) {
	name = substr ($0, RSTART, RLENGTH - 9)
	original[name ":"] = number
	kind[name] = "original"
	header[name] = header[name] " " number
	kind[".L" number] = "copy"
	header[".L" number] = " " number
      }
      if (wanted && pass == 3)
	$0 = "nops_" number ":\n" $0 "\ncopy_" number ":"
      number = ""
    }
    pass == 2 && /^\tj/ && $1 != "jmp" && $2 in kind { last[$2] = FNR }
    pass < 3 { next }
    { print }
    $0 in original { print "original_" original[$0] ":" }
    /^\tj/ && last[$2] == FNR {
      n = split (header[$2], of, " ")
      for (i = 1; i <= n; i++)
	print kind[$2] "end_" of[i] ":"
    }' "$1" "$1" "$1"
}

# check_unit UNIT: the loops of UNIT.c; those of points can neither end nor begin as the
# original's, without being moved back to the line before.
check_unit ()
{
  # shellcheck disable=SC2086 # options are several words
  "$gcc" $options -S -fplugin="$plugin" "$1.c" -o "$1.s" || exit 99
  grep -q '^\.LMEMLBH' "$1.s" || fail "$gcc $options $1: nothing is placed"
  test -z "$(aligned "$1.s")" \
    || fail "$gcc $options $1: aligned, too: $(aligned "$1.s")"
  marked "$1.s" > marked.s
  "$gcc" -c marked.s -o marked.o || fail "$gcc $options $1: not assembled"
  nm marked.o | awk -v unit="$gcc $options $1" '
    function digit (c) { return index ("0123456789abcdef", c) - 1 }
    function number (hex,   i, n) {
      for (i = 1; i <= length (hex); i++)
	n = 16 * n + digit(substr (hex, i, 1))
      return n
    }
    # The lines of the innermost loop ID, or 0.
    function lines (which, id,   begin, end) {
      begin = at[which, id]
      end = at[which "end", id] - 1
      return end - begin < 64 ? int (end / 64) - int (begin / 64) + 1 : 0
    }
    split ($3, part, "_") == 2 { at[part[1], part[2]] = number($1)
				 ids[part[2]] }
    END {
      for (id in ids) {
	if (!(("original", id) in at))
	  continue
	seen++
	ends = 0
	if ((("originalend", id) in at) && (("copyend", id) in at))
	  ends = (at["copyend", id] - at["originalend", id]) % 64 == 0
	late = (at["copy", id] - at["original", id]) % 64
	begins = late == 0 || (late > 0 && late < 4 && unit ~ /turns$/)
	if ((!ends && !begins && unit !~ /points$/) ||
	    at["copy", id] - at["nops", id] > 63)
	  bad = bad " " id
	back = (at["original", id] - at["copy", id]) % 64
	back += back < 0 ? 64 : 0
	if (back <= 48 && back > at["original", id] % 64)
	  before = before " " id
	if (lines("copy", id) > lines("original", id))
	  longer = longer " " id
      }
      if (bad != "" || seen == 0) {
	print unit ": placed elsewhere:" bad " of " seen + 0
	exit 1
      }
      if (before != "" && unit !~ /vectors$/) {
	print unit ": in the line before:" before
	exit 1
      }
      if (longer != "") {
	print unit ": in more lines:" longer
	exit 1
      }
    }' || fail "$gcc $options $1"
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for options in -O2 "-O2 -falign-loops=32" "-O3 -fno-tree-vectorize"; do
    check_unit turns
    check_unit rows
    check_unit points
    check_unit vectors
  done
done
finish
