#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Ranks, by the variables that launchers set: where their profiles go, and
# which belong together.

. "${srcdir:-.}/run-lib.sh"
for v in $(env | sed -n 's/^\(OMPI_[^=]*\|PMI[^=]*\|SLURM[^=]*\)=.*/\1/p'); do
  unset "$v"
done
expected=$("$bin/triad" 50)
rm -f memlb-*

# rank LAUNCHER NUMBER [VARIABLE=VALUE...]: triad as rank NUMBER of 4.
rank ()
{
  launcher=$1 number=$2
  shift 2
  case $launcher in
    openmpi) set -- OMPI_COMM_WORLD_RANK=$number OMPI_COMM_WORLD_SIZE=4 \
		    PMIX_NAMESPACE=101 PMIX_RANK=$number "$@" ;;
    slurm) set -- SLURM_PROCID=$number SLURM_STEP_NUM_TASKS=4 \
		  SLURM_JOB_ID=77 SLURM_STEP_ID=1 "$@" ;;
    batch) set -- SLURM_PROCID=$number SLURM_JOB_ID=77 "$@" ;;
    pmi) set -- PMI_RANK=$number PMI_SIZE=4 "$@" ;;
  esac
  env "$@" "$bin/triad" 50
}

# run_id FILE
run_id ()
{
  sed -n 's/.*<memlb [^>]*run="\([0-9a-f]*\)".*/\1/p' "$1"
}

# Four at once, the first of which makes the folder.
for launcher in openmpi slurm; do
  for i in 0 1 2 3; do
    rank $launcher $i > out.$i 2> err.$i &
  done
  wait
  for i in 0 1 2 3; do
    test "$(cat out.$i)" = "$expected" || fail "$launcher $i: $(cat out.$i)"
    test ! -s err.$i || fail "$launcher $i: $(cat err.$i)"
  done
done
for folder in memlb-triad.101 memlb-triad.77.1; do
  test "$(ls $folder | tr '\n' ' ')" = "0.xml 1.xml 2.xml 3.xml " \
    || fail "$folder: $(ls)"
  well_formed $folder/*.xml
  test "$(for f in $folder/*; do run_id $f; done | sort -u | wc -l)" -eq 1 \
    || fail "$folder: several runs"
  for i in 0 1 2 3; do
    grep -q "<run [^>]*rank=\"$i\" ranks=\"4\"" $folder/$i.xml \
      || fail "$folder: rank $i"
  done
done
test "$(run_id memlb-triad.101/0.xml)" != "$(run_id memlb-triad.77.1/0.xml)" \
  || fail "two jobs are one run"

# What a batch script runs one after the other belongs to the job, but is a
# run each; so is a rank whose job nobody names.
rank batch 0 > out
rank batch 0 > out
rank pmi 1 MEMLB_OUTPUT=pmi/%r.%j.xml > out
rank pmi 1 MEMLB_OUTPUT=pmi/%r.%j.xml > out
for files in 'memlb-triad.77/0.xml memlb-triad.77/0.2.xml' \
	     'pmi/1.0.xml pmi/1.0.2.xml'; do
  set -- $files
  well_formed "$1" "$2"
  test "$(run_id "$1")" != "$(run_id "$2")" || fail "$files: one run"
  grep -q ' ranks="' "$1" && fail "$files: of how many ranks?"
done

# memlb run's number comes before all.
rank slurm 1 MEMLB_RUN_ID=00000000c0ffee00 MEMLB_OUTPUT=given.xml > out
test "$(run_id given.xml)" = 00000000c0ffee00 || fail "the given number"

# Where memlb run looks for the profile of a batch job's program.
mkdir batch
(cd batch && SLURM_PROCID=0 SLURM_JOB_ID=77 memlb run -- "$bin/triad" 50) \
  > out 2> err || fail "memlb run in a batch job"
grep -q '^memlb: profile memlb-triad.77/0.xml$' err \
  || fail "memlb run in a batch job: $(cat err)"

# Only these.
for i in 0 1 2 3 12; do
  rank openmpi $i MEMLB_RANKS=0,2-3 MEMLB_OUTPUT=some/%r.xml > out
done
test "$(ls some | tr '\n' ' ')" = "0.xml 2.xml 3.xml " \
  || fail "MEMLB_RANKS: $(ls some)"

# On nodes that number their processes alike and share a folder; a temporary
# file of the same name is another's.
mkdir same
: > same/.memlb-$$.0
for i in 0 1 2 3; do
  (exec env OMPI_COMM_WORLD_RANK=$i MEMLB_OUTPUT=same/same.xml \
     "$bin/triad" 50) > out.$i &
done
wait
test "$(ls same | wc -l)" -eq 4 || fail "one name: $(ls same)"
well_formed same/*.xml

# A file system without links: still no file twice.
mkdir none
"$bin/no-links" "$bin/triad" 50 > out
status=$?
rm -f memlb-*.xml
if test $status -ne 77; then
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    MEMLB_OUTPUT=none/same.xml "$bin/no-links" "$bin/triad" 50 > out.$i &
  done
  wait
  test "$(ls -A none | wc -l)" -eq 12 || fail "without links: $(ls -A none)"
  well_formed none/*.xml
  # A name that cannot be taken leaves nothing.
  mkdir none/folder.xml
  MEMLB_OUTPUT=none/folder.xml "$bin/no-links" "$bin/triad" 50 > out
  well_formed none/folder.2.xml
fi
exit $failed
