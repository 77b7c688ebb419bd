#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The tarball holds what git holds, what the autotools make of it, and the
# built viewer: nothing is missing, nothing is there by accident, and all of it
# is as it is in the tree.

. "${srcdir:-.}/packages-lib.sh"
need git
git -C "$abs_top_srcdir" rev-parse --git-dir > /dev/null 2>&1 \
  && test "$(git -C "$abs_top_srcdir" rev-parse --show-toplevel)" \
     = "$abs_top_srcdir" || skip "no checkout"

tar xzf "$tarball" || exit 99
(cd memlb-*/ && find . ! -type d | sed 's,^\./,,' | LC_ALL=C sort) > tarball
git -C "$abs_top_srcdir" ls-files | LC_ALL=C sort > git
(cat git
 printf '%s\n' aclocal.m4 configure
 sed -n 's,\(^\|/\)Makefile\.am$,\1Makefile.in,p' git
 for tool in ar-lib compile config.guess config.sub depcomp install-sh \
	     missing test-driver; do
   echo "build-aux/$tool"
 done
 printf 'viewer/viewer%s\n' .html -licences.txt -plain.html) \
  | LC_ALL=C sort > wanted
diff -u wanted tarball || fail "other files than git's and those made of them"
while read -r file; do
  cmp -s "$abs_top_srcdir/$file" memlb-*/"$file" || fail "$file differs"
done < git
test -s "$(echo memlb-*/viewer/viewer.html)" || fail "no viewer"

# Two tarballs of one tree are the same.
mv "$abs_top_builddir"/memlb-*.tar.gz . 2> /dev/null
must "$MAKE" -C "$abs_top_builddir" dist \
  && cmp "$tarball" "$abs_top_builddir"/memlb-*.tar.gz \
  || fail "another tarball, made of the same tree"
rm -f "$abs_top_builddir"/memlb-*.tar.gz
mv memlb-*.tar.gz "$abs_top_builddir" 2> /dev/null
finish
