#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which profiles memlb report takes: the newest run, all its ranks.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99

# profile FILE RUN TIME MODIFIED: a fixture as FILE.
profile ()
{
  mkdir -p "$(dirname "$1")"
  sed "s/00c0ffee12345678/$2/; s/time=\"12.4\"/time=\"$3\"/" \
    "$here/shallow.xml" > "$1"
  touch -d "$4" "$1"
}
profile memlb-a.1.xml aa 13.0 '2026-01-01 10:00'
profile memlb-a.2.xml bb 14.0 '2026-01-01 11:00'
profile memlb-a.3.xml bb 15.0 '2026-01-01 10:59'
profile unrelated.xml cc 16.0 '2026-01-01 12:00'
echo '<x/>' > memlb-broken.xml
touch -d '2026-01-01 13:00' memlb-broken.xml

# Here: the newest run that is a profile, both of its files.
expect 0 memlb report
says out '29.0 s CPU.*2 profiles'
says err 'report of memlb-a.*and 1 more'

# A folder of ranks is found, and may be named.
profile memlb-a.7/0.xml dd 1.0 '2026-01-01 12:30'
profile memlb-a.7/1.xml dd 2.0 '2026-01-01 12:31'
expect 0 memlb report
says out '3.0 s CPU.*2 profiles'
expect 0 memlb report memlb-a.7
says out '3.0 s CPU.*2 profiles'

# Two files of one run given by name, in any order.
expect 0 memlb report memlb-a.1.xml memlb-a.2.xml
says out '27.0 s CPU.*2 profiles'

# Compressed.
mkdir zipped
gzip -c memlb-a.1.xml > zipped/memlb-a.1.xml.gz
expect 0 memlb report zipped
says out '13.0 s CPU'
expect 0 memlb report - < memlb-a.1.xml
says out '13.0 s CPU'

# A folder with a name full of special characters.
mkdir 'odd [x]*'
cp memlb-a.1.xml 'odd [x]*/'
expect 0 memlb report 'odd [x]*'
says out '13.0 s CPU'
finish
