#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# memlb status on objects, an archive, an executable, a shared object.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99
cc=${CC:-gcc}

# note NAME TEXT: an object NAME.o with a note of memlb.
note ()
{
  {
    printf '\t.globl\t%s\n%s:\tret\n' "$1" "$1"
    printf '\t.pushsection\t.note.memlb,"",@note\n\t.p2align\t2\n'
    printf '\t.long\t6\n\t.long\t2f-1f\n\t.long\t1\n\t.string\t"memlb"\n'
    printf '\t.p2align\t2\n1:\t.string\t"%s"\n2:\t.p2align\t2\n' "$2"
    printf '\t.popsection\n\t.section\t.note.GNU-stack,"",@progbits\n'
  } > "$1.s"
  $cc -c "$1.s" || exit 99
}
note main 'version=0.1;compiler=GNU C17 12.2.0;options=-O2 -DA=;x\n'
note other 'version=0.1;compiler=GNU Fortran2008 12.2.0;options=-O3\n'
note third 'version=0.1;compiler=GNU Fortran2008 12.2.0;options=-O3\n'
echo 'int plain;' > plain.c
$cc -c plain.c || exit 99
$cc main.o other.o third.o plain.o -o prog || exit 99
$cc -shared other.o -o libother.so || exit 99
ar rc lib.a main.o plain.o

expect 0 memlb status main.o
says out '^main.o: object, carries copies$'
says out '^  1 by GNU C17 12.2.0, memlb 0.1: -O2 -DA=;x$'
expect 0 memlb status prog
says out '^prog: executable, carries copies from 3 objects$'
says out '^  2 by GNU Fortran2008 12.2.0, memlb 0.1: -O3$'
expect 0 memlb status libother.so
says out '^libother.so: shared object, carries copies$'
expect 0 memlb status lib.a
says out '^lib.a\(main.o\): object, carries copies$'
says out '^lib.a\(plain.o\): object, no copies$'
expect 0 memlb status -b prog
silent out GNU
expect 1 memlb status plain.o
says out '^plain.o: object, no copies$'
printf '\t.section\t.gnu.lto_.decls.1,"e",@progbits\n\t.long 1\n' > slim.s
$cc -c slim.s || exit 99
expect 1 memlb status slim.o
says out '^slim.o: object, no copies yet: .*memlb-gcc'
expect 1 memlb status nosuch.o
says err '^memlb: nosuch.o: cannot open'

# Damaged files do no harm.
size=$(wc -c < prog)
for part in 1 5 20 50 80 99; do
  head -c $((size * part / 100)) prog > cut
  memlb status cut > out 2>&1
  test $? -le 1 || fail "a file cut at $part % of its size"
done
finish
