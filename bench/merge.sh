#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# merge.sh: what memlb merge takes for many ranks: time and memory against the
# number of profiles.
#
# BENCH_RANKS: how many, in ascending order; BENCH_NESTS: nests of each.  A
# profile of 500 nests takes half a megabyte of disk.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_RANKS:=1000 2500 5000 10000}" "${BENCH_NESTS:=500}"
use_folder merge

"$MEMLB_CC" -O2 "$bench/measure.c" -o measure || exit 1
"$MEMLB_CC" -O2 "$bench/ranks.c" -o ranks || exit 1
mkdir memlb-model.1
done=0
for n in $BENCH_RANKS; do
  ./ranks memlb-model.1 $done "$n" "$BENCH_NESTS" || die "no room?"
  done=$n
  size=$(du -sk memlb-model.1)
  ./measure used memlb merge -o merged.xml memlb-model.1 2> err \
    || die "$(cat err)"
  echo "$n ${size%%[!0-9]*} $(tail -n 1 used)"
done > rows
rm -rf memlb-model.1
heading "Merging ranks"
echo "Profiles of $BENCH_NESTS nests, all different, given as one folder."
echo
awk 'BEGIN { print "| profiles | read | elapsed | CPU | CPU per profile |" \
		   " memory |"
	     print "|---|---|---|---|---|---|" }
     { printf "| %d | %.2f GB | %.1f s | %.1f s | %.2f ms | %.0f MB |\n", $1,
	      $2 / 1e6, $3, $4, 1e3 * $4 / $1, $5 / 1024 }' rows
