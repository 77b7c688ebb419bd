#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The wrappers: what they add to which command line.  A script stands for the
# compiler; it prints its arguments.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99

mkdir bin plugins empty
cat > bin/gcc <<'END'
#!/bin/sh
case " $* " in
  *" -v "*) printf '%s\n' 'Target: x86_64-test' 'Configured with: ../configure' \
    'gcc version 99.1.2 20990101 (experimental)' >&2; exit 0 ;;
esac
echo "${0##*/}:"
for a; do echo "<$a>"; done
exit 3
END
chmod +x bin/gcc
cp bin/gcc bin/g++
cp bin/gcc bin/gfortran
cp bin/gcc bin/gcc-9
folder=gcc-99.1.2-x86_64-test-$(
  h=-3750763034362895579
  for b in $(printf '%s\n' 'Configured with: ../configure' \
	     'gcc version 99.1.2 20990101 (experimental)' | od -An -v -tu1); do
    h=$(( (h ^ b) * 1099511628211 ))
  done
  printf '%016x' "$h" | cut -c1-12)
mkdir "plugins/$folder"
: > "plugins/$folder/memlb.so"
unset MEMLB_CC MEMLB_CXX MEMLB_FC MEMLB_LINK MEMLB_WRAPPER
HOME=$tmp/empty
MEMLB_PLUGIN_PATH=$tmp/empty:$tmp/plugins
export HOME MEMLB_PLUGIN_PATH
PATH=$tmp/bin:$PATH
plugin="<-fplugin=$tmp/plugins/$folder/memlb.so>"

# compiles ARGS...: the plugin is added, nothing is linked.
compiles ()
{
  expect 3 "$@"
  says out "^$plugin"
  silent out 'libmemlb'
}

# links ARCHIVE ARGS...: the plugin and the library ARCHIVE are added.
links ()
{
  archive=$1
  shift
  expect 3 "$@"
  says out "^$plugin"
  says out "/lib[^<>]*/$archive>"
}

# plain ARGS...: nothing is added.
plain ()
{
  expect 3 "$@"
  silent out 'fplugin|libmemlb'
}

compiles memlb-gcc -c x.c
says out '^gcc:'
for stop in -S -E -M -MM -fsyntax-only -r; do
  compiles memlb-gcc $stop x.c
done
compiles memlb-gcc -c x.c -o x.o -DA -I d
compiles memlb-gcc -E -
compiles memlb-gcc -c x.c y.c z.s
compiles memlb-gfortran -c x.f90
says out '^gfortran:'
compiles memlb-g++ -c x.cc
says out '^g[+][+]:'

links libmemlb.a memlb-gcc x.c
says out '<-Wl,--export-dynamic-symbol=__memlb_rt_'
links libmemlb.a memlb-gcc x.c y.o -lm -o prog -flto -fopenmp
tail -n 1 "$tmp/out" | grep -q libmemlb.a || fail "the runtime is not last"
links libmemlb.a memlb-gcc -static x.o
silent out export-dynamic
links libmemlb.a memlb-gcc -static-pie x.o
links libmemlb.so.1 memlb-gcc -shared x.o -o libx.so
says out 'libmemlb_stubs.a'
says out '<-Wl,-rpath,'
silent out 'libmemlb.a'
links libmemlb.a memlb-gcc '-###' x.c

# A -x must not make the runtime a source file.
links libmemlb.a memlb-gcc -x c x.txt
says out '<none>'
links libmemlb.a memlb-gcc -xc x.txt -x none y.o
silent out '<none>.*<none>'

# Response files are read and handed on as they are.
echo '-c -O2 "a b.c"' > rsp
compiles memlb-gcc @rsp
says out '<@rsp>'
echo 'x.o -o prog' > rsp2
links libmemlb.a memlb-gcc @rsp2

# Nothing to compile: nothing to add.
for ask in --version -print-file-name=plugin -dumpmachine --help -print-search-dirs; do
  expect 3 memlb-gcc $ask
  silent out 'fplugin|libmemlb'
done

# The user's own plugin is not loaded twice, other plugins stay.
expect 3 memlb-gcc -c x.c -fplugin=memlb
test "$(grep -c fplugin= "$tmp/out")" -eq 1 || fail "loaded twice"
expect 3 memlb-gcc x.c -fplugin=/a/memlb.so
test "$(grep -c fplugin= "$tmp/out")" -eq 1 || fail "loaded twice"
says out libmemlb.a
compiles memlb-gcc -c x.c -fplugin=other -fplugin-arg-memlb-explain
says out '<-fplugin-arg-memlb-explain>'

