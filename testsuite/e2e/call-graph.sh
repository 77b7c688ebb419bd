#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# call-graph.sh: of whole functions that are counted it is known which ones they call
# through pointers and how often: the program counts that itself, too.  Functions of
# the same file, of another one and of libraries that come and go; virtual ones; calls
# at the end; those that a library calls; threads and a forked child.
. "$srcdir/e2e-lib.sh"
needs_copies procedures

cat > part.h <<'END_C'
#ifdef __cplusplus
extern "C" {
#endif
#define F __attribute__ ((noipa))
typedef long op (long);
struct item { long before; op *call; };
extern op distant;
extern op *local_of (int);
struct results { long at[8]; };
extern struct results applied (double, long, op *);
#ifdef __cplusplus
}
#endif
END_C
cat > part.c <<'END_C'
#include "part.h"
/* The same name as another one in main.cc.  */
F static long
same (long x)
{
  return x + 5;
}

op *
local_of (int odd)
{
  return odd ? same : distant;
}

F long
distant (long x)
{
  return x + 3;
}
END_C
# Not counted; the address of its result comes before its arguments.
cat > applied.c <<'END_C'
#include "part.h"
struct results
applied (double x, long n, op *f)
{
  struct results r = { { 0 } };
  for (long i = 0; i < n; i++)
    r.at[i % 8] += f (i) + (long) x;
  return r;
}
END_C
cat > library.c <<'END_C'
#include "part.h"
F long
loaded (long x)
{
  return x * 2;
}
END_C
cat > main.cc <<'END_C'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include "part.h"

struct shape
{
  virtual long area (long) const = 0;
  virtual ~shape () {}
};

struct square : shape
{
  F long area (long x) const override { return x * x; }
};

struct line : shape
{
  F long area (long) const override { return 0; }
};

F static long
same (long x)
{
  return x + 1;
}

F static long
other (long x)
{
  return x + 2;
}

static long compared;

F static int
compare (const void *a, const void *b)
{
  compared++;
  return *(const int *) a - *(const int *) b;
}

/* A pointer in a register, one in memory, one whose call is a jump.  */
F static long
from_table (op **table, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    s += table[i % 3] (i);
  return s;
}

F static long
from_item (const item *it, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    s += it->call (i);
  return s;
}

F static long
at_the_end (op *f, long x)
{
  return f (x + 1);
}

F static long
areas (shape **v, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    s += v[i & 3]->area (i);
  return s;
}

/* Many arguments: hardly a register is left.  */
typedef long many (long, long, long, long, long, long, long, long);
F static long
eight (long a, long b, long c, long d, long e, long f, long g, long h)
{
  return a + b + c + d + e + f + g + h;
}

F static long
crowded (many *const *f, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    s += f[i & 1] (i, n, s, i + 1, i + 2, i + 3, i + 4, i + 5);
  return s;
}

F static void
sort (int *p, int n)
{
  qsort (p, n, sizeof *p, compare);
}

F static void
clear (char *p, size_t n)
{
  memset (p, 0, n);
}

F static long
by_another (long n)
{
  return applied (.5, n, other).at[3];
}

F static long
with_library (const char *name)
{
  void *library = dlopen (name, RTLD_NOW);
  op *f = library ? (op *) dlsym (library, "loaded") : NULL;
  if (!f)
    abort ();
  long s = 0;
  for (long i = 0; i < 11; i++)
    s += at_the_end (f, i);
  dlclose (library);
  return s;
}

static op *table[3];

static void *
thread (void *)
{
  return (void *) from_table (table, 300);
}

int
main ()
{
  static int numbers[1000];
  static char bytes[5000];
  square sq;
  line li;
  shape *v[] = { &sq, &li, &sq, &sq };
  item it = { 0, other };
  many *const f[] = { eight, eight };
  long s = 0;
  table[0] = same;
  table[1] = local_of (1);
  table[2] = local_of (0);
  s += from_table (table, 30) + from_item (&it, 17) + areas (v, 40);
  s += crowded (f, 13) + with_library ("./library.so");
  s += by_another (50);
  for (int i = 0; i < 1000; i++)
    numbers[i] = i * 7919 % 1000;
  sort (numbers, 1000);
  clear (bytes, 5000);
  clear (bytes, 123);
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create (&t[i], NULL, thread, NULL))
      abort ();
  for (int i = 0; i < 4; i++)
    {
      void *r;
      pthread_join (t[i], &r);
      s += (long) r;
    }
  if (fork () == 0)
    {
      s += from_item (&it, 5);
      return 0;
    }
  wait (NULL);
  std::printf ("%ld %ld\n", s, compared);
}
END_C

# targets FUNCTION: what it calls and passes, one a line.
targets ()
{
  awk -v name="$1" '
    function value (attribute)
    {
      return match ($0, " " attribute "=\"[^\"]*\"") \
	? substr ($0, RSTART + length (attribute) + 3,
		  RLENGTH - length (attribute) - 4) : ""
    }
    /<procedure / { here = value("name") == name; loop = 0 }
    /<loop / { loop = 1 }
    here && !loop && /<target / {
      file = value("file")
      sub (/.*\//, "", file)
      print value("name"), file, value("calls"), value("passed")
    }
    here && !loop && value("callee-bytes") != "" {
      print "bytes", value("callee-bytes")
    }' "$profile" | sed 's/ *$//' | sort
}

# expect FUNCTION LINES
expect ()
{
  targets "$1" > got
  printf '%b' "$2" | sort > wanted
  cmp -s wanted got || { fail "$gcc $flags: $1"; diff wanted got; }
}

procedures=-fplugin-arg-memlb-copies=bound,count,procedures
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS "-O0" "-O2 -fcf-protection -fPIE -pie" "-O2 -fPIC -fno-plt" \
	       "-O2 -mindirect-branch=thunk-inline" "-O2 -masm=intel"; do
    IFS=$saved
    echo "== $gcc $flags"
    must "$MEMLB_CC" -O2 -c applied.c -o applied.o || continue
    must "$MEMLB_CXX" $flags main.cc -x c part.c -x none applied.o -o plain -ldl \
      -pthread || continue
    must memlb-gcc $flags $procedures -shared -fPIC library.c -o library.so \
      || continue
    must memlb-gcc $flags $procedures -c part.c -o part.o || continue
    must memlb-g++ $flags $procedures main.cc part.o applied.o -o with -ldl -pthread \
      || continue
    ./plain > plain.out
    rm -f ./*.xml
    MEMLB_MODE=count MEMLB_OUTPUT=counts.%p.xml ./with > with.out 2> said \
      || fail "$gcc $flags: exit status"
    cmp plain.out with.out || fail "$gcc $flags: output differs"
    must memlb check counts.*.xml
    profile=$(grep -L 'asm-name="_ZL4sort.*entries="1"' counts.*.xml)
    expect from_item "_ZL5otherl main.cc 5\n"
    expect from_table ""
    profile=$(grep -l 'asm-name="_ZL4sort.*entries="1"' counts.*.xml)
    expect from_table "_ZL4samel main.cc 410\nsame part.c 410\ndistant part.c 410\n"
    expect from_item "_ZL5otherl main.cc 17\n"
    expect at_the_end "loaded library.c 11\n"
    expect areas "_ZNK6square4areaEl main.cc 30\n_ZNK4line4areaEl main.cc 10\n"
    expect sort "_ZL7comparePKvS0_ main.cc  1\n"
    expect clear "bytes 5123\n"
    expect by_another "_ZL5otherl main.cc  1\n"
    expect crowded "_ZL5eightllllllll main.cc 13\n"
  done
  IFS=$saved
done
finish
