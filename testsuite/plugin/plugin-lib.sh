# SPDX-License-Identifier: GPL-3.0-or-later
# plugin-lib.sh: sourced by the tests of this folder, with srcdir,
# abs_top_builddir and abs_top_srcdir in the environment.
#
# The tests load the staged plugin by its path and link the staged runtime
# themselves, so that they depend on no tool.  PLUGIN_GCCS names the
# compilers; a test works in a folder of its own, kept when it fails.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${PLUGIN_GCCS:=gcc}"
srcdir=$(cd "$srcdir" && pwd)
name=$(basename "${case_file:-$0}")
work=$PWD/$name.dir
failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99

fail ()
{
  echo "FAIL: $*"
  failures=$((failures + 1))
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

# plugin_of GCC: the path of the plugin for it.
plugin_of ()
{
  folder=$(sh "$abs_top_srcdir/build-aux/plugin-dir.sh" "$1") || exit 99
  found=$(find "$stage" -path "*/memlb/$folder/memlb.so" | head -n 1)
  test -n "$found" || { echo "no plugin for $1 staged" >&2; exit 99; }
  printf '%s\n' "$found"
}

# driver GCC SOURCE: the compiler of GCC's installation for SOURCE.
driver ()
{
  case $2 in
    *.cc) printf '%s\n' "$1" | sed 's,gcc\([^/]*\)$,g++\1,' ;;
    *.f90) printf '%s\n' "$1" | sed 's,gcc\([^/]*\)$,gfortran\1,' ;;
    *) printf '%s\n' "$1" ;;
  esac
}

# use_gcc GCC: set gcc, plugin and runtime for it.
use_gcc ()
{
  gcc=$1
  plugin=$(plugin_of "$gcc") || exit 99
  archive=$(find "$stage" -name libmemlb.a | head -n 1)
  test -n "$archive" || { echo "no libmemlb.a staged" >&2; exit 99; }
  runtime="-Wl,--export-dynamic-symbol=__memlb_rt_* $archive"
}

# must COMMAND...: COMMAND has to succeed; its output is shown if not.
must ()
{
  "$@" > must.log 2>&1 && return 0
  fail "exit status $?: $*"
  sed 's/^/| /' must.log
  return 1
}

# with_plugin SOURCE ARGS...: compile with the plugin, and checks of the IL.
with_plugin ()
{
  source=$1
  shift
  "$(driver "$gcc" "$source")" -fplugin="$plugin" -fchecking=2 "$@" "$source"
}

# run_both PLAIN MEMLB: both programs do the same; MEMLB's copies run on
# every entry.
run_both ()
{
  "$1" > plain.out 2>&1
  plain=$?
  MEMLB_MODE=torture MEMLB_OUTPUT=$work/run.xml "$2" > memlb.out 2>&1
  status=$?
  test "$status" -eq "$plain" \
    || fail "$2: exit status $status instead of $plain"
  cmp -s plain.out memlb.out \
    || { fail "$2: output differs"; diff plain.out memlb.out | head; }
}