# The variables.
links libmemlb.so.1 env MEMLB_LINK=shared memlb-gcc x.o
links libmemlb.a env MEMLB_LINK=static memlb-gcc -shared x.o
plain env MEMLB_WRAPPER=off memlb-gcc x.c
expect 3 env MEMLB_CC=gcc-9 memlb-gcc -c x.c
says out '^gcc-9:'
expect 3 env MEMLB_CC='gcc-9 -m32' memlb-gcc -c x.c
says out '^<-m32>'
expect 3 env MEMLB_CXX=gcc-9 memlb-g++ -c x.cc
says out '^gcc-9:'
expect 3 env MEMLB_FC=gcc-9 memlb-gfortran -c x.f
says out '^gcc-9:'
expect 1 env MEMLB_CC=nosuch memlb-gcc -c x.c
says err "^memlb: no compiler .nosuch"

# No plugin: an error that says what to do, or a warning.
expect 1 env MEMLB_PLUGIN_PATH= memlb-gcc -c x.c
says err 'memlb plugin build --gcc='
expect 3 env MEMLB_PLUGIN_PATH= MEMLB_WRAPPER=fallback memlb-gcc -c x.c
says err 'warning.*without memlb'
silent out fplugin

# The launcher.
compiles memlb wrap gcc -c x.c
links libmemlb.a memlb wrap "$tmp/bin/g++" x.o
compiles memlb wrap memlb-gcc -c x.c
expect 1 memlb wrap nosuch -c x.c
expect 1 memlb wrap true -c x.c
says err 'not a GCC'

# Launchers run the compiler with the plugin's option, and ccache knows of the
# files that the plugin reads.
cat > bin/ccache <<'END'
#!/bin/sh
case " $* " in
  *" -v "*) ;;
  *) echo "${0##*/} of $CCACHE_EXTRAFILES runs" ;;
esac
exec "$@"
END
chmod +x bin/ccache
cp bin/ccache bin/distcc
expect 3 memlb wrap ccache gcc -c x.c
says out '^ccache of  runs'
says out "^$plugin"
silent out 'libmemlb'
expect 3 memlb wrap "$tmp/bin/ccache" distcc "$tmp/bin/g++" x.o
says out '^ccache of  runs'
says out '^distcc of  runs'
says out '^g[+][+]:'
says out "/lib[^<>]*/libmemlb.a>"
expect 3 env MEMLB_CC='ccache gcc' CCACHE_EXTRAFILES=other \
  memlb-gcc -c x.c -fplugin-arg-memlb-loops=list
says out '^ccache of list:other runs'
says out "^$plugin"
expect 1 memlb wrap nosuch-ccache gcc -c x.c

# Names that a build system puts in the compiler's place lead to the compiler.
mkdir masked
ln -s "$(command -v memlb-gcc)" masked/gcc
expect 3 env PATH="$tmp/masked:$PATH" gcc -c x.c
says out "^$plugin"

# MPI: the wrapper of the name, told to run ours, with the compiler it had.
cat > bin/mpicc <<'END'
#!/bin/sh
test "$1" != -show || { echo "${OMPI_CC:-gcc-9} -I/mpi"; exit 0; }
echo "mpicc runs $OMPI_CC $MPICH_CC $I_MPI_CC for $MEMLB_CC: $*"
exit 4
END
chmod +x bin/mpicc
sed 's/_CC/_FC/g; s/mpicc/mpifort/; s/gcc-9/gfortran/' bin/mpicc > bin/mpifort
chmod +x bin/mpifort
expect 4 memlb-mpicc -c x.c
says out '^mpicc runs (.*/memlb-gcc) (.*/memlb-gcc) (.*/memlb-gcc) for .*/gcc-9: -c x.c'
expect 4 memlb-mpifort x.f90
says out '^mpifort runs (.*/memlb-gfortran) .* for .*/gfortran: x.f90'
expect 4 memlb wrap mpicc -c x.c
says out 'memlb-gcc'
expect 4 memlb wrap ccache mpicc -c x.c
says out '^mpicc runs (.*/memlb-gcc) .* for ccache .*/gcc-9: -c x.c'
expect 4 env MEMLB_WRAPPER=off memlb-mpicc -c x.c
silent out 'memlb-gcc'
ln -s "$(command -v memlb-gcc)" masked/memlb-mpinone
expect 1 masked/memlb-mpinone x.c
says err 'no compiler .mpinone'

# What the flags say is what the wrapper adds.
expect 0 memlb flags --compile
says out "^-fplugin=$tmp/plugins/$folder/memlb.so$"
expect 0 memlb flags
says out '^-fplugin=[^ ]* -L[^ ]* -Wl,-rpath,[^ ]* .*-lmemlb$'
expect 1 env MEMLB_PLUGIN_PATH= memlb flags
says err 'memlb plugin build'

# The list of plugins knows which compiler each is for.
expect 0 memlb plugin list
says out "$folder/memlb.so  for .*/bin/gcc"
finish
