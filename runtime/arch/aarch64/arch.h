/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the aarch64 back end gives to the rest of the runtime: the saved
   registers, the clock, the extended state, system calls.  Included by C and
   by assembly; everything that names a register stands in this folder.

   The stack is 16-byte aligned always, and there is no red zone.  Inserted
   code pushes 16 bytes around each call of a stub: x30, and 8 bytes that are
   the stub's own.  The stubs of a module push x16 and x17 below them.  */
#ifndef MRT_ARCH_H
#define MRT_ARCH_H

/* A thread's mapping is aligned to this, so that the mapping of a thread
   whose stack pointer is on its private stack can be found from it alone
   (by unwinders, which know no thread-local storage).  */
#define MRT_MAPPING_ALIGN 0x4000000

/* The first kernel that lets timers of CPU time expire on the way back to the program
   only (limit.c); 0: not known.  */
#define MRT_CPU_TIMERS_WAIT 0

/* Offsets of struct mrt_thread that the assembly uses.  */
#define MRT_HOST_SP 0
#define MRT_RUN_START 8
#define MRT_RUN_STOP 16
#define MRT_SSP 24
#define MRT_LAUNCH_PC 32
#define MRT_RECORDS 40
#define MRT_DEPTH 48
#define MRT_SERIAL 56
#define MRT_FENCED 60
#define MRT_LAUNCH 64
#define MRT_NOW 328
#define MRT_QUICK_LIMIT 336
#define MRT_DUE 344
#define MRT_GATES 352
#define MRT_OBSERVATION 360
#define MRT_COPY 384
#define MRT_FRAMES_AT 704

/* Offsets of struct mrt_regs and struct mrt_context, and its size.  */
#define MRT_REG(N) ((N) * 8)
#define MRT_FLAGS 256
#define MRT_RET 264
#define MRT_LINK 272
#define MRT_SCRATCH 280
#define MRT_CONTEXT_SIZE 288

/* Offsets of struct mrt_frame, and its size.  */
#define MRT_FRAME_SIZE 64
#define MRT_FRAME_SP 0
#define MRT_FRAME_DESC 8
#define MRT_FRAME_RECORD 16
#define MRT_FRAME_START 24
#define MRT_FRAME_OBSERVED 32
#define MRT_FRAME_CPU_START 40
#define MRT_FRAME_INDEX 48
#define MRT_FRAME_STATE 52
#define MRT_FRAME_RED_ZONE 56
#define MRT_FRAMES 16

/* Offset of the rows of functions called through pointers, and which bits of an
   address choose one of them.  */
#define MRT_TARGETS_AT (MRT_FRAMES_AT + MRT_FRAMES * MRT_FRAME_SIZE)
#define MRT_TARGET_BITS 0x3f0
#define MRT_TARGET_ROWS 65

/* Offsets behind them.  */
#define MRT_MIRROR_DISTANCE (MRT_TARGETS_AT + 16 * MRT_TARGET_ROWS)
#define MRT_STACK_END (MRT_MIRROR_DISTANCE + 8)

/* Offsets of what says which observation points are passed by.  */
#define MRT_TO_PASS (MRT_STACK_END + 8)
#define MRT_PASSED (MRT_STACK_END + 16)

/* Bits of mrt_frame.state.  */
#define MRT_FRAME_TIMED 1	/* the time of this entry counts */
#define MRT_FRAME_SNAPSHOT 2	/* self->snap is this entry: run the bound */
#define MRT_FRAME_OBSERVE 4	/* in the observe copy */
#define MRT_FRAME_COMPARE 8	/* bound has run: compare at the exit */
#define MRT_FRAME_COPIED 16	/* the nest has copies: it holds no calls */
#define MRT_FRAME_APART 32	/* the sample's original does not count */
#define MRT_FRAME_QUICK 64	/* timed, and nothing else */
#define MRT_FRAME_STEPS 256	/* bound has counted: compare at the exit */
#define MRT_FRAME_MARKED 0x1000	/* a timer notes how far the original is */
#define MRT_FRAME_TRIAL 0x2000	/* has a bound run only if it was long */
#define MRT_FRAME_AROUND 0x4000	/* of MEMLB_NEST_OUTER */
#define MRT_FRAME_WHOLE 0x8000	/* of MEMLB_NEST_PROCEDURE */
#define MRT_FRAME_SHUT 0x10000	/* of a function whose gate is shut for that */
#define MRT_FRAME_WEIGHED 0x40000 /* its bound run depends on its length */
#define MRT_FRAME_PARTS 0x200000 /* has a part of a bound run, if that is cheaper */
#define MRT_FRAME_AUXILIARY 0x80000 /* like a sample, but without a bound run */
#define MRT_FRAME_DRAWN 0x100000 /* looked at for others like it */
#define MRT_FRAME_LOOKED 0x20000 /* which nests are inside is looked at */
#define MRT_FRAME_CALLING 1024	/* the nest calls functions with copies */
#define MRT_FRAME_REPLAY 512	/* control loads are noted: replay at the exit */
#define MRT_FRAME_DISTURBED 0x800 /* the time of this entry is not known */

