#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run-case.sh CASE: compile CASE with the plugin and check what it says.
#
# Comments of CASE, one to a line, any number of times:
#   memlb-options: OPTIONS	further options; @DIR@ is the source folder
#   memlb-needs: OPTION		compilers that do not take OPTION are left out
#   memlb-plugin: OPTIONS	further ones of the plugin's own
#   memlb-levels: LEVELS	instead of -O1 -O2 -O3
#   memlb-reason: SLUG		a nest is refused for this reason
#   memlb-copied: N		so many nests are copied
#   memlb-note: REGEX		a message matches
#   memlb-not: REGEX		no message matches
#   memlb-asm: REGEX		a line of the assembly matches
#   memlb-asm-not: REGEX	none does
#   memlb-error: REGEX		the compilation fails with this message
#   memlb-with: FILES		further sources of the program
#   memlb-run: OPTIONS		link with OPTIONS (- for none) and run: as
#				the plain program does, copies on every entry
#   memlb-executed: N		so many bound copies run at least, on every entry
#   memlb-verdict-not: REGEX	no nest's verdict and reason match then
# Every compilation checks the IL, with notes for every nest.

case_file=$1
. "$srcdir/plugin-lib.sh"
case $case_file in
  /*) ;;
  *) case_file=$srcdir/$(basename "$case_file") ;;
esac

# directive KEY: the values of memlb-KEY, one to a line.
directive ()
{
  sed -n "s/.*memlb-$1: *//p" "$case_file" | sed 's, *\*/ *$,,'
}

options=$(directive options | sed "s,@DIR@,$srcdir,g")
own=$(directive plugin)
levels=$(directive levels)
run=$(directive run)
directive reason > reasons
directive note > notes
directive not > nots
directive asm > asms
directive asm-not > asm-nots
directive verdict-not > verdict-nots
directive error > errors

# expect FILE REGEXES YES WHAT: each line of REGEXES is found in FILE, or not
# found if YES is `no'.
expect ()
{
  while read -r regex; do
    found=yes
    grep -q -E -e "$regex" "$1" || found=no
    test "$found" = "$3" || fail "$where: $4: $regex"
  done < "$2"
}

# check_messages: those of the last compilation.
check_messages ()
{
  before=$failures
  while read -r slug; do
    grep -q "note: memlb: nest not copied: $slug (" messages \
      || fail "$where: no nest is refused for $slug"
  done < reasons
  copied=$(grep -c 'note: memlb: nest of depth .* copied' messages)
  for wanted in $(directive copied); do
    test "$copied" -eq "$wanted" \
      || fail "$where: $copied nests copied, not $wanted"
  done
  expect messages notes yes "no message like"
  expect messages nots no "a message like"
  test "$failures" -eq "$before" || sed 's/^/| /' messages
}

# check_error: the compilation has to fail, without an ICE.
check_error ()
{
  test "$status" -ne 0 || fail "$where: was compiled"
  expect messages errors yes "no message like"
  if grep -q 'internal compiler error' messages; then
    fail "$where: internal compiler error"
  fi
}

# run_program: link with and without memlb, and run both.
run_program ()
{
  with=
  for file in $(directive with); do
    with="$with $srcdir/$file"
  done
  link=$run
  test "$link" != - || link=
  compiler=$(driver "$gcc" "$case_file")
  must $compiler $options $level "$case_file" $with $link -o plain.exe \
    || return
  must $compiler -fplugin="$plugin" -fchecking=2 $own $options $level \
    "$case_file" $with $link $runtime -o memlb.exe || return
  run_both ./plain.exe ./memlb.exe
  for wanted in $(directive executed); do
    rm -f again.xml
    MEMLB_MODE=torture MEMLB_VERBOSE=1 MEMLB_OUTPUT=again.xml \
      ./memlb.exe 2>&1 >/dev/null | grep '^memlb:' > said
    ran=$(sed -n 's/.* \([0-9]*\) bound runs.*/\1/p' said)
    test "${ran:-0}" -ge "$wanted" \
      || { fail "$where: ${ran:-no} bound copies run"; cat said; }
    sed -n 's/.* verdict="\([^"]*\)" reason="\([^"]*\)".*/\1 \2/p' again.xml \
      > verdicts
    expect verdicts verdict-nots no "a verdict"
  done
}

# compiled: with how many compilers.
compiled=0
for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  needs=$(directive needs)
  "$gcc" $needs -E -o /dev/null -x c /dev/null 2> needs.log || continue
  compiled=$((compiled + 1))
  for level in ${levels:--O1 -O2 -O3}; do
    where="$gcc $level $(basename "$case_file")"
    with_plugin "$case_file" -fplugin-arg-memlb-explain $own $options $level \
      -S -o out.s > messages 2>&1
    status=$?
    if test -s errors; then
      check_error
      continue
    fi
    test "$status" -eq 0 \
      || { fail "$where: exit status $status"; sed 's/^/| /' messages; }
    test "$status" -eq 0 || continue
    check_messages
    expect out.s asms yes "no line like"
    expect out.s asm-nots no "a line like"
    test -z "$run" || run_program
  done
done
if test "$compiled" -eq 0; then
  echo "SKIP: no compiler takes $needs"
  rm -rf "$work"
  exit 77
fi
finish
