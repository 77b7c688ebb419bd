#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the report says where the conditions of the run spoil its figures.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99

# with ELEMENTS [SED]: the fixture with these elements of the environment.
with ()
{
  sed "s|<os name=|$1&|; ${2-}" "$here/shallow.xml" > p.xml
  expect 0 memlb check p.xml
  expect 0 memlb report p.xml
  tr -s ' \n' ' ' < out > line
}

# waiting THREADS BOUND SHARING RUN WAIT
waiting ()
{
  echo "<waiting threads=\"$1\" bound=\"$2\" sharing=\"$3\" run=\"$4\" wait=\"$5\" preempted=\"9\"/>"
}
two='<affinity cpus="0-1" n="2" cores="2" nodes="1"/>'
calm='<load start="0.1" end="0.5"/>'
spoilt='times are too long, recoverable too large;'

# Nothing to say.
with ''
silent out warning
with "$two$calm$(waiting 2 0 0 12.4 0.1)"
silent out warning
with "$two$calm$(waiting 2 0 0 0.01 0.05)"
silent out warning

# Misalignment, which is no more than what can be won.
with '' 's/bound-high="1.85"/& bound-placed="5.0"/'
says line 'Look first at swim::calc2: about 3.2 s of its 5.9 s is misalignment'
expect 0 memlb report --loop=1 p.xml
says out 'about 54 % of this loop.s time is misalignment'
with '' 's/bound-high="1.85"/& bound-placed="6.5"/'
says line 'Look first at swim::calc2: about 4.1 s of its 5.9 s is misalignment'
expect 0 memlb report --loop=1 p.xml
says out 'about 69 % of this loop.s time is misalignment'
with '' 's/bound-high="1.85"/& bound-placed="2.1"/'
says line 'Look first at swim::calc2: up to 4.1 s of its 5.9 s wait for memory'

# Threads without a processor of their own, for each reason.
with "$two$calm$(waiting 2 0 0 6.9 3.1)"
says line "warning: 2 threads shared a core for 31 % of the run: $spoilt pin and repeat: OMP_PROC_BIND=true"
with "$two$calm$(waiting 2 2 2 6.9 3.1)"
says line "warning: 2 threads were bound to processors that others were bound to, and waited for 31 % of the run: $spoilt give each its own"
with "$two$calm$(waiting 4 0 0 6 6)"
says line "warning: 4 threads shared 2 processors and waited for 50 % of the run: $spoilt use no more than that and repeat: OMP_NUM_THREADS=2"
with "$two<load start=\"0\" end=\"9.5\"/>$(waiting 2 0 0 9 1)"
says line "warning: the program waited 10 % of the run for processors that others used \(see uptime\): $spoilt repeat on a quiet machine"
with "$two$calm$(waiting 1 0 0 9 1)"
says line "warning: the program waited 10 % of the run for processors that others used: $spoilt"
with "$two$calm$(waiting 2 2 0 9 1)"
says line "warning: the program waited 10 % of the run for processors that others used: $spoilt"

# Other programs, cores with two threads, memory nodes.
with "$two<load start=\"1.8\" end=\"2.0\"/>$(waiting 2 0 0 12 0)"
says line 'warning: other programs were running when this one began \(load 1.8 on 2 processors\)'
with "<affinity cpus=\"0-3\" n=\"4\" cores=\"2\"/>$calm$(waiting 4 4 0 12 0)"
says line 'warning: 4 threads ran on 2 cores: .* OMP_NUM_THREADS=2 OMP_PLACES=cores'
with "<affinity cpus=\"0-3\" n=\"4\" cores=\"4\" nodes=\"2\"/>$calm$(waiting 2 1 0 12 0)"
says line 'warning: threads could move between 2 memory nodes: .*OMP_PROC_BIND=true'
with "<affinity cpus=\"0-3\" n=\"4\" cores=\"4\" nodes=\"2\"/>$calm$(waiting 2 2 0 12 0)"
silent out warning