/* Offsets of struct mrt_record and struct memlb_nest.  */
#define MRT_RECORD_ENTRIES 0
#define MRT_RECORD_TIMED 16
#define MRT_RECORD_TIME 24
#define MRT_RECORD_SQUARES 32
#define MRT_RECORD_QUICK 48
#define MRT_RECORD_GAP 56
#define MRT_RECORD_SERIAL 60
#define MRT_NEST_FLAGS 8
#define MRT_NEST_INDEX 16
#define MRT_NEST_RUNTIME 248
#define MRT_NEST_GATE 280

/* Offsets of struct memlb_gates in thread-local storage.  */
#define MRT_GATES_FIRST 0
#define MRT_GATES_BEGUN 8
#define MRT_GATES_OBSERVING 24
#define MRT_GATES_ACTIVE 40

#define MRT_CHAIN 64		/* additions in a round of mrt_chain */
#define MRT_ROUND 32		/* accesses in a round of mrt_store_along_16 */

/* What mrt_enter and mrt_observe want done after the registers are back.  */
#define MRT_GO_ON 0		/* return */
#define MRT_GO_TIMED 3		/* return, timed; see mrt_stamp */
				/* more: jump to a landing pad, see
				   mrt_redirect */

/* Cells of the empty nest that calibrates the clock.  */
#define MRT_EMPTY_CELLS 64

/* Bytes of one save area for the extended state: 32 vector registers of 16
   bytes, or with SVE of up to 256, predicates and FFR; FPSR and FPCR.  */
#define MRT_XSTATE_FPSR 0
#define MRT_XSTATE_FPCR 8
#define MRT_XSTATE_VECTORS 16
#define MRT_XSTATE_SIZE (MRT_XSTATE_VECTORS + 32 * 256 + 17 * 32 + 32)

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <signal.h>
#include <ucontext.h>

#define MRT_SP 31
#define MRT_FP 29
#define MRT_POINTER 17		/* what mrt_call_pointer is to call */
#define MRT_LANDING 30		/* what a copy is entered by; its landing pad
				   loads it from MEMLB_CELL_SCRATCH */
#define MRT_GPRS 32

/* x0 to x30, the stack pointer, then the flags.  */
struct mrt_regs
{
  uint64_t gpr[MRT_GPRS];
  uint64_t flags;		/* NZCV */
};

/* What the stubs push, and what inserted code has pushed.  */
struct mrt_context
{
  struct mrt_regs regs;		/* gpr[MRT_SP]: mrt_redirect, mrt_stamp */
  uint64_t ret;
  uint64_t link;		/* x30 before the call */
  uint64_t scratch;		/* the counters' address, for landing pads */
};

struct mrt_xstate
{
  unsigned char bytes[MRT_XSTATE_SIZE];
} __attribute__ ((aligned (64)));

/* What the compiler calls to clear and to copy structures: the C library's
   functions use vector registers.  */
void *memset (void *, int, size_t) __asm__ ("mrt_memset")
  __attribute__ ((visibility ("hidden")));
void *memcpy (void *, const void *, size_t) __asm__ ("mrt_memcpy")
  __attribute__ ((visibility ("hidden")));

/* Slots never have an index: what that means was not measured.  */
#define MRT_SLOTS_INDEXED false

/* The stubs leave all entries to mrt_enter, quick ones too.  */
#define MRT_QUICK_STUBS 0

