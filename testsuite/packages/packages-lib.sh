# SPDX-License-Identifier: GPL-3.0-or-later
# packages-lib.sh: sourced by the tests of this folder.  A test works in a
# folder of its own, kept when it fails; $here is where it lies, $tarball that
# of `make dist'.

set -u
# TESTS given to the make that runs us is not for those that we run.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES
abs_top_srcdir=$(cd "$abs_top_srcdir" && pwd)
here=$(cd "${srcdir:-.}" && pwd)
tarball=$PWD/memlb.tar.gz
name=$(basename "$0" .sh)
work=$PWD/$name.dir
failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 99

# skip WHY: end the test as skipped.
skip ()
{
  echo "SKIP: $*"
  exit 77
}

# fail TEXT: count and say a failure.
fail ()
{
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# must COMMAND...: COMMAND has to succeed; the end of its output is shown if
# not.
must ()
{
  timeout -k 10 1200 "$@" > must.log 2>&1 && return 0
  fail "$*"
  tail -n 40 must.log
  return 1
}

# install_elsewhere: install this build with DESTDIR and move the folder to
# $work/elsewhere, where nobody expects it; nothing staged is in PATH then.
install_elsewhere ()
{
  PATH=$(echo "$PATH" | sed "s,$stage/bin:,,")
  must "$MAKE" -C "$abs_top_builddir" install \
    DESTDIR="$work/dest" || finish
  prefix=$(sed -n "s/^prefix = //p" "$abs_top_builddir/Makefile")
  mv "$work/dest$prefix" "$work/elsewhere" || exit 99
}

# need PROGRAM...: the test is skipped without it.
need ()
{
  for program; do
    command -v "$program" > /dev/null || skip "no $program"
  done
}

# finish: end the test.
finish ()
{
  cd ..
  test "$failures" -eq 0 || exit 1
  rm -rf "$work"
  exit 0
}
