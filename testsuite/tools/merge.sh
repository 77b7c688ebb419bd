#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# memlb merge: what a merged profile holds, which files go in, what goes
# wrong.

. "${srcdir:-.}/tools-lib.sh"
SOURCE_DATE_EPOCH=1772373840 TZ=UTC
export SOURCE_DATE_EPOCH TZ
cd "$tmp" || exit 99

# rank FILE RANK TIME [SED]: the profile of a rank of 3, calc2 taking TIME.
rank ()
{
  mkdir -p "$(dirname "$1")"
  sed "s/pid=\"4711\"/& rank=\"$2\" ranks=\"3\"/
       s/time=\"5.9\" time-low=\"5.8\" time-high=\"6.0\"/time=\"$3\"/
       ${4-}" "$here/shallow.xml" > "$1"
}
rank job/0.xml 0 2.0
rank job/1.xml 1 3.0
rank job/2.xml 2 7.0

# The merged profile is valid, and its report is that of its parts.
expect 0 memlb merge -o all.xml job
says err '^memlb: all.xml: 3 profiles, 9 loops$'
expect 0 memlb check all.xml
expect 0 memlb report --format=csv all.xml
cp out csv
expect 0 memlb report --format=csv job/0.xml job/1.xml job/2.xml
cmp -s out csv || fail "the report of the parts differs: $(diff out csv)"
expect 0 memlb report all.xml
says out '37.2 s CPU.*, 3 ranks'
says out '^Each rank: '
says out '^Most uneven: swim::calc2, whose slowest takes 3.0 s more.*--loop=2$'
silent out '^warning'
expect 0 memlb report --loop=calc2@shallow.f90:210 all.xml
says out '^each +2.0 s to 7.0 s, mean 4.0 s; most on rank 2; imbalance 75 %$'
says out '^each bound +1.8 s to 1.8 s, mean 1.8 s; imbalance 0 %$'
silent out 'rank-time'
says out ' u\(i,j\)$'

# Calls through pointers are those of all ranks.
for i in 0 1; do
  sed "s/pid=\"4720\"/& rank=\"$i\" ranks=\"2\"/" "$here/estimate-graph-counts.xml" \
    > graph.$i.xml
done
sed 's/name="step" file="b.c" calls="600"/name="later" file="a.c" calls="5"/' graph.1.xml \
  > other.xml && mv other.xml graph.1.xml
expect 0 memlb merge -o graph.xml graph.0.xml graph.1.xml
expect 0 memlb check graph.xml
for target in 'later" file="a.c" calls="5"' 'step" file="b.c" calls="600"' \
	      'step" file="c.c" calls="600"' 'compare" file="a.c" passed="2000"'; do
  test "$(grep -c "<target name=\"$target/>" graph.xml)" = 1 || fail "$target"
done
test "$(grep -c '<target ' graph.xml)" = 4 || fail "more targets"
grep -q 'callee-bytes="128000000"' graph.xml || fail "bytes of two ranks"

# Single entries stay, each with its rank, also when merged again.
for i in 0 1; do
  sed "s/pid=\"4711\"/& rank=\"$i\" ranks=\"2\"/" "$here/entries.xml" > entries.$i.xml
done
expect 0 memlb merge -o entries.xml entries.0.xml entries.1.xml
expect 0 memlb check entries.xml
test "$(grep -c '<entry .* rank="1"/>' entries.xml)" = 7 || fail "entries of rank 1"
test "$(grep -c '<entry ' entries.xml)" = 14 || fail "entries of two ranks"
expect 0 memlb merge -o again.xml entries.xml
grep '<entry ' entries.xml > one
grep '<entry ' again.xml | cmp -s - one || fail "entries change when merged again"
expect 0 memlb export chrome entries.xml
says out '"pid":4,"tid":2,"name":"loop solve'
says out '"pid":3,"name":"process_name","args":\{"name":"steps, rank 0: measured'
# Many are thinned, all ranks alike.
awk '/<entry/ && !done {
       done = 1
       for (i = 0; i < 700; i++)
	 printf "      <entry start=\"%d\" time=\"0.5\" thread=\"1\"/>\n", i
     }
     { print }' entries.0.xml > many.0.xml
sed 's/rank="0"/rank="1"/' many.0.xml > many.1.xml
expect 0 memlb merge -o many.xml many.0.xml many.1.xml many.1.xml
expect 0 memlb check many.xml
awk '/solve@/ { here = 1 } /begin@/ { here = 0 }
     here && /<entry/ { n++; one += /rank="1"/ }
     END { exit !(n > 500 && n < 1024 && one > 0.6 * n && one < 0.7 * n) }' many.xml \
  || fail "entries are not thinned: $(grep -c '<entry' many.xml)"

# In whatever steps, and compressed.
expect 0 memlb merge -o two.xml.gz job/2.xml job/0.xml
gzip -t two.xml.gz || fail "not compressed"
expect 0 memlb merge -o steps.xml two.xml.gz job/1.xml
expect 0 memlb report --loop=calc2@shallow.f90:210 steps.xml
says out '^each +2.0 s to 7.0 s, mean 4.0 s; most on rank 2; imbalance 75 %$'
expect 0 memlb merge -o - - job/2.xml < job/1.xml
says out '<merged profiles="2"'
expect 0 memlb merge -o one.xml job/1.xml
expect 0 memlb check one.xml
says out valid

