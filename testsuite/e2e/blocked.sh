#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# blocked.sh: loops that call functions which were not built with memlb: the
# profile names the function, and the library that it is in; the report adds up
# their seconds by library.
. "$srcdir/e2e-lib.sh"

# A library without memlb, one with it, a function of the program's own that the
# first has, too.
cat > plainlib.c <<'END'
__attribute__ ((noinline)) double
plain_sum (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
double own_sum (const double *p, int n) { return plain_sum (p, n); }
END
cat > withlib.c <<'END'
double
with_sum (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += 2 * p[i];
  return s;
}
END
cat > own.c <<'END'
double
own_sum (const double *p, int n)
{
  return p[0] + p[n - 1];
}
END
cat > main.c <<'END'
#include <stdio.h>
double plain_sum (const double *, int);
double with_sum (const double *, int);
double own_sum (const double *, int);
static double p[4000];

#define CALLER(NAME, FUNCTION)						\
  __attribute__ ((noipa)) double					\
  NAME (int n)								\
  {									\
    double s = 0;							\
    for (int i = 0; i < n; i++)						\
      s += FUNCTION (p + i, 2000);					\
    return s;								\
  }
CALLER (calls_plain, plain_sum)
CALLER (calls_with, with_sum)
CALLER (calls_own, own_sum)

/* The time of the inner loop is that of the outer one, too.  */
__attribute__ ((noipa)) double
calls_nested (int n)
{
  double s = 0;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 10; i++)
      s += plain_sum (p + i, 100);
  return s;
}

int
main (void)
{
  for (int i = 0; i < 4000; i++)
    p[i] = i;
  printf ("%g\n", calls_plain (2000) + calls_with (2000) + calls_own (2000)
		  + calls_nested (10));
}
END

# loop PROFILE FUNCTION: its loop's line in the profile.
loop ()
{
  grep "<loop id=\"$2@" "$1" | head -n 1
}

# named PROFILE FUNCTION CALLEE LIBRARY: both names are in the loop's line;
# LIBRARY may be empty, then there is none.
named ()
{
  case $(loop "$1" "$2") in
    *" callee=\"$3\""*) ;;
    *) fail "$1: $2: no callee $3: $(loop "$1" "$2")" ;;
  esac
  got=$(loop "$1" "$2" | sed -n 's/.* library="\([^"]*\)".*/\1/p')
  test "$got" = "$4" || fail "$1: $2: library '$got', not '$4'"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  must "$MEMLB_CC" -O2 -fPIC -shared -Wl,-soname,libplain.so.3 plainlib.c \
    -o libplain.so.3
  must memlb-gcc -O2 -fPIC -shared withlib.c -o libwith.so
  copies=bound,count,procedures
  must memlb-gcc -O2 -fplugin-arg-memlb-copies=$copies main.c own.c \
    -o main ./libplain.so.3 ./libwith.so -Wl,-rpath,"$PWD"
  # Where functions have no timers, nothing knows such loops' seconds.
  timed=yes
  ! grep -q 'copies=procedures.*not there for this processor' must.log || timed=
  for mode in bound time; do
    rm -f $mode.xml
    MEMLB_MODE=$mode MEMLB_OUTPUT=$mode.xml ./main > $mode.out || fail "main"
    must memlb check $mode.xml
    named $mode.xml calls_plain plain_sum libplain.so.3
    # That one has copies of its own; and the program's own is no library's.
    named $mode.xml calls_with with_sum ''
    named $mode.xml calls_own own_sum ''
    memlb report --refused $mode.xml > $mode.refused || fail "memlb report"
    grep -q 'plain_sum (libplain.so.3)' $mode.refused \
      || { fail "$mode: the table of refused loops"; cat $mode.refused; }
  done
  # Three loops, of two functions; without times the way to them.
  grep -q '^ *- *- *3  libplain.so.3 ' bound.refused \
    || { fail "bound: no row of libplain.so.3"; cat bound.refused; }
  if test -n "$timed"; then
    hint='^Their seconds: compile with .*copies=bound,count,procedures'
  else
    hint='^Their seconds are not known: memlb times no functions on this processor'
    ! grep 'copies=.*procedures' bound.refused \
      || fail "bound: recommends copies that are not there"
  fi
  grep -q "$hint" bound.refused || { fail "bound: no hint"; cat bound.refused; }
  memlb report --format=json time.xml > time.json
  memlb report --format=csv time.xml > time.csv
  listed=$(sed -n 's/.*"library": "libplain.so.3", "time_s": \([^,]*\), "loops.*/\1/p' \
	     time.json)
  ! grep -q '"library": "libwith' time.json || fail "libwith.so is listed"
  if test -z "$timed"; then
    test "$listed" = null || fail "libplain.so.3: $listed s, without timers"
    continue
  fi
  # The outer loop of calls_nested stands for both.
  awk -F, -v listed="$listed" '
    { sub (/\r$/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["library"] == "libplain.so.3" {
      n++
      t = $at["time_s"]
      if ($at["function"] != "calls_nested")
	sum += t
      else if (t > nested)
	nested = t
    }
    END {
      sum += nested
      d = sum - listed
      exit !(n == 3 && sum > 0 && d * d < 1e-10 * sum * sum)
    }' time.csv || { fail "libplain.so.3: $listed s"; cat time.csv; }
done
finish
