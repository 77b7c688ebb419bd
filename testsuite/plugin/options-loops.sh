#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# options-loops.sh: loops= with a folder, with profiles that another program has
# written anew, and with functions as reports print them.
. "$srcdir/plugin-lib.sh"
. "$srcdir/options-lib.sh"

for gcc in $PLUGIN_GCCS; do
  use_gcc "$gcc"
  bad loops=. 'loops'
  printf '%s' '<memlb version="1.0"><program id="p"><module id="m">' \
    '<file id="f" path="/x/loop.c"><procedure id="scale">' \
    '<loop id="scale@loop.c:4" line="4"></loop></procedure>' \
    '<procedure id="square"><loop line="11" id="square@loop.c:11"/>' \
    '</procedure></file></module></program></memlb>' > line
  good 2 loops=line
  printf '<memlb version="1.0">\n<loop\n line="4"\n id="scale@loop.c:4"\n/>' \
    > broken
  good 1 loops=broken
  for name in 'scope::scale' '(anonymous namespace)::scale(double*, int)' \
	      'void a::b<int, c::d>::scale<(e)1> (double *) (OpenMP)'; do
    printf '%s\n' "$name" > printed
    good 1 loops=printed
  done
  printf 'scale::other\nscaled\nscale<int>::x()\n' > printed
  good 0 loops=printed

  # Parallel regions, with the names that C++ and Fortran's modules give them.
  cat > parts.cc <<'END'
namespace part
{
  void
  add (float *a, int n)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
  }
}
END
  cat > parts.f90 <<'END'
module part
contains
  subroutine add (a)
    real, intent (inout) :: a(:)
    integer :: i
!$omp parallel do
    do i = 1, size (a)
      a(i) = a(i) + i
    end do
  end subroutine
end module
END
  # (With vectors there may be two loops of one line.)
  for source in parts.f90 parts.cc; do
    compiler=$(driver "$gcc" $source)
    command -v "$compiler" > /dev/null || continue
    for name in 0part::ad 1part::add '1part::add(float*, int) (OpenMP)' \
		0dd; do
      printf '%s\n' "${name#?}" > printed
      "$compiler" -O2 -fopenmp -c $source -o parts.o -fplugin="$plugin" \
	-fplugin-arg-memlb-loops=printed -fplugin-arg-memlb-explain 2> said
      test "$(grep ' copied,' said | sort -u | wc -l)" \
	   = "${name%"${name#?}"}" \
	|| { fail "$compiler: ${name#?} selects others"; cat said; }
    done
  done
done
finish