# Blocks of the same loop add up.
cp "$here/counts.xml" counts.xml
expect 0 memlb merge -o blocks.xml counts.xml counts.xml
expect 0 memlb check blocks.xml
expect 0 memlb report --loop=rows blocks.xml
says out '^ +2 +12 +2 +5 +246912 +246912$'
says out '^ +3 +- +1 +4 +198 *$'
expect 0 grep -q 'executions="246912" .*address="0x11b4"' blocks.xml

# A metric may be negative.
rank negative.xml 0 2.0 's/<m n="aborts" v="0"/<m n="aborts" v="-1.5e-3"/'
expect 0 memlb merge -o - negative.xml job/1.xml
says out '<m n="aborts" v="-0.0015"/>'

# A rank is missing: it was killed.
expect 0 memlb merge -o less.xml job/0.xml job/2.xml
expect 0 memlb report --format=json less.xml
says out '"profiles": 2, "ranks": 3}'
expect 0 memlb report less.xml
says out ', 2 of 3 ranks'

# Merged profiles beside their parts count once; a folder stands for its
# newest run without them.
expect 0 memlb merge -o job/all.xml job
expect 0 memlb merge -o job/all.xml job
says err 'all.xml: 3 profiles'
expect 0 memlb report job
says err 'report of job/all.xml$'
says out ', 3 ranks'
rank memlb-x.1/0.xml 0 2.0
rank memlb-x.1/1.xml 1 3.0
expect 0 memlb merge -o memlb-x.xml
says err 'memlb-x.xml: 2 profiles'
touch -d '2026-01-01' memlb-x.xml
expect 0 memlb report
says err 'report of memlb-x.1/.*and 1 more'

# Different processors, programs, builds: said, and counted.
rank other.xml 3 1.0 's/Some CPU/Other CPU/; s/name="node1"/name="node2"/'
expect 0 memlb merge -o cpus.xml job/0.xml other.xml job/1.xml
says err 'warning: profiles of different processors: Some CPU @ 2.60GHz \(2 cores, profiles: 2\); Other CPU @ 2.60GHz \(2 cores, profiles: 1\)'
expect 0 memlb check cpus.xml
expect 0 memlb report cpus.xml
says out '^warning: profiles of different processors'
expect 0 memlb report job/0.xml other.xml
says out '^warning: profiles of different processors'
grep -q '<merged profiles="3" runs="1" hosts="2"' cpus.xml || fail "hosts"
rank program.xml 1 1.0 's/program="shallow"/program="deep"/; s/"p" name="shallow"/"p" name="deep"/'
expect 0 memlb merge -o programs.xml job/0.xml program.xml
says err 'warning: profiles of 2 different programs'
expect 0 memlb report programs.xml
says out 'warning: profiles of 2 different programs'
rank build.xml 1 1.0 's/build-id="ab12"/build-id="ab13"/'
expect 0 memlb merge -o builds.xml job/0.xml build.xml
says err 'warning: profiles of different builds of shallow'

# Several runs; the environment keeps what all have.
rank run.xml 0 1.0 's/run="00c0/run="11c0/; s/mode="bound"/mode="time"/
  s/complete="yes"/complete="no"/; s/name="OMP_NUM_THREADS" value="2"/name="OMP_NUM_THREADS" value="4"/
  s/14:02/13:02/; s/2000 100/2000 200/'
expect 0 memlb merge -o runs.xml job/0.xml run.xml
expect 0 memlb check runs.xml
for text in '<merged profiles="2" runs="2"' 'incomplete="1"' 'ranks="6"' \
	    'complete="no" mode="bound,time"' '<setting name="budget"' \
	    'start="2026-03-01T13:02:00Z"'; do
  grep -q -e "$text" runs.xml || fail "no $text in $(head -20 runs.xml)"
done
grep -q OMP_NUM_THREADS runs.xml && fail "a variable that differs is kept"
grep -q 'command=' runs.xml && fail "a command that differs is kept"
grep -q 'pid=' runs.xml && fail "a process is named"
expect 0 memlb report runs.xml
says out ', 2 profiles'

# What is no profile.
cp "$here/truncated.xml" job/9.xml
rm -f none.xml
expect 1 memlb merge -o none.xml job/0.xml job/9.xml
says err 'job/9.xml:.*cut off'
test ! -e none.xml || fail "a profile of a part was written"
expect 1 memlb merge -k -o some.xml job/0.xml job/9.xml job/1.xml missing.xml
says err 'job/9.xml:.*cut off'
says err 'missing.xml: cannot open'
says err 'some.xml: 2 profiles'
expect 1 memlb merge -k -o none.xml job/9.xml
test ! -e none.xml || fail "a profile of nothing was written"
expect 2 memlb merge job/0.xml
says err 'where to'
mkdir empty
expect 1 memlb merge -o none.xml empty
says err '^memlb: empty: no profile in it'
expect 1 memlb merge -o empty job/0.xml
says err '^memlb: empty: cannot write: '
expect 1 memlb merge -o no/such/folder.xml job/0.xml
says err 'cannot write: No such file'
if test -w /dev/full; then
  expect 1 sh -c 'memlb merge -o - job/0.xml > /dev/full'
  says err 'cannot write: No space'
  silent err 'I/O error'
fi
# A pipe or a device is written to, not replaced.
mkfifo pipe
cat pipe > through.xml &
expect 0 memlb merge -o pipe job/0.xml
wait
test -p pipe || fail "the pipe was replaced"
expect 0 memlb check through.xml
ls -A | grep 'xml\.' | grep -v '\.gz$' && fail "a temporary file is left"
finish
