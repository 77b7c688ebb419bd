# SPDX-License-Identifier: GPL-3.0-or-later
# identity-lib.sh: sourced by the tests of this folder, with srcdir,
# abs_top_builddir and abs_top_srcdir in the environment.
#
# IDENTITY_GCCS names the compilers, IDENTITY_FLAGS the sets of flags,
# separated by semicolons; IDENTITY_OPTIONS, the plugin's own;
# MEMLB_TEST_SECONDS, about so long a test may
# begin new files.

set -u
. "$abs_top_srcdir/testsuite/test-env.sh"
: "${IDENTITY_GCCS:=gcc}" "${IDENTITY_FLAGS:=-O2;-O3 -march=native}"
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
srcdir=$(cd "$srcdir" && pwd)
failures=0

command -v python3 > /dev/null \
  || { echo "SKIP: no python3; install python3-minimal (Debian's name)"
       exit 77; }

# plugin_of GCC: the path of the staged plugin for it.
plugin_of ()
{
  folder=$(sh "$abs_top_srcdir/build-aux/plugin-dir.sh" "$1") || exit 99
  found=$(find "$stage" -path "*/memlb/$folder/memlb.so" | head -n 1)
  test -n "$found" || { echo "no plugin for $1 staged" >&2; exit 99; }
  printf '%s\n' "$found"
}

# sets: how often identity.py is run.
sets ()
{
  printf '%s\n' "$IDENTITY_GCCS;$IDENTITY_FLAGS" | awk -F';' '
    { print split ($1, gccs, " ") * (NF - 1) }'
}

# identity SOURCES...: compare them with every compiler and set of flags.
identity ()
{
  seconds=$((${MEMLB_TEST_SECONDS:-0} / $(sets)))
  for gcc in $IDENTITY_GCCS; do
    plugin=$(plugin_of "$gcc") || exit 99
    saved=$IFS
    IFS=';'
    for flags in $IDENTITY_FLAGS; do
      IFS=$saved
      python3 "$srcdir/identity.py" --gcc "$gcc" --plugin "$plugin" \
	--flags="$flags" --options="${IDENTITY_OPTIONS-}" --jobs 2 --seconds "$seconds" "$@" \
	|| failures=$((failures + 1))
    done
    IFS=$saved
  done
}

# finish: the end of every test.
finish ()
{
  test "$failures" -eq 0
  exit
}
