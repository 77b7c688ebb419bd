#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# test-deb.sh: build the Debian packages, install them into a clean system and
# use them there as an ordinary user.
#
# usage, as root: build-aux/test-deb.sh [OPTION]...
#
#   --dir=DIR        where to work (default: /var/tmp/memlb-deb); the system in
#                    it, 1 GB, is made once and may be deleted at any time
#   --tarball=FILE   of `make dist' (default: make one in build/)
#   --packages=DIR   take the packages in DIR, build none
#   --here           in place of a clean system: this one, under a layer that
#                    takes all changes and is gone at the end.  What the
#                    packages depend on must be installed
#   --twice          build twice, in other folders and surroundings: the
#                    packages must be the same byte for byte
#   --release=NAME   of Debian (default: bookworm); packages for another one
#                    than this system's are to be built there: --packages
#   --mirror=URI     of Debian (default: the one in apt's own configuration)
#   --help           this text
#
# Exit status: 0, 1, or 77 if this machine cannot do it.

set -u
top=$(cd "$(dirname "$0")/.." && pwd) || exit 1
dir=/var/tmp/memlb-deb
tarball= packages= mirror= here= twice= release=bookworm

say ()
{
  printf 'test-deb: %s\n' "$*"
}

die ()
{
  printf 'test-deb: FAILED: %s\n' "$*" >&2
  exit 1
}

skip ()
{
  printf 'test-deb: skipped: %s\n' "$*" >&2
  exit 77
}

for option do
  value=${option#*=}
  case $option in
    --dir=*) dir=$value ;;
    --tarball=*) tarball=$value ;;
    --packages=*) packages=$value ;;
    --here) here=yes ;;
    --twice) twice=yes ;;
    --release=*) release=$value ;;
    --mirror=*) mirror=$value ;;
    -h | --help) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) die "unknown option $option; see --help" ;;
  esac
done

# step LOG WHAT COMMAND...: run COMMAND, its output to LOG.
step ()
{
  log=$1
  say "$2"
  shift 2
  "$@" > "$log" 2>&1 && return 0
  tail -n 25 "$log" >&2
  die "all of it is in $log"
}

# Debian's mirror as apt knows it, without a password that it may hold.
apts_mirror ()
{
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
    'Origin: Debian' 'Label: Debian' 2>/dev/null | head -n 1
}

# build DIR: the packages, in the empty folder DIR.
build ()
{
  rm -rf "$1"
  step "$dir/${1##*/}.log" "dpkg-buildpackage in $1" \
    sh "$top/build-aux/build-deb.sh" "$tarball" "$1" "-j$(nproc)"
}

# The same, once more, as another user's machine would do it.
build_again ()
{
  rm -rf "$dir/again-elsewhere"
  set -- sh "$top/build-aux/build-deb.sh"
  ! command -v faketime > /dev/null || set -- faketime '+400 days' "$@"
  step "$dir/again.log" "once more, elsewhere" \
    sh -c 'umask 077
      exec env TZ=Asia/Kathmandu LC_ALL=C.UTF-8 HOME=/nowhere USER=other \
	DEB_BUILD_OPTIONS=nocheck "$@"' sh \
    "$@" "$tarball" "$dir/again-elsewhere/in/a/deeper/folder" -b -j1
  other=$dir/again-elsewhere/in/a/deeper/folder
  for file in "$packages"/*.deb; do
    cmp "$file" "$other/${file##*/}" || die "${file##*/} is another"
  done
  say "$(ls "$other"/*.deb | wc -l) packages are the same, byte for byte"
}

# A clean system in $dir/$release.
make_system ()
{
  test ! -f "$dir/$release.done" || return 0
  command -v debootstrap > /dev/null || skip "no debootstrap"
  : "${mirror:=$(apts_mirror)}"
  test -n "$mirror" \
    || die "apt knows no mirror of Debian (apt-get update?); use --mirror="
  rm -rf "${dir:?}/$release"
  step "$dir/debootstrap.log" "debootstrap of $release" \
    debootstrap --variant=minbase "$release" "$dir/$release" "$mirror"
  touch "$dir/$release.done"
}

