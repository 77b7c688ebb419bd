#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# count.sh: MEMLB_MODE=count against counts by hand: in threads, when a nest
# is left by an exception, by a jump out of a signal handler, by exit, when a
# handler enters the nest that it has interrupted, in a forked child and in a
# library that is loaded twice.
. "$srcdir/e2e-lib.sh"

cat > hand.cc <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <unistd.h>
#include <sys/mman.h>
#define N 1000

static double x[N], y[N];
static int key[N];

/* N rows, of which every second has I iterations inside.  */
__attribute__ ((noipa)) void
triangle (double *a, const double *b, int n)
{
  for (int i = 0; i < n; i++)
    {
      if (i % 2)
	continue;
#pragma GCC novector
      for (int j = 0; j < i; j++)
	a[j] = a[j] * 0.5 + b[i];
    }
}

/* As far as the first 7.  */
__attribute__ ((noipa)) int
find (const int *k, int n)
{
  int i = 0;
  while (k[i] != 7 && i < n)
    i++;
  return i;
}

struct too_large { int at; };

/* Thrown out of from the middle.  */
__attribute__ ((noipa)) int
guarded (const int *k, int n, int limit)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (__builtin_expect (k[i] > limit, 0))
	throw too_large { i };
      sum += k[i];
    }
  return sum;
}

/* Divides by zero somewhere, or ends the program there.  */
__attribute__ ((noipa)) int
divide (const int *k, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += 1000 / k[i];
  return sum;
}

/* Needs all registers, so that the counters' address has none.  */
__attribute__ ((noipa)) unsigned long
pressed (const unsigned long *a, int n, const unsigned long *z)
{
  unsigned long b = z[0], c = z[1], d = z[2], e = z[3], f = z[4], g = z[5];
  unsigned long h = z[6], i = z[7], j = z[8], k = z[9], l = z[10];
  for (int at = 0; at < n; at++)
    {
      unsigned long v = a[at];
      if (v & 1)
	b += v, c ^= b, d -= c;
      else
	e += v, f ^= e, g += f;
      h += v ^ j, i ^= h, j += i, k ^= j, l += k;
      if (v & 4)
	b ^= l;
    }
  return b + c + d + e + f + g + h + i + j + k + l;
}

/* As many iterations as it is told; they are not for a vector.  */
__attribute__ ((noipa)) unsigned
several (const int *k, int n)
{
  unsigned h = 1;
  int i = 0;
  do
    h = h * 31 + (unsigned) k[i];
  while (++i < n);
  return h;
}

static sigjmp_buf out;
static int jumps, inside, last;

static void
on_fpe (int)
{
  if (jumps)
    siglongjmp (out, 1);
  exit (3);
}

/* A handler that enters the nest that it came into.  */

static void
on_segv (int, siginfo_t *info, void *)
{
  if (inside++)
    _exit (9);
  int few[5] = { 1, 2, 3, 4, 7 };
  last = find (few, 5);
  siglongjmp (out, 1);
}

static void *
work (void *)
{
  double a[N];
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int r = 0; r < 10; r++)
    triangle (a, y, 100);
  return NULL;
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  for (int i = 0; i < N; i++)
    {
      x[i] = y[i] = 1;
      key[i] = i + 10;
    }
  signal (SIGFPE, on_fpe);
  if (!strcmp (what, "one"))
    work (NULL);
  else if (!strcmp (what, "two"))
    {
      pthread_t t[2];
      for (int i = 0; i < 2; i++)
	pthread_create (&t[i], NULL, work, NULL);
      for (int i = 0; i < 2; i++)
	pthread_join (t[i], NULL);
    }
  else if (!strcmp (what, "find"))
    {
      key[500] = 7;
      for (int r = 0; r < 30; r++)
	last += find (key, N);
      printf ("%d\n", last);
    }
  else if (!strcmp (what, "several") || !strcmp (what, "often"))
    {
      unsigned sum = 0;
      int entries = what[0] == 'o' ? 30000 : 40;
      for (int r = 0; r < entries; r++)
	sum += several (key, 3 + (r * 7) % 10);
      printf ("%u\n", sum);
    }
  else if (!strcmp (what, "press"))
    {
      unsigned long a[100], z[11], sum = 0;
      for (int i = 0; i < 100; i++)
	a[i] = i * 2654435761u >> 3;
      memcpy (z, a + 7, sizeof z);
      for (int r = 0; r < 10; r++)
	sum += pressed (a, 100, z);
      printf ("%lu\n", sum);
    }
  else if (!strcmp (what, "throw"))
    {
      key[400] = 1 << 20;
      for (int r = 0; r < 20; r++)
	try
	  {
	    last += guarded (key, N, r % 2 ? 1 << 16 : 1 << 21);
	  }
	catch (too_large &t)
	  {
	    last += t.at;
	  }
      printf ("%d\n", last);
    }
  else if (!strcmp (what, "jump") || !strcmp (what, "exit"))
    {
      volatile int r;
      for (r = 0; r < 10; r++)
	{
	  key[300] = r % 5 == 4 ? 0 : 1;
	  jumps = strcmp (what, "exit") || r < 5;
	  if (!sigsetjmp (out, 1))
	    last += divide (key, N);
	}
      printf ("%d\n", last);
    }
  else if (!strcmp (what, "handler"))
    {
      struct sigaction action;
      memset (&action, 0, sizeof action);
      action.sa_sigaction = on_segv;
      action.sa_flags = SA_SIGINFO;
      sigaction (SIGSEGV, &action, NULL);
      long page = sysconf (_SC_PAGESIZE);
      char *room = (char *) mmap (NULL, 2 * page, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      mprotect (room + page, page, PROT_NONE);
      if (!sigsetjmp (out, 1))
	last = find ((const int *) (room + page) - 10, N);
      printf ("%d\n", last);
    }
  return 0;
}
END

