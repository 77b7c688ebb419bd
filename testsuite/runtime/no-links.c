/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* no-links PROGRAM ARGS...: run PROGRAM as on a file system that knows no
   links, nor how to rename without replacing; with NO_COUNTERS defined, as on
   a machine where nobody may use event counters.  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE(CALL, ERROR)						\
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##CALL, 0, 1),		\
  BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (ERROR))

int
main (int argc, char **argv)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
#ifdef NO_COUNTERS
    REFUSE (perf_event_open, EACCES),
#else
    REFUSE (linkat, EPERM),
    REFUSE (renameat2, EINVAL),
#endif
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

  if (argc < 2)
    return 2;
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 77;
  execv (argv[1], argv + 1);
  perror (argv[1]);
  return 127;
}
