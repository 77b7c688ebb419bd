#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The installed modulefiles, in a folder that was moved: Lmod reads both, and
# Environment Modules the one in Tcl; then memlb is the one of that folder, and
# after an unload it is gone.

. "${srcdir:-.}/packages-lib.sh"
cat > loop.c <<'EOF'
double a[1000];
int
main (void)
{
  for (int j = 0; j < 100; j++)
    for (int i = 0; i < 1000; i++)
      a[i] += j;
}
EOF
cat > session.sh <<'EOF'
# session.sh INIT MODULE: what a user of INIT's `module' does.
. "$1"
case $(command -v memlb) in "$PWD"/*) exit 1 ;; esac
own_page=$(man -w ls 2> /dev/null)
module use "$PWD/elsewhere/share/memlb/modulefiles" || exit 1
module load "$2" || exit 1
module list
module help "$2"
test "$(command -v memlb)" = "$PWD/elsewhere/bin/memlb" || exit 1
memlb --version
memlb-gcc -O2 loop.c -o loop || exit 1
rm -f loop.xml
MEMLB_OUTPUT=loop.xml ./loop || exit 1
memlb report --format=csv loop.xml | grep '^main@' || exit 1
! command -v man > /dev/null \
  || test "$(man -w memlb-report)" = \
	  "$PWD/elsewhere/share/man/man1/memlb-report.1" || exit 1
test -z "$own_page" || test "$(man -w ls)" = "$own_page" || exit 1
echo "$PATH" | grep -q '/\.\./' && exit 1
pkg-config --define-prefix --libs memlb | grep elsewhere || exit 1
module unload memlb || exit 1
case $(command -v memlb) in "$PWD"/*) exit 1 ;; esac
exit 0
EOF
install_elsewhere
version=$(elsewhere/bin/memlb --version | sed -n '1s/.* //p')
ran=

# in_session NAME INIT MODULE
in_session ()
{
  ran="$ran $1"
  must env -u MODULEPATH -u MANPATH -u LOADEDMODULES bash session.sh "$2" "$3" \
    && cat must.log
}

lmod=$(ls /usr/share/lmod/*/init/bash 2> /dev/null | tail -n 1)
if test -n "$lmod"; then
  in_session Lmod "$lmod" memlb
  # Its modulefile in Tcl alone.
  mv elsewhere/share/memlb/modulefiles/memlb/"$version".lua .
  in_session 'Lmod with Tcl' "$lmod" "memlb/$version"
  mv "$version".lua elsewhere/share/memlb/modulefiles/memlb/
fi
# Debian's two packages exclude each other; this one runs from any folder.
init=/usr/share/modules/init/bash
if test ! -f $init && command -v tclsh > /dev/null \
   && timeout 60 apt-get -q -o APT::Sandbox::User=root download environment-modules > apt.log 2>&1; then
  dpkg-deb -x environment-modules_*.deb modules
  for file in modules/usr/share/modules/init/bash \
	      modules/usr/lib/*/modulecmd.tcl; do
    sed -i -e "s,/usr/lib/x86_64-linux-gnu/,$PWD/modules&,g" \
      -e "s,/usr/share/modules,$PWD/modules&,g" \
      -e "s,/etc/environment-modules,$PWD/modules&,g" "$file"
  done
  init=$PWD/modules/usr/share/modules/init/bash
fi
test ! -f "$init" || in_session 'Environment Modules' "$init" memlb
test -n "$ran" || skip "neither Lmod nor Environment Modules"
echo "ran:$ran"
finish
