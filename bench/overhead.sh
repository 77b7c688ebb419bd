#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# overhead.sh: CPU time of whole programs with memlb, by mode and budget, over
# that of the plain build; and how wide the 95 % interval of the bound of the
# largest nest is.  Runs of all take turns.
#
# Environment, beside bench-lib.sh's: BENCH_OVERHEAD_OPTIONS, for the compiler;
# BENCH_PROGRAMS, those of programs.sh to measure; BENCH_LENGTH, how many times as
# long they run; BENCH_MODES, which of the modes, beside `plain'.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RUNS:=5}" "${BENCH_OVERHEAD_OPTIONS:=-O3 -march=native}"
: "${BENCH_MODES:=off time 2 10 unlimited count}"
program_options=$BENCH_OVERHEAD_OPTIONS
use_folder overhead
. "$bench/programs.sh"
"$MEMLB_CC" -O2 "$bench/measure.c" -o measure || exit 1

# one NAME: every build and mode, in turns.
one ()
{
  run=0
  while test "$run" -lt "$BENCH_RUNS"; do
    while read -r label program settings <&3; do
      rm -f run.xml used
      (
	for setting in $settings; do
	  export "$setting"
	done
	MEMLB_OUTPUT=$work/run.xml OMP_NUM_THREADS=1
	export MEMLB_OUTPUT OMP_NUM_THREADS
	run "$1" "$work/$program-$1.timed"
      ) > "out-$label" 2> err || die "$1 failed: $(tail -n 1 err)"
      echo "$1|$label|$(tail -n 1 used)"
      cmp -s out-plain "out-$label" || echo "$1|differs|$label"
      test ! -f run.xml || memlb report --format=csv --sort=time --top=1 \
	run.xml | awk -F, -v name="$1" -v label="$label" '
	  NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	  $column["bound_high_s"] != "" && $column["bound_s"] > 0 {
	    printf "%s|width %s|%.2f\n", name, label, 50 \
	      * ($column["bound_high_s"] - $column["bound_low_s"]) \
	      / $column["bound_s"] }'
    done 3< modes
    run=$((run + 1))
  done
}

cat > all-modes <<END
plain plain
off with MEMLB_MODE=off
time with MEMLB_MODE=time
2 with MEMLB_BUDGET=2
10 with MEMLB_BUDGET=10
unlimited with MEMLB_BUDGET=unlimited
count with MEMLB_MODE=count
END
awk -v wanted="plain $BENCH_MODES" 'index (" " wanted " ", " " $1 " ")' \
  all-modes > modes

for name in $BENCH_PROGRAMS; do
  build_both "$name" || continue
  for program in plain with; do
    printf '#!/bin/sh\nexec %s %s %s "$@"\n' "$work/measure" "$work/used" \
      "$work/$program-$name" > "$program-$name.timed"
    chmod +x "$program-$name.timed"
  done
  one "$name"
done > rows

heading "Overhead"
echo "CPU time of whole programs over that of the plain build," \
     "$BENCH_OVERHEAD_OPTIONS, medians of $BENCH_RUNS runs in turns. Width:" \
     "half of the 95 % interval of the largest nest's bound, in per cent of" \
     "it, as a median; empty where there is no interval."
echo
awk -f "$bench/stats.awk" -f "$bench/overhead.awk" rows
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
