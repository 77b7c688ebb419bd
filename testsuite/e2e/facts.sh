#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# facts.sh: what the profile of a count run and the plugin's dump say that the
# instructions of ten kernels do, against counts by hand.
. "$srcdir/e2e-lib.sh"

kernels=$abs_top_srcdir/testsuite/e2e/facts.c
source=$kernels

# Instructions that only intrinsic functions are sure to make.
cat > operations.c <<'END'
#include <immintrin.h>

void
merged (float *a, __mmask16 m, int n)
{
  __m512 s = _mm512_setzero_ps ();
  __m128 t = _mm_setzero_ps ();
  for (int i = 0; i < n; i++)
    {
      s = _mm512_mask_fmadd_ps (s, m, s, _mm512_loadu_ps (a + 16 * i));
      t = _mm_fmadd_ps (t, t, _mm_loadu_ps (a));
    }
  _mm512_storeu_ps (a, s);
  _mm_storeu_ps (a, t);
}

void
reciprocal (float *a, int n)
{
  for (int i = 0; i < n; i++)
    _mm256_storeu_ps (a + 8 * i, _mm256_rcp_ps (_mm256_loadu_ps (a + 8 * i)));
}

/* Operations on the lowest element only, and two minima, which are none.  */
void
scalars (float *a, int n)
{
  __m128 s = _mm_setzero_ps ();
  for (int i = 0; i < n; i++)
    {
      __m128 v = _mm_loadu_ps (a + 4 * i);
      s = _mm_add_ss (s, v);
      s = _mm_fmadd_ss (s, v, v);
      s = _mm_min_ps (_mm_sqrt_ss (s), v);
      s = _mm_max_ps (s, v);
    }
  _mm_storeu_ps (a, s);
}

void
gathered (double *a, const int *k, int n)
{
  __m256d s = _mm256_setzero_pd ();
  for (int i = 0; i < n; i++)
    s = _mm256_add_pd (s, _mm256_i32gather_pd
		       (a, _mm_loadu_si128 ((const __m128i *) (k + 4 * i)), 8));
  _mm256_storeu_pd (a, s);
}

/* Halves of vectors move to and from memory.  */
void
halves (float *a, int n)
{
  __m128 s = _mm_setzero_ps ();
  for (int i = 0; i < n; i++)
    {
      s = _mm_loadh_pi (s, (const __m64 *) (a + 2 * i));
      _mm_storel_pi ((__m64 *) (a + 4 * i), s);
    }
}

long double
extended (const long double *a, int n)
{
  long double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5L + a[i];
  return s;
}
END

# sums PROFILE EXPECTED KINDS: compare the sums in PROFILE's loops with the
# lines that the program printed, `KERNEL [KIND] METRIC VALUE ...'.  Those of a
# KIND hold if it is among KINDS: `branches', `masks', `scalar'.
sums ()
{
  python3 - "$1" "$2" "$3" <<'END'
import sys
import xml.etree.ElementTree as tree
sums, wrong, compared = {}, 0, 0
for loop in tree.parse(sys.argv[1]).iter("loop"):
    kernel = loop.get("id").split("@")[0]
    for m in loop.findall("m"):
        key = kernel, m.get("n")
        sums[key] = sums.get(key, 0) + int(m.get("v"))
for line in open(sys.argv[2]):
    words = line.split()
    if len(words) % 2 == 0:
        if words.pop(1) not in sys.argv[3].split():
            continue
    for name, value in zip(words[1::2], words[2::2]):
        compared += 1
        got = sums.get((words[0], name), 0)
        if got != int(float(value)):
            wrong += 1
            print("%s: %s is %d, not %s" % (words[0], name, got, value))
for (kernel, name), value in sums.items():
    if name.startswith("bytes") or name.startswith("flops"):
        if value > sums[kernel, "instructions"] * 64:
            wrong += 1
            print("%s: %s is %d, more than there can be" % (kernel, name, value))
print("%d figures, %d differ" % (compared, wrong))
sys.exit(1 if wrong or compared < 17 else 0)
END
}

# counted FLAGS KINDS
counted ()
{
  must memlb-gcc $1 $flags "$source" -o facts -lm || return
  rm -f facts.xml
  MEMLB_MODE=count MEMLB_OUTPUT=facts.xml must ./facts || return
  must memlb check facts.xml
  cp must.log check.log
  MEMLB_MODE=off ./facts > expected
  sums facts.xml expected "$2" || fail "$gcc $1"
}

