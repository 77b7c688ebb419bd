# SPDX-License-Identifier: GPL-3.0-or-later
# A profile of a made-up program with SCOPES scopes (default 1,000,000): the
# program, modules, files of 20 procedures, procedures of 4 loops, loops of 8
# references, each loop with eight built-in metrics.
#
#   awk -v scopes=1000000 [-v refs=8] -f scopes.awk

function number (i)
{
  # Reproducible, and of many sizes.
  return 0.000001 * (1 + (i * 2654435761) % 1000003)
}

function loop (n, line,   time, k)
{
  time = number(n)
  printf "     <loop id=\"sub%d@file%d.f90:%d\" variable=\"i\" line=\"%d\" end-line=\"%d\" depth=\"%d\" entries=\"%d\" iterations=\"%d\" sampled=\"30\" time=\"%.6f\" bound=\"%.6f\" bound-low=\"%.6f\" bound-high=\"%.6f\" verdict=\"ok\" refs=\"%d\"%s>\n", \
    procedures, files, line, line, line + 8, 1 + n % 3, n, 100 * n, time,
    time * 0.5, time * 0.49, time * 0.51, refs, refs ? "" : "/"
  made++
  for (k = 0; k < refs && made < scopes; k++) {
    printf "      <ref line=\"%d\" column=\"%d\" name=\"a%d(i,j)\" array=\"a%d\" kind=\"%s\" size=\"8\" treatment=\"slot\"/>\n", \
      line + 1 + k, 5 + k, k, k, k % 4 ? "load" : "store"
    made++
  }
  if (refs)
    print "     </loop>"
}

function procedure (   k)
{
  procedures++
  printf "    <procedure id=\"p%d\" name=\"sub%d\" asm-name=\"__mod%d_MOD_sub%d\">\n", \
    procedures, procedures, files, procedures
  made++
  for (k = 0; k < 4 && made < scopes; k++)
    loop(++loops, 100 * (procedures % 20) + 20 * k + 1)
  print "    </procedure>"
}

function file (   k)
{
  files++
  printf "   <file id=\"f%d\" name=\"file%d.f90\" path=\"/src/dir%d/file%d.f90\">\n", \
    files, files, files % 50, files
  made++
  for (k = 0; k < 20 && made < scopes; k++)
    procedure()
  print "   </file>"
}

BEGIN {
  if (!scopes)
    scopes = 1000000
  if (refs == "")
    refs = 8
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<memlb version=\"1.0\" run=\"ab\" complete=\"yes\" mode=\"bound\">"
  print " <environment><host name=\"made\"/></environment>\n <losses/>\n <metrics/>"
  print " <program id=\"p\" name=\"made\" time=\"1000000\" elapsed=\"500000\" threads=\"2\">"
  print "  <module id=\"m1\" name=\"made\" path=\"/src/made\">"
  made = 2
  while (made < scopes)
    file()
  print "  </module>\n </program>\n</memlb>"
}
