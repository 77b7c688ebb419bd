#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build-deb.sh: Debian packages from a tarball of `make dist'.
#
# usage: build-aux/build-deb.sh TARBALL DIR [ARGUMENT of dpkg-buildpackage]...
#
# The source package is made and built below DIR, which must be empty; the
# packages are in it afterwards.  Nothing is signed or installed.  Another set
# of compilers (debian/set-gccs): MEMLB_DEB_GCCS="14 13", or --release for those
# of this release of Debian.

set -eu
tarball=${1:?usage: build-deb.sh TARBALL DIR}
dir=${2:?usage: build-deb.sh TARBALL DIR}
shift 2
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

tar xzf "$tarball" -C "$dir"
tree=$(echo "$dir"/memlb-*)
cd "$tree"
test -z "${MEMLB_DEB_GCCS-}" || debian/set-gccs $MEMLB_DEB_GCCS
dpkg-buildpackage -us -uc "$@"
