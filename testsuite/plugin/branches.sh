#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# branches.sh: the branches that close the loops of a bound copy lie in their
# lines where the original's do, since its instructions are as long: registers
# that only hold addresses keep slots' addresses, or zero.  (Where the original fills
# its line from the first byte on, a copy that is longer begins there, too; functions
# are in sections of their own, where these do not.)
. "$srcdir/plugin-lib.sh"

cat > rows.c <<'END'
/* Each array has a pointer of its own, which goes on by a row.  */
void
triad (double *restrict a, const double *restrict b, const double *restrict c,
       long n, long rows, long step)
{
  for (long r = 0; r < rows; r++)
    {
      for (long i = 0; i < n; i++)
	a[i] = b[i] * 3 + c[i];
      a += step, b += step, c += step;
    }
}

/* The pointer of the inner loop begins where another one leads.  */
void
product (int n, const double *restrict a, const double *restrict b,
	 double *restrict c)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      {
	double s = a[i * n + k] * 2;
	for (int j = 0; j < n; j++)
	  c[i * n + j] += s * b[k * n + j];
      }
}

/* Load and store of one array, and a column of another.  */
void
scale (double *restrict a, const double *restrict b, long n, long rows)
{
  for (long r = 0; r < rows; r++, a += n)
    for (long i = 0; i < n; i++)
      a[i] *= b[i];
}
END

# ends SYMBOLS [begins]: where the jumps back end that the functions of rows.o have
# whose names match, in their lines; or where these lead to.
ends ()
{
  objdump -d --no-show-raw-insn rows.o | awk -v symbols="$1" -v begins="${2-}" '
    function value (hex,   i, n) {
      for (i = 1; i <= length (hex); i++)
	n = 16 * n + index ("0123456789abcdef", substr (hex, i, 1)) - 1
      return n
    }
    /^[0-9a-f]+ <.*>:$/ { in_p = $2 ~ symbols; jump = 0; next }
    !in_p { next }
    {
      at = $1
      sub (":", "", at)
      if (jump) {
	printf " %d", (begins ? target : value(at)) % 64
	jump = 0
      }
      target = value($3)
      jump = $2 ~ /^j/ && $2 != "jmp" && value($3) < value(at)
    }'
}

# Many nests, that call and solve, so that no number of one is free for a label.
awk 'BEGIN {
  print "double g (double *, long);"
  for (i = 0; i < 150; i++) {
    printf "double f%d (double *restrict a, const double *b, long n) {\n", i
    print "  double s = 0;"
    print "  for (long k = 0; k < n; k++) s += g (a, k);"
    print "  for (long r = 0; r < n; r++)"
    print "    for (long k = 1; k < n; k++) a[r * n + k] -= b[k] * a[r * n];"
    print "  return s; }"
  }
}' > many.c

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  must "$gcc" "-fplugin=$plugin" -O2 -c many.c -o many.o \
    -fplugin-arg-memlb-copies=bound,count,calls
  # GCC 15 and 16 let small loops begin 32 bytes.
  anywhere=-mtune-ctrl=^align_tight_loops
  "$gcc" $anywhere -S -x c /dev/null -o /dev/null 2> /dev/null || anywhere=
  for options in "-O2 -fno-tree-vectorize" "-O3 -fno-tree-vectorize -mavx"; do
    # shellcheck disable=SC2086 # options are several words
    must "$gcc" "-fplugin=$plugin" $options $anywhere -ffunction-sections \
      -c rows.c -o rows.o || continue
    for name in triad product scale; do
      original=$(ends "<$name>:") copy=$(ends "<$name[.]memlb_bound.*>:")
      test -n "$copy" || fail "$gcc $options $name: no jumps in the copy"
      test "$original" != "$copy" || continue
      # What begins a line and is longer in the copy cannot be moved back.
      if test -n "$anywhere" \
	 && ends "<$name>:" begins | grep -q -w -e '[0-7]'; then
	echo "$gcc $options $name: begins a line"
	continue
      fi
      fail "$gcc $options $name:$original in the original,$copy in the copy"
    done
  done
done
finish
