#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The schema means the same to other validators: jing, which has code of its
# own, and xmllint, which reads it by itself.

. "${srcdir:-.}/tools-lib.sh"
schema=$here/../../schema/memlb-1.rng

# validates VALIDATOR FILE: FILE is valid to it.
validates ()
{
  case $1 in
    jing) jing "$schema" "$2" ;;
    xmllint) xmllint --noout --nonet --relaxng "$schema" "$2" ;;
  esac > "$tmp/out" 2>&1
}

there=
for validator in xmllint jing; do
  command -v $validator > /dev/null || continue
  there="$there $validator"
  for good in shallow rank1 empty quoting events entries replay; do
    validates $validator "$here/$good.xml" \
      || { fail "$validator: $good.xml"; cat "$tmp/out"; }
  done
  for bad in invalid invalid-values minor version2 truncated html; do
    ! validates $validator "$here/$bad.xml" || fail "$validator: $bad.xml"
  done
done
test -n "$there" || skip "neither jing nor xmllint"
echo "validated by:$there"
finish
