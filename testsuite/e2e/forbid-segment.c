/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forbid-segment PROGRAM ARGS...: run it where nobody may set the base of segment
   gs, as in some sandboxes.  Exit status 77: that cannot be had here.  */

#include <asm/prctl.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  struct sock_filter refuse[]
    = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
	BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
	BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
		  offsetof (struct seccomp_data, args[0])),
	BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCH_SET_GS, 0, 1),
	BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
  struct sock_fprog program = { sizeof refuse / sizeof *refuse, refuse };

  if (argc < 2 || prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 77;
  execv (argv[1], argv + 1);
  return 99;
}