/* The user's stack pointer at the call of a stub in CTX when the caller
   stepped over RED_ZONE bytes.  */
static inline uint64_t
mrt_user_sp (const struct mrt_context *ctx, unsigned red_zone)
{
  return (uint64_t) (ctx + 1) + red_zone;
}

/* The 32-bit number behind the branch that the call returns to, at RET.  */
static inline int32_t
mrt_site_number (uint64_t ret)
{
  return *(const int32_t *) (ret + 4);
}

/* The number of the observation point whose call returns to RET; none is TESTED.  */
static inline uint32_t
mrt_site_point (uint64_t ret, bool tested)
{
  (void) tested;
  return (uint32_t) mrt_site_number (ret);
}

/* The descriptor that the entry call returning to RET names.  The only
   place that knows how the distance is encoded.  */
static inline struct memlb_nest *
mrt_site_nest (uint64_t ret)
{
  return (struct memlb_nest *) (ret + 4 + (int64_t) mrt_site_number (ret));
}

/* Let the call of an observation point at CTX go on at ORIGINAL, the place in
   the original, with RED_ZONE bytes to step over: what mrt_observe returns.
   A jump there is behind the number.  */
static inline int
mrt_leave_copy (struct mrt_context *ctx, uint64_t original, unsigned red_zone)
{
  (void) original, (void) red_zone;
  ctx->ret += 8;
  return MRT_GO_ON;
}

/* The counter of mrt_clock as profiles call it.  */
#define MRT_CLOCK_NAME "cntvct"

/* Time stamp: everything before it has been executed, nothing after it has
   begun.  */
static inline uint64_t
mrt_clock (void)
{
  uint64_t now;
  __asm__ volatile ("isb\n\tmrs %0, cntvct_el0\n\tisb"
		    : "=r" (now) : : "memory");
  return now;
}

/* True where user code may read event counters of the processor, and one of
   them: not here.  */
#define MRT_USER_COUNTERS 0
static inline uint64_t
mrt_read_counter (uint32_t index)
{
  (void) index;
  return 0;
}

/* Add N to *P, such that a signal handler on the same thread may do so too:
   exclusive loads and stores, an exception between which is noticed.  */
static inline void
mrt_bump (uint64_t *p, uint64_t n)
{
  __atomic_fetch_add (p, n, __ATOMIC_RELAXED);
}

/* The same for a gate.  */
static inline void
mrt_bump_gate (int32_t *p, int32_t n)
{
  __atomic_fetch_add (p, n, __ATOMIC_RELAXED);
}

static inline void
mrt_fence (void)
{
  __asm__ volatile ("dsb ish\n\tisb" : : : "memory");
}

static inline void
mrt_pause (void)
{
  __asm__ volatile ("yield");
}

/* Copy N bytes from SRC to DST without a library call.  */
static inline void
mrt_copy (void *dst, const void *src, size_t n)
{
  char *d = dst;
  const char *s = src;
  uint64_t word;
  for (; n >= 8; n -= 8, d += 8, s += 8)
    {
      __asm__ volatile ("ldr %0, %1" : "=r" (word)
			: "Q" (*(const char (*)[8]) s));
      __asm__ volatile ("str %1, %0" : "=Q" (*(char (*)[8]) d) : "r" (word));
    }
  for (; n; n--, d++, s++)
    {
      __asm__ volatile ("ldrb %w0, %1" : "=r" (word) : "Q" (*s));
      __asm__ volatile ("strb %w1, %0" : "=Q" (*d) : "r" (word));
    }
}

static inline void
mrt_fill (void *dst, unsigned char value, size_t n)
{
  char *d = dst;
  uint64_t word = value * (uint64_t) 0x0101010101010101;
  for (; n >= 8; n -= 8, d += 8)
    __asm__ volatile ("str %1, %0" : "=Q" (*(char (*)[8]) d) : "r" (word));
  for (; n; n--, d++)
    __asm__ volatile ("strb %w1, %0" : "=Q" (*d) : "r" (word));
}

