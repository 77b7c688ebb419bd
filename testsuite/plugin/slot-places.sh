#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# slot-places.sh: where the slots of a bound copy lie.
. "$srcdir/plugin-lib.sh"

cat > columns.c <<'END'
/* Four stores to neighbours, which enter the cache together.  */
void
differences (double (*restrict p)[8], const double *restrict c, int n)
{
  for (int i = 0; i < n; i++)
    {
      double a = c[i] - p[i][1];
      p[i][1] = c[i];
      double b = a - p[i][2];
      p[i][2] = a;
      a = b - p[i][3];
      p[i][3] = b;
      p[i][4] = a;
    }
}
END
cat > stencil.c <<'END'
/* No register is free for the slots' address.  */
void
star (double *restrict o, const double *restrict a, int n, int times,
      long step, double s)
{
  for (int t = 0; t < times; t++, o += step, a += step, s += 0.25)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
	o[i * n + j] = s * (a[i * n + j - 1] + a[i * n + j + 1]
			    + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}
END

cat > spans.c <<'END'
/* What wide references are relative to has another meaning: the number of
   elements comes from it.  */
struct span { double *begin, *end; };

void
add (const struct span *to, const struct span *from, int n, double s)
{
  for (int r = 0; r < n; r++)
    {
      double *restrict p = to[r].begin;
      const double *restrict q = from[r].begin;
      long m = to[r].end - p;
      if (from[r].end - q < m)
	m = from[r].end - q;
      for (long i = 0; i < m; i++)
	p[i] += s * q[i];
    }
}
END

cat > far.c <<'END'
/* Loads far from one another through one register.  */
#define A(k) a[i + (k) * 1004L]
void
far (double *restrict o, const double *restrict a, long n)
{
  for (long i = 0; i < n; i++)
    o[i] = A (0) + A (1) + A (2) + A (3) + A (4) + A (5) + A (6) + A (7)
	   + A (8) + A (9) + A (10) + A (11) + A (12) + A (13) + A (14);
}
END

# copy FILE: the instructions of the bound copies in the object FILE.
copy ()
{
  objdump -d --no-show-raw-insn "$1" \
    | awk '/^[0-9a-f]+ </ { on = /memlb_bound/ } on && /^ / { print }'
}

# original FILE: the instructions before the first bound copy in FILE.
original ()
{
  objdump -d --no-show-raw-insn "$1" | awk '/memlb_bound/ { exit } /^ / { print }'
}

# stores: the displacements of movsd's stores, in their order.
stores ()
{
  sed -n 's/.*movsd *%xmm[0-9]*,\(-\{0,1\}0*x*[0-9a-f]*\)(.*/\1/p' \
    | while read -r displacement; do echo $((${displacement:-0})); done
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  for level in -O2 -O3; do
    flags="-fplugin=$plugin $level -fno-tree-vectorize"
    must "$gcc" $flags -c columns.c -o columns.o || continue
    copy columns.o | stores > found
    awk 'NR > 1 && $1 - last != 8 { exit 1 } { last = $1 }
	 END { if (NR != 4) exit 1 }' found \
      || fail "$gcc $level: stores to neighbours: $(tr '\n' ' ' < found)"

    # (A register may be free; the address is what counts.)
    must "$gcc" $flags -c stencil.c -o stencil.o || continue
    copy stencil.o | grep -E '(add|mov)sd .*\(' > found
    test "$(wc -l < found)" -ge 4 || fail "$gcc $level: no copy of the stencil"
    grep '(%rsp' found && fail "$gcc $level: slots addressed from %rsp"
    # A register that only moved addresses is a zero index.
    indexed=$(grep -c '(%r[a-z0-9]*,%r' found)
    wanted=$(original stencil.o | grep -E '(add|mov)sd .*\(' \
	     | grep -c '(%r[a-z0-9]*,%r')
    test "$indexed" -eq "$wanted" \
      || fail "$gcc $level: $indexed references with an index, not $wanted"
  done
  # Each array has a register, so that the runtime can place it.
  must "$gcc" "-fplugin=$plugin" -O3 -mavx2 -c spans.c -o spans.o || continue
  copy spans.o | sed -n 's/.*%ymm.*(\(%[a-z0-9]*\).*/\1/p; s/.*(\(%[a-z0-9]*\).*%ymm.*/\1/p' \
    | sort -u > found
  test "$(wc -l < found)" -eq 2 \
    || fail "$gcc: bases of two arrays: $(tr '\n' ' ' < found)"

  # Two such loads to a line, though they are 8032 bytes apart.
  must "$gcc" "-fplugin=$plugin" -O3 -mavx2 -c far.c -o far.o || continue
  copy far.o | sed -n 's/.*v[a-z]*pd *\(-\{0,1\}0x[0-9a-f]*\)(.*,%ymm.*/\1/p' \
    | while read -r displacement; do echo $((displacement)); done \
    | sort -n > found
  awk 'NR == 1 { first = $1 } { last = $1 }
       END { if (NR < 12 || last - first > 640) exit 1 }' found \
    || fail "$gcc: loads far from one another: $(tr '\n' ' ' < found)"

  # So many that with all webs they would be too large: those with wide
  # references keep their registers.
  fortran=$(driver "$gcc" x.f90)
  command -v "$fortran" > /dev/null || continue
  must "$fortran" "-fplugin=$plugin" -O3 -mavx512f -mprefer-vector-width=512 \
    -c "$abs_top_srcdir/bench/kernels/livermore.f90" -o livermore.o \
    || continue
  objdump -d --no-show-raw-insn livermore.o \
    | awk '/^[0-9a-f]+ </ { on = /explicit2_.memlb_bound/ }
	   on && /zmm/ && /\(/ { if (/\(%rsp/) frame++; else webs++ }
	   END { if (webs < 3 * frame) { print frame, webs; exit 1 } }' \
    || fail "$gcc: wide slots of explicit2 addressed from %rsp"
done
finish
