#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sanitize.sh threads|memory|valgrind: parts of memlb under the compiler's
# sanitizers or valgrind, called by make in the build folder with
# abs_top_srcdir, abs_top_builddir, CC, MAKE and MEMLB_GCCS set.
#
#   threads    the runtime, with nests made by hand, under ThreadSanitizer
#   memory     unit tests and tools under AddressSanitizer (leaks included)
#	       and UndefinedBehaviorSanitizer, in a build of their own
#   valgrind   unit tests under valgrind (make check has the tools)

set -u
: "${abs_top_srcdir:?}" "${abs_top_builddir:?}" "${CC:=gcc}" "${MAKE:=make}"
failed=0

fail ()
{
  echo "sanitize.sh: $*" >&2
  failed=1
}

# threads_run MODE PROGRAM ARGS...: the program finds no race.
threads_run ()
{
  MEMLB_MODE=$1 MEMLB_BUDGET=unlimited MEMLB_OUTPUT=out.xml
  export MEMLB_MODE MEMLB_BUDGET MEMLB_OUTPUT
  shift
  TSAN_OPTIONS='exitcode=66 report_thread_leaks=0' \
    timeout 600 "./$@" > log 2>&1
  status=$?
  grep -q 'WARNING: ThreadSanitizer' log && cat log
  test $status -eq 0 || fail "mode $MEMLB_MODE $*: status $status: $(tail log)"
  test -s out.xml || fail "mode $MEMLB_MODE $*: no profile"
  rm -f out.xml
}

threads ()
{
  tests=$abs_top_srcdir/testsuite/runtime
  runtime=$abs_top_srcdir/runtime
  rm -rf sanitize-threads && mkdir sanitize-threads && cd sanitize-threads \
    || exit 99
  for file in "$runtime"/*.c "$runtime"/arch/x86-64/*.[cS]; do
    $CC -std=gnu11 -O1 -g -fsanitize=thread -fPIC -fvisibility=hidden \
      -fcf-protection -fno-stack-protector -ftls-model=initial-exec \
      -D_GNU_SOURCE -DMEMLB_VERSION='""' -I"$abs_top_srcdir/include" \
      -I"$runtime" -I"$runtime/arch/x86-64" -c "$file" \
      -o "$(basename "$file" | tr . -).o" || exit 99
  done
  $CC -std=gnu11 -O1 -g -fsanitize=thread -D_GNU_SOURCE -Wno-prio-ctor-dtor \
    -I"$abs_top_srcdir/include" -I"$runtime" -I"$runtime/arch/x86-64" \
    -I"$tests" "$tests/threads.c" "$tests/kit.c" "$tests/kit-nest.S" \
    "$tests/describe.c" "$tests/triad-nest.S" "$tests/triad-desc.c" ./*.o \
    -o threads || exit 99
  rm event-source-c.o
  $CC -std=gnu11 -O1 -g -fsanitize=thread -D_GNU_SOURCE -Wno-prio-ctor-dtor \
    -I"$abs_top_srcdir/include" -I"$runtime" -I"$runtime/arch/x86-64" \
    -I"$tests" "$tests/events.c" "$tests/fake-events.c" "$tests/kit.c" \
    "$tests/kit-nest.S" "$tests/describe.c" ./*.o -o events || exit 99
  for mode in bound time torture; do
    threads_run $mode threads
    threads_run $mode threads live
  done
  threads_run bound events
}

memory ()
{
  mkdir -p sanitize-memory && cd sanitize-memory || exit 99
  test -f config.status \
    || "$abs_top_srcdir/configure" -q --with-gcc="${MEMLB_GCCS%% *}" \
	 CC="$CC" CFLAGS="-O1 -g -fsanitize=address,undefined \
	 -fno-sanitize-recover=undefined -fno-omit-frame-pointer" || exit 99
  $MAKE -C include > make.log 2>&1 \
    && $MAKE -C runtime libmemlb.a >> make.log 2>&1 \
    && $MAKE -C tools memlb memlb-gcc >> make.log 2>&1 \
    || { cat make.log >&2; exit 99; }
  # The installation of the tests, but with these tools.
  rm -rf stage && cp -a "$abs_top_builddir/stage" . \
    && cp tools/memlb tools/memlb-gcc stage/bin/ || exit 99
  $MAKE -C testsuite/unit check || fail "unit tests"
  FUZZ_ANY_MEMORY=1 $MAKE -C testsuite/fuzz check || fail "corpus"
  # Neither under a limit of the address space nor under valgrind.
  scripts=$(sed -n '/^scripts =/,/[^\\]$/p' testsuite/tools/Makefile \
	    | tr -d '\\' | sed 's/^scripts =//
	      s/export.sh//; s/hostile.sh//; s/memory.sh//' \
	    | tr -s '\n\t ' ' ')
  cases=$(cd "$abs_top_srcdir/testsuite/tools" && echo */*.args)
  $MAKE -C testsuite/tools check TESTS="$cases $scripts" || fail "tools"
}

valgrind_units ()
{
  $MAKE -C testsuite/unit check TESTS= > /dev/null || exit 99
  # The test of intervals computes too much for this.
  for test in testsuite/unit/check_*; do
    case $test in
      *.log | *.trs | *.o | *_coverage) continue ;;
    esac
    # Each test in a process of its own: some set up the runtime's state, and
    # valgrind's exit status of a process is an early exit to Check.
    CK_FORK=yes valgrind -q --error-exitcode=99 --leak-check=full "$test" \
      > valgrind.log 2>&1 || { cat valgrind.log; fail "$test"; }
  done
  rm -f valgrind.log
}

cd "$abs_top_builddir" || exit 99
case ${1-} in
  threads) threads ;;
  memory) memory ;;
  valgrind) valgrind_units ;;
  *) echo "sanitize.sh: what?" >&2; exit 2 ;;
esac
test $failed -ne 0 || echo "sanitize.sh: $1: nothing found"
exit $failed