cat > library.c <<'END'
__attribute__ ((noipa)) double
positive (double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i] * 2;
  return s;
}
END
cat > loader.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (void)
{
  double a[100] = { [50] = 1 }, s = 0;
  for (int k = 0; k < 2; k++)
    {
      void *library = dlopen ("./library.so", RTLD_NOW);
      double (*f) (double *, int) = dlsym (library, "positive");
      for (int r = 0; r < 5; r++)
	s += f (a, 100);
      if (!k && !fork ())
	return f (a, 50) > 0;
      wait (NULL);
      dlclose (library);
    }
  printf ("%g\n", s);
  return 0;
}
END

# counted WHAT STATUS: run WHAT, plainly and counted, to WHAT.xml.
counted ()
{
  ./plain "$1" > "$1.plain" 2>&1
  test $? -eq "$2" || fail "$1: the plain program"
  rm -f "$1.xml"
  MEMLB_MODE=count MEMLB_OUTPUT=$1.xml timeout 60 ./with "$1" > "$1.out" 2>&1
  test $? -eq "$2" || fail "$1: exit status"
  cmp "$1.plain" "$1.out" || fail "$1: output differs"
  must memlb check "$1.xml"
}

# numbers WHAT FUNCTION: entries, iterations of the nest and of the loops in
# it, in order of their depth, counts-open and threads of FUNCTION's first
# nest.
numbers ()
{
  python3 - "$1.xml" "$2" <<'END'
import sys
import xml.etree.ElementTree as tree
for loop in tree.parse (sys.argv[1]).iter ("loop"):
    if loop.get ("id").startswith (sys.argv[2] + "@") and loop.get ("entries"):
        heads = sorted ((int (b.get ("depth")), b.get ("iterations"))
                        for b in loop.iter ("block") if b.get ("iterations"))
        opened = [m.get ("v") for m in loop.iter ("m")
                  if m.get ("n") == "counts-open"]
        print (loop.get ("entries"), loop.get ("iterations"),
               "/".join (n for d, n in heads), "".join (opened) or "0",
               loop.get ("threads"))
        break
END
}

# spread WHAT FUNCTION: least and most iterations of an entry of its first nest,
# and how many entries that is known of.
spread ()
{
  python3 - "$1.xml" "$2" <<'END'
import sys
import xml.etree.ElementTree as tree
for loop in tree.parse (sys.argv[1]).iter ("loop"):
    if loop.get ("id").startswith (sys.argv[2] + "@") and loop.get ("entries"):
        m = {x.get ("n"): x.get ("v") for x in loop.iter ("m")}
        print (m.get ("iterations-min", 0), m.get ("iterations-max", 0),
               m.get ("iterations-entries", 0))
        break
END
}

# expect WHAT FUNCTION NUMBERS...: one of NUMBERS; which, depends on what the
# compiler puts before the loop or behind it.
expect ()
{
  got=$(numbers "$1" "$2")
  in="$flags $1: $2"
  shift 2
  for wanted; do
    test "$got" != "$wanted" || return 0
  done
  fail "$in has $got, not $*"
}

