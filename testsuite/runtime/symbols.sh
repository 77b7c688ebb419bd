#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What the shared runtime exports, what code on hot paths calls, and the
# message of a link without the runtime.

. "${srcdir:-.}/run-lib.sh"
lib=$abs_top_builddir/runtime

nm -D --defined-only "$lib/libmemlb.so.1" | awk '{ print $3 }' | sort > got
cat > expected <<END
_Exit
__memlb_rt_bound_exit
__memlb_rt_enter
__memlb_rt_enter_due
__memlb_rt_exit
__memlb_rt_gates
__memlb_rt_observe
__memlb_rt_observe_tested
__memlb_rt_pointer
__memlb_rt_register
__memlb_rt_unregister
__sysv_signal
_exit
bsd_signal
execl
execle
execlp
execv
execve
execveat
execvp
execvpe
fexecve
pthread_sigmask
sigaction
sigignore
signal
sigprocmask
sigset
ssignal
sysv_signal
END
diff expected got >&2 || fail "other symbols are exported"

# Nothing of the C library but errno's place, the environment, the place of
# rseq and the keys used when a thread starts.
nm -u "$lib/libmemlb_hot.a" | awk 'NF == 2 { print $2 }' | sort -u \
  | grep -vE '^(mrt_|__memlb_rt_|__restore_rt$|_GLOBAL_OFFSET_TABLE_$)' \
  | grep -vE '^(__errno_location|environ|__rseq_(offset|size)|pthread_(key_create|setspecific))$' \
  > calls && fail "hot paths call $(cat calls)"
# Nor the rest of it, which may call libc, anything of libgcc.
nm -u "$lib/libmemlb_cold.a" | awk 'NF == 2 { print $2 }' | sort -u \
  | grep -E '^__[a-z]+(si|di|ti|sf|df|tf)[0-9]?$|^_Unwind_' \
  > calls && fail "the runtime needs libgcc for $(cat calls)"
# Stores of vector registers, which are timed, change none.
objdump -d "$lib/libmemlb_hot.a" \
  | grep -E '%[xyz]mm' | grep -vE 'v?movups %[xy]mm0,[^%]*\(%rdi\)$' > vectors \
  && fail "hot paths use vector registers: $(head -1 vectors)"
readelf -Wd "$lib/libmemlb.so.1" > dynamic
grep -q 'TEXTREL' dynamic && fail "text relocations"
grep -q 'NODELETE' dynamic || fail "the runtime may be unloaded"
readelf -Wl "$lib/libmemlb.so.1" | grep -q 'GNU_STACK.*RWE' \
  && fail "executable stack"

# A link that forgets the runtime says which option is missing.
cat > lone.s <<END
	.text
	.globl	main
main:	call	__memlb_enter
	ret
	.hidden	"memlb: link with memlb-gcc or add -lmemlb"
	.data
	.quad	"memlb: link with memlb-gcc or add -lmemlb"
	.section .note.GNU-stack, "", @progbits
END
${CC:-gcc} lone.s -o lone 2> link.log && fail "linked without the runtime"
grep -q 'memlb: link with memlb-gcc or add -lmemlb' link.log \
  || fail "the message of the link is $(cat link.log)"
${CC:-gcc} lone.s -o lone "$lib/libmemlb.a" 2> link.log \
  || fail "does not link with the runtime: $(cat link.log)"
exit $failed
