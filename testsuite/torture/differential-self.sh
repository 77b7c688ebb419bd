#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# differential-self.sh: the comparison of differential-lib.sh finds what it
# is there to find, with a compiler that spoils programs in the place of
# memlb's; and what generator/ makes depends on its options only.

. "$srcdir/differential-lib.sh"
generate=$PWD/generate
use_state differential-self "$$"
limit_with=3
failed=0

# Programs are spoilt in the way that SPOIL says.
cat > spoil <<'END'
#!/bin/sh
case $SPOIL in
  none) exec $SPOILT "$@" ;;
  refuse) echo "program.c:1: error: refused"; exit 1 ;;
  ICE) echo "program.c:1: internal compiler error: here"; exit 1 ;;
  *) exec $SPOILT "$@" -DSPOIL="$SPOIL" ;;
esac
END
chmod +x spoil
cat > program.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#ifndef SPOIL
#define SPOIL
#endif
int
main (int argc, char **argv)
{
  (void) argv;
  puts ("begin");
  SPOIL;
  return argc + 1;
}
END

compilers_for ()
{
  plain=$gcc with=./spoil SPOILT=$gcc
  export SPOIL SPOILT
}

# expect VERDICT SPOIL
expect ()
{
  SPOIL=$2
  compare program.c
  test "$verdict" != "$1" || return 0
  echo "FAIL: $2: the verdict is $verdict, not $1"
  failed=1
}

setting_of 1
expect PASS none
expect FAIL-compile refuse
expect FAIL-ICE ICE
expect FAIL-output 'puts ("more")'
expect FAIL-output 'exit (3)'
expect FAIL-output 'abort ()'
expect FAIL-hang 'for (;;)'
# One build, run with memlb off and with it.
mode='getenv ("MEMLB_MODE")'
torture="$mode && *$mode == 116"
without_plain=yes
expect PASS none
expect PASS 'puts ("more")'
expect FAIL-compile refuse
expect FAIL-ICE ICE
expect FAIL-output "if ($torture) puts (\"more\")"
expect FAIL-hang "for (; $torture;)"
without_plain=

# nothing_twice LANGUAGE OPTION...: the nests of some seeds, their numbers aside, are all
# different.
nothing_twice ()
{
  language=$1
  shift
  for n in 1 2 3 4 5 6 7 8 9; do
    for nest in 31 32 34 35 36 37 38 39 41 43 44 46 47 48 49; do
      "$generate" --seed="$n" --only="$nest" --language="$language" "$@" \
	| sed "s/\([^0-9]\)$nest\([^0-9]\)/\1\2/g" | cksum
    done
  done | sort | uniq -d > twice
  test ! -s twice || { echo "FAIL: the same nest twice in $language $*"; failed=1; }
}

# The same options give the same program; a nest is the same alone.
for language in c fortran; do
  "$generate" --seed=5 --nests=20 --language=$language > first
  "$generate" --seed=5 --nests=20 --language=$language > second
  cmp first second || { echo "FAIL: not the same again"; failed=1; }
  "$generate" --seed=6 --nests=20 --language=$language > second
  ! cmp -s first second || { echo "FAIL: seed 6 is seed 5"; failed=1; }
  "$generate" --seed=5 --nests=20 --only=13 --language=$language > second
  test "$(diff first second | grep -c '^>')" -eq 0 \
    || { echo "FAIL: nest 13 is another one alone"; failed=1; }
  nothing_twice $language
  nothing_twice $language --calls
done
nothing_twice c++ --calls
# Every seed makes a program, also those behind the last of the written shapes.
for language in c fortran c++; do
  "$generate" --seed=1000000 --nests=50 --language=$language --calls > first \
    || { echo "FAIL: seed 1000000 makes nothing in $language"; failed=1; }
done
for option in --seed=x --nests=-1 --language=pascal --unknown; do
  ! "$generate" "$option" > /dev/null 2>&1 \
    || { echo "FAIL: $option is taken"; failed=1; }
done

# defined LANGUAGE OPTION...: a sample has no undefined behaviour.
defined ()
{
  language=$1
  shift
  "$generate" --seed="$TORTURE_SEED" --nests=16 --language="$language" "$@" \
    > sample.txt
  if "$gcc" -w -O1 -fsanitize=undefined,address -fno-sanitize-recover \
       -x "$language" sample.txt -o sample -lstdc++ -lm 2> compile.log; then
    ./sample > sample.out 2>&1 && test "$(grep -c '^nest ' sample.out)" -eq 16 \
      || { echo "FAIL: undefined behaviour in $language $*"
	   tail -n 20 sample.out; failed=1; }
  else
    echo "no sanitizers here: $(tail -n 1 compile.log)"
  fi
}

defined c
defined c --calls
defined c++ --calls
rm -rf "$state"
exit "$failed"
