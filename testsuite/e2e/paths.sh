#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# paths.sh: MEMLB_MODE=bound,count compares the blocks that original and bound
# copy execute.  A copy whose path differs is told though all registers agree.
. "$srcdir/e2e-lib.sh"

cat > paths.c <<'END'
#include <stdio.h>
#include <string.h>
#define N 3000

static unsigned char marks[N + 1];
static int key[N], found[N];
static unsigned next[N];

/* Stores what it reads later.  The last multiples crossed out are those of 53
   whatever came before, so that all registers agree.  */
__attribute__ ((noipa)) void
sieve (unsigned char *composite, int n)
{
  for (int i = 2; i <= 53; i++)
    if (!composite[i])
      for (int j = i * i; j <= n; j += i)
	composite[j] = 1;
}

/* May store what it reads later, and does not.  */
__attribute__ ((noipa)) void
filter (const int *k, int *out, int n)
{
  for (int i = 0; i < n; i++)
    if (k[i] % 3 == 1)
      out[i] = k[i];
}

/* Cannot: no second copy.  */
__attribute__ ((noipa)) unsigned
walk (const unsigned *p, unsigned at)
{
  unsigned n = 0;
  while (at)
    {
      at = p[at];
      n++;
    }
  return n;
}

int
main (void)
{
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    {
      key[i] = i * 7;
      next[i] = i ? i - 1 - i % 2 * (i > 9) : 0;
    }
  for (int r = 0; r < 40; r++)
    {
      memset (marks, 0, sizeof marks);
      sieve (marks, N);
      filter (key, found, N);
      sum += walk (next, N - 1 - r);
    }
  for (int i = 2; i <= N; i++)
    sum += marks[i] * i + found[i % N];
  printf ("%u\n", sum);
}
END

# loop PROFILE FUNCTION: the first nest that was entered: verdict, reason, and the metrics
# paths-compared and blocks-differ.
loop ()
{
  awk -v name="<loop id=\"$2@" '
    function attribute(n) {
      return match ($0, " " n "=\"[^\"]*\"") \
	     ? substr ($0, RSTART + length (n) + 3, RLENGTH - length (n) - 4) \
	     : "-" }
    index ($0, name) && attribute("entries") > 0 { on = 1; paths = differ = 0
		       verdict = attribute("verdict") " " attribute("reason") }
    on && /n="paths-compared"/ { paths = attribute("v") }
    on && /n="blocks-differ"/ { differ = attribute("v") }
    on && /<\/loop/ { print verdict, paths, differ; exit }' "$1"
}

# expect PROFILE FUNCTION REGEX
expect ()
{
  loop "$1" "$2" > got
  grep -q -E -x -e "$3" got \
    || fail "$gcc $flags, $1: $2 has $(cat got), not $3"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS; do
    IFS=$saved
    # Masked vectors have no branch.
    flags="$flags -fno-tree-vectorize"
    must "$MEMLB_CC" $flags paths.c -o plain || continue
    must memlb-gcc $flags paths.c -o with || continue
    ./plain > plain.out
    rm -f *.xml
    for mode in bound bound,count torture; do
      MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$mode.xml \
	timeout 60 ./with > with.out 2> said || fail "$mode: exit status"
      cmp plain.out with.out || fail "$mode: output differs"
      test ! -s said || fail "$mode: $(cat said)"
      must memlb check $mode.xml
    done
    # Only where it was asked for.
    expect bound.xml sieve '[a-z-]+ [a-z-]+ 0 0'
    expect bound,count.xml sieve 'diverged blocks-differ ([1-9][0-9]*) \1'
    expect bound,count.xml filter '[a-z]+ [a-z-]+ [1-9][0-9]* 0'
    expect bound,count.xml walk '[a-z]+ [a-z-]+ 0 0'
    expect torture.xml filter '[a-z]+ [a-z-]+ [1-9][0-9]* 0'
    # An interrupt in one of 16 times can make the interval too wide.
    case $(loop bound,count.xml filter) in
      "unverified few-samples"*) ;;
      diverged* | unverified*) fail "filter: $(loop bound,count.xml filter)" ;;
    esac
  done
  IFS=$saved
done
finish