# in_layer LOWER COMMAND...: run COMMAND with the system LOWER as its root,
# under a layer in memory; mounts are seen by it alone and gone when it ends.
in_layer ()
{
  unshare --mount --fork sh -c '
    layer=$1 lower=$2 packages=$3 tests=$4
    shift 4
    mount -t tmpfs tmpfs "$layer" && cd "$layer" && mkdir up work root \
      && mount -t overlay overlay \
	   -o "lowerdir=$lower,upperdir=up,workdir=work" root || exit 77
    mount -t proc proc root/proc && mount --rbind /dev root/dev || exit 77
    mkdir -p root/memlb-packages && cp "$packages"/*.deb root/memlb-packages \
      && cp "$tests"/tour root/memlb-packages && chmod -R a+rX root/memlb-packages
    chmod 1777 root/tmp
    exec chroot root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
      LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' \
    sh "$dir/layer" "$1" "$packages" "$top/debian/tests" sh -c "$2"
}

# What is done in that system.  Downloads are said on its standard output.
inside='
set -eu
cd /memlb-packages
ours () {
  find /etc /usr /var/lib -path /var/lib/apt -prune -o -name "*memlb*" -print \
    | sort
}
before=$(ours)
if test -n "'$here'"; then
  # Images of containers leave documents out.
  dpkg -i --path-include="/usr/share/doc/*" --path-include="/usr/share/man/*" \
    $(ls *.deb | grep -v dbgsym)
else
  # A mirror may lag behind.
  apt-get -q -o Acquire::Check-Valid-Until=false update
  apt-get -q install -y --no-install-recommends \
    $(ls $PWD/*.deb | grep -v dbgsym) g++ gfortran libc6-dev pkg-config man-db
fi
dpkg -l "*memlb*"
useradd -m -s /bin/sh memlb-tourist
cat > /memlb-packages/as-user <<EOF
set -eu
cd && mkdir tour
export AUTOPKGTEST_TMP=\$HOME/tour
sh /memlb-packages/tour
! command -v man > /dev/null || man -w memlb-report memlb-profile
EOF
runuser -l memlb-tourist -c "sh /memlb-packages/as-user"
dpkg --purge $(dpkg-query -W -f "\${Package}\n" "*memlb*" \
  | grep -v dbgsym)
left=$(ours | grep -v -x -F "$before" || true)
test -z "$left" || { echo "left behind: $left"; exit 1; }
echo "TOUR DONE"
'

test "$(id -u)" = 0 || skip "debootstrap, mount and chroot want root"
mkdir -p "$dir/layer" || die "cannot make $dir"
dir=$(cd "$dir" && pwd)
if test -z "$packages"; then
  command -v dh > /dev/null || skip "no debhelper"
  if test -z "$tarball"; then
    step "$dir/dist.log" "make dist" make -C "$top/build" dist
    tarball=$(ls -t "$top"/build/memlb-*.tar.gz | head -n 1)
  fi
  packages=$dir/packages
  build "$packages"
fi
packages=$(cd "$packages" && pwd) || die "no folder of packages"
test -z "$twice" || build_again
if test -n "$here"; then
  lower=/
else
  make_system
  lower=$dir/$release
fi
say "install, use as an ordinary user, remove"
in_layer "$lower" "$inside" > "$dir/inside.log" 2>&1
status=$?
sed -n -e 's/^tour: /  /p' "$dir/inside.log"
if test "$status" = 77; then
  tail -n 5 "$dir/inside.log" >&2
  skip "no mounts here"
fi
grep -q '^TOUR DONE' "$dir/inside.log" \
  || { tail -n 40 "$dir/inside.log" >&2; die "see $dir/inside.log"; }
say "passed"
