#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# KCachegrind opens what memlb export writes: under a screen of its own (Xvfb),
# with a picture of it in build/testsuite/tools/kcachegrind.png to look at.
# Not among the tests of `make check', since it takes a desktop:
#   apt-get install kcachegrind xvfb x11-utils dbus-daemon imagemagick
#   make -C build/testsuite/tools check TESTS=kcachegrind.sh
# kcachegrind.sh PROFILE shows that one.

. "${srcdir:-.}/tools-lib.sh"
for tool in kcachegrind xvfb-run xwininfo dbus-run-session import; do
  command -v $tool > /dev/null || skip "no $tool"
done
profile=${1-$here/shallow.xml}
picture=$abs_top_builddir/testsuite/tools/kcachegrind.png
rm -f "$picture"
expect 0 memlb export callgrind "$profile" -o "$tmp/callgrind.out.memlb"
mkdir -m 700 "$tmp/home" "$tmp/run" || exit 99
mkdir "$tmp/home/.config"
printf '[TipOfDay]\nRunOnStart=false\n' \
  > "$tmp/home/.config/kcachegrindrc"
cat > "$tmp/show" <<'END_SH'
# xwininfo shows no title with a dash of its own kind in locale C.
LC_ALL=C.UTF-8
export LC_ALL
kcachegrind "$1/callgrind.out.memlb" > "$1/log" 2>&1 &
# Its title names the file once that is read.
until xwininfo -root -tree | grep -q '"[^"]*callgrind.out.memlb'; do
  kill -0 $! 2> /dev/null || exit 1
  sleep 0.5
done
sleep 3
kill -0 $! || exit 1
import -window root "$2"
xwininfo -root -tree > "$1/windows"
kill $!
END_SH
HOME=$tmp/home XDG_RUNTIME_DIR=$tmp/run timeout 300 dbus-run-session -- \
  xvfb-run -a -e "$tmp/xvfb" -s '-screen 0 1280x800x24' sh "$tmp/show" "$tmp" "$picture" \
  > "$tmp/out" 2>&1 || { fail "KCachegrind does not open it"
			 cat "$tmp/out" "$tmp/log"; }
test -s "$picture" || fail "no picture"
finish
