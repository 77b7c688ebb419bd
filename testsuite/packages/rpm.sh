#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The RPM packages are built from the tarball, rpmlint has nothing to say about
# them but what packaging/memlb.rpmlintrc explains, and they hold all files.

. "${srcdir:-.}/packages-lib.sh"
need rpmbuild rpmlint
PATH=$(echo "$PATH" | sed -e 's,[^:]*/ccache:,,' -e "s,$stage/bin:,,")
mkdir -p top/SOURCES
version=$(tar tzf "$tarball" | sed -n '1s,^memlb-\(.*\)/$,\1,p')
cp "$tarball" "top/SOURCES/memlb-$version.tar.gz"
# Its database knows nothing of Debian's packages.
must rpmbuild -ba --nodeps --define "_topdir $PWD/top" \
  "$abs_top_srcdir/packaging/memlb.spec" || finish
find top -name '*.rpm' > rpms
test "$(wc -l < rpms)" = 5 || fail "other packages: $(cat rpms)"
must rpmlint --rpmlintrc "$abs_top_srcdir/packaging/memlb.rpmlintrc" \
  "$abs_top_srcdir/packaging/memlb.spec" $(cat rpms)
grep ' 0 errors, 0 warnings' must.log || { fail "rpmlint"; cat must.log; }
finish
