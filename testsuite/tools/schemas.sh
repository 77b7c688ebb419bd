#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The schema means the same to another validator.

. "${srcdir:-.}/tools-lib.sh"
command -v jing > /dev/null || skip "no jing"
schema=$here/../../schema/memlb-1.rng
for good in shallow rank1 empty quoting events; do
  jing "$schema" "$here/$good.xml" > "$tmp/out" 2> /dev/null \
    || { fail "$good.xml"; cat "$tmp/out"; }
done
for bad in invalid invalid-values minor version2 html; do
  ! jing "$schema" "$here/$bad.xml" > /dev/null 2>&1 || fail "$bad.xml"
done
finish
