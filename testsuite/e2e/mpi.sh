#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of several ranks, under every MPI that is here: one profile for
# each rank, which belong together; their output is that without memlb.

. "$abs_top_srcdir/testsuite/e2e/e2e-lib.sh"
native_only "the MPI libraries here are not for it"

# Two ranks on whatever processors there are, as any user.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_btl=self,vader
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM \
       OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy \
       OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_btl
OMP_NUM_THREADS=1

cat > ring.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };
static double a[N], b[N];

int
main (int argc, char **argv)
{
  int rank, size;
  double sum = 0, all;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  for (int i = 0; i < N; i++)
    a[i] = i % 7 + rank;
  for (int step = 0; step < 50 * (rank + 1); step++)
    {
      for (int i = 1; i < N - 1; i++)
	b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      for (int i = 1; i < N - 1; i++)
	a[i] = b[i];
    }
  if (argc > 1 && rank == 1)
    raise (SIGKILL);
  for (int i = 0; i < N; i++)
    sum += a[i];
  MPI_Allreduce (&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("%d ranks: %.3f\n", size, all);
  MPI_Finalize ();
  return 0;
}
END
cat > ring.cc <<'END'
#include <mpi.h>
#include <cstdio>
#include <vector>

int
main (int argc, char **argv)
{
  int rank;
  double all;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  std::vector<double> v (20000, rank + 1.0);
  for (int step = 0; step < 20; step++)
    for (double &x : v)
      x *= 1.01;
  MPI_Reduce (&v[7], &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf ("%.6f\n", all);
  MPI_Finalize ();
}
END
cat > ring.f90 <<'END'
program ring
  use mpi
  implicit none
  integer :: ierror, rank, step
  double precision :: x(20000), total

  call mpi_init (ierror)
  call mpi_comm_rank (mpi_comm_world, rank, ierror)
  x = rank + 1
  do step = 1, 20
     x = x * 1.01d0 + step
  end do
  call mpi_reduce (x(7), total, 1, mpi_double_precision, mpi_sum, 0, &
       mpi_comm_world, ierror)
  if (rank == 0) print '(f14.6)', total
  call mpi_finalize (ierror)
end program ring
END

# launch ARGS...: two ranks.
launch ()
{
  timeout 120 "$mpirun" -n 2 "$@"
}

# expect_files FOLDER NAME...: FOLDER holds these and nothing else.
expect_files ()
{
  folder=$1
  shift
  test "$(ls -A "$folder" 2> /dev/null | tr '\n' ' ')" = "$* " \
    || fail "$mpi: $folder holds $(ls -A "$folder" 2>&1), not $*"
}

# job PROGRAM: the folder of the one job of PROGRAM here.
job ()
{
  ls -d memlb-"$1".*/ 2> /dev/null
}

# same_run FILE...: the files are of one run of two ranks.
same_run ()
{
  test "$(sed -n 's/.*<memlb [^>]*run="\([0-9a-f]*\)".*/\1/p' "$@" \
	  | sort -u | wc -l)" -eq 1 || fail "$mpi: run ids differ"
  grep -L ' rank="[01]" ranks="2"' "$@" | grep . && fail "$mpi: ranks"
  must memlb check "$@"
}

# run_c: the C program, in every way that profiles can go.
run_c ()
{
  must "$mpicc" -O2 "$work/ring.c" -o plain || return
  must memlb-mpicc -O2 "$work/ring.c" -o ring || return
  expected=$(launch ./plain)

  test "$(launch ./ring)" = "$expected" || fail "$mpi: the output differs"
  folder=$(job ring)
  expect_files "$folder" 0.xml 1.xml
  same_run "$folder"0.xml "$folder"1.xml
  memlb report > out 2>&1
  grep -q ', 2 ranks' out || fail "$mpi: no ranks in $(cat out)"
  grep -q '^Each rank:' out || fail "$mpi: no balance in $(cat out)"
  must memlb merge -o all.xml.gz "$folder"
  must memlb check all.xml.gz

  # Another start is another run.
  launch ./ring > /dev/null || fail "$mpi: the second run"
  test "$(job ring | wc -l)" -eq 2 || fail "$mpi: runs share a folder"
  same_run "$(job ring | grep -vx "$folder")"*.xml

  # Only some ranks; all under one name; a folder on the node.
  MEMLB_RANKS=1 MEMLB_OUTPUT=some/%r.xml launch ./ring > /dev/null
  expect_files some 1.xml
  MEMLB_OUTPUT=same/same.xml launch ./ring > /dev/null
  expect_files same same.2.xml same.xml
  (cd /proc && MEMLB_OUTPUT="$here/local/%h/%r.xml" launch "$here/ring") \
    > /dev/null || fail "$mpi: a read-only working folder"
  expect_files "local/$(uname -n)" 0.xml 1.xml
  test "$(cd /proc && launch "$here/ring" 2> "$here/err")" = "$expected" \
    || fail "$mpi: the output differs where nothing can be written"
  test ! -s err || fail "$mpi: a read-only working folder: $(cat err)"

  # memlb run around mpirun reports on all ranks, within it on none.
  mkdir around && cd around
  memlb run -- "$mpirun" -n 2 ../ring > ../out 2>&1 \
    || fail "$mpi: memlb run mpirun"
  cd ..
  grep -q ', 2 ranks' out || fail "$mpi: memlb run: $(cat out)"
  MEMLB_OUTPUT=within/%r.xml launch memlb run -- ./ring > out 2>&1 \
    || fail "$mpi: mpirun memlb run"
  test "$(cat out)" = "$expected" || fail "$mpi: within: $(cat out)"
  expect_files within 0.xml 1.xml

  # A rank is killed: the others' profiles are whole or absent.
  MEMLB_OUTPUT=killed/%r.xml launch ./ring die > out 2>&1 \
    && fail "$mpi: nobody noticed that a rank was killed"
  test ! -e killed/1.xml || fail "$mpi: the killed rank wrote a profile"
  test ! -e killed/0.xml || must memlb check killed/0.xml
  # Its MPI may kill the other one, too, while that writes.
  find . -name '.memlb-*' ! -path './killed/*' | grep . \
    && fail "$mpi: part of a profile is left"
}

# run_other WRAPPER PLAIN SOURCE: the same in another language, shortly.
run_other ()
{
  must "$2" -O2 "$work/$3" -o plain-other || return
  # MPI's own may be another compiler than those that memlb was built for.
  if ! "$1" -O2 "$work/$3" -o other > other.log 2>&1 \
      && grep '^memlb: no plugin for ' other.log; then
    return
  fi
  must "$1" -O2 "$work/$3" -o other || return
  expected=$(launch ./plain-other)
  test "$(MEMLB_OUTPUT="$1/%r.xml" launch ./other)" = "$expected" \
    || fail "$mpi: $1: the output differs"
  expect_files "$1" 0.xml 1.xml
  same_run "$1/0.xml" "$1/1.xml"
  grep -q '<loop [^>]*entries="[1-9]' "$1/0.xml" || fail "$mpi: $1: no loop"
}

# An MPI is what has mpicc.MPI and mpirun.MPI, as in Debian, or stands in PATH
# without a name.
tried=0
for mpi in .openmpi .mpich ''; do
  mpicc=$(command -v mpicc$mpi) && mpirun=$(command -v mpirun$mpi) || continue
  test -n "$mpi" || test $tried -eq 0 || continue
  mkdir "tried$mpi" "tried$mpi/bin" && cd "tried$mpi" || exit 99
  tried=$((tried + 1))
  here=$PWD
  saved=$PATH
  for command in mpicc mpicxx mpifort; do
    full=$(command -v $command$mpi) && ln -s "$full" bin/$command
  done
  PATH=$PWD/bin:$PATH
  timeout 60 "$mpirun" -n 2 true > start.log 2>&1 \
    || skip "$mpirun does not work here: $(head -n 3 start.log)"
  run_c
  test ! -x bin/mpicxx || run_other memlb-mpicxx mpicxx ring.cc
  test ! -x bin/mpifort || run_other memlb-mpifort mpifort ring.f90
  PATH=$saved
  cd "$work" || exit 99
done
test $tried -gt 0 || skip "no MPI here"
finish
