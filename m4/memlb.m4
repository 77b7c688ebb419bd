# SPDX-License-Identifier: GPL-3.0-or-later
# m4/memlb.m4: configure checks of memlb's own.

# MEMLB_NEED_PKG(VARIABLE, MODULE, DEBIAN-PACKAGE)
# ------------------------------------------------
# Like PKG_CHECK_MODULES, with an error that says what to install.
AC_DEFUN([MEMLB_NEED_PKG],
[PKG_CHECK_MODULES([$1], [$2], [],
  [AC_MSG_ERROR([$2 is missing; install $3 (Debian's name)])])])

# MEMLB_NEED_LIB(VARIABLE, HEADER, LIBRARY, FUNCTION, DEBIAN-PACKAGE)
# -------------------------------------------------------------------
# A library without a pkg-config file; sets VARIABLE_LIBS.
AC_DEFUN([MEMLB_NEED_LIB],
[AC_CHECK_HEADER([$2], [],
  [AC_MSG_ERROR([$2 is missing; install $5 (Debian's name)])])
AC_CHECK_LIB([$3], [$4], [AC_SUBST([$1_LIBS], [-l$3])],
  [AC_MSG_ERROR([-l$3 is missing; install $5 (Debian's name)])])])

# MEMLB_CHECK_GCCS
# ----------------
# Set MEMLB_GCCS to the compilers that get a plugin: those of --with-gcc,
# or every GCC in PATH whose plugin headers and g++ are there, each
# installation once; the compiler itself if that is for another machine.
AC_DEFUN([MEMLB_CHECK_GCCS],
[AC_ARG_WITH([gcc],
  [AS_HELP_STRING([--with-gcc="gcc-11 gcc-12"],
    [build the plugin for these compilers
     @<:@every gcc whose plugin headers are installed@:>@])],
  [], [with_gcc=yes])
AS_CASE([$with_gcc],
  [no], [AC_MSG_ERROR([memlb cannot do without a plugin; name a compiler])],
  [yes], [AS_IF([test "x$cross_compiling" = xyes],
    [memlb_gccs=${CC%% *}], [memlb_gccs=`_MEMLB_LIST_GCCS`])],
  [memlb_gccs=$with_gcc])
MEMLB_GCCS=
memlb_seen=" "
for memlb_gcc in $memlb_gccs; do
  AC_MSG_CHECKING([whether $memlb_gcc takes a plugin])
  memlb_why=
  memlb_dir=`sh "$srcdir/build-aux/plugin-dir.sh" "$memlb_gcc" 2>/dev/null`
  memlb_gxx=`AS_ECHO(["$memlb_gcc"]) | sed 's,gcc\(@<:@^/@:>@*\)$,g++\1,'`
  memlb_inc=`"$memlb_gcc" -print-file-name=plugin 2>/dev/null`/include
  AS_IF([test -z "$memlb_dir"], [memlb_why="no GCC of that name works"],
	[test ! -f "$memlb_inc/gcc-plugin.h"],
	[memlb_why="no plugin headers; install $memlb_gcc-plugin-dev"],
	["$memlb_gxx" --version >/dev/null 2>&1],
	[AS_CASE(["$memlb_seen"], [*" $memlb_dir "*],
	   [AC_MSG_RESULT([yes, listed already])
	    continue])],
	[memlb_why="no $memlb_gxx beside it"])
  AS_IF([test -n "$memlb_why"],
    [AC_MSG_RESULT([no ($memlb_why)])
     AS_IF([test "x$with_gcc" != xyes],
       [AC_MSG_ERROR([--with-gcc: $memlb_gcc: $memlb_why])])],
    [AC_MSG_RESULT([yes ($memlb_dir)])
     memlb_seen="$memlb_seen$memlb_dir "
     MEMLB_GCCS="$MEMLB_GCCS $memlb_gcc"])
done
AS_IF([test -z "$MEMLB_GCCS"],
  [AC_MSG_ERROR([no gcc with plugin headers; install gcc-12-plugin-dev (Debian's name) and g++-12])])
AC_SUBST([MEMLB_GCCS])])

# _MEMLB_LIST_GCCS
# ----------------
# A command that prints the names of the GCCs in PATH, gcc-NUMBER first:
# such a name stays the same compiler when the default changes.
m4_define([_MEMLB_LIST_GCCS],
[IFS=:
for memlb_d in $PATH; do
  ls "${memlb_d:-.}" 2>/dev/null
done | sed -n -e '/^gcc-@<:@0-9@:>@@<:@0-9@:>@*$/p' -e '/^gcc$/p' \
     | LC_ALL=C sort -u -r])
