#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# static.sh: executables that the loader has little or nothing to do with;
# their ends, by exit, signal, fork and exec, are as those of others.
. "$srcdir/e2e-lib.sh"

cat > program.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static double x[5000];

static void *
scale (void *arg)
{
  for (int k = 0; k < 20; k++)
    for (int i = 0; i < 5000; i++)	/* hot: scale */
      x[i] = 2 * x[i] + 1;
  return arg;
}

int
main (int argc, char **argv)
{
  int status, end = argc > 1 ? atoi (argv[1]) : 0;
  pthread_t thread;

  pthread_create (&thread, NULL, scale, NULL);
  pthread_join (thread, NULL);
  printf ("%g\n", x[7]);
  fflush (stdout);
  pid_t pid = fork ();
  if (!pid)
    {
      scale (NULL);
      _exit (3);
    }
  if (waitpid (pid, &status, 0) != pid)
    return 1;
  printf ("%d\n", WEXITSTATUS (status));
  fflush (stdout);
  if (end == 100)
    execlp ("echo", "echo", "replaced", (char *) NULL);
  if (end)
    raise (end);
  return 7;
}
END

for flags in "" -static -static-pie -pie -no-pie; do
  rm -f ./*.xml program
  must memlb-gcc -O2 $flags program.c -o program -lpthread || continue
  for end in 0 15 11 100; do
    want=$(MEMLB_MODE=off ./program $end 2> /dev/null)
    wanted=$?
    for mode in torture bound time; do
      rm -f ./*.xml
      out=$(MEMLB_MODE=$mode MEMLB_OUTPUT=p.xml ./program $end 2> /dev/null)
      status=$?
      what="'$flags', end $end, mode $mode"
      test $status -eq $wanted || fail "$what: status $status, not $wanted"
      test "$out" = "$want" || fail "$what: output $out"
      test "$(ls ./*.xml | wc -l)" -eq 2 \
	|| fail "$what: not two profiles: $(ls ./*.xml)"
      must memlb check ./*.xml
      has_hot p.xml program.c scale
    done
  done
done

# set_uid FLAGS: a set-user-id program writes nothing and says nothing.
set_uid ()
{
  folder=$(mktemp -d /tmp/memlb-setuid-XXXXXX) || return
  must memlb-gcc -O2 $1 program.c -o program -lpthread || return
  chmod 755 "$folder" && cp program "$folder/program" \
    && chown nobody "$folder/program" && chmod u+s "$folder/program" \
    && mkdir "$folder/open" && chmod 1777 "$folder/open" \
    || { fail "no set-uid program"; return; }
  # A file system may ignore the bit.
  cp "$(command -v id)" "$folder/id" && chown nobody "$folder/id" \
    && chmod u+s "$folder/id" && test "$("$folder/id" -un)" = nobody \
    || { rm -rf "$folder"; return; }
  for end in 0 15 100; do
    want=$(MEMLB_MODE=off ./program $end 2> /dev/null)
    wanted=$?
    out=$(cd "$folder/open" && MEMLB_SNAPSHOT=0.001 MEMLB_VERBOSE=2 \
	  MEMLB_BUDGET=much MEMLB_OUTPUT=p.xml ../program $end 2> "$work/err")
    status=$?
    test $status -eq $wanted || fail "set-uid, end $end: status $status"
    test "$out" = "$want" || fail "set-uid, end $end: output $out"
    ! grep memlb err || fail "set-uid, end $end: speaks"
    test -z "$(ls -A "$folder/open")" \
      || fail "set-uid, end $end: wrote $(ls -A "$folder/open")"
  done
  # It writes where it gives no privilege.
  chmod u-s "$folder/program"
  (cd "$folder/open" && MEMLB_OUTPUT=p.xml ../program > out)
  test -s "$folder/open/p.xml" || fail "no profile without set-uid"
  rm -rf "$folder"
}

# Only root can make a program that is another user's; of another machine's
# programs the bit says nothing.
if test "$(id -u)" -eq 0 && test -z "${TEST_COMPILERS-}"; then
  set_uid ""
  set_uid -static
fi
finish