# Bound runs at all entries, of loops that are short or not.
short='s/entries="[0-9]*"/entries="9000000"/'
with '' "s/name=\"budget\" value=\"10\"/name=\"budget\" value=\"unlimited\"/; $short"
says line 'warning: with MEMLB_BUDGET=unlimited the times of loops that take under 100 us an entry, as calc2@shallow.f90:210, are a fifth too long'
with '' "s/name=\"budget\" value=\"10\"/name=\"budget\" value=\"unlimited\"/"
silent out warning
with '' "$short"
silent out warning
with '' "s/name=\"budget\" value=\"10\"/name=\"budget\" value=\"unlimited\"/; $short; s/ flags=\"[^\"]*\"//; s/<loop /<loop flags=\"vector function\" /"
silent out warning

# Clock and frequency.
with '' 's/source="tsc"/& invariant="no"/'
says line 'warning: the time stamp counter of this processor stops'
with '' 's/source="tsc"/& invariant="yes" kernel="hpet"/'
says line 'warning: the kernel does not trust the time stamp counter and uses hpet'
with '' 's/source="tsc"/& invariant="yes" kernel="kvm-clock"/'
silent out warning
governor='<frequency governor="powersave" driver="acpi-cpufreq" turbo="yes" least-hz="800000000" most-hz="2600000000"/>'
with "$governor" 's/elapsed="6.4"/elapsed="0.4"/'
says line 'warning: a run of less than a second under the frequency governor powersave'
with "$governor"
silent out warning

# Lines fit; a brief report has none.
with "$two$calm$(waiting 2 0 0 6.9 3.1)"
test "$(sed -n '/^warning/,/^$/p' out | awk 'length > 79' | wc -l)" -eq 0 \
  || fail "too long: $(cat out)"
expect 0 memlb report --brief p.xml
silent out warning

# JSON has them too.
expect 0 memlb report --format=json p.xml
says out '"warnings": \["2 threads shared a core for 31 % of the run: .*"\],$'

# Merged: what all of them waited, and the largest load.
cp p.xml q.xml
with "$two<load start=\"1\" end=\"3.25\"/>$(waiting 1 1 0 6 0)"
expect 0 memlb merge -o all.xml p.xml q.xml
expect 0 memlb check all.xml
grep -q '<waiting threads="3" bound="1" sharing="0" run="12.9" wait="3.1" preempted="18"/>' all.xml \
  || fail "waiting: $(grep waiting all.xml)"
grep -q '<load start="1" end="3.25"/>' all.xml || fail "$(grep load all.xml)"
grep -q '<affinity' all.xml && fail "one process's affinity is kept"
expect 0 memlb report all.xml
tr -s ' \n' ' ' < out > line
expect 0 memlb report --format=json all.xml
says out '"profiles": 2, "ranks": null'
says line "warning: the processes waited for processors 19 % of the time: $spoilt give each its own and repeat: mpirun --bind-to core"

# Numbers that are none do no harm.
sed 's|<os name=|<waiting run="many" wait="1e400" threads="-1"/><load start=""/>&|' \
  "$here/shallow.xml" > bad.xml
expect 0 memlb report bad.xml
silent out warning
# What is outside of nests: copies=procedures is recommended where it is there, or
# where the profile does not say on what it was made.
for machine in '' x86_64 aarch64; do
  sed "s|<environment>|&${machine:+<os name=\"Linux\" machine=\"$machine\"/>}|" \
    "$here/estimate-counts.xml" > counts.xml
  expect 0 memlb check counts.xml
  expect 0 memlb estimate counts.xml "$here/estimate-times.xml"
  if test "$machine" = aarch64; then
    says out '^What is outside of nests was not counted: memlb counts no whole functions'
    silent out procedures
  else
    says out '^What is outside of nests was not counted: compile with '
    says out '^count,procedures\.$'
  fi
done
finish
