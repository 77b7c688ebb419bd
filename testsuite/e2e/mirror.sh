#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# mirror.sh: loops that read in many ways what they have stored, just before or
# a row before, get a bound from a mirror copy: wherever their memory lies, more
# of it than the mirror has pages, in threads and in forked children; and the
# segment that the copy uses is the program's again behind it.  Loops that scatter are told.
# Loops that read nothing such have runs of it beside others, if they use little memory.
. "$srcdir/e2e-lib.sh"
native_only "no mirror copies"

cat > mirror.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#define N 48
#define BIG 400
#define FAR 200
#define STEP (6 * 4096 / 8)
#define F __attribute__ ((noipa))
#define MARK 0x123456789000

static double low[N * N + N];

#define LINEAR(NAME)							     \
  F void								     \
  NAME (double *restrict w, const double *restrict b, long n)		     \
  {									     \
    for (long i = 1; i < n; i++)					     \
      {									     \
	double sum = w[i];						     \
	for (long k = 0; k < i; k++)					     \
	  sum = sum * 0.5 + b[i * n + k] * w[i - k - 1];		     \
	w[i] = sum;							     \
      }									     \
  }

LINEAR (linear)

/* The same, each time elsewhere: little of it at a time.  */
LINEAR (wander)

F void
far (double *w, long n)
{
  for (int r = 0; r < 4; r++)
    for (long i = 1; i < n; i++)
      for (long k = 0; k < i; k++)
	w[i * STEP] = (w[i * STEP] + w[(i - k - 1) * STEP]) * 0.5;
}

F void
sweep (double *w, long n)
{
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      w[i * n + j] = (w[(i - 1) * n + j - 1] + w[(i - 1) * n + j]
		      + w[i * n + j - 1]) * 0.25;
}

/* Each load reads what was stored a row of N elements before, and a value goes from
   element to element.  Entries of less than 10 us have no mirror copies for that, on
   no machine.  */
F void
rows (double *w)
{
  for (int r = 0; r < 64; r++)
    for (long i = 1; i < N; i++)
      {
	double last = 1;
	for (long j = 1; j < N; j++)
	  {
	    last = (w[(i - 1) * N + j] + last) * 0.5;
	    w[i * N + j] = last;
	  }
      }
}

/* The same, but that no value does.  */
#define UPDATES(NAME)							     \
  F void								     \
  NAME (double *w)							     \
  {									     \
    for (int r = 0; r < 64; r++)					     \
      for (long i = 1; i < N; i++)					     \
	for (long j = 1; j < N; j++)					     \
	  w[i * N + j] = (w[(i - 1) * N + j] + 1) * 0.5;		     \
  }

UPDATES (updates)

/* The same, each time elsewhere.  */
UPDATES (updates_about)

/* Pairs across lines, one in four.  */
typedef double pair __attribute__ ((vector_size (16), aligned (8)));
F void
pairs (double *to, const double *from)
{
  for (int r = 0; r < 64; r++)
    for (long i = 0; i < N - 9; i++)
      for (long j = 0; j < N; j += 2)
	*(pair *) (to + 1 + i * N + j)
	  = (*(const pair *) (from + 1 + i * N + j) + 1) * 0.5;
}

/* More memory than is worth a mirror of no need.  */
F void
apart (double *w)
{
  for (int r = 0; r < 200; r++)
    for (long i = 0; i < FAR / 2; i++)
      w[i * STEP] = (w[(i + FAR / 2) * STEP] + r) * 0.5;
}

F void
spread (double *restrict to, const int *restrict at, const double *restrict from,
	long n)
{
  for (long i = 0; i < n; i++)
    to[at[i]] = from[i];
}

F double
work (double *memory, int turns)
{
  double s = 0;
  for (int i = 0; i < N * N + N; i++)
    memory[i] = 1 + i % 5 / 8.0;
  for (int r = 0; r < turns; r++)
    {
      for (int i = 0; i < N; i++)
	memory[i] = 1 + i % 3;
      linear (memory, memory + N, N);
      s += memory[N - 1];
    }
  return s;
}

static void *
on_thread (void *result)
{
  double *memory = malloc (sizeof low);
  *(double *) result = work (memory, 400);
  free (memory);
  return NULL;
}

static long
segment (void)
{
  long base = -1;
  syscall (SYS_arch_prctl, 0x1004, &base);
  return base;
}

