#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run-node.sh TEST.mjs: one test in node; skipped (77) where what it needs is
# not there.

set -u
skip ()
{
  echo "SKIP: $*"
  exit 77
}

test -n "${NODE-}" || skip "no node"
case ${1##*/} in
  page-* | browser-*)
    test -f "$stage/share/memlb/viewer.html" || skip "no viewer" ;;
esac
case ${1##*/} in
  browser-*)
    test -d "$abs_top_builddir/viewer/npm/node_modules/playwright-core" \
      || skip "no playwright-core: the viewer was not built here (npm)"
    for browser in chromium chromium-browser google-chrome; do
      CHROMIUM=$(command -v $browser) && break
    done
    test -n "$CHROMIUM" || skip "no chromium"
    export CHROMIUM ;;
esac
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
# A profile of the browser's own, and nothing of the user's.
HOME=$tmp XDG_CONFIG_HOME=$tmp XDG_CACHE_HOME=$tmp TZ=UTC
export HOME XDG_CONFIG_HOME XDG_CACHE_HOME TZ tmp
"$NODE" --test --test-reporter=spec "$1"
