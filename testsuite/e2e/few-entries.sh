#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# few-entries.sh: a nest of C++ that stores bytes, which may be those of what says where it
# ends, has a bound though it is entered six times only: copies run first, and each is
# compared with the original behind it.
. "$srcdir/e2e-lib.sh"

cat > blur.cc <<'END'
#include <cstdint>
#include <cstdio>
#include <vector>

struct image
{
  std::vector<uint8_t> bytes;
  int width, height;
  uint8_t &at (int x, int y) { return bytes[(size_t) y * width + x]; }
};

__attribute__ ((noipa)) void
blur (image &a, image &b)
{
  for (int y = 1; y < a.height - 1; y++)
    for (int x = 1; x < a.width - 1; x++)
      b.at (x, y) = (a.at (x - 1, y) + a.at (x + 1, y) + a.at (x, y - 1)
		     + a.at (x, y + 1) + 4 * a.at (x, y)) / 8;
}

int
main ()
{
  image a, b;
  a.width = b.width = a.height = b.height = 3000;
  a.bytes.resize (9000000);
  b.bytes.resize (9000000);
  for (size_t i = 0; i < a.bytes.size (); i++)
    a.bytes[i] = i * 7 / 3;
  for (int i = 0; i < 3; i++)
    {
      blur (a, b);
      blur (b, a);
    }
  printf ("%d %d\n", a.at (5, 7), b.at (100, 99));
}
END

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$(plain_of blur.cc)" -O2 blur.cc -o plain || continue
  must "$(wrapper_of blur.cc)" -O2 blur.cc -o with || continue
  ./plain > plain.out
  # Where others take the processor from the copies these seem to be too slow.
  for try in 1 2 3 4 5; do
    rm -f blur.xml
    MEMLB_BUDGET=unlimited MEMLB_OUTPUT=blur.xml ./with > with.out 2> said
    cmp plain.out with.out || fail "$gcc: output differs"
    test ! -s said || fail "$gcc: $(cat said)"
    must memlb check blur.xml
    loops blur.xml '
      $at["function"] == "blur" {
	print
	n++
	bad += !($at["bound_s"] > 0) || $at["sampled"] < 2 }
      END { exit bad || !n }' > loops.txt && break
    test "$try" -lt 5 || fail "$gcc: $(cat loops.txt)"
  done
done
finish
