/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime/arch/x86-64/move.S: what copies call in the place of memcpy and its like,
   and of string instructions.  Each is called on a stack that lies as a private one
   does.  */

#include "check-main.h"
#include "callees.h"
#include "thread.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#define STACK_AT (MRT_MAPPING_ALIGN - 0x20000)
#define BYTES 100
#define DISTANCE 0x10000

/* What a function is called with, and leaves.  */
struct registers
{
  uint64_t rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11, flags;
};

static char *base;		/* of the mapping */
static char *top;		/* of its stack */
static char *data;		/* the program's, and its mirror behind */
static sigjmp_buf failed;

static void
make_stack (void)
{
  char *p = mmap (NULL, 2 * (size_t) MRT_MAPPING_ALIGN, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ck_assert (p != MAP_FAILED);
  uint64_t align = MRT_MAPPING_ALIGN;
  base = (char *) (((uint64_t) p + align - 1) & -align);
  top = base + STACK_AT;
  data = mmap (NULL, 2 * DISTANCE, PROT_READ | PROT_WRITE,
	       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert (data != MAP_FAILED);
  uint64_t distance = DISTANCE, end = (uint64_t) top;
  memcpy (base + MRT_MIRROR_DISTANCE, &distance, sizeof distance);
  memcpy (base + MRT_STACK_END, &end, sizeof end);
}

/* Call FUNCTION with R on the private stack, of which the uppermost 4 KB are its
   caller's.  */

static void
call (void (*function) (void), struct registers *r)
{
  char *sp = top - 4096;
  __asm__ volatile (
    "pushq %%rbp\n\t"
    "pushq %%rbx\n\t"
    "pushq %%r12\n\t"
    "movq %%rsp, %%r12\n\t"
    "movq %0, %%rbx\n\t"
    "movq %1, %%rbp\n\t"
    "movq %2, %%rsp\n\t"
    "pushq 72(%%rbx)\n\t"
    "popfq\n\t"
    "movq (%%rbx), %%rax\n\t"
    "movq 8(%%rbx), %%rcx\n\t"
    "movq 16(%%rbx), %%rdx\n\t"
    "movq 24(%%rbx), %%rsi\n\t"
    "movq 32(%%rbx), %%rdi\n\t"
    "movq 40(%%rbx), %%r8\n\t"
    "movq 48(%%rbx), %%r9\n\t"
    "movq 56(%%rbx), %%r10\n\t"
    "movq 64(%%rbx), %%r11\n\t"
    "call *%%rbp\n\t"
    "movq %%rax, (%%rbx)\n\t"
    "movq %%rcx, 8(%%rbx)\n\t"
    "movq %%rdx, 16(%%rbx)\n\t"
    "movq %%rsi, 24(%%rbx)\n\t"
    "movq %%rdi, 32(%%rbx)\n\t"
    "movq %%r8, 40(%%rbx)\n\t"
    "movq %%r9, 48(%%rbx)\n\t"
    "movq %%r10, 56(%%rbx)\n\t"
    "movq %%r11, 64(%%rbx)\n\t"
    "pushfq\n\t"
    "popq 72(%%rbx)\n\t"
    "movq %%r12, %%rsp\n\t"
    "popq %%r12\n\t"
    "popq %%rbx\n\t"
    "popq %%rbp"
    : : "a" (r), "c" (function), "d" (sp)
    : "rsi", "rdi", "r8", "r9", "r10", "r11", "cc", "memory",
      "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
}

static void
handler (int sig)
{
  siglongjmp (failed, sig);
}

/* True if FUNCTION with R ends by a fault.  */

static bool
faults_p (void (*function) (void), struct registers r)
{
  struct sigaction a = { .sa_handler = handler }, before;
  sigaction (SIGILL, &a, &before);
  volatile bool faulted = true;
  if (!sigsetjmp (failed, 1))
    {
      call (function, &r);
      faulted = false;
    }
  sigaction (SIGILL, &before, NULL);
  return faulted;
}

/* The program's bytes are A, those of their mirror B, the private ones C.  */

static char *
fill (char *private)
{
  memset (data, 'a', DISTANCE);
  memset (data + DISTANCE, 'b', DISTANCE);
  memset (data + DISTANCE, 'x', BYTES);
  memset (private, 'c', 2 * BYTES);
  return private;
}

static bool
all_p (const char *p, char c, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (p[i] != c)
      return false;
  return true;
}

/* What a function works on: elements of SIZE bytes, or, if 0, by the C library's
   function.  */
struct function
{
  void (*memory) (void), (*floats) (void);
  unsigned size;
  bool fill;
};

static const struct function functions[]
  = { { mrt_copy_memory, mrt_copy_floats, 0, false },
      { mrt_fill_memory, mrt_fill_floats, 0, true },
      { mrt_movsb_memory, mrt_movsb_floats, 1, false },
      { mrt_movsl_memory, mrt_movsl_floats, 4, false },
      { mrt_movsq_memory, mrt_movsq_floats, 8, false },
      { mrt_stosb_memory, mrt_stosb_floats, 1, true },
      { mrt_stosl_memory, mrt_stosl_floats, 4, true },
      { mrt_stosq_memory, mrt_stosq_floats, 8, true } };

/* The registers with which F works on N bytes at TO and FROM; what fills are
   'x'.  */

static struct registers
arguments (const struct function *f, char *to, char *from, size_t n)
{
  struct registers r = { 0x7878787878787878, 1, n, (uint64_t) from,
			 (uint64_t) to, 8, 9, 10, 11, 0x8d5 };
  if (f->size)
    {
      r.rcx = n / f->size;
      r.rdx = 2;
    }
  else if (f->fill)
    {
      r.rsi = 'x';
      r.r11 = (uint64_t) memset;
    }
  else
    r.r11 = (uint64_t) memcpy;
  return r;
}

/* Check what F leaves in R, called with BEFORE.  */

static void
check_registers (const struct function *f, const struct registers *r,
		 const struct registers *before, size_t n)
{
  if (!f->size)
    {
      ck_assert_uint_eq (r->rax, before->rdi);
      return;
    }
  ck_assert_uint_eq (r->rax, before->rax);
  ck_assert_uint_eq (r->rcx, 0);
  ck_assert_uint_eq (r->rdx, before->rdx);
  ck_assert_uint_eq (r->rsi, before->rsi + (f->fill ? 0 : n));
  ck_assert_uint_eq (r->rdi, before->rdi + n);
  ck_assert_uint_eq (r->r8, before->r8);
  ck_assert_uint_eq (r->r9, before->r9);
  ck_assert_uint_eq (r->r10, before->r10);
  ck_assert_uint_eq (r->r11, before->r11);
  ck_assert_uint_eq (r->flags & 0x8d5, before->flags & 0x8d5);
}

/* The program's memory stays as it was, its mirror is written.  */

START_TEST (mirror)
{
  const struct function *f = &functions[_i / 2];
  make_stack ();
  fill (top - 2048);
  struct registers r = arguments (f, data + 4096, data, 96), before = r;
  call (_i % 2 ? f->floats : f->memory, &r);
  check_registers (f, &r, &before, 96);
  ck_assert (all_p (data, 'a', DISTANCE));
  ck_assert (all_p (data + DISTANCE + 4096, 'x', 96));
  ck_assert (all_p (data + DISTANCE + 4096 + 96, 'b', 1000));
}
END_TEST

/* What lies on the private stack is itself written, and read.  */

START_TEST (private)
{
  const struct function *f = &functions[_i];
  make_stack ();
  char *mine = fill (top - 2048);
  struct registers r = arguments (f, mine, data, 96), before = r;
  call (f->memory, &r);
  check_registers (f, &r, &before, 96);
  ck_assert (all_p (mine, 'x', 96) && all_p (mine + 96, 'c', 100));
  ck_assert (all_p (data, 'a', DISTANCE));
  if (f->fill)
    return;
  fill (mine);
  r = arguments (f, data, mine, 96);
  call (f->memory, &r);
  ck_assert (all_p (data, 'a', DISTANCE));
  ck_assert (all_p (data + DISTANCE, 'c', 96));
}
END_TEST

/* Floating point is in the mirror of the private stack.  */

START_TEST (private_floats)
{
  const struct function *f = &functions[_i];
  make_stack ();
  char *mine = fill (top - 2048);
  struct registers r = arguments (f, mine, data, 96);
  memset (mine + DISTANCE, 'd', 200);
  call (f->floats, &r);
  ck_assert (all_p (mine, 'c', 200));
  ck_assert (all_p (mine + DISTANCE, 'x', 96)
	     && all_p (mine + DISTANCE + 96, 'd', 100));
}
END_TEST

/* A function of two results stores them in the mirror.  */

static void
store_both (double *a, double *b)
{
  *a = 1;
  *b = 2;
}

START_TEST (results)
{
  make_stack ();
  double *a = (double *) fill (top - 2048), *b = (double *) data;
  const double *mirror = (double *) ((char *) a + DISTANCE);
  struct registers r = { .rdi = (uint64_t) a, .rsi = (uint64_t) b,
			 .r11 = (uint64_t) store_both };
  call (mrt_store_floats, &r);
  ck_assert (all_p ((char *) a, 'c', 200) && all_p (data, 'a', DISTANCE));
  ck_assert (*mirror == 1 && *(double *) (data + DISTANCE) == 2);
}
END_TEST

/* What would leave the private stack, or the part of it that is in use, is given up,
   and nothing is written; likewise what is too long.  */

START_TEST (given_up)
{
  const struct function *f = &functions[_i];
  make_stack ();
  char *mine = fill (top - 2048);
  ck_assert (faults_p (f->memory, arguments (f, top - 88, data, 96)));
  ck_assert (faults_p (f->memory, arguments (f, top - 8192, data, 96)));
  ck_assert (faults_p (f->memory, arguments (f, base + 4096, data, 96)));
  ck_assert (faults_p (f->memory, arguments (f, data, data, 0x4000008)));
  ck_assert (faults_p (f->memory, arguments (f, data, data, -(uint64_t) 8)));
  ck_assert (faults_p (f->floats, arguments (f, data, data, 0x4000008)));
  ck_assert (all_p (top - 88, 0, 88) && all_p (mine, 'c', 200));
  ck_assert (all_p (data, 'a', DISTANCE)
	     && all_p (data + DISTANCE + BYTES, 'b', DISTANCE - BYTES));
  ck_assert (!faults_p (f->memory, arguments (f, top - 96, data, 96)));
}
END_TEST

int
main (void)
{
  int n = sizeof functions / sizeof functions[0];
  TCase *tests = tcase_create ("move");
  tcase_add_loop_test (tests, mirror, 0, 2 * n);
  tcase_add_loop_test (tests, private, 0, n);
  tcase_add_loop_test (tests, private_floats, 0, n);
  tcase_add_test (tests, results);
  tcase_add_loop_test (tests, given_up, 0, n);
  return run_tests (tests);
}
