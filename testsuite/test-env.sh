# SPDX-License-Identifier: GPL-3.0-or-later
# test-env.sh: sourced by AM_TESTS_ENVIRONMENT with top_builddir set.  The
# staged installation comes first in PATH, and nothing of the user's own
# settings reaches a test.
#
# For another machine's compiler (testsuite/aarch64) TEST_STAGE is another
# installation, and TEST_COMPILERS a folder of compilers whose programs run
# here.

stage=${TEST_STAGE:-$abs_top_builddir/stage}
PATH=${TEST_COMPILERS:+$TEST_COMPILERS:}$stage/bin:$PATH
LC_ALL=C
LANG=C
export PATH LC_ALL LANG stage
unset MEMLB_MODE MEMLB_OUTPUT MEMLB_BUDGET MEMLB_LOOPS MEMLB_RANKS \
      MEMLB_RECORD MEMLB_EVENTS MEMLB_SNAPSHOT MEMLB_VERBOSE MEMLB_WRAPPER MEMLB_LINK \
      MEMLB_CC MEMLB_CXX MEMLB_FC MEMLB_PLUGIN_PATH

# gcc_tarball: GCC's own sources, from Debian's package gcc-12-source or, where
# that is not installed, from another version's.
gcc_tarball ()
{
  ls /usr/src/gcc-12/gcc-12*.tar.xz /usr/src/gcc-[0-9]*/gcc-*.tar.xz \
    2>/dev/null | head -n 1
}
