#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# plugin-dir.sh GCC: print the name of the folder that holds the plugin for
# GCC, gcc-FULLVERSION-TARGET-HASH.
#
# GCC loads only a plugin that was built for the same version, datestamp and
# configure line.  HASH stands for the last two: the first 12 hex digits of
# FNV-1a (64 bits) over the two lines of `GCC -v' that hold them.  The tools
# compute the same name in C; keep both alike.

set -u
LC_ALL=C
export LC_ALL

gcc=${1:?usage: plugin-dir.sh GCC}
version=$("$gcc" -dumpfullversion) || exit 1
target=$("$gcc" -dumpmachine) || exit 1
lines=$("$gcc" -v 2>&1 | grep -e '^Configured with:' -e '^gcc version') \
  || { echo "plugin-dir.sh: $gcc -v does not look like GCC" >&2; exit 1; }

# The offset basis 0xcbf29ce484222325 as a signed number: the shell's
# arithmetic is signed and wraps at 64 bits.
h=-3750763034362895579
for byte in $(printf '%s\n' "$lines" | od -An -v -tu1); do
  h=$(( (h ^ byte) * 1099511628211 ))
done
hash=$(printf '%016x' "$h" | cut -c1-12)
printf 'gcc-%s-%s-%s\n' "$version" "$target" "$hash"
