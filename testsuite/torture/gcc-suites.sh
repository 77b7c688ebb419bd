#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gcc-suites.sh: GCC's own tests that are run: gfortran.dg, g++.dg/torture,
# libgomp.c and libgomp.fortran, compiled plainly and with memlb.  A test
# must do the same both times, pass or fail.
#
# The tests come from Debian's package gcc-12-source; dejagnu.py reads what
# they ask for and says which it does not understand.  They are taken in a
# random order that never changes; TORTURE_SEED counts in it.
# differential-lib.sh describes the variables that say how many, and which;
# also:
#   TORTURE_SUITES	the suites (default: these four)

. "$srcdir/differential-lib.sh"
: "${TORTURE_SUITES:=gfortran.dg g++.dg/torture libgomp.c libgomp.fortran}"
limit_plain=20

# The tests, once, in the folder sources; where they stand in the archive:
fetch_suites ()
{
  test ! -f "$sources/.complete" || return 0
  tarball=$(gcc_tarball)
  test -n "$tarball" \
    || skip "no GCC sources; install gcc-12-source (Debian's name)"
  rm -rf "$sources" && mkdir -p "$sources/all" || exit 99
  tar xJf "$tarball" -C "$sources/all" --strip-components=1 --wildcards \
    '*/gcc/testsuite/gfortran.dg' '*/gcc/testsuite/g++.dg' \
    '*/libgomp/testsuite' || exit 99
  for suite in gcc/testsuite/gfortran.dg gcc/testsuite/g++.dg \
	       libgomp/testsuite/libgomp.c libgomp/testsuite/libgomp.fortran \
	       libgomp/testsuite/libgomp.c-c++-common; do
    mv "$sources/all/$suite" "$sources" || exit 99
  done
  mv "$sources"/all/libgomp/testsuite/*.c "$sources" 2>/dev/null
  rm -rf "$sources/all" && touch "$sources/.complete"
}

# set_environment WHAT SETTINGS: export or unset what the test wants set.
set_environment ()
{
  saved=$IFS
  IFS=';'
  for assignment in $2; do
    IFS=$saved
    "$1" "${assignment%%=*}"
    test "$1" = unset || eval "${assignment%%=*}=\${assignment#*=}"
  done
  IFS=$saved
}

# try NUMBER: the test in that line of the list; after the last comes the
# first, in another setting.
try ()
{
  rm -rf "$work"/* # module files
  tab=$(printf '\t')
  line=$(sed -n "$((($1 - 1) % tests + 1))p" "$list")
  test=${line%%"$tab"*}
  rest=${line#*"$tab"}
  rest=${rest#*"$tab"}
  flags=${rest%%"$tab"*}
  rest=${rest#*"$tab"}
  others=${rest%%"$tab"*}
  rest=${rest#*"$tab"}
  environment=${rest%%"$tab"*}
  modules=${rest#*"$tab"}
  for module in $modules; do
    compilers_for "$module"
    "$plain" -fsyntax-only -w "$module" > /dev/null 2>&1
  done
  eval "set -- $flags $others -lm"
  set_environment export "$environment"
  compare "$sources/$test" "$@"
  set_environment unset "$environment"
  setting=$setting,$test
  # One that fails plainly may print what lies behind its arrays.
  if test "$verdict" = FAIL-output && test "$with_status" -ne 0 \
     && test "$(tail -n 1 first.printed)" = "exit status $with_status"; then
    verdict=SKIP
  fi
  case $verdict in
    FAIL*) keep "suite-$seed" "$sources/$test" "$@"
	   test -z "$environment" || echo "environment: $environment" ;;
  esac
}

command -v python3 > /dev/null || skip "no python3"
sources=$PWD/gcc-suites/sources
fetch_suites
use_state gcc-suites "$TORTURE_SUITES" "$srcdir/dejagnu.py"
python3 "$srcdir/dejagnu.py" "$sources" $TORTURE_SUITES > "$state/all" \
  || exit 99
list=$state/list
awk -F '\t' '$2 == "run"' "$state/all" > "$list"
tests=$(wc -l < "$list")
each_seed try
for suite in $TORTURE_SUITES; do
  awk -v suite="$suite" '
    index ($8, "," suite "/") { n++; count[$2]++ }
    END { printf "  %s: %d run, %d equal, %d skipped (the plain build " \
		 "fails or is slow)\n", suite, n, count["PASS"], count["SKIP"] }
  ' "$state/done"
done
echo "  tests to run: $tests; not understood:" \
     "$(awk -F '\t' '$2 == "skip"' "$state/all" | wc -l)"
summary "GCC's own tests"
