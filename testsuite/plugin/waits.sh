#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# waits.sh: addresses of the bound copy wait for the loads for which the
# original's do, with no instruction more.
. "$srcdir/plugin-lib.sh"

cat > codec.c <<'END'
/* Four indices, each computed from what was loaded.  */
void
encode (unsigned char *restrict o, const unsigned char *restrict a,
	const unsigned char *restrict t, int n)
{
  for (int i = 0; i < n; i++)
    {
      unsigned v = a[3 * i] << 16 | a[3 * i + 1] << 8 | a[3 * i + 2];
      o[4 * i] = t[v >> 18];
      o[4 * i + 1] = t[v >> 12 & 63];
      o[4 * i + 2] = t[v >> 6 & 63];
      o[4 * i + 3] = t[v & 63];
    }
}
END
cat > walk.c <<'END'
/* The index is computed from a value that has a meaning beside.  */
unsigned
walk (const unsigned char *restrict p, const unsigned *restrict t, int n)
{
  unsigned c = 0;
  for (int i = 0; i < n; i++)
    c = t[(c ^ p[i]) & 255] ^ c >> 8;
  return c;
}
END
cat > least.c <<'END'
/* The index is a result, too: a copy of it is what is cleared.  */
int
least (const double *x, int n)
{
  int m = 0;
  for (int i = 1; i < n; i++)
    m = x[i] < x[m] ? i : m;
  return m;
}
END
cat > counter.c <<'END'
/* An index that waits for no load.  */
double
every (const double *a, long n, int shift)
{
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[(i >> 2) & 1023];
  return sum;
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
  objdump -d --no-show-raw-insn "$1" \
    | awk '/memlb_bound/ { exit } /^ / { print }'
}

# indices: the registers that are the loads' of bytes.
indices ()
{
  sed -n 's/.*movzbl .*(%r[a-z0-9]*,\(%r[a-z0-9]*\),1).*/\1/p'
}

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  flags="-fplugin=$plugin -O2 -fno-tree-vectorize"
  must "$gcc" $flags -c codec.c -o codec.o || continue
  copy codec.o | indices > found
  test "$(wc -l < found)" -eq 4 \
    || fail "$gcc: indices of the codec: $(tr '\n' ' ' < found)"
  # They are those of the original.
  original codec.o | indices | cmp -s - found \
    || fail "$gcc: other indices than the original's"

  must "$gcc" $flags -c walk.c -o walk.o || continue
  copy walk.o | sed -n 's/.*and *\$0x0,%\([a-z0-9]*\).*/\1/p' > found
  test "$(wc -l < found)" -eq 1 || fail "$gcc: the walk's index is not cleared"
  copy walk.o | grep -E 'and +%r[a-z0-9]+,%r' \
    && fail "$gcc: the walk has an instruction more"

  # (Only where the compiler makes a conditional move of it.)
  must "$gcc" $flags -c least.c -o least.o || continue
  if original least.o | grep -q cmov; then
    copy least.o | grep -q -E 'and +\$0x0,' \
      || fail "$gcc: the index of the least is not cleared"
    copy least.o | grep -E 'and +%r[a-z0-9]+,%r' \
      && fail "$gcc: the index of the least waits for a cycle more"
  fi

  must "$gcc" $flags -c counter.c -o counter.o || continue
  copy counter.o | grep -E 'and +\$0x0,' \
    && fail "$gcc: an index is cleared that waits for no load"
done
finish