# dumped FLAGS: compile only; FACTS is the dump's lines.
dumped ()
{
  rm -rf dump && mkdir dump
  must memlb-gcc $1 $flags -c "$source" -o dump/facts.o -fdump-rtl-all \
    -dumpdir dump/ || return
  cat dump/*.memlb_copies | grep '^memlb facts: ' > facts
  cat dump/*.memlb_copies | grep '^memlb ideal: ' > ideals
  test -s facts || fail "$gcc $1: no facts in the dump"
}

# has KERNEL FACTS [FILE]: a block of KERNEL's loop has them, in FILE.
has ()
{
  line=$(awk -v name="$1" '$0 ~ "(^|[ *])" name " \\(" { on = 1 }
			   on && /for \(/ { print NR; exit }' "$source")
  grep -q "[.]c:$line block .* $2\( \|\$\)" "${3-facts}" \
    || { fail "$gcc: line $line: no block has $2"
	 grep ":$line " "${3-facts}"; }
}

cpu ()
{
  test -n "$x86" && grep -q -w "$1" /proc/cpuinfo
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  flags="-fcx-limited-range -fno-math-errno -fno-unroll-loops -mtune=generic"
  case $("$MEMLB_CC" -dumpmachine) in
    x86_64-*) x86=yes issued=75 ;;
    *) x86= issued=37 ;;
  esac
  echo "== $gcc"
  counted "-O2 -fno-tree-vectorize" "scalar branches"
  counted "-O3" "branches"
  if cpu avx2 && cpu fma; then
    counted "-O3 -march=x86-64-v3" branches
    counted "-O3 -march=x86-64-v3 -fPIE -fcf-protection" branches
  fi
  if cpu avx512vl && cpu avx512dq && cpu avx512bw; then
    counted "-O3 -march=x86-64-v4 -mprefer-vector-width=512 -fno-trapping-math" masks
  fi

  # What needs no machine: one iteration of each kernel.
  dumped "-O2 -fno-tree-vectorize"
  has triad "loads 2 stores 1 read 16 written 8 bytes-masked 0 flops 2"
  has fft "loads 8 stores 4 read 64 written 32 bytes-masked 0 flops 10"
  has stencil "flops 4 half 0 single 4 double 0"
  has complex_product "loads 4 stores 2 read 32 written 16 bytes-masked 0 flops 6"
  has horner "flops 6 half 0 single 0 double 6 extended 0 v128 0"
  has integer "stores 0 read 4 written 0 bytes-masked 0 flops 0"
  has mixed "flops 4 half 0 single 1 double 3"
  has mixed "branches 1 divisions 2 calls 0"
  # The sum waits for itself: an addition in each iteration, or what multiplies
  # and adds at once.  No other loop but the integer sum's has a chain that is sure
  # to take time: the steps of its addresses have none, though a load makes them.
  has spmv "chain [34]00 least [0-9]* chain 200" ideals
  has integer "chain 100 least [0-9]* chain 100" ideals
  has triad "insns 7 ideal [0-9]* chain 100 least $issued chain 0" ideals
  has fft "least [0-9]* chain 0" ideals
  test -n "$x86" || continue
  dumped "-O3 -march=x86-64-v3"
  has triad "read 64 written 32 bytes-masked 0 flops 8"
  has triad "double 8 extended 0 v128 0 v256 8 v512 0 flops-masked 0"
  has horner "double 24 extended 0 v128 0 v256 24"
  dumped "-O3 -march=x86-64-v4 -mprefer-vector-width=512 -fno-trapping-math"
  has masked "written 64 bytes-masked 192 flops 16"
  has triad "v512 16 flops-masked 0"
  # Exchanges of x87 registers, of which GCC's descriptions know nothing.
  dumped "-O3 -mfpmath=387 -mtune=core2"
  source=$work/operations.c
  dumped "-O2 -march=x86-64-v4"
  has merged "flops 40 half 0 single 40 double 0 extended 0 v128 8 v256 0 v512 32 flops-masked 32"
  has reciprocal "flops 8 half 0 single 8 double 0 extended 0 v128 0 v256 8"
  has scalars "flops 4 half 0 single 4 double 0 extended 0 v128 0 v256 0"
  has gathered "loads 2 stores 0 read 48 written 0"
  has halves "loads 1 stores 1 read 8 written 8"
  has extended "flops 2 half 0 single 0 double 0 extended 2"
  source=$kernels
done
finish
