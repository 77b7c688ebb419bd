#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# windows.sh: whole functions count in windows of threads, by a segment: in
# libraries that come where others were, and again elsewhere; where addresses are
# limited; and where the segment is the program's, or cannot be set, the program
# runs as ever, and the profile says that it is not complete.  What signal handlers run
# is counted, too, wherever they come, in copies of nests and of functions.
. "$srcdir/e2e-lib.sh"
needs_copies procedures
whole=-fplugin-arg-memlb-copies=bound,count,procedures

for name in first second; do
  cat > "$name.c" <<END
double
$name (double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      s += a[i] * 2;
  return s;
}
END
done

cat > loader.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static double a[100];
static char *at, *other;

/* What library NAME's function says of N numbers, R times.  */

static void *
use (const char *name, int n, int r, void *keep)
{
  char file[64];
  double s = 0;
  snprintf (file, sizeof file, "./%s.so", name);
  void *library = dlopen (file, RTLD_NOW);
  double (*f) (double *, int) = dlsym (library, name);
  Dl_info info;
  dladdr ((void *) f, &info);
  other = at;
  at = info.dli_fbase;
  while (r--)
    s += f (a, n);
  printf ("%g\n", s);
  if (!keep)
    dlclose (library);
  return library;
}

static void *
thread (void *name)
{
  use (name, 70, 3, NULL);
  return NULL;
}

