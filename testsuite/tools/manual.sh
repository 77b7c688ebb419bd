#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual pages are well-formed, and there is one for each subcommand.

. "${srcdir:-.}/tools-lib.sh"
command -v mandoc > /dev/null || skip "no mandoc"
man=$here/../../doc/man
cd "$man" || exit 99
for page in *.[15]; do
  case $page in
    memlb-g++.1 | memlb-gfortran.1 | memlb-mpi*.1)
      grep -qx '.so man1/memlb-gcc.1' "$page" || fail "$page is no alias"
      continue ;;
  esac
  mandoc -T lint -W style "$page" | grep -v 'referenced manual not found' \
    && fail "$page"
done
for sub in $(memlb --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
  test "$sub" = help || test -f "memlb-$sub.1" || fail "no page for $sub"
  grep -q "$sub" ../../tools/memlb.bash-completion \
    || fail "no completion of $sub"
done
# Every variable that memlb reads stands in a page; plugin/ has a label of
# such a name.
for variable in $(cd ../.. && grep -rhoE '"MEMLB_[A-Z_]+"' runtime tools plugin \
		    | tr -d '"' | grep -v '^MEMLB_GOTO$' | sort -u); do
  grep -q "$variable" *.[15] || fail "$variable is in no page"
done
# Every long option that --help shows stands in the page.
for sub in report run annotate estimate html diff export import merge metric check status flags plugin; do
  for option in $(memlb $sub --help | grep -o -- '--[a-z]*' | sort -u); do
    case $option in --help | --usage | --version) continue ;; esac
    grep -q -- "-${option#--}" "memlb-$sub.1" \
      || fail "$option is not in memlb-$sub.1"
  done
done
finish
