#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh SOURCE CONFIGURED: make viewer.html in the current folder, with the
# libraries of SOURCE/package-lock.json, which go to npm/.
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

# What was installed from this lock file need not be fetched again.
mkdir -p npm || exit 1
if ! cmp -s "$source/package-lock.json" npm/done; then
  echo "viewer: npm ci"
  for file in package.json package-lock.json .npmrc; do
    cp "$source/$file" npm/ || exit 1
  done
  (cd npm && "$NPM" ci --no-audit --no-fund --ignore-scripts \
    --fetch-retries=1 --fetch-retry-maxtimeout=10000 --fetch-timeout=60000) \
    > npm.log 2>&1 < /dev/null \
    || { tail -n 5 npm.log >&2
	 without "npm ci failed (see viewer/npm.log in the build folder)"; }
  cp "$source/package-lock.json" npm/done || exit 1
fi
"$NODE" "$source/build.mjs" "$source" npm/node_modules viewer.html || exit 1
