# SPDX-License-Identifier: GPL-3.0-or-later
# example-lib.sh: one example, compiled plainly and with memlb by every
# compiler and with every set of flags: the same output, a valid profile, the
# hot loops in the report.

. "$srcdir/e2e-lib.sh"

# run_mode PROGRAM MODE TAG ARGS...: run PROGRAM in MODE, a bound run on
# every entry; output and profile must be right.
run_mode ()
{
  program=$1 mode=$2 tag=$3
  shift 3
  MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$tag.xml \
    timeout 300 "$program" "$@" > "$tag.out" 2> "$tag.err"
  status=$?
  test "$status" -eq "$plain_status" \
    || fail "$tag: exit status $status, not $plain_status"
  cmp -s plain.out "$tag.out" \
    || { fail "$tag: output differs"; diff plain.out "$tag.out" | head; }
  cmp -s plain.err "$tag.err" \
    || { fail "$tag: standard error differs"
	 diff plain.err "$tag.err" | head; }
  test -s "$tag.xml" || { fail "$tag: no profile"; return; }
  must memlb check "$tag.xml"
}

# build_and_run SOURCE FLAGS EXTRA MARKS ARGS...: EXTRA belongs to the
# program (-fopenmp), FLAGS to the test.
build_and_run ()
{
  source=$1 flags=$2 extra=$3 marks=$4
  shift 4
  must $(plain_of "$source") $flags "$source" -o plain $extra || return
  must $(wrapper_of "$source") $flags "$source" -o with $extra || return
  ./plain "$@" > plain.out 2> plain.err
  plain_status=$?
  for mode in bound torture time count; do
    run_mode ./with "$mode" "$mode" "$@"
  done
  for mark in $marks; do
    has_hot bound.xml "$source" "$mark"
    has_hot torture.xml "$source" "$mark"
  done
  MEMLB_MODE=off MEMLB_OUTPUT=off.xml ./with "$@" > off.out 2>&1
  cmp -s plain.out off.out || fail "mode off: output differs"
  test ! -e off.xml || fail "mode off: wrote a profile"
  memlb run -b unlimited -o run.xml -- ./with "$@" > run.out 2> run.err \
    || test $? -eq "$plain_status" || fail "memlb run: exit status"
  grep -q "$(basename "$source"):" run.out run.err \
    || fail "memlb run: the report does not name $source"
}

# example SOURCE EXTRA MARKS ARGS...
example ()
{
  source=$examples/$1 extra=$2 marks=$3 tried=0
  shift 3
  for gcc in $E2E_GCCS; do
    use_gcc "$gcc"
    command -v "$(plain_of "$source")" > /dev/null \
      || { echo "no $(plain_of "$source") here"; continue; }
    saved=$IFS
    IFS=';'
    for flags in $E2E_FLAGS; do
      IFS=$saved
      echo "== $gcc $flags"
      tried=$((tried + 1))
      rm -f ./*.xml
      before=$failures
      build_and_run "$source" "$flags" "$extra" "$marks" "$@"
      test "$failures" -eq "$before" || echo "   in: $gcc $flags $source"
    done
    IFS=$saved
  done
  test "$tried" -gt 0 || skip "no compiler for ${source##*/} here"
  finish
}
