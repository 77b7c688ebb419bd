#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A program that runs another one in its place: what was measured until then
# stays, the other program notices nothing; nor does a program that could not
# run one.  Children that share their parent's memory write nothing.

. "${srcdir:-.}/run-lib.sh"
mkdir bin denied
printf 'echo script "$0" "$@"\n' > bin/script
echo > denied/denied
chmod +x bin/script
PATH=$PWD/denied:$PWD/bin::$PWD/none:$PATH
export PATH

# same WAY PROFILES: as without the runtime, dynamic and static, leaving so
# many profiles.
same ()
{
  "$bin/exec-plain" "$1" > plain 2>&1
  echo "status $?" >> plain
  for program in exec exec-static; do
    rm -f ./*.xml
    MEMLB_OUTPUT=p.xml "$bin/$program" "$1" > got 2>&1
    echo "status $?" >> got
    diff plain got >&2 || fail "$program $1"
    test "$(find . -name '*.xml' | wc -l)" -eq "$2" || fail "$program $1: $(ls -A)"
    test -z "$(find . -name '.memlb*')" || fail "$program $1: half a profile"
    well_formed ./*.xml
    # count ENTRIES FILES: so many have a loop entered so often.
    count ()
    {
      test "$(grep -l "entries=\"$1\"" ./*.xml | wc -l)" -eq "$2" \
	|| fail "$program: not $2 profiles with $1 entries"
    }
    $3
  done
}

replaced ()
{
  count 50 1
  grep -q 'complete="yes" ended="exec"' p.xml || fail "no word of exec"
}

for way in execve execv execvp execvpe execl execlp execle fexecve execveat \
  script script-here; do
  same $way 1 replaced
done
both ()
{
  count 50 1
  count 100 1
}
same again 2 both
all ()
{
  count 100 1
  grep -q 'complete="yes" mode' p.xml || fail "no word of exit"
}
same failing 1 all
family ()
{
  count 100 1
  count 7 1
}
same children 2 family

# A program that has measured nothing leaves the place to the next.
MEMLB_OUTPUT=q.xml MEMLB_MODE=off "$bin/exec" execv > got
test ! -e q.xml || fail "a profile in mode off"
# With snapshots what was written before exec failed is one again.
rm -f ./*.xml
MEMLB_SNAPSHOT=1000 MEMLB_OUTPUT=p.xml "$bin/exec" failing > got
test "$(find . -name '*.xml' | wc -l)" -eq 1 || fail "snapshots: $(ls -A)"
all
exit $failed
