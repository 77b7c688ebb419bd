# SPDX-License-Identifier: GPL-3.0-or-later
# torture-lib.sh: sourced by tests that build other projects twice, plainly
# and with memlb, and compare what their own tests print.
#
# Environment: MEMLB_TEST_SECONDS, start nothing after so many seconds;
# TORTURE_GCC, the compiler; TORTURE_OPTS, sets of options separated by
# semicolons; TORTURE_JOBS.  Each step leaves a stamp, so that an interrupted
# run goes on where it was; stamps of another plugin or runtime do not count.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
. "$abs_top_srcdir/testsuite/fetch-source.sh"
: "${TORTURE_GCC:=gcc}" "${TORTURE_OPTS:=-O2;-O3 -march=native}"
: "${TORTURE_JOBS:=2}" "${MEMLB_TEST_SECONDS:=3000}"
MEMLB_CC=$TORTURE_GCC
MEMLB_CXX=$(printf '%s\n' "$TORTURE_GCC" | sed 's,gcc\([^/]*\)$,g++\1,')
MEMLB_FC=$(printf '%s\n' "$TORTURE_GCC" | sed 's,gcc\([^/]*\)$,gfortran\1,')
srcdir=$(cd "$srcdir" && pwd)
self=$srcdir/$(basename "$0")
export MEMLB_CC MEMLB_CXX MEMLB_FC TORTURE_GCC TORTURE_OPTS TORTURE_JOBS srcdir
deadline=$(($(date +%s) + MEMLB_TEST_SECONDS))
failures=0

fail ()
{
  echo "FAIL: $*"
  failures=$((failures + 1))
}

skip ()
{
  echo "SKIP: $*"
  exit 77
}

# use_folder NAME: work in the folder NAME of the build tree.  What a compiler
# made with memlb, in with-$plugin*, does not outlive its plugin or the runtime.
use_folder ()
{
  base=$PWD/$1
  mkdir -p "$base" && cd "$base" || exit 99
  plugin=$("$abs_top_srcdir/build-aux/plugin-dir.sh" "$TORTURE_GCC") || exit 99
  key=$(cat "$(find "$stage" -path "*/$plugin/memlb.so")" \
	    "$(find "$stage" -name libmemlb.a)" | cksum | cut -d' ' -f1)
  test "$(cat "$plugin.key" 2>/dev/null)" = "$key" || rm -rf with-"$plugin"*
  echo "$key" > "$plugin.key"
}

# main FUNCTION ARGS...: with `--step' as its first argument a script runs
# one of its functions only, in the current folder.
main ()
{
  test "${1-}" = --step || return 0
  shift
  "$@"
  exit
}

# in_torture DIR COMMAND...: run COMMAND with a bound run on every entry;
# profiles go to DIR/profiles.
in_torture ()
{
  MEMLB_MODE=torture MEMLB_OUTPUT=$PWD/$1/profiles/%e.%p.xml
  export MEMLB_MODE MEMLB_OUTPUT
  shift
  "$@"
}

# step STAMP WHAT FUNCTION ARGS...: run FUNCTION of this script unless STAMP
# says that it was done; its output goes to STAMP.log.
step ()
{
  stamp=$1 what=$2
  shift 2
  test ! -f "$stamp" || return 0
  if test "$(date +%s)" -ge "$deadline"; then
    echo "$what: no time left; $failures failed so far"
    test "$failures" -eq 0 || exit 1
    exit 77
  fi
  begin=$(date +%s)
  left=$((deadline + 300 - begin))
  timeout "$left" sh "$self" --step "$@" > "$stamp.log" 2>&1 < /dev/null
  status=$?
  if test "$status" -eq 0; then
    touch "$stamp"
    echo "$what: $(($(date +%s) - begin)) s"
    return 0
  fi
  fail "$what (exit status $status)"
  tail -n 15 "$stamp.log"
  return 1
}

# each_option FUNCTION: call FUNCTION OPTIONS DIRECTORY-NAME for every set.
each_option ()
{
  saved=$IFS
  IFS=';'
  for options in $TORTURE_OPTS; do
    IFS=$saved
    "$1" "$options" "$(echo "$options" | tr ' ' '_')"
  done
  IFS=$saved
}

# nest_totals PROFILE...: what the profiles say of nests, once for each; the
# same nest linked into several programs counts in each.
nest_totals ()
{
  cat "$@" | awk '
    function value(name) {
      return match ($0, " " name "=\"[^\"]*\"") \
	     ? substr ($0, RSTART + length (name) + 3, \
		       RLENGTH - length (name) - 4) : ""
    }
    / *<loop / {
      nests++
      inside = value("entries") > 0
      entered += inside
      if (value("verdict") == "refused")
	{ refused++; why[value("reason")]++ }
      else if (inside)
	verdicts[value("verdict")]++
    }
    / *<m n="bound-runs"/ {
      n = value("v"); runs += n; copied += inside && n > 0; inside = 0 }
    / *<m n="abort/ { aborted += value("v") }
    END {
      printf "  nests: %d, copied: %d (%.1f %%), entered: %d, ", nests, \
	     nests - refused, nests ? 100 * (nests - refused) / nests : 0, \
	     entered
      printf "with bound runs: %d (%d %% of those entered)\n", copied, \
	     entered ? 100 * copied / entered : 0
      printf "  bound runs: %d, aborted: %d\n", runs, aborted
      for (r in why) printf "  refused, %s: %d\n", r, why[r]
      for (v in verdicts) printf "  verdict %s: %d\n", v, verdicts[v]
    }'
}

finish ()
{
  echo "$failures failed"
  test "$failures" -eq 0
  exit
}
