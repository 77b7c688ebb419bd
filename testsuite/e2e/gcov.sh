#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gcov.sh: functions were entered as often as gcov says, of the examples and of a
# program whose calls do not all come back.  gcov counts before functions are
# inlined, cloned or merged, so nothing of that is done here.
. "$srcdir/e2e-lib.sh"
needs_copies procedures

plain="-O2 -fno-inline -fno-ipa-cp -fno-ipa-sra -fno-ipa-icf -fno-ipa-pure-const
       -fno-partial-inlining -fno-optimize-sibling-calls -fno-ipa-modref"
procedures=-fplugin-arg-memlb-copies=bound,count,procedures

# entries: of each function that was counted and that gcov knows.
cat > entries.py <<'END'
import glob
import gzip
import json
import sys
import xml.etree.ElementTree as tree

gcov = {}
for path in glob.glob ("*.gcov.json.gz"):
    for part in json.load (gzip.open (path))["files"]:
        for function in part["functions"]:
            name = function["name"]
            gcov[name] = gcov.get (name, 0) + function["execution_count"]
same, wrong = 0, 0
counted = {}
for procedure in tree.parse (sys.argv[1]).iter ("procedure"):
    if procedure.get ("entries"):
        name = procedure.get ("asm-name") or procedure.get ("name")
        counted[name] = counted.get (name, 0) + int (procedure.get ("entries"))
for name, entries in counted.items ():
    if name not in gcov:
        continue
    same += 1
    if entries != gcov[name]:
        wrong += 1
        print ("%s: %d entries, gcov: %d" % (name, entries, gcov[name]))
print ("%d functions, %d differ" % (same, wrong))
sys.exit (wrong or same < int (sys.argv[2]))
END

# check SOURCE LEAST ARGS...: LEAST functions are compared at least.
check ()
{
  source=$1 least=$2
  shift 2
  rm -f ./*.gcno ./*.gcda ./*.gcov.json.gz count.xml
  must $(plain_of "$source") $plain --coverage -c "$source" -o part.o \
    && must $(plain_of "$source") --coverage part.o -o covered -lm \
    && must $(wrapper_of "$source") $plain $procedures "$source" -o with -lm \
    || return
  ./covered "$@" > covered.out 2>&1
  status=$?
  MEMLB_MODE=count MEMLB_OUTPUT=count.xml ./with "$@" > count.out 2>&1
  test $? -eq $status || fail "$source: not exit status $status"
  cmp covered.out count.out || fail "$source: output differs"
  must "$gcov" --json-format part.gcda || return
  python3 entries.py count.xml "$least" || fail "$gcc $source $*"
}

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"
  gcov=$(sibling "$gcc" gcov)
  command -v "$gcov" > /dev/null || gcov=gcov
  check "$examples/cg.c" 8 8 8 8 3
  check "$examples/matmul.c" 3 40 1 nb
  check "$examples/particles.cc" 8 64 3 5
  check "$abs_top_srcdir/testsuite/e2e/whole.cc" 6
  command -v "$MEMLB_FC" > /dev/null || continue
  check "$examples/shallow.f90" 4 33 31 4
done
finish
