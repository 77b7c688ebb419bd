# SPDX-License-Identifier: GPL-3.0-or-later
# differential-lib.sh: sourced by tests that compile random programs plainly
# and with memlb, run both, and compare what they print and how they end.
# With memlb, -fchecking=2 and a bound copy on every entry.
#
# A program is known by its seed.  Each is tried in one setting: the compiler,
# the options and some more options all follow from the seed, so that a range
# of seeds covers all of them.  Environment:
#   TORTURE_SEED	the first seed (default 1)
#   TORTURE_SECONDS	try seeds for so long, from the first one not yet done
#   TORTURE_COUNT	without TORTURE_SECONDS: try so many seeds
#   TORTURE_GCCS	compilers (default: gcc-11 and gcc-12, as far as memlb has
#			a plugin for them)
#   TORTURE_OPTS	sets of options, separated by semicolons
#   TORTURE_PLAIN=N	a plain build and -fchecking=2 for every Nth seed only
#			(default 1); the others are compared with the same
#			program run with MEMLB_MODE=off, in a third of the time
# What was done is kept in NAME/KEY/done, one line for each seed; results of
# another plugin or runtime do not count.  Sources of failures, and for each
# a script to rerun it, are kept in NAME/failures.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${TORTURE_SEED:=1}" "${TORTURE_SECONDS:=}" "${TORTURE_COUNT:=6}"
: "${TORTURE_OPTS:=-O1;-O2;-O3 -march=native;-Os;-Ofast -march=native}"
: "${TORTURE_PLAIN:=1}"
srcdir=$(cd "$srcdir" && pwd)
# Seconds to compile, to run plainly, to run with memlb.
limit_compile=300 limit_plain=5 limit_with=120
without_plain=
# What memlb's compiler gets besides; a command in front of both compilers.
: "${with_options=}" "${wrap=}"
ulimit -c 0

skip ()
{
  echo "SKIP: $*"
  exit 77
}

# The compilers that are here and have a plugin.
known_gccs ()
{
  for gcc in ${TORTURE_GCCS-gcc-11 gcc-12}; do
    command -v "$gcc" > /dev/null || continue
    folder=$("$abs_top_srcdir/build-aux/plugin-dir.sh" "$gcc") || continue
    test -z "$(find "$stage" -path "*/$folder/memlb.so")" || echo "$gcc"
  done
}

# use_state NAME WHAT FILE...: the folders of the test NAME, in the build tree.
# FILES make its programs, with the options WHAT; results of others do not
# count either.
use_state ()
{
  gccs=$(known_gccs)
  test -n "$gccs" || skip "no compiler with a plugin"
  suite=$1
  key=$({ echo "$2"
	  shift 2
	  find "$stage" -name memlb.so -o -name libmemlb.a | LC_ALL=C sort \
	    | xargs cat
	  cat "$@" /dev/null; } | cksum | cut -d' ' -f1)
  failures=$PWD/$suite/failures
  state=$PWD/$suite/$key
  mkdir -p "$failures" "$state" || exit 99
  work=$(mktemp -d "$state/work.XXXXXX") || exit 99
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  cd "$work" || exit 99
}

