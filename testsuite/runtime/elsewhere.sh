#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Descriptors and folders are not what they were when the program began: the
# profile is whole or absent, and in no file of the program's.

. "${srcdir:-.}/run-lib.sh"
mkdir away jail

# run WAY [ARGUMENT...]: the status is as ever; what is left is whole.
run ()
{
  "$bin/elsewhere" "$@" > out 2> err
  status=$?
  test $status -eq 5 || fail "$*: status $status: $(cat err)"
  test -z "$(find . -name '.memlb*')" || fail "$*: half a profile"
}

MEMLB_OUTPUT=p.xml
MEMLB_VERBOSE=2
export MEMLB_OUTPUT MEMLB_VERBOSE

# own_files: the program's files hold what it wrote.
own_files ()
{
  rm -f in data more
  run own-files
  test "$(cat data)" = data || fail "own files: $(cat data)"
  test "$(cat more)" = more || fail "own files: $(cat more)"
  test ! -s in || fail "own files: $(cat in)"
}
own_files
well_formed p.xml
(MEMLB_OUTPUT=/proc/none/p.xml MEMLB_RUN_ID=1f own_files; exit $failed) \
  || failed=1

for way in write close; do
  for snapshot in 0 0.001; do
    rm -f p*.xml
    MEMLB_SNAPSHOT=$snapshot run $way
    test $way = close && test ! -e p.xml || well_formed p.xml
    ! grep -q noise p.xml 2> /dev/null || fail "$way: noise in the profile"
  done
done
rm -f p.xml
run no-descriptor
test ! -e p.xml || fail "a profile without a descriptor"
run one-descriptor
well_formed p.xml
rm -f p*.xml
MEMLB_OUTPUT=/proc/none/p.xml run pipe
run pipe
well_formed p.xml

# The folder where the program began is that of the profile.
rm -f p*.xml
run chdir
well_formed p.xml
test -z "$(ls -A away)" || fail "chdir: wrote $(ls -A away)"
mkdir gone
(cd gone && MEMLB_OUTPUT=q.xml "$bin/elsewhere" removed "$PWD") > out 2> err
status=$?
test $status -eq 5 || fail "removed folder: status $status: $(cat err)"
test ! -e gone || fail "the folder that went is there again"

# Another root: what the name means there, and no folders are made.
if "$bin/elsewhere" chroot > out 2> err || test $? -eq 5; then
  rm -f p*.xml jail/*.xml
  for way in chroot chroot-dies; do
    for output in "$PWD/p.xml" new/p.xml /new/p.xml; do
      MEMLB_OUTPUT=$output "$bin/elsewhere" $way > out 2> err
      status=$?
      case $way in chroot) expected=5 ;; *) expected=143 ;; esac
      test $status -eq $expected || fail "$way: status $status: $(cat err)"
      test -z "$(find jail . -name '*.xml')" && test -z "$(ls -A jail)" \
	|| fail "$way: $output gave $(find . -name '*.xml') $(ls -A jail)"
    done
  done
  mkdir jail/data
  run chroot /data
  well_formed jail/data/p.xml
  MEMLB_OUTPUT=/data/absolute.xml run chroot
  well_formed jail/data/absolute.xml
fi
exit $failed
