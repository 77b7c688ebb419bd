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

# copy FILE: the instructions of the bound copies in the object FILE.
copy ()
{
  objdump -d --no-show-raw-insn "$1" \
    | awk '/^[0-9a-f]+ </ { on = /memlb_bound/ } on && /^ / { print }'
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
    grep '(%rsp)' found && fail "$gcc $level: slots addressed from %rsp"
  done
done
finish