/* A system call; errno is not touched, errors are returned negative.  */
static inline long
mrt_syscall6 (long nr, long a, long b, long c, long d, long e, long f)
{
  register long x8 __asm__ ("x8") = nr;
  register long x0 __asm__ ("x0") = a;
  register long x1 __asm__ ("x1") = b;
  register long x2 __asm__ ("x2") = c;
  register long x3 __asm__ ("x3") = d;
  register long x4 __asm__ ("x4") = e;
  register long x5 __asm__ ("x5") = f;
  __asm__ volatile ("svc #0"
		    : "+r" (x0)
		    : "r" (x8), "r" (x1), "r" (x2), "r" (x3), "r" (x4),
		      "r" (x5)
		    : "memory");
  return x0;
}

#define mrt_syscall3(NR, A, B, C) \
  mrt_syscall6 ((NR), (long) (A), (long) (B), (long) (C), 0, 0, 0)
#define mrt_syscall4(NR, A, B, C, D) \
  mrt_syscall6 ((NR), (long) (A), (long) (B), (long) (C), (long) (D), 0, 0)

/* There is no segment for mirror copies, and the plugin makes none.  */
#define mrt_segment_free false
#define mrt_segment_signed false
static inline void
mrt_segment_init (void)
{
}

static inline uint64_t
mrt_segment_base (void)
{
  return 0;
}

static inline void
mrt_set_segment_base (uint64_t base)
{
  (void) base;
}

/* Nor are there copies of whole functions, which count by it.  */
static inline bool
mrt_ask_segment_base (uint64_t *base)
{
  (void) base;
  return false;
}

static inline bool
mrt_put_segment_base (uint64_t base)
{
  (void) base;
  return false;
}

/* True when the thread runs with a shadow stack.  */
static inline bool
mrt_shadow_stack_p (void)
{
  return false;
}

/* Find out how to save the extended state.  Context: start only.  */
void mrt_xstate_init (void);

/* Save and load the vector registers, with SVE all of them and the predicates,
   FPSR and FPCR.  The C code between two of these is built without vector
   instructions and leaves the state as it is.  Context: any.  */
void mrt_xstate_save (struct mrt_xstate *to);
void mrt_xstate_load (const struct mrt_xstate *from);

/* Read and set the sticky exception flags in a saved state.  */
uint32_t mrt_xstate_exceptions (const struct mrt_xstate *state);
void mrt_xstate_set_exceptions (struct mrt_xstate *state, uint32_t flags);

/* Those that tell of subnormal operands and results: IDC, UFC.  */
#define MRT_SUBNORMAL_EXCEPTIONS 0x88

/* And of values outside the normal range: invalid, divide by zero, overflow,
   underflow, denormal.  */
#define MRT_RANGE_EXCEPTIONS 0x8f

/* Let arithmetic in STATE take subnormal numbers for zero as BITS say; returns
   those before.  FZ of FPCR.  */
#define MRT_FLUSH 0x1000000
uint32_t mrt_xstate_set_flush (struct mrt_xstate *state, uint32_t bits);

/* Add X to the low 8 bytes of vector register REG in STATE.  */
void mrt_xstate_add (struct mrt_xstate *state, unsigned reg, uint64_t x);

/* True when the vector registers VECS and the predicate registers MASKS (sets
   by bit) are equal in A and B.  */
bool mrt_xstate_equal_p (const struct mrt_xstate *a,
			 const struct mrt_xstate *b, uint32_t vecs,
			 uint32_t masks);

/* Flags that a program can see the control flow in: NZCV.  */
#define MRT_CONDITION_FLAGS 0xf0000000

struct mrt_thread;

/* Start the copy that SELF->launch describes.  Returns 0 when the copy
   reached its exit, 1 when it was abandoned.  */
int mrt_launch (struct mrt_thread *self);

/* Where the signal handlers send an abandoned copy: returns 1 from
   mrt_launch.  */
void mrt_launch_abandoned (void);

/* An instrumented nest with nothing in it, one with little, and the bound copy
   of both.  */
void mrt_empty_nest (void);
void mrt_short_nest (void);
void mrt_empty_bound (void);

/* Copy N bytes from SRC, which may not be readable; 0 when done, -1 when
   the read faulted.  The handlers know the range of code.  */
int mrt_guarded_copy (void *dst, const void *src, size_t n);
extern const char mrt_guarded_begin[], mrt_guarded_end[];
void mrt_guarded_failed (void);

