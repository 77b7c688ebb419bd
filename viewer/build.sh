#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh SOURCE CONFIGURED: make viewer.html in the current folder, with the
# libraries of SOURCE/package-lock.json in ./node_modules.
#
# Environment: NODE and NPM, empty where there are none.  Where the viewer
# cannot be built that is said, and is no failure: the rest of memlb works
# without.  A build that failed is tried again when CONFIGURED is newer.

set -u
source=$1 configured=$2
failed=viewer.failed

# without WHY: say what is missing and what to do; end.
without ()
{
  if test -f "$source/viewer.html"; then
    echo "viewer: $1; the one in $source stays" >&2
  else
    echo "viewer: $1; memlb html will not work until that is mended and" \
	 "configure and make are run again" >&2
  fi
  echo "$1" > $failed
  exit 0
}

if test -f $failed && test ! "$configured" -nt $failed; then
  without "$(cat $failed)"
fi
rm -f $failed
test -n "${NODE-}" && test -n "${NPM-}" \
  || without "node 18 or later or npm is missing (Debian: apt-get install nodejs npm)"

if test "$source" != .; then
  for file in package.json package-lock.json .npmrc; do
    cp "$source/$file" . || exit 1
  done
fi
# What was installed from this lock file need not be fetched again.
if test ! -f node_modules/.package-lock.json \
   || test package-lock.json -nt node_modules/.package-lock.json; then
  echo "viewer: npm ci"
  "$NPM" ci --no-audit --no-fund --ignore-scripts --fetch-retries=1 \
    --fetch-retry-maxtimeout=10000 --fetch-timeout=60000 \
    > npm.log 2>&1 < /dev/null \
    || { tail -n 5 npm.log >&2
	 without "npm ci failed (see viewer/npm.log in the build folder)"; }
  touch node_modules/.package-lock.json
fi
"$NODE" "$source/build.mjs" "$source" node_modules viewer.html || exit 1