int
main (void)
{
  pthread_t id;
  a[50] = 1;
  use ("first", 100, 2, NULL);
  use ("second", 10, 7, NULL);
  /* Where something else is now.  */
  if (at == other)
    mmap (at, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  use ("first", 60, 4, NULL);
  if (at == other)
    puts ("came back to the same place");
  void *kept = use ("second", 20, 5, at);
  pthread_create (&id, NULL, thread, "first");
  pthread_join (id, NULL);
  pthread_create (&id, NULL, thread, "second");
  pthread_join (id, NULL);
  dlclose (kept);
  fflush (stdout);
  return 0;
}
END

# What uses the segment is not counted itself.
cat > segment.c <<'END'
#include <asm/prctl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
#define MARK 0x123456789000

extern void *thread (void *);

int
own_p (void)
{
  unsigned long base;
  syscall (SYS_arch_prctl, ARCH_GET_GS, &base);
  return base == MARK;
}

void *
own_thread (void *unused)
{
  syscall (SYS_arch_prctl, ARCH_SET_GS, MARK);
  return thread (unused);
}

__attribute__ ((constructor)) static void
begin (int argc, char **argv)
{
  if (argc > 1 && *argv[1] == 'x')
    syscall (SYS_arch_prctl, ARCH_SET_GS, MARK);
}
END
cat > own.c <<'END'
#include <pthread.h>
#include <stdio.h>

extern void *own_thread (void *);
extern int own_p (void);

__attribute__ ((noipa)) static int
add (int x)
{
  return x & 1 ? x + 3 : x + 4;
}

void *
thread (void *unused)
{
  int x = 0;
  (void) unused;
  for (int i = 0; i < 1000; i++)
    x = add (x);
  printf ("%d %d\n", x, own_p ());
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t id;
  (void) argv;
  thread (NULL);
  pthread_create (&id, NULL, thread, NULL);
  pthread_join (id, NULL);
  pthread_create (&id, NULL, argc > 1 ? own_thread : thread, NULL);
  pthread_join (id, NULL);
  return 0;
}
END

# The first entries make the thread's state; a handler that comes then finds none.
cat > storm.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static double a[64], b[64];
static volatile long handled;
static long (*volatile through) (long);

__attribute__ ((noipa)) static long
first (const double *x, const double *y, long n)
{
  long i = 0;
  while (i < n && x[i] == y[i])
    i++;
  return i;
}

__attribute__ ((noipa)) static long
one (long x)
{
  return x + 1;
}

static void
handler (int sig)
{
  (void) sig;
  first (a, b, 7);
  through (3);
  handled++;
}

int
main (void)
{
  struct sigaction sa = { .sa_handler = handler };
  struct itimerval timer = { { 0, 50 }, { 0, 50 } }, never = { 0 };
  long s = 0, runs = 1;
  through = one;
  s += through (first (a, b, 3));
  sigaction (SIGALRM, &sa, NULL);
  setitimer (ITIMER_REAL, &timer, NULL);
  for (time_t begin = time (NULL); handled < 5000 && time (NULL) < begin + 20;)
    for (int k = 0; k < 2000; k++, runs++)
      s += through (first (a, b, 1 + k % 5));
  setitimer (ITIMER_REAL, &never, NULL);
  printf ("%ld %ld %d\n", runs + handled, runs * 3 + handled * 7,
	  s == runs * 4);
  return 0;
}
END

# counts PROFILE FUNCTION: entries, iterations, least and most of them.
counts ()
{
  python3 - "$1" "$2" <<'END'
import sys
import xml.etree.ElementTree as tree
for f in tree.parse (sys.argv[1]).iter ("loop"):
    if f.get ("id").startswith (sys.argv[2] + "@"):
        m = {x.get ("n"): x.get ("v") for x in f.iter ("m")}
        print (f.get ("entries"), f.get ("iterations"),
               m.get ("iterations-min"), m.get ("iterations-max"),
               m.get ("iterations-entries"))
        break
END
}

must gcc "$abs_top_srcdir/testsuite/e2e/forbid-segment.c" -o forbid
for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  for name in first second; do
    must memlb-gcc $whole -O2 -fno-tree-vectorize -fPIC -shared $name.c \
      -o $name.so
  done
  must memlb-gcc -O2 $whole loader.c -o loader -pthread -ldl
  must "$MEMLB_CC" -O2 -c segment.c
  must memlb-gcc -O2 $whole own.c segment.o -o own -pthread
  rm -f ./*.xml
  MEMLB_MODE=off ./loader > plain.out
  for limit in unlimited 1000000; do
    rm -f l.xml
    (
      ulimit -v $limit
      MEMLB_MODE=count MEMLB_OUTPUT=l.xml exec ./loader
    ) > counted.out 2> err || fail "$gcc, $limit: $?"
    cmp plain.out counted.out || fail "$gcc, $limit: output differs"
    ! grep same plain.out || fail "the library has come back"
    must memlb check l.xml
    # 2 x 100, 4 x 60 and 3 x 70; 7 x 10, 5 x 20 and 3 x 70.
    test "$(counts l.xml first)" = "9 650 60 100 9" \
      || fail "$gcc, $limit, first: $(counts l.xml first)"
    test "$(counts l.xml second)" = "15 380 10 70 15" \
      || fail "$gcc, $limit, second: $(counts l.xml second)"
    grep -q 'complete="yes"' l.xml || fail "$gcc, $limit: not complete"
  done
  # The segment is the program's in all threads, in none, or in the last one.
  for args in x "" y; do
    rm -f o.xml
    MEMLB_MODE=off ./own $args > plain.out
    MEMLB_MODE=count MEMLB_OUTPUT=o.xml ./own $args > counted.out 2> err
    cmp plain.out counted.out || fail "$gcc, own $args: output differs"
    must memlb check o.xml
    case $args in
      "")
	test ! -s err && grep -q 'complete="yes"' o.xml \
	  || fail "$gcc: not counted: $(cat err)" ;;
      *)
	test "$(cat err)" = "memlb: whole functions are not counted:\
 the program uses segment gs" && grep -q 'complete="no"' o.xml \
	  || fail "$gcc, own $args: not told: $(cat err)" ;;
    esac
  done
  for copies in "" "$whole"; do
    rm -f s.xml
    must memlb-gcc -O2 $copies storm.c -o storm
    MEMLB_MODE=count MEMLB_OUTPUT=s.xml ./storm > counted.out
    test "$(counts s.xml first | cut -d' ' -f1,2) 1" = "$(cat counted.out)" \
      || fail "$gcc $copies, signals: $(counts s.xml first) of" \
	"$(cat counted.out)"
    test -z "$copies" \
      || test "$(awk '/<target name="one"/ { gsub (/.*calls="|".*/, "")
		      n += $0 } END { print n }' s.xml)" \
	= "$(cut -d' ' -f1 counted.out)" || fail "$gcc: calls in handlers"
  done
  MEMLB_MODE=count MEMLB_OUTPUT=f.xml ./forbid ./own > counted.out 2> err
  case $? in
    77) ;;
    *)
      MEMLB_MODE=off ./own > plain.out
      cmp plain.out counted.out || fail "$gcc, forbidden: output differs"
      test "$(cat err)" = "memlb: whole functions are not counted:\
 the system lets nobody set the base of segment gs" \
	|| fail "$gcc, forbidden: not told: $(cat err)" ;;
  esac
done
finish
