#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# build-systems.sh: one small project, a shared library and a program, built
# by make, Autotools with libtool, CMake and Meson with the wrapper as their
# compiler: library and program carry copies, and the program does as without.
. "$srcdir/e2e-lib.sh"

mkdir project && cd project || exit 99
cat > part.h <<'END'
double sum (const double *a, int n);
END
cat > part.c <<'END'
#include "part.h"

double
sum (const double *a, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * i;
  return s;
}
END
cat > main.c <<'END'
#include <stdio.h>
#include "part.h"
static double a[1000];

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    a[i] = i % 7;
  printf ("%g\n", sum (a, 1000));
  return 0;
}
END
cat > Makefile <<'END'
CC = gcc
all: prog
prog: main.o libpart.so
	$(CC) $(CFLAGS) main.o -L. -lpart -Wl,-rpath,$(CURDIR) -o $@
libpart.so: part.o
	$(CC) $(CFLAGS) -shared part.o -o $@
%.o: %.c
	$(CC) $(CFLAGS) -fPIC -c $< -o $@
END
cat > configure.ac <<'END'
AC_INIT([project], [1])
AM_INIT_AUTOMAKE([foreign])
LT_INIT([disable-static])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
cat > Makefile.am <<'END'
lib_LTLIBRARIES = libpart.la
libpart_la_SOURCES = part.c part.h
bin_PROGRAMS = prog
prog_SOURCES = main.c
prog_LDADD = libpart.la
END
cat > CMakeLists.txt <<'END'
cmake_minimum_required (VERSION 3.13)
project (project C)
add_library (part SHARED part.c)
add_executable (prog main.c)
target_link_libraries (prog part)
find_package (MPI COMPONENTS C)
if (MPI_C_FOUND)
  add_executable (ranks main.c part.c)
  target_link_libraries (ranks MPI::MPI_C)
endif ()
END
cat > meson.build <<'END'
project ('project', 'c')
part = shared_library ('part', 'part.c')
executable ('prog', 'main.c', link_with: part)
END
cd "$work" || exit 99

# have PROGRAM...: they are installed.
have ()
{
  for program do
    command -v "$program" > /dev/null || { echo "no $program"; return 1; }
  done
}

# carries FILE...: each carries copies.
carries ()
{
  for file do
    memlb status -b "$file" > said 2>&1 \
      || { fail "$what: $file has no copies"; cat said; }
  done
}

# runs PROGRAM: it does as it should, with copies on every entry, of the
# program's loop and of the library's.
runs ()
{
  MEMLB_MODE=torture MEMLB_VERBOSE=1 MEMLB_OUTPUT=$work/run.xml "$1" \
    > out 2> said
  test "$(cat out)" = "$expected" || { fail "$what: output"; cat out; }
  grep -q '^memlb:.* [1-9][0-9]* bound runs' said \
    || { fail "$what: no bound copy ran"; cat said; }
  for file in main.c part.c; do
    memlb report --format=csv "$work/run.xml" | grep -q "$file" \
      || fail "$what: nothing of $file in the profile"
  done
}

# begin WHAT: a fresh copy of the project.
begin ()
{
  what=$1
  echo "== $what"
  rm -rf "$work/tree"
  cp -r "$work/project" "$work/tree"
  cd "$work/tree" || exit 99
}

# Libtool is told where programs are for another processor, to take its linker.
host=
test -z "${TEST_COMPILERS-}" || host=--host=$(gcc -dumpmachine)

cp -r project plain
must make -C plain CC="${E2E_GCCS%% *}" CFLAGS=-O2 && expected=$(plain/prog)

for gcc in $E2E_GCCS; do
  use_gcc "$gcc"

  for flags in -O2 '-O2 -flto'; do
    begin "make CC=memlb-gcc, $gcc $flags"
    must make CC=memlb-gcc CFLAGS="$flags" && carries prog libpart.so \
      && runs ./prog
  done

  if have libtoolize automake; then
    begin "autoreconf"
    must autoreconf -fi && cp -r . "$work/configured"
    for flags in -O2 '-O2 -flto'; do
      begin "Autotools and libtool, $gcc $flags"
      cp -r "$work/configured/." .
      must ./configure $host CC=memlb-gcc CFLAGS="$flags" && must make \
	&& carries .libs/prog .libs/libpart.so && runs ./prog
    done
  fi

  if have cmake; then
    generator='Unix Makefiles'
    have ninja && generator=Ninja
    begin "CMake, $generator, $gcc"
    must cmake -G "$generator" -B build -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_C_COMPILER=memlb-gcc . && must cmake --build build \
      && carries build/prog build/libpart.so && runs build/prog
    test ! -e build/ranks || carries build/ranks

    # A tree that exists already, with the plain compiler.
    begin "CMake with launchers, $gcc"
    must cmake -G "$generator" -B build -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_C_COMPILER="$MEMLB_CC" . && must cmake --build build
    memlb status -b build/prog > said 2>&1 && fail "$what: copies at once"
    must cmake -DCMAKE_C_COMPILER_LAUNCHER='memlb;wrap' \
      -DCMAKE_C_LINKER_LAUNCHER='memlb;wrap' build \
      && must cmake --build build --clean-first \
      && carries build/prog build/libpart.so && runs build/prog

    begin "CMake with link-time optimisation, $gcc"
    must cmake -G "$generator" -B build -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_POLICY_DEFAULT_CMP0069=NEW \
      -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_C_COMPILER=memlb-gcc . \
      && must cmake --build build && carries build/prog build/libpart.so \
      && runs build/prog
  fi

  if have meson ninja; then
    begin "Meson, $gcc"
    must env CC=memlb-gcc meson setup build --buildtype=release \
      && must meson compile -C build && carries build/prog build/libpart.so \
      && runs build/prog
  fi
done
cd "$work" || exit 99
finish
