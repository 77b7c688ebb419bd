# SPDX-License-Identifier: GPL-3.0-or-later
# torture-one.sh TEST.c: one test of gcc-torture.sh with $T_OPTIONS; writes
# `STATUS NESTS ENTERED WITH-BOUND-RUNS BOUND-RUNS ABORTED' to TEST.c.result
# and keeps a log of a failure.

set -u
test=$1
options=$T_OPTIONS
name=$(echo "$options" | tr ' ' '_')
result=$T_RESULTS/$name/$test.result
log=$T_RESULTS/$name/$test.log
plain=$T_PLAIN/$name/$test
ulimit -c 0

test ! -f "$result" || exit 0
test "$(date +%s)" -lt "$T_DEADLINE" || exit 0
mkdir -p "$(dirname "$result")" "$(dirname "$plain")" || exit 1
work=$(mktemp -d "$T_RESULTS/work.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# done_with STATUS...: the result, whole or not at all.
done_with ()
{
  echo "$*" > "$result.new" && mv "$result.new" "$result"
  case $1 in PASS | SKIP) rm -f "$log" ;; esac
  exit 0
}

# The test's own options: those without a target, and those for ours.
own_options ()
{
  sed -n 's/.*{ *dg-\(additional-\)\{0,1\}options \(.*\)/\2/p' "$1" \
    | awk -v machine="$("$MEMLB_CC" -dumpmachine | sed 's/-.*//')" '
	   /{ *target/ && ($0 !~ machine || /&& ia32/) { next }
	   { if (match ($0, /"[^"]*"/))
	       print substr ($0, RSTART + 1, RLENGTH - 2) }' \
    | tr '\n' ' '
}

# The sources of TEST, and what they need.
source=$T_SOURCES/$test
files=$source
extra="-w -lm $(own_options "$source")"
case $test in
  builtins/*)
    files="$source ${source%.c}-lib.c $T_SOURCES/builtins/lib/main.c"
    extra="$extra -fno-tree-dse -fno-tree-loop-distribute-patterns
	   -fno-tracer -fno-ipa-ra -fno-inline-functions
	   -Wl,--allow-multiple-definition" ;;
esac

# The plain build, once per compiler: PLAIN.out is what it prints.
if test ! -f "$plain.out" && test ! -f "$plain.fails"; then
  if timeout 60 "$MEMLB_CC" $options $files $extra -o plain > /dev/null 2>&1 \
     && timeout 20 ./plain > out 2> err < /dev/null; then
    cat out err > plain.out
    # What differs from run to run, addresses for one, is not compared.
    timeout 20 ./plain > out 2> err < /dev/null
    cat out err | cmp -s - plain.out || touch "$plain.varies"
    mv plain.out "$plain.out"
  else
    touch "$plain.fails"
  fi
fi
test ! -f "$plain.fails" || done_with SKIP

set -- memlb-gcc $options -fchecking=2 $files $extra -o with
if ! timeout 120 "$@" > "$log" 2>&1; then
  echo "command: $*" >> "$log"
  if grep -q 'internal compiler error' "$log"; then
    done_with FAIL-ICE
  fi
  done_with FAIL-compile
fi

MEMLB_MODE=torture MEMLB_OUTPUT=p.xml timeout 60 ./with > out 2> err \
  < /dev/null
status=$?
cat out err > all
# COUNTS: what the profile says of nests, if there is one.
counts=$(awk '
  function value(name) {
    return match ($0, " " name "=\"[^\"]*\"") \
	   ? substr ($0, RSTART + length (name) + 3) + 0 : 0
  }
  / *<loop / { nests++; inside = value("entries") > 0; entered += inside }
  / *<m n="bound-runs"/ { n = value("v"); runs += n
			  copied += inside && n > 0; inside = 0 }
  / *<m n="abort/ { aborted += value("v") }
  END { print nests + 0, entered + 0, copied + 0, runs + 0, aborted + 0 }
' p.xml 2>/dev/null || echo 0 0 0 0 0)

if test "$status" -ne 0; then
  { cat all; echo "exit status $status: ./with"; echo "command: $*"; } > "$log"
  test "$status" -ne 124 || done_with FAIL-hang "$counts"
  done_with FAIL-run "$counts"
fi
if test ! -f "$plain.varies" && ! cmp -s all "$plain.out"; then
  { diff "$plain.out" all; echo "output differs"; echo "command: $*"; } \
    > "$log"
  done_with FAIL-output "$counts"
fi
done_with PASS "$counts"
