#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages are built from the tarball, lintian has nothing to say
# about them, and they can be installed, used by an ordinary user, and removed:
# as root in a layer over this system, where mounts are allowed.

. "${srcdir:-.}/packages-lib.sh"
need dpkg-buildpackage dh lintian
tar xzf "$tarball" || exit 99
(cd memlb-*/ && dpkg-checkbuilddeps) || skip "what the packages need to build"
cp memlb-*/debian/control .
memlb-*/debian/set-gccs && cmp control memlb-*/debian/control \
  || fail "debian/control is not what debian/set-gccs writes"
# On each release of Debian: its compilers, its own gcc's first.
if apt-cache policy "gcc-$(gcc -dumpversion | cut -d. -f1)-plugin-dev" \
     2> /dev/null | grep -q 'Candidate: [0-9]'; then
  memlb-*/debian/set-gccs --release || fail "debian/set-gccs --release"
  grep -q '^Package: memlb-plugin-gcc-' memlb-*/debian/control \
    || fail "debian/set-gccs --release: no plugin"
fi
rm -rf memlb-*/

# No compiler cache, no stage: as on a build machine.
PATH=$(echo "$PATH" | sed -e 's,[^:]*/ccache:,,' -e "s,$stage/bin:,,")
DEB_BUILD_OPTIONS=nocheck \
must sh "$abs_top_srcdir/build-aux/build-deb.sh" "$tarball" deb -j2 || finish
lintian --fail-on error,warning deb/*.changes > lintian.log 2>&1 \
  || { fail "lintian"; grep '^[EW]:' lintian.log; }

# What a distribution's flags must not bring into users' programs.
mkdir root
for package in deb/*.deb; do
  dpkg-deb -x "$package" root || fail "$package"
done
nm -A root/usr/lib/*/libmemlb*.a | grep -e __stack_chk -e '_chk$' \
  && fail "the runtime was built with checks that call libc"
rm -rf root

if test "$(id -u)" = 0; then
  sh "$abs_top_srcdir/build-aux/test-deb.sh" --here --dir="$work/here" \
    --packages=deb
  status=$?
  test "$status" = 0 || test "$status" = 77 || fail "the packages' use"
else
  echo "not root: the packages were not installed"
fi
finish
