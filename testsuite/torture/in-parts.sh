#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# in-parts.sh COMPILER OPTION... SOURCE -o OUTPUT: compile a program of
# generator/ with --calls in two parts, what is called apart from what calls,
# and link them.

set -u
compiler=$1 flags='' libraries=''
shift
while test $# -gt 0; do
  case $1 in
    -o) output=$2; shift ;;
    -l*) libraries="$libraries $1" ;;
    *.c | *.C | *.F90) source=$1 ;;
    *) flags="$flags $1" ;;
  esac
  shift
done
# In this order: Fortran's first part uses modules of the second.
"$compiler" $flags -DPART=2 -c "$source" -o "$output.2.o" \
  && "$compiler" $flags -DPART=1 -c "$source" -o "$output.1.o" \
  && "$compiler" $flags "$output.1.o" "$output.2.o" -o "$output" $libraries
