# SPDX-License-Identifier: GPL-3.0-or-later
# A profile of a made-up program of 150,000 lines: LOOPS loops (default
# 20,000) with the least, mean and most over 64 threads of eight metrics, what
# each thread has of the first 500 and eight entries of each of these, and LINES
# lines (default 200,000) with all eight metrics: counts as cachegrind has them,
# of many sizes.
#
#   awk [-v loops=20000] [-v lines=200000] -f page.awk

# A number between 0 and 1 from a generator of our own: the same everywhere.
function random()
{
  seed = (seed * 16807) % 2147483647
  return seed / 2147483647
}

# A count of many sizes, up to about 10 ^ DIGITS.
function amount (digits)
{
  return int(exp(random() * digits * log(10)))
}

function value (name, v)
{
  printf "<m n=\"%s\" v=\"%.9g\"/>", name, v
}

# The eight counts of a line; only some lines miss.
function counts (   ir, dr, dw)
{
  ir = amount(9)
  dr = int(ir * (0.1 + 0.3 * random()))
  dw = int(dr * random() * 0.6)
  value("Ir", ir); value("Dr", dr); value("Dw", dw)
  value("D1mr", int(dr * random() ^ 6)); value("D1mw", int(dw * random() ^ 6))
  value("DLmr", int(dr * random() ^ 20)); value("DLmw", int(dw * random() ^ 20))
  value("Bc", int(ir * 0.2 * random()))
}

function spread (name, mean,   by)
{
  by = random() * 0.3
  value("thread-" name "-min", mean * (1 - by))
  value("thread-" name "-mean", mean)
  value("thread-" name "-max", mean * (1 + by))
}

function loop (n, at,   time, bound, i, k)
{
  time = 100 * random() ^ 8 + 0.000001
  bound = time * (0.2 + 0.8 * random())
  printf "     <loop id=\"sub%d@file%d.f90:%d\" variable=\"i\" line=\"%d\" end-line=\"%d\" depth=\"%d\" entries=\"%d\" iterations=\"%d\" sampled=\"%d\" time=\"%.9g\" bound=\"%.9g\" bound-low=\"%.9g\" bound-high=\"%.9g\" verdict=\"%s\" refs=\"%d\" threads=\"64\">\n", \
    procedures, files, at, at, at + 7, 1 + n % 3, amount(6), amount(8), \
    5 + amount(2), time, bound, bound * 0.98, bound * 1.02, \
    n % 10 ? "ok" : n % 20 ? "partial\" reason=\"real-loads" : "diverged\" reason=\"exit-differs", 2 + n % 20
  printf "      "
  spread("time", time / 64); spread("bound", bound / 64)
  for (k = 1; k in event; k++)
    if (k <= 6)
      spread(event[k], amount(9))
  if (n <= 500)
    for (i = 0; i < 64; i++)
      value("thread-" i "-time", time / 64 * (0.7 + 0.6 * random()))
  print ""
  if (n <= 500)
    for (i = 0; i < 8; i++)
      printf "      <entry start=\"%.9g\" time=\"%.9g\" bound=\"%.9g\" thread=\"%d\"/>\n",
	loops / 5 * (i + random()) / 8, time / 64 * (0.5 + random()),
	bound / 64 * (0.5 + random()), 1 + int(64 * random())
  for (i = 0; i < per_loop; i++)
    line(at + i % 8)
  print "     </loop>"
}

function line (at)
{
  printf "      <line line=\"%d\">", at
  counts()
  print "</line>"
  made_lines++
}

BEGIN {
  seed = 42
  if (!loops)
    loops = 20000
  if (lines == "")
    lines = 200000
  split("Ir Dr Dw D1mr D1mw DLmr DLmw Bc", event, " ")
  per_loop = int(lines / loops * 0.8)
  if (per_loop > 8)
    per_loop = 8
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<memlb version=\"1.0\" run=\"ab\" complete=\"yes\" mode=\"bound\">"
  print " <environment><host name=\"made\"/></environment>\n <losses/>\n <metrics>"
  for (k = 1; k in event; k++)
    printf "  <metric name=\"%s\" unit=\"1\" kind=\"sum\"/>\n", event[k]
  print " </metrics>"
  printf " <program id=\"p\" name=\"made\" time=\"%d\" elapsed=\"%d\" threads=\"64\">\n", loops * 13, loops / 5
  print "  <module id=\"m1\" name=\"made\" path=\"/src/made\">"
  while (n < loops) {
    files++
    printf "   <file id=\"f%d\" name=\"file%d.f90\" path=\"/src/dir%d/file%d.f90\">\n", files, files, files % 50, files
    for (p = 0; p < 10 && n < loops; p++) {
      procedures++
      printf "    <procedure id=\"p%d\" name=\"sub%d\" asm-name=\"__mod%d_MOD_sub%d\">\n", procedures, procedures, files, procedures
      for (k = 0; k < 4 && n < loops; k++)
	loop(++n, 60 * p + 14 * k + 1)
      for (k = 0; k < (lines / loops - per_loop) * 4; k++)
	line(60 * p + 57 + k)
      print "    </procedure>"
    }
    print "   </file>"
  }
  print "  </module>\n </program>\n</memlb>"
}