# Executions of all blocks of FUNCTION in WHAT.
executions ()
{
  awk -v name="<loop id=\"$2@" 'index ($0, name) { on = 1 }
    /<\/loop/ { on = 0 } on && /<block/ {
      sub (/.* executions="/, ""); sub (/".*/, ""); print }' "$1.xml"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  command -v "$MEMLB_CXX" > /dev/null || { echo "no $MEMLB_CXX here"; continue; }
  for flags in "-O2 -fno-tree-vectorize" "-O3 -fno-tree-vectorize" \
	       "-O1" "-O2 -fno-tree-vectorize -fno-omit-frame-pointer" \
	       "-Os -fPIC -fcf-protection" "-O2 -fno-tree-vectorize -masm=intel" \
	       "whole -O2 -fno-tree-vectorize" "whole -O1 -fPIC -fcf-protection"
  do
    whole=
    case $flags in
      whole*)
	whole=-fplugin-arg-memlb-copies=bound,count,procedures
	flags=${flags#whole} ;;
    esac
    flags="$flags -fno-unroll-loops -fno-peel-loops -fno-split-loops"
    echo "== $gcc $flags $whole"
    must "$MEMLB_CXX" $flags -w hand.cc -o plain -pthread || continue
    must memlb-g++ $flags ${whole-} -w hand.cc -o with -pthread || continue
    if grep -q 'copies=procedures.*not there for this processor' must.log; then
      echo "no copies of whole functions here"
      continue
    fi
    counted one 0
    # 10 entries of 100 rows; 2 + 4 + ... + 98 iterations inside.
    # GCC 15 makes one iteration of an odd and an even one; for aarch64 the loop
    # inside has its body twice.
    expect one triangle "10 1000 1000/24500 0 1" "10 990 990/24500 0 1" \
      "10 500 500/24500 0 1" "10 990 990/12250 0 1"
    counted two 0
    # A thread that begins when another has ended finds that one's counters
    # of a whole function, and may count as one with it.
    expect two triangle "20 2000 2000/49000 0 2" "20 1980 1980/49000 0 2" \
      "20 1000 1000/49000 0 2" "20 1980 1980/24500 0 2" ${whole:+"20 2000 2000/49000 0 1" \
      "20 1980 1980/49000 0 1" "20 1000 1000/49000 0 1"}
    executions one triangle | awk '{ print 2 * $1 }' > doubled
    executions two triangle > both
    cmp doubled both || fail "$flags: two threads are not twice one"
    counted find 0
    expect find find "30 15000 15000 0 1" "30 15030 15030 0 1"
    counted several 0
    # 40 entries of 3 to 12.
    expect several several "40 300 300 0 1"
    test "$(spread several several)" = "3 12 40" \
      || fail "$flags $whole: entries of $(spread several several) iterations"
    counted often 0
    expect often several "30000 225000 225000 0 1"
    # The first 256, about one of 32 until they are 1,024, then one of 128.
    looked=$(spread often several)
    test "${looked% *}" = "3 12" && test "${looked##* }" -gt 700 \
      && test "${looked##* }" -lt 2500 \
      || fail "$flags $whole: many entries: $looked"
    test "$(spread two triangle)" = "100 100 20" \
      || test "$(spread two triangle)" = "99 99 20" \
      || test "$(spread two triangle)" = "50 50 20" \
      || fail "$flags $whole: two threads: $(spread two triangle)"
    counted press 0
    expect press pressed "10 1000 1000 0 1"
    counted throw 0
    # Ten entries end at the 401st element, ten at the end.
    expect throw guarded "20 14010 14010 0 1" "20 14000 14000 0 1"
    # Two entries are left at the 301st element, where divisions fault.
    if ! ./plain exit > exit.plain 2>&1; then
      counted jump 0
      expect jump divide "10 8602 8602 2 1" ${whole:+"10 8602 8602 0 1"}
      counted exit 3
      expect exit divide "10 8602 8602 2 1" ${whole:+"10 8602 8602 0 1"}
    fi
    # The load faults at the 11th element; four or five in the handler.  (With
    # GCC 16 one of both is counted where it begins, and the other is not.)
    counted handler 0
    expect handler find "2 14 14 1 1" "2 15 15 1 1" "2 16 16 1 1" \
      ${whole:+"2 14 14 0 1" "2 15 15 0 1" "2 16 16 0 1"}
  done
  must memlb-gcc -O2 -fno-tree-vectorize -fPIC -shared library.c -o library.so
  must memlb-gcc -O2 loader.c -o loader
  rm -f life.*.xml
  MEMLB_MODE=count MEMLB_OUTPUT=life.%p.xml ./loader > loader.out
  for file in life.*.xml; do
    must memlb check "$file"
    numbers "${file%.xml}" positive
  done | sort -n > lives
  printf '1 50 50 0 1\n10 1000 1000 0 1\n' | cmp - lives \
    || fail "a child and its parent: $(cat lives)"
done
finish
