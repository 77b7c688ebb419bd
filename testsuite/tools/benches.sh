#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the benches share: a heading leaves the processor that runs have as it is,
# agreement.py takes the speed of runs out, and fidelity.awk tells lies apart.

. "${srcdir:-.}/tools-lib.sh"
(. "$abs_top_srcdir/bench/bench-lib.sh" && cpu=0 && heading Nothing && pinned echo ran) \
  > "$tmp/out" 2>&1 || fail "no run behind a heading: $(cat "$tmp/out")"
grep -q '^## Nothing$' "$tmp/out" && test "$(tail -n 1 "$tmp/out")" = ran \
  || fail "heading and run: $(cat "$tmp/out")"

# Three nests within 2 %, and runs that are slower than others by up to 20 %; a fourth
# nest is off by 10 % in each run of one budget.
awk 'BEGIN {
  split("1 1.2 1.1 0.9", speed)
  for (run = 1; run <= 4; run++)
    for (nest = 1; nest <= 4; nest++) {
      budget = run % 2 ? "10" : "unlimited"
      bound = nest * speed[run] * (nest == 4 && run % 2 ? 1.1 : 1)
      printf "p|%s|%d|n%d|0.2|%g|%g|%g|1|ok|-\n", budget, run, nest, bound,
	.98 * bound, 1.02 * bound
    } }' > "$tmp/rows"
python3 "$abs_top_srcdir/bench/agreement.py" unlimited "$tmp/rows" > "$tmp/out" \
  || fail "agreement.py"
grep -q '^agreement: budget=10 pairs=16 agree=6.2% over-speed: pairs=16 agree=75.0%$' \
  "$tmp/out" || fail "agreement: $(cat "$tmp/out")"
grep -q '^| p | 10 | 16 | .* | 75 % | 8 of 8 | 2.0 | 2.0 |$' "$tmp/out" \
  || fail "row: $(cat "$tmp/out")"

# Of two kernels with a bound of 0.8 of the time one was as quick in another process.
cat > "$tmp/rows" <<'END'
-O2|placed|0.8 ok - 1 1 0 0 10 8 placed@k.c:1 700
-O2|placed|0.8 ok - 1 1 0 0 10 8 placed@k.c:1 700
-O2|placed|1.0 ok - 1 1 0 0 8 8 placed@k.c:1 700
-O2|wrong|0.8 ok - 1 1 0 0 10 8 wrong@k.c:9 700
-O2|wrong|0.8 ok - 1 1 0 0 10 8 wrong@k.c:9 700
-O2|wrong|1.0 ok - 1 1 0 0 8 8 wrong@k.c:9 900
END
cd "$abs_top_srcdir/bench" || exit 99
awk -f stats.awk -f calm.awk -f fidelity.awk "$tmp/rows" > "$tmp/out"
grep -q '^fidelity: n=2 .* ok=2 lies=2 ' "$tmp/out" \
  && grep -q '^reached: lies=1 large=0$' "$tmp/out" || fail "lies: $(cat "$tmp/out")"
finish
