#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz.sh [READER...]: the readers under libFuzzer with AddressSanitizer and
# UBSan, one after the other, called by `make fuzz' with abs_top_srcdir set and
# clang installed.
#
#   FUZZ_SECONDS   for each reader, default 60
#   FUZZ_JOBS      readers at the same time, default 1
#
# It begins with the corpus in the source, the fixtures of testsuite/tools and
# what it found before; what it finds stays in found/READER, and what broke a
# reader in broken/READER.  `fuzz.sh --keep' puts the smallest set of files
# that covers as much into the corpus of the source.

set -u
: "${abs_top_srcdir:?}" "${CLANG:=clang}" "${FUZZ_SECONDS:=60}"
: "${FUZZ_JOBS:=1}"
here=$abs_top_srcdir/testsuite/fuzz
fixtures=$abs_top_srcdir/testsuite/tools
all='profile tree page formula library elf callgrind perf gcov csv gprof
     hpcstruct'
# obstack.h aligns a pointer by adding to a null one.
flags='-g -O1 -fno-omit-frame-pointer
       -fsanitize=fuzzer-no-link,address,undefined
       -fno-sanitize=pointer-overflow -fno-sanitize-recover=undefined'

die ()
{
  echo "fuzz.sh: $*" >&2
  exit 99
}

# build: the program `target' of the readers' present sources.
build ()
{
  command -v "$CLANG" > /dev/null \
    || die "no $CLANG; install clang and its runtime (Debian: clang" \
	   "libclang-rt-14-dev), or set CLANG"
  mkdir -p objects || exit 99
  cat > objects/Makefile.new <<END_MAKE
sources = \$(wildcard $abs_top_srcdir/tools/lib/*.c) \\
	  $here/readers.c $here/target.c
objects = \$(notdir \$(sources:.c=.o))
VPATH = $abs_top_srcdir/tools/lib $here
CC = $CLANG
CFLAGS = -std=gnu11 $(echo $flags) -D_GNU_SOURCE -I$abs_top_srcdir/tools \\
	 -I$abs_top_srcdir/include -DMEMLB_BINDIR='"/nowhere"' \\
	 -DMEMLB_LIBDIR='"/nowhere"' -DMEMLB_DATADIR='"/nowhere"' \\
	 -DMEMLB_MANDIR='"/nowhere"' -DPACKAGE_VERSION='"0"' -DHAVE_CONFIG_H \\
	 -I. -MMD \$(shell pkg-config --cflags libxml-2.0 smartcols) -DHAVE_LIBDW
../target: \$(objects)
	\$(CC) -fsanitize=fuzzer,address,undefined -o \$@ \$(objects) \\
	  -lxml2 -lsmartcols -ldw -lelf -lz -ljansson -liberty -lm
\$(objects): Makefile
-include *.d
END_MAKE
  cmp -s objects/Makefile.new objects/Makefile \
    || mv objects/Makefile.new objects/Makefile || exit 99
  ${MAKE:-make} -s -C objects ../target || die "the build failed"
}

# seeds READER: the fixtures that it reads, as files of ./seeds/READER.
seeds ()
{
  rm -rf "seeds/$1" && mkdir -p "seeds/$1" || exit 99
  case $1 in
    profile|tree|page) cp "$fixtures"/*.xml "seeds/$1" ;;
    formula)
      sed -n 's/^\([a-z_]* = [^#]*\).*/\1/p' "$abs_top_srcdir/tools/metrics" \
	| split -l 1 - seeds/formula/f
      grep -v '^#' "$abs_top_srcdir/testsuite/unit/metric-cases.txt" \
	| grep . | sed 's/^[^|]*= *//; s/|.*//; s/^/x = /' \
	| split -a 4 -l 1 - seeds/formula/c
      ;;
    library) cp "$fixtures"/metric/*.txt "$abs_top_srcdir/tools/metrics" \
	       "seeds/$1" ;;
    elf)
      cat > seeds/elf.c <<'END_C'
int x = 1;
__asm__ (".section .note.memlb, \"\", @note; .long 6, 12, 1;"
	 ".asciz \"memlb\"; .balign 4; .ascii \"1.0 gcc -O2.\"; .previous");
END_C
      ${CC:-cc} -Os -c seeds/elf.c -o seeds/elf/object || exit 99
      (cd seeds/elf && ar rc archive object) || exit 99
      ;;
    callgrind) cp "$fixtures"/import/*grind.out "seeds/$1" ;;
    *) cp "$fixtures"/import/*"$1"* "$fixtures"/import/lines."$1" "seeds/$1" \
	 2> /dev/null ;;
  esac
  rm -f "seeds/$1"/*.args "seeds/$1"/*.exp
  # Words of the format for the fuzzer to put in.
  cat "seeds/$1"/* | tr -cs 'a-zA-Z0-9_:=-' '\n' | grep -a '^[a-z].' | sort -u \
    | head -n 300 | sed 's/.*/"&"/' > "seeds/$1.dict"
}

# try READER: fuzz it.
try ()
{
  seeds "$1"
  mkdir -p "found/$1" "broken/$1" || exit 99
  corpus=
  test -d "$here/corpus/$1" && corpus=$here/corpus/$1
  # Standard error keeps what the sanitizers say.
  FUZZ_READER=$1 FUZZ_FIXTURES=$fixtures SOURCE_DATE_EPOCH=0 \
    nice -n 19 ./target -max_total_time="$FUZZ_SECONDS" -timeout=20 \
    -rss_limit_mb=1000 -max_len=6000 -dict="seeds/$1.dict" \
    -artifact_prefix="broken/$1/" -print_final_stats=1 -verbosity=1 \
    "found/$1" $corpus "seeds/$1" > "$1.log" 2>&1
  status=$?
  tail -n 12 "$1.log" | sed -n "s/stat::/$1: /p"
  times > "$1.times"
  sed -n "2s/^/$1: processor time /p" "$1.times"
  test $status -eq 0 || {
    echo "fuzz.sh: $1: see $1.log and broken/$1" >&2
    return 1
  }
}

# keep READER: the corpus in the source is the smallest set as good as all,
# as far as 20 kB go, the smallest files first.
keep ()
{
  rm -rf smallest && mkdir -p smallest "$here/corpus/$1" "found/$1" \
    && seeds "$1" || exit 99
  FUZZ_READER=$1 FUZZ_FIXTURES=$fixtures SOURCE_DATE_EPOCH=0 \
    ./target -set_cover_merge=1 smallest "$here/corpus/$1" "found/$1" \
    "seeds/$1" > "$1-keep.log" 2>&1 || exit 99
  # What once broke a reader has a name that says so and stays.
  find "$here/corpus/$1" -regextype posix-extended \
    -regex '.*/[0-9a-f]{40}' -delete
  find smallest -type f -printf '%s %p\n' | sort -n \
  | while read -r size file; do
    room=$((${room:-20000} - size))
    test $room -lt 0 || cp "$file" "$here/corpus/$1"
  done
}

build
test "${1-}" != --keep || {
  shift
  for reader in ${*:-$all}; do
    keep "$reader"
  done
  du -sb "$here/corpus"
  exit
}
running=0
rm -f failed
for reader in ${*:-$all}; do
  { try "$reader" || : > failed; } &
  running=$((running + 1))
  test $running -lt "$FUZZ_JOBS" || {
    wait
    running=0
  }
done
wait
test ! -f failed
