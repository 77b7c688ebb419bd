/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/arch/x86-64/access.c: whether an instruction takes memory for integers.  */

#include "check-main.h"
#include "base.h"
#include "arch.h"

#define INSN(NAME, TEXT)						\
  __asm__ (".pushsection .rodata\n" #NAME ":\t" TEXT "\n.popsection");	\
  extern const unsigned char NAME[];

#define FLOATS								\
  X (float_load, "movsd %gs:(%rax), %xmm0")				\
  X (float_single, "movss %gs:8(%r12,%rax), %xmm9")			\
  X (float_store, "movupd %xmm2, %gs:(%rbx)")				\
  X (float_aligned, "movaps %gs:(%rbx), %xmm2")				\
  X (float_high, "movhpd %gs:(%rbx), %xmm2")				\
  X (float_sum, "addsd %gs:(%rax,%rcx,8), %xmm1")			\
  X (float_root, "sqrtsd %gs:(%r8), %xmm1")				\
  X (float_compared, "ucomisd %gs:(%r8), %xmm1")			\
  X (float_converted, "cvtsd2si %gs:(%r8), %eax")			\
  X (float_moved, "movq %gs:(%r8), %xmm3")				\
  X (float_avx, "vmovupd %gs:(%r9,%rcx), %ymm1")			\
  X (float_avx_high, "vmulsd %gs:(%r9,%rcx), %xmm12, %xmm1")		\
  X (float_fused, "vfmadd213pd %gs:(%r8,%rcx), %ymm3, %ymm1")		\
  X (float_spread, "vbroadcastsd %gs:(%r8), %ymm1")			\
  X (float_part, "vinsertf128 $1, %gs:(%r8), %ymm1, %ymm1")		\
  X (float_wide, "vmovupd %gs:64(%r9,%rcx), %zmm17")			\
  X (float_wide_fused, "vfmadd231pd %gs:(%r8){1to8}, %zmm3, %zmm1")	\
  X (float_old, "fldl %gs:(%rax)")

#define INTEGERS							\
  X (integer_load, "movl %gs:(%rax), %ebx")				\
  X (integer_byte, "movsbl %gs:(%r12,%rax), %ebx")			\
  X (integer_small, "movzwl %gs:(%rax), %r9d")				\
  X (integer_long, "movslq %gs:(%rax), %r9")				\
  X (integer_store, "movb $0, %gs:(%rdx)")				\
  X (integer_update, "addq $1, %gs:(%rax)")				\
  X (integer_product, "imulq %gs:(%r11), %rax")				\
  X (integer_chosen, "cmovl %gs:(%r11), %eax")				\
  X (integer_vector, "movdqu %gs:(%rax), %xmm0")			\
  X (integer_sum, "paddd %gs:(%rax), %xmm0")				\
  X (integer_converted, "cvtsi2sdl %gs:(%rax), %xmm0")			\
  X (integer_pairs, "cvtdq2pd %gs:(%rax), %xmm0")			\
  X (integer_avx, "vpaddd %gs:(%rax,%rcx), %ymm0, %ymm0")		\
  X (integer_avx_load, "vmovdqu %gs:(%r8), %ymm0")			\
  X (integer_avx_converted, "vcvtsi2sdq %gs:(%rax), %xmm0, %xmm0")	\
  X (integer_widened, "vpmovsxbd %gs:(%rax), %ymm0")			\
  X (integer_wide, "vmovdqu64 %gs:(%rax), %zmm0")			\
  X (integer_string, "rep movsb")

#define X INSN
FLOATS
INTEGERS
#undef X

static const struct
{
  const char *name;
  const unsigned char *insn;
  bool integer;
} cases[] = {
#define X(NAME, TEXT) { TEXT, NAME, false },
  FLOATS
#undef X
#define X(NAME, TEXT) { TEXT, NAME, true },
  INTEGERS
#undef X
};

START_TEST (kinds)
{
  ck_assert_msg (mrt_integer_access_p (cases[_i].insn) == cases[_i].integer,
		 "%s", cases[_i].name);
}
END_TEST

int
main (void)
{
  TCase *tests = tcase_create ("access");
  tcase_add_loop_test (tests, kinds, 0, sizeof cases / sizeof cases[0]);
  return run_tests (tests);
}
