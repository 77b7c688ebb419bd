#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which sources memlb annotate reads: only those below the folders given,
# whatever the profile names and wherever links lead.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99
mkdir -p in/deep/er other
echo 'SECRET' > other/a.c
echo 'inside' > in/deep/er/a.c

# named PATH: the profile with PATH as the only file's.
named ()
{
  sed "s|path=\"/home/u/a.c\"|path=\"$1\"|" "$here/edit-before.xml" > p.xml
}

# reads PATH | hides PATH: the source PATH is shown, or is not.
reads ()
{
  named "$1"
  expect 0 memlb annotate -s in --all p.xml
  says out inside
}
hides ()
{
  named "$1"
  expect 0 memlb annotate -s in --all p.xml
  silent out SECRET
  says err '^memlb: .*: source not found below in; name its folder'
}
reads /home/u/deep/er/a.c
reads "$tmp/in/deep/er/a.c"
reads deep/er/a.c
reads "/x/../y/deep/er/a.c"
hides /home/u/a.c
hides "$tmp/other/a.c"
hides ../other/a.c
hides "/home/../other/a.c"
hides /etc/passwd
hides /
hides //
ln -s ../other/a.c in/link.c
hides /home/u/link.c
ln -s ../other in/folder
hides /home/u/folder/a.c
mkfifo in/pipe.c
hides /home/u/pipe.c
mkdir in/dir.c
hides /home/u/dir.c
# A folder whose name begins like the one given.
mkdir in-other && echo 'SECRET' > in-other/a.c
hides "$tmp/in-other/a.c"

# Control characters of a source do not reach the terminal.
printf 'for\033[2J\000\302\233x\r\nnext\n' > in/bad.c
named /bad.c
expect 0 memlb annotate -s in --all p.xml
grep -q "$(printf "\033")" "$tmp/out" && fail "an escape character is shown"
says out '1.*for.\[2J..x$'

# Several folders; the current one by default.
named /home/u/a.c
expect 0 memlb annotate -s in -s other --all p.xml
says out SECRET
cd other || exit 99
expect 0 memlb annotate --all ../p.xml
says out SECRET
finish
