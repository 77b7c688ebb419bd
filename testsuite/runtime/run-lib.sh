# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# run-lib.sh: sourced by the tests here.  Sets bin, the folder of the
# programs, and changes to an empty folder of the test's own.

. "$abs_top_srcdir/testsuite/test-env.sh"
bin=$abs_top_builddir/testsuite/runtime
test=$(basename "$0" .sh)
rm -rf "$bin/$test.dir"
mkdir "$bin/$test.dir" || exit 99
cd "$bin/$test.dir" || exit 99
failed=0

# fail TEXT...: say what is wrong, go on.
fail ()
{
  echo "$test: $*" >&2
  failed=1
}

# well_formed FILE...: each is XML, and valid where the schema is there.
well_formed ()
{
  schema=$abs_top_srcdir/schema/memlb-1.rng
  for file; do
    test -f "$file" || { fail "$file is not there"; continue; }
    xmllint --noout "$file" || fail "$file is not well-formed"
    test ! -f "$schema" \
      || xmllint --noout --relaxng "$schema" "$file" 2> lint.log \
      || fail "$file is not valid: $(head -3 lint.log)"
  done
}

# in_modes PROGRAM MODE...: run it in each, and look at the profile.
in_modes ()
{
  program=$1
  shift
  for mode; do
    MEMLB_MODE=$mode MEMLB_BUDGET=unlimited MEMLB_OUTPUT=$mode.xml \
      timeout 120 "$bin/$program"
    status=$?
    test $status -ne 77 || exit 77
    test $status -eq 0 || fail "$program exits with $status in mode $mode"
    well_formed $mode.xml
  done
}
