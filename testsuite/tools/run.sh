#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# memlb run: the program's status, signals, variables, and the report of what
# it wrote.  The program here is a script that writes a fixture as profile.

. "${srcdir:-.}/tools-lib.sh"
cd "$tmp" || exit 99
ulimit -c 0

cat > writer <<END
#!/bin/sh
echo "mode \${MEMLB_MODE-unset} budget \${MEMLB_BUDGET-unset} loops \${MEMLB_LOOPS-unset}"
echo "arguments \$*"
sed "s/00c0ffee12345678/\$MEMLB_RUN_ID/" '$here/shallow.xml' > memlb-writer.\$\$.xml
exit 7
END
chmod +x writer

# The status is the program's, the report follows its output.
expect 7 memlb run -m time -b 20 --loops=calc2 -- ./writer a -b 'c d'
says out 'mode time budget 20 loops calc2'
says out 'arguments a -b c d'
says out 'recoverable: at most 7.9 s'
says err 'memlb: profile memlb-writer'

# Values that the runtime would refuse are wrong usage here.
for wrong in -mfoo -mbound, -mtime,,off -bmuch -b10x -b20000 -b1.; do
  expect 2 memlb run $wrong ./writer
  says err 'memlb.*: not a |requires an argument|no program'
  silent out mode
done
for right in -mtime,bound -moff -b2.5% -bunlimited -b0; do
  expect 7 memlb run $right -q ./writer
done

# No report when none is wanted, or under a launcher of ranks.
expect 7 memlb run -q ./writer
silent out recoverable
expect 7 env PMI_RANK=3 MEMLB_RUN_ID=1234 memlb run ./writer
silent out recoverable
expect 7 env SLURM_STEP_ID=0 MEMLB_RUN_ID=1234 memlb run ./writer
silent out recoverable

# Profiles of other runs are not reported.
cp "$here/shallow.xml" memlb-old.1.xml
expect 0 memlb run true
silent out recoverable
says err 'true left no profile'

# A pattern is made absolute; its name may take .2 before .xml.
cat > elsewhere <<END
#!/bin/sh
cd /
echo "\$MEMLB_OUTPUT"
sed "s/00c0ffee12345678/\$MEMLB_RUN_ID/" '$here/shallow.xml' > "\${MEMLB_OUTPUT%.xml}.2.xml"
END
chmod +x elsewhere
expect 0 memlb run -o 'out[1].xml' ./elsewhere
says out "^$tmp/out\[1\]\.xml"
says out 'recoverable: at most 7.9 s'
expect 0 memlb run -q -o 'out[1].xml' ./elsewhere
says err "^memlb: $tmp/out\[1\]\.xml was there already; profile $tmp/out\[1\]\.2\.xml"
expect 0 memlb run -q -o '%e.xml' ./elsewhere
silent err already

# Programs that cannot be run.
expect 127 memlb run ./nosuch
says err '^memlb: cannot run ./nosuch: '
: > plain
expect 126 memlb run ./plain
expect 2 memlb run --frobnicate ./writer

# Death by a signal is repeated.
for signal in TERM SEGV ABRT KILL; do
  sh -c "memlb run -q -- sh -c 'kill -$signal \$\$'" 2> /dev/null
  status=$?
  number=$(kill -l $signal 2>/dev/null || echo "")
  case $signal in TERM) number=15 ;; SEGV) number=11 ;; ABRT) number=6 ;; KILL) number=9 ;; esac
  test $status -eq $((128 + number)) || fail "$signal: status $status"
done

# Signals sent to memlb reach the program.
cat > waiter <<'END'
#!/bin/sh
trap 'echo got; exit 5' USR1 TERM
: > ready
while :; do sleep 0.1; done
END
chmod +x waiter
for signal in USR1 TERM; do
  rm -f ready
  memlb run -q ./waiter > "$tmp/out" 2> "$tmp/err" &
  pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    test ! -f ready || break
    sleep 0.2
  done
  kill -$signal $pid
  wait $pid
  status=$?
  test $status -eq 5 || fail "$signal handed on: status $status"
  says out got
done

# Output that cannot be written is an error.
if test -w /dev/full; then
  memlb report "$here/shallow.xml" > /dev/full 2> "$tmp/err"
  test $? -eq 1 || fail "a full disk is not noticed"
  says err '^memlb: standard output'
fi
finish
