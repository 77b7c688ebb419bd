#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# size.sh: how much longer the code of whole programs is with memlb: their text, without
# the runtime's, and that of the functions that have copies.
#
# Environment, beside bench-lib.sh's: BENCH_SIZE_OPTIONS, for the compiler;
# BENCH_PROGRAMS, those of programs.sh.

. "$(dirname "$0")/bench-lib.sh"
: "${BENCH_SIZE_OPTIONS:=-O3 -march=native}"
: "${BENCH_PROGRAMS:=zlib bzip2 lzip zopfli libsvm spooles lapack csdp liblinear}"
program_options=$BENCH_SIZE_OPTIONS
use_folder size
. "$bench/programs.sh"

# text PROGRAM: the bytes of its code.
text ()
{
  size -A "$1" | awk '$1 == ".text" { print $2 }'
}

# functions PLAIN WITH: the text of those that have copies in WITH, in both.
functions ()
{
  { nm -S -t d --defined-only "$1" | sed 's/^/plain /'
    nm -S -t d --defined-only "$2" | sed 's/^/with /'; } | awk '
    $4 !~ /^[tTwW]$/ { next }
    $5 ~ /\.memlb_bound/ { sub(/\.memlb_bound.*/, "", $5); copied[$5]; next }
    $5 !~ /\.memlb/ { bytes[$1, $5] += $3 }
    END {
      for (f in copied)
	if ((("plain", f) in bytes) && (("with", f) in bytes)) {
	  plain += bytes["plain", f]
	  with += bytes["with", f]
	}
      print plain + 0, with + 0
    }'
}

# The runtime comes with the first nest.
cat > nest.c <<'END'
int
main (int argc, char **argv)
{
  int sum = 0;
  for (int i = 0; i < argc; i++)
    sum += argv[i][0];
  return sum & 1;
}
END
"$MEMLB_CC" -O2 nest.c -o nest-plain && memlb-gcc -O2 nest.c -o nest-with \
  || die "compiling one nest failed"
runtime=$(($(text nest-with) - $(text nest-plain)))
for name in $BENCH_PROGRAMS; do
  build_both "$name" || continue
  echo "$name $(text "plain-$name") $(($(text "with-$name") - runtime))" \
    "$(functions "plain-$name" "with-$name")"
done > rows

heading "Size of code"
echo "Text of programs with memlb / without, $BENCH_SIZE_OPTIONS, the runtime's" \
     "$runtime bytes left out."
echo
awk -f "$bench/stats.awk" -f "$bench/size.awk" rows
test ! -f missing || echo "Not measured, no sources: $(tr '\n' ' ' < missing)"
