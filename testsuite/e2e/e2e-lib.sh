# SPDX-License-Identifier: GPL-3.0-or-later
# e2e-lib.sh: sourced by the tests of this folder, with srcdir,
# abs_top_builddir and abs_top_srcdir in the environment.
#
# A test works in a folder of its own, kept when it fails.  E2E_GCCS names
# the compilers, E2E_FLAGS the sets of flags, separated by semicolons; what
# `make check' takes is in Makefile.am, `make check-long' takes more.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
examples=$abs_top_srcdir/examples
name=$(basename "$0" .sh)
work=$PWD/$name.dir
failures=0

: "${E2E_GCCS:=gcc}"
: "${E2E_FLAGS:=-O2;-O3 -march=native}"
: "${OMP_NUM_THREADS:=2}"
export OMP_NUM_THREADS

test -x "$stage/bin/memlb-gcc" \
  || { echo "nothing staged: run make stage"; exit 99; }
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99

skip ()
{
  echo "SKIP: $*"
  exit 77
}

# native_only WHY: skip where programs are those of another processor.
native_only ()
{
  test -z "${TEST_COMPILERS-}" || skip "another processor's programs: $*"
}

# needs_copies KIND: skip where the plugin says that there is no copies=KIND.
needs_copies ()
{
  echo 'int nothing;' > needs.c
  MEMLB_CC=${E2E_GCCS%% *} memlb-gcc -c needs.c -o needs.o \
    -fplugin-arg-memlb-copies="bound,count,$1" > needs.log 2>&1 \
    || { cat needs.log; exit 99; }
  ! grep -q "copies=$1.* is not there for this processor" needs.log \
    || skip "no copies=$1 for this processor"
}

fail ()
{
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# must COMMAND...: COMMAND has to succeed; its output is shown if not.
must ()
{
  timeout 300 "$@" > must.log 2>&1 && return 0
  fail "exit status $?: $*"
  cat must.log
  return 1
}

# loops PROFILE PROGRAM: run the awk program over the lines of the report on PROFILE that are
# loops; $at["time_s"] is a loop's time, and so on.
loops ()
{
  memlb report --format=csv "$1" | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }'"$2"
}

# finish: the end of every test.
finish ()
{
  if test "$failures" -eq 0; then
    cd / && rm -rf "$work"
    exit 0
  fi
  echo "$failures failed; see $work"
  exit 1
}

# sibling GCC g++|gfortran: the driver of the same installation.
sibling ()
{
  printf '%s\n' "$1" | sed "s,gcc\([^/]*\)\$,$2\1,"
}

# use_gcc GCC: the wrappers run this compiler.
use_gcc ()
{
  MEMLB_CC=$1
  MEMLB_CXX=$(sibling "$1" g++)
  MEMLB_FC=$(sibling "$1" gfortran)
  export MEMLB_CC MEMLB_CXX MEMLB_FC
}

# mirrors_here: the kernel, or what runs programs in its place, lets a program set
# the segment that mirror copies use; as it says itself, not memlb.
mirrors_here ()
{
  cat > segment.c <<'END'
#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int
main (void)
{
  unsigned long base;
  return syscall (SYS_arch_prctl, ARCH_GET_GS, &base) != 0;
}
END
  must gcc segment.c -o segment || finish
  ./segment
}

# wrapper_of SOURCE, plain_of SOURCE: the compilers for it.
wrapper_of ()
{
  case $1 in
    *.c) echo memlb-gcc ;;
    *.cc) echo memlb-g++ ;;
    *.f90) echo memlb-gfortran ;;
  esac
}

plain_of ()
{
  case $1 in
    *.c) echo "$MEMLB_CC" ;;
    *.cc) echo "$MEMLB_CXX" ;;
    *.f90) echo "$MEMLB_FC" ;;
  esac
}

# rows PROFILE: `FILE LINE VERDICT ENTRIES' for every loop of PROFILE, from
# the CSV report; names in it may be quoted and hold commas.
rows ()
{
  memlb report --format=csv "$1" | awk '
    function split_csv(s,   n, c, i, quoted)
    {
      n = 1
      field[1] = ""
      for (i = 1; i <= length (s); i++)
	{
	  c = substr (s, i, 1)
	  if (c == "\"")
	    quoted = !quoted
	  else if (c == "," && !quoted)
	    field[++n] = ""
	  else
	    field[n] = field[n] c
	}
      return n
    }
    { sub (/\r$/, "") }
    NR == 1 { split_csv($0); for (i in field) column[field[i]] = i; next }
    {
      split_csv($0)
      print field[column["file"]], field[column["line"]] + 0, \
	    field[column["verdict"]], field[column["entries"]] + 0
    }'
}

# hot_line SOURCE MARK: the line of the loop marked `hot: MARK'.
hot_line ()
{
  sed -n "/hot: $2\$/=; /hot: $2 /=" "$1" | head -n 1
}

# refs_of PROFILE: `LINE' of every reference of loops that were copied and
# entered.
refs_of ()
{
  awk '
    function value (name) {
      return match ($0, " " name "=\"[^\"]*\"") \
	     ? substr ($0, RSTART + length (name) + 3, \
		       RLENGTH - length (name) - 4) : "" }
    / *<loop / { in_p = value("verdict") != "refused" && value("entries") > 0 }
    / *<ref / && in_p { print value("line") }' "$1"
}

# has_hot PROFILE SOURCE MARK: PROFILE has a loop within the nest marked
# `hot: MARK' in SOURCE that was copied and entered; or one with references
# there, where the whole nest was inlined into that (-flto).
has_hot ()
{
  line=$(hot_line "$2" "$3")
  test -n "$line" || { fail "no mark $3 in $2"; return; }
  rows "$1" | awk -v line="$line" -v file="$(basename "$2")" '
    $1 ~ file "$" && $2 >= line - 2 && $2 <= line + 16 && $3 != "refused" \
      && $4 > 0 { found = 1 }
    END { exit !found }' \
    || refs_of "$1" | awk -v line="$line" '
	 $1 > line && $1 <= line + 16 { found = 1 }
	 END { exit !found }' \
    || { fail "no copied and entered loop for '$3' at $2:$line"; rows "$1"; }
}