# nth N WORD...: the Nth word, counted from 0 and around the end.
nth ()
{
  shift $(($1 % ($# - 1) + 1))
  echo "$1"
}

# setting_of SEED: sets gcc, options and the same in one word, setting.
setting_of ()
{
  set -- "$1" $gccs
  gcc=$(nth "$@")
  n=$(($1 / ($# - 1)))
  saved=$IFS
  IFS=';'
  set -- $n $TORTURE_OPTS
  options=$(nth "$@")
  # Other things that shape frames, prologues and addresses.
  set -- $((n / ($# - 1))) ';;-fPIC;-g -fno-omit-frame-pointer;' \
      ';-fstack-protector-all;-fcf-protection=none -fno-pie -no-pie;' \
      ';-fno-tree-vectorize -funroll-loops;-mno-red-zone;'
  set -- "$1" $2$3$4
  options="$options $(nth "$@")"
  IFS=$saved
  options=${options% }
  setting=$(echo "$gcc $options" | tr ' ' '_')
}

# compilers_for SOURCE: sets plain, the compiler, and with, memlb's.
compilers_for ()
{
  case $1 in
    *.[fF] | *.[fF][0-9]*) plain=$(echo "$gcc" | sed 's/gcc/gfortran/')
	with=memlb-gfortran MEMLB_FC=$plain; export MEMLB_FC ;;
    *.C) plain=$(echo "$gcc" | sed 's/gcc/g++/') with=memlb-g++
	MEMLB_CXX=$plain; export MEMLB_CXX ;;
    *) plain=$gcc with=memlb-gcc MEMLB_CC=$gcc; export MEMLB_CC ;;
  esac
}

# run_limited SECONDS PROGRAM: its output and its exit status into `printed'.
run_limited ()
{
  timeout -k 5 "$1" "./$2" > "$2.printed" 2>&1 < /dev/null
  status=$?
  echo "exit status $status" >> "$2.printed"
  return "$status"
}

# counts PROFILE: NESTS ENTERED WITH-BOUND-RUNS BOUND-RUNS ABORTED.
counts ()
{
  awk '
    function value(name) {
      return match ($0, " " name "=\"[^\"]*\"") \
	     ? substr ($0, RSTART + length (name) + 3) + 0 : 0
    }
    / *<loop / { nests++; inside = value("entries") > 0; entered += inside }
    / *<m n="bound-runs"/ { n = value("v"); runs += n
			    copied += inside && n > 0; inside = 0 }
    / *<m n="abort/ { aborted += value("v") }
    END { print nests + 0, entered + 0, copied + 0, runs + 0, aborted + 0 }
  ' "$1" 2>/dev/null || echo 0 0 0 0 0
}

# compile_plain, compile_with SOURCE FLAGS...: into plain, with.
compile_plain ()
{
  timeout "$limit_compile" $wrap "$plain" $options -w "$@" -o plain \
    > compile.log 2>&1
}

compile_with ()
{
  checking=-fchecking=2
  test -z "$without_plain" || checking=
  timeout "$limit_compile" $wrap $with $with_options $options -w $checking \
    "$@" -o with > compile.log 2>&1
}

# run_mode MODE SECONDS PROGRAM: run_limited in one of memlb's modes.
run_mode ()
{
  MEMLB_MODE=$1 MEMLB_OUTPUT=profile.xml
  export MEMLB_MODE MEMLB_OUTPUT
  shift
  run_limited "$@"
  unset MEMLB_MODE MEMLB_OUTPUT
  return "$status"
}

# try_plain: run what the program with memlb is compared with, again if need
# be; false if it runs too long.
try_plain ()
{
  if test -n "$without_plain"; then
    ln -f with plain
    run_mode off "$limit_plain" plain
  else
    run_limited "$limit_plain" plain
  fi || test "$status" -lt 124
}

# compare SOURCE FLAGS...: compile SOURCE both ways, run, compare.  Sets
# verdict: PASS, SKIP (the plain build fails or runs too long) or FAIL-WHY,
# and numbers.  With without_plain not empty there is one build only.
compare ()
{
  source=$1
  compilers_for "$source"
  numbers='0 0 0 0 0'
  rm -f plain with ./*.printed profile.xml*
  verdict=SKIP
  if test -z "$without_plain"; then
    compile_plain "$@" && try_plain || return 0
  fi
  if ! compile_with "$@"; then
    mv compile.log with.log
    test -z "$without_plain" || compile_plain "$@" || return 0
    mv with.log compile.log
    verdict=FAIL-compile
    ! grep -q 'internal compiler error' compile.log || verdict=FAIL-ICE
    return 0
  fi
  test -z "$without_plain" || try_plain || return 0
  run_mode torture "$limit_with" with
  numbers=$(counts profile.xml)
  verdict=PASS
  cmp -s plain.printed with.printed && return 0
  with_status=$status
  # What threads print depends on which is first: their tests tell by the exit
  # status.  What differs from run to run, addresses for one, is not compared.
  case " $* " in
    *" -fopenmp "*) test "$(tail -n 1 plain.printed)" \
		      != "exit status $status" || return 0 ;;
  esac
  mv plain.printed first.printed
  for again in 1 2 3 4 5; do
    try_plain || :
    cmp -s plain.printed first.printed \
      || test "$status" -ne "$with_status" || return 0
  done
  case $with_status in
    124 | 137) verdict=FAIL-hang ;;
    *) verdict=FAIL-output ;;
  esac
}

# keep NAME SOURCE FLAGS...: keep SOURCE, unless its name is absolute, and a
# script that shows its failure.
keep ()
{
  name=$1 source=$2
  shift 2
  kept=$source
  case $source in
    /*) ;;
    *) kept=$name.${source##*.}; cp "$source" "$failures/$kept" ;;
  esac
  compilers_for "$source"
  {
    echo '#!/bin/sh'
    echo "# $verdict; memlb's commands must be in PATH."
    echo "cd \"\$(dirname \"\$0\")\" || exit"
    echo "$wrap $plain $options -w $kept -o $name.plain $*"
    echo "./$name.plain > $name.plain.printed; echo \"exit status \$?\""
    echo "MEMLB_CC=$plain MEMLB_CXX=$plain MEMLB_FC=$plain" \
	 "$wrap $with $with_options $options -w -fchecking=2 $kept" \
	 "-o $name.with $*"
    echo "MEMLB_MODE=torture MEMLB_OUTPUT=$name.xml ./$name.with" \
	 "> $name.with.printed; echo \"exit status \$?\""
    echo "diff $name.plain.printed $name.with.printed"
  } > "$failures/$name.sh"
  echo "$verdict: seed $seed, $setting; rerun: sh $failures/$name.sh"
}

# each_seed FUNCTION: call FUNCTION with every seed that is not done; it sets
# verdict and numbers.
each_seed ()
{
  begin=$(date +%s)
  seed=$TORTURE_SEED
  touch "$state/done"
  while
    if test -n "$TORTURE_SECONDS"; then
      test $(($(date +%s) - begin)) -lt "$TORTURE_SECONDS"
    else
      test "$seed" -lt $((TORTURE_SEED + TORTURE_COUNT))
    fi
  do
    if ! grep -q "^$seed " "$state/done"; then
      setting_of "$seed"
      "$1" "$seed"
      echo "$seed $verdict $numbers $setting" >> "$state/done"
    fi
    seed=$((seed + 1))
  done
}

# summary WHAT: add up what is done, print it in one line and append that to
# NAME/summary; the exit status of the test.
summary ()
{
  awk -v what="$1" -v first="$TORTURE_SEED" '
    $1 < first { next }
    $2 ~ /^FAIL/ { failed++ }
    { n++; count[$2]++; once += $8 ~ /,once$/; sub (/,.*/, "", $8)
      settings[$8] = 1
      nests += $3; entered += $4; copied += $5; runs += $6; aborted += $7 }
    END {
      for (s in settings) different++
      printf "%s: %d tried in %d settings, %d equal, %d skipped, ", what, \
	     n, different, count["PASS"], count["SKIP"]
      printf "%d failed", failed
      if (once)
	printf " (%d compared with mode off)", once
      for (v in count)
	if (v ~ /^FAIL/) printf " (%s %d)", v, count[v]
      printf "; nests %d, entered %d, with bound runs %d; ", nests, \
	     entered, copied
      printf "bound runs %d, aborted %d\n", runs, aborted
      exit failed > 0 ? 1 : count["PASS"] > 0 ? 0 : 77
    }' "$state/done" > "$state/summary"
  result=$?
  cat "$state/summary"
  echo "$(date +%F) $(cat "$state/summary")" >> "$failures/../summary"
  return "$result"
}
