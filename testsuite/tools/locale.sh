#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Numbers have a point in every locale.

. "${srcdir:-.}/tools-lib.sh"
command -v localedef > /dev/null || skip "no localedef"
mkdir "$tmp/locales"
localedef -i de_DE -f UTF-8 "$tmp/locales/de_DE.UTF-8" 2> /dev/null \
  || skip "no definition of the locale de_DE"
LOCPATH=$tmp/locales
export LOCPATH

# The locale works: a comma in a number.
test "$(LC_ALL=de_DE.UTF-8 env printf '%.1f' '1,5' 2> /dev/null)" = 1,5 \
  || skip "the locale de_DE does not work"
for format in csv json text; do
  LC_ALL=C.UTF-8 memlb report --format=$format "$here/shallow.xml" > "$tmp/c"
  LC_ALL=de_DE.UTF-8 memlb report --format=$format "$here/shallow.xml" \
    > "$tmp/de"
  grep -q '5\.9' "$tmp/de" || fail "no point in $format"
  cmp "$tmp/c" "$tmp/de" || fail "$format differs in de_DE"
done
finish