/* Call FN (ARG) on the stack that ends at TOP, with floating-point control
   as C has it.  False when a fault ended it.  One thread at a time.  Context:
   any.  */
bool mrt_aside (void (*fn) (void *), void *arg, void *top);
void mrt_aside_failed (void);

/* The kernel's way back from a handler.  */
void mrt_sigreturn (void) __asm__ ("__restore_rt");

/* Instruction and stack pointer of an interrupted context, and where it
   goes on.  */
static inline uint64_t
mrt_uc_pc (const ucontext_t *uc)
{
  return uc->uc_mcontext.pc;
}

static inline uint64_t
mrt_uc_sp (const ucontext_t *uc)
{
  return uc->uc_mcontext.sp;
}

/* Nobody asks: there are no mirrors.  */

static inline bool
mrt_uc_wrote_p (const ucontext_t *uc)
{
  (void) uc;
  return false;
}

/* Nothing tells of subnormal operands.  */

#define MRT_SUBNORMAL_OPERAND 0

static inline bool
mrt_take_subnormal (void)
{
  return false;
}

static inline void
mrt_give_subnormal (void)
{
}

static inline bool
mrt_integer_access_p (const unsigned char *insn)
{
  (void) insn;
  return false;
}

/* General register REG, and the lowest eight bytes of vector register REG < 16,
   there.  */
static inline uint64_t
mrt_uc_gpr (const ucontext_t *uc, unsigned reg)
{
  return reg < 31 ? uc->uc_mcontext.regs[reg]
	 : reg == MRT_SP ? uc->uc_mcontext.sp : 0;
}

static inline uint64_t
mrt_uc_vector (const ucontext_t *uc, unsigned reg)
{
  const struct fpsimd_context *v
    = (const void *) uc->uc_mcontext.__reserved;
  if (v->head.magic != FPSIMD_MAGIC || reg >= 16)
    return 0;
  return (uint64_t) v->vregs[reg];
}

static inline void
mrt_uc_guarded_fail (ucontext_t *uc)
{
  uc->uc_mcontext.pc = (uint64_t) mrt_guarded_failed;
}

/* Make UC, interrupted in what mrt_aside called, go on behind that call.  */
static inline void
mrt_uc_aside_fail (ucontext_t *uc)
{
  uc->uc_mcontext.pc = (uint64_t) mrt_aside_failed;
}

/* Make UC go on in mrt_launch_abandoned on the host stack of SELF.  */
static inline void
mrt_uc_abandon (ucontext_t *uc, struct mrt_thread *self, uint64_t host_sp)
{
  uc->uc_mcontext.pc = (uint64_t) mrt_launch_abandoned;
  uc->uc_mcontext.sp = host_sp;
  uc->uc_mcontext.regs[0] = (uint64_t) self;
}

/* Make the stub that pushed CTX go on at LANDING when mrt_enter returns the
   address of counters: the landing pad finds it beside the program's x30.  */
static inline void
mrt_redirect (struct mrt_context *ctx, uint64_t landing)
{
  ctx->regs.gpr[MRT_SP] = landing;
}

/* Make the stub that pushed CTX note the clock in *START as the last thing
   before it returns by MRT_GO_TIMED.  */
static inline void
mrt_stamp (struct mrt_context *ctx, uint64_t *start)
{
  ctx->regs.gpr[MRT_SP] = (uint64_t) start;
}

/* What the assembly finds in a descriptor's `runtime' field: the distance of
   its nest's record from the first one, 0 if the nest is not served, and
   above it the bytes that its calls step over.  */
static inline uint64_t
mrt_nest_word (uint32_t distance, uint32_t red_zone)
{
  return distance | (uint64_t) red_zone << 32;
}

/* True when the processor can do all that the stubs need.  Context: start
   only.  */
bool mrt_cpu_fits_p (void);

/* True when valgrind simulates the processor.  Context: any.  */
bool mrt_valgrind_p (void);

/* CPU name and number of ticks a second if the processor says so, else
   0.  MODEL has room for 49 bytes.  */
void mrt_cpu_model (char *model);
uint64_t mrt_clock_nominal_hz (void);
bool mrt_clock_invariant_p (void);

#endif /* !__ASSEMBLER__ */
#endif /* MRT_ARCH_H */
