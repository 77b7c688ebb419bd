#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The recipes for Spack and EasyBuild are Python that runs, and the files,
# folders and commands that they check after an installation are there.  All
# packages are of one version, configure's.

. "${srcdir:-.}/packages-lib.sh"
packaging=$abs_top_srcdir/packaging
version=$(sed -n 's/^AC_INIT(\[memlb\], \[\(.*\)\])/\1/p' \
  "$abs_top_srcdir/configure.ac")
test -n "$version" || exit 99
head -n 1 "$abs_top_srcdir/debian/changelog" | grep -qF "($version)" \
  || fail "debian/changelog is of another version"
grep -q "^Version: *$version\$" "$packaging/memlb.spec" \
  || fail "memlb.spec is of another version"

need python3
install_elsewhere
must python3 "$here/recipes.py" "$work/elsewhere" "$packaging/spack/package.py" \
  "$packaging"/easybuild/*.eb && cat must.log
grep -qx "version $version" must.log || fail "recipes of another version"
finish
