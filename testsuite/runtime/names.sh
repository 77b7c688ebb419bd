#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Names of profiles: patterns, directories, numbers; nothing is replaced.

. "${srcdir:-.}/run-lib.sh"

# try PATTERN FILE [VARIABLE=VALUE...]: one run writes FILE.
try ()
{
  pattern=$1 file=$2
  shift 2
  env MEMLB_OUTPUT="$pattern" "$@" "$bin/triad" 5 > out 2> err \
    || fail "triad fails for $pattern"
  test -f "$file" || fail "$pattern did not give $file, but: $(ls)"
  test ! -s err || fail "$pattern: $(cat err)"
}

try a.xml a.xml
try a.xml a.2.xml
try a.xml a.3.xml
try plain plain
try plain plain.2
try new/dir/%e.xml new/dir/triad.xml
try %q{WHERE}.%%.xml x_y.%.xml WHERE=x/y
try %h-%r.xml "$(uname -n)-5.xml" PMI_RANK=5
try '' memlb-triad.77/3.xml SLURM_PROCID=3 SLURM_JOB_ID=77
try %j.xml 77.2.xml SLURM_STEP_ID=2 SLURM_JOB_ID=77
try "$PWD/abs.xml" abs.xml
"$bin/triad" 5 > out & pid=$!
wait $pid
test -f memlb-triad.$pid.xml || fail "no profile of the default name: $(ls)"

# Many at once: as many files.
i=0
while test $i -lt 20; do
  MEMLB_OUTPUT=many/m.xml "$bin/triad" 5 > /dev/null &
  i=$((i + 1))
done
wait
test "$(ls many | wc -l)" -eq 20 || fail "$(ls many | wc -l) of 20 files"
find . -name '.memlb-*' | grep . && fail "temporary files are left"
well_formed a.xml a.2.xml many/*.xml

# A pattern that cannot be.
MEMLB_OUTPUT=%z "$bin/triad" 5 > out 2> err || fail "triad fails"
grep -q '^memlb: MEMLB_OUTPUT=%z: ' err || fail "no word on %z: $(cat err)"
ln "$bin/triad" conftest 2> /dev/null || cp "$bin/triad" conftest
MEMLB_OUTPUT=test.xml ./conftest 5 > out
test ! -f test.xml || fail "a configure test wrote a profile"

# Who asks is told why there is none; else nobody is.
unwanted ()
{
  why=$1
  shift
  rm -f none.xml
  env MEMLB_VERBOSE=1 MEMLB_OUTPUT=none.xml "$@" > out 2> err || fail "$*"
  test ! -f none.xml || fail "$*: wrote a profile"
  test "$(wc -l < err)" -eq 1 && grep -q "^memlb: no profile of .*: .*$why" err \
    || fail "$*: not told: $why: $(cat err)"
}
unwanted MEMLB_MODE=off MEMLB_MODE=off "$bin/triad" 5
unwanted MEMLB_RANKS MEMLB_RANKS=1 PMI_RANK=0 PMI_SIZE=2 "$bin/triad" 5
unwanted conftest ./conftest 5
MEMLB_MODE=off "$bin/triad" 5 > out 2> err
test ! -s err || fail "mode off: $(cat err)"
exit $failed