int
main (void)
{
  double *heap = malloc (sizeof low), *big = malloc (BIG * BIG * sizeof *big);
  double results[2];
  pthread_t threads[2];
  int status;

  syscall (SYS_arch_prctl, 0x1001, MARK);
  printf ("%.10g %.10g\n", work (low, 2000), work (heap, 2000));
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, on_thread, &results[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%.10g %.10g\n", results[0], results[1]);
  for (int r = 0; r < 20; r++)
    {
      for (int i = 0; i < BIG * BIG; i++)
	big[i] = 1 + i % 7;
      sweep (big, BIG);
    }
  printf ("%.10g\n", big[BIG * BIG - 1]);
  for (int r = 0; r < 100; r++)
    {
      rows (big);
      updates (big);
    }
  printf ("%.10g\n", big[N * N - 1]);
  static int at[BIG];
  for (int i = 0; i < BIG; i++)
    at[i] = i * 7 % BIG;
  for (int r = 0; r < 20; r++)
    spread (big, at, big + BIG, BIG);
  printf ("%.10g\n", big[BIG / 2]);
  double *wide = malloc (sizeof *wide * FAR * STEP);
  for (int r = 0; r < 20; r++)
    {
      for (int i = 0; i < FAR; i++)
	wide[i * STEP] = 1 + i % 3;
      far (wide, FAR);
    }
  for (int r = 0; r < 400; r++)
    pairs (big + 8 * N, big);
  printf ("%.10g\n", big[N]);
  for (int r = 0; r < 60; r++)
    {
      apart (wide);
      updates_about (wide + r % 20 * STEP);
    }
  printf ("%.10g\n", wide[(FAR - 1) * STEP]);
  double last = 0;
  for (long r = 0; r < 400; r++)
    {
      double *memory = wide + r % 60 * 3 * STEP;
      for (int i = 0; i < N * N + N; i++)
	memory[i] = 1 + i % 5 / 8.0;
      wander (memory, memory + N, N);
      last += memory[N - 1];
    }
  printf ("%.10g\n", last);
  fflush (stdout);
  if (fork () == 0)
    {
      printf ("%.10g %d\n", work (heap, 400), segment () == MARK);
      fflush (stdout);
      _exit (3);
    }
  printf ("%.10g\n", work (heap, 400));
  wait (&status);
  printf ("%d %d\n", WEXITSTATUS (status), segment () == MARK);
  return 0;
}
END

# Memory so large, and used at so many places apart, that no mirror has room:
# wherever one is tried, the program's own memory stays as it is.
cat > wide.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#define STEP (7 * 4096 / 8)

__attribute__ ((noipa)) void
far (double *restrict w, const double *restrict b, long n)
{
  for (long i = 1; i < n; i++)
    for (long k = 0; k < i; k++)
      w[i * STEP] = w[i * STEP] * 0.5 + b[k] * w[(i - k - 1) * STEP];
}

int
main (void)
{
  long n = 600, total = 12 << 20, other = 0;
  double *memory = calloc (total, sizeof *memory), b[600];

  for (int i = 0; i < n; i++)
    b[i] = 1. / (i + 2);
  for (int r = 0; r < 20; r++)
    {
      for (long i = 0; i < n; i++)
	memory[i * STEP] = 1 + i % 3;
      far (memory, b, n);
    }
  for (long i = n * STEP; i < total; i++)
    other += memory[i] != 0;
  printf ("%.10g %ld\n", memory[(n - 1) * STEP], other);
  return 0;
}
END

# Without the instructions for it there is a system call.
cat > older.c <<'END'
unsigned long getauxval (unsigned long type) { (void) type; return 0; }
END
must gcc -shared -fPIC older.c -o older.so
free=yes
mirrors_here || free=no

# And where that is forbidden, as sandboxes do, there is no mirror.
must gcc "$abs_top_srcdir/testsuite/e2e/forbid-segment.c" -o forbid

# metric PROFILE FUNCTION NAME: its metric NAME.
metric ()
{
  awk -v f="<loop id=\"$2@" -v name="<m n=\"$3\"" '
    /<loop / { inside = index ($0, f) }
    inside && index ($0, name) { gsub (/[^0-9]/, ""); n += $0 }
    END { print n + 0 }' "$1"
}

# mirrored PROFILE FUNCTION: bound runs of its mirror copy that counted.
mirrored ()
{
  metric "$1" "$2" mirrored
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  saved=$IFS
  IFS=';'
  for flags in $E2E_FLAGS '-O2 -no-pie -static'; do
    IFS=$saved
    flags="$flags -fno-tree-vectorize -pthread"
    must "$MEMLB_CC" $flags mirror.c -o plain || continue
    must memlb-gcc $flags mirror.c -o with || continue
    ./plain | sort > plain.out
    for mode in bound torture; do
      rm -f *.xml
      MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$mode.%p.xml \
	timeout 100 ./with 2> said | sort > with.out
      cmp plain.out with.out || fail "$flags, $mode: output differs"
      test ! -s said || fail "$flags, $mode: $(cat said)"
      must memlb check *.xml
      test "$(ls *.xml | wc -l)" = 2 || fail "$mode: $(ls *.xml)"
      if test $mode = bound; then
	# Mapping pages takes virtual machines too long, now and then.
	test $free = no \
	  || grep -q -E 'id="far@.* reason="(folded-pages|time-limit|above-time)"' *.xml \
	  || fail "$flags: far is not told: $(grep 'id="far@' *.xml)"
	rows=0 wandered=0 folded=0 beside=0 about=0 lines=0
	for profile in *.xml; do
	  test $free = yes || continue
	  test "$(mirrored $profile linear)" -gt 0 \
	    || fail "$flags: no mirrored run of linear in $profile"
	  rows=$((rows + $(mirrored $profile rows)))
	  wandered=$((wandered + $(mirrored $profile wander)))
	  folded=$((folded + $(metric $profile wander folded)))
	  test "$(mirrored $profile updates)" = 0 \
	    || fail "$flags: mirrored runs of updates in $profile"
	  beside=$((beside + $(metric $profile updates side-by-side)))
	  about=$((about + $(metric $profile updates_about side-by-side)))
	  lines=$((lines + $(metric $profile pairs side-by-side)))
	  test "$(metric $profile apart side-by-side)" = 0 \
	    || fail "$flags: a mirror beside apart in $profile"
	  grep -q 'id="spread@.* flags="[^"]*scattered' $profile \
	    || fail "$flags: spread is not told in $profile"
	  ! grep -q 'id="linear@.* flags="[^"]*scattered' $profile \
	    || fail "$flags: linear is told in $profile"
	  ! memlb report --format=csv $profile \
	    | grep 'linear.*memory-recurrence' \
	    || fail "$flags: linear is not verified"
	done
	test $free = no || test $beside -ge 5 \
	  || fail "$flags: $beside runs of a mirror beside updates"
	test $free = no || test $about -ge 5 \
	  || fail "$flags: $about runs of a mirror beside updates_about"
	# Not in the first ones alone: the samples with placed slots have them.
	test $free = no || test $lines -gt 16 \
	  || fail "$flags: $lines runs of a mirror beside pairs"
	test $free = no || test $rows -gt 0 \
	  || fail "$flags: no mirrored run of rows"
	test $free = no || test $wandered -gt $((2 * folded)) \
	  || fail "$flags: $folded of $wandered runs of wander are folded"
      fi
    done
    case $flags in
      *-static*) ;;
      *)
	rm -f *.xml
	MEMLB_BUDGET=unlimited MEMLB_OUTPUT=%p.xml LD_PRELOAD=$PWD/older.so \
	  ./with | sort > older.out
	cmp plain.out older.out || fail "$flags, system calls: output differs"
	for profile in *.xml; do
	  test $free = no || test "$(mirrored $profile linear)" -gt 0 \
	    || fail "$flags: no mirrored run of linear by system calls"
	done
	rm -f *.xml
	./forbid ./plain > forbidden
	if test $? -ne 77; then
	  sort forbidden > plain.out
	  MEMLB_BUDGET=unlimited MEMLB_OUTPUT=%p.xml LD_PRELOAD=$PWD/older.so \
	    ./forbid ./with | sort > forbidden.out
	  cmp plain.out forbidden.out || fail "$flags, forbidden: output differs"
	  for profile in *.xml; do
	    runs=$(mirrored $profile linear)
	    test "$runs" = 0 || fail "$flags: $runs mirrored runs, forbidden"
	  done
	  ./plain | sort > plain.out
	fi ;;
    esac
    # Addresses that are not random.  Static programs have low memory, where one
    # mirror can be, and threads high memory, which then has none.
    if setarch -R true 2> setarch.err; then
      rm -f *.xml
      MEMLB_BUDGET=unlimited MEMLB_OUTPUT=%p.xml setarch -R ./with | sort \
	> fixed.out
      cmp plain.out fixed.out || fail "$flags, addresses fixed: output differs"
      runs=0
      for profile in *.xml; do
	runs=$((runs + $(mirrored $profile linear)))
      done
      test $free = no || test "$runs" -gt 0 \
	|| fail "$flags: no mirrored run of linear, addresses fixed"
    fi
    must "$MEMLB_CC" $flags wide.c -o plain || continue
    must memlb-gcc $flags wide.c -o with || continue
    ./plain > plain.out
    MEMLB_BUDGET=unlimited MEMLB_OUTPUT=wide.xml ./with > with.out
    cmp plain.out with.out || fail "$flags: memory has changed"
    rm -f wide.xml
  done
  IFS=$saved
done
finish
