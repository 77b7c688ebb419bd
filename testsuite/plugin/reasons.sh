#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reasons.sh: every reason that the plugin can give for a refusal has a case
# in this folder.

# Defensive, with no source known that brings them about:
#   load              an instruction that reads two addresses and is no
#                     string instruction
#   insn              an instruction outside of the allow-list that no
#                     other reason names
unreached='load insn'

abi=$abs_top_srcdir/include/memlb/reasons.def
failed=0
slugs=$(sed -e '/^REASON (NEVER_ENTERED/,$d' \
	    -e 's/^REASON ([A-Z_]*, "\([a-z-]\{1,\}\)".*/\1/p' -e d "$abi")
test -n "$slugs" || { echo "no reasons in $abi"; exit 99; }
# Added since, behind the runtime's.
slugs="$slugs
call-result
inner-loops
stored-control
too-deep"
for slug in $slugs; do
  tested=no
  grep -q "memlb-reason: $slug\( \|\$\)" "$srcdir"/*.c "$srcdir"/*.cc \
    "$srcdir"/*.f90 2>/dev/null && tested=yes
  case " $unreached " in
    *" $slug "*) expected=no ;;
    *) expected=yes ;;
  esac
  test "$tested" = "$expected" \
    || { echo "FAIL: reason $slug: tested: $tested"; failed=1; }
done
for slug in $(sed -n 's/.*memlb-reason: *\([a-z-]*\).*/\1/p' "$srcdir"/*.c \
	      "$srcdir"/*.cc); do
  printf '%s\n' "$slugs" | grep -qx -e "$slug" \
    || { echo "FAIL: a case names $slug, which is no reason"; failed=1; }
done
exit "$failed"
