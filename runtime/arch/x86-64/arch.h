/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the x86-64 back end gives to the rest of the runtime: the saved
   registers, the clock, the extended state, system calls.  Included by C and
   by assembly; everything that names a register stands in this folder.  */
#ifndef MRT_ARCH_H
#define MRT_ARCH_H

/* A thread's mapping is aligned to this, so that the mapping of a thread
   whose stack pointer is on its private stack can be found from it alone
   (by unwinders, which know no thread-local storage).  */
#define MRT_MAPPING_ALIGN 0x4000000

/* The first kernel that lets timers of CPU time expire on the way back to the program
   only (limit.c); 0: not known.  */
#define MRT_CPU_TIMERS_WAIT MRT_KERNEL_VERSION (5, 9)

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
#define MRT_NOW 200
#define MRT_QUICK_LIMIT 208
#define MRT_DUE 216
#define MRT_GATES 224
#define MRT_OBSERVATION 232
#define MRT_COPY 256
#define MRT_FRAMES_AT 448

/* Offsets of struct mrt_regs.  */
#define MRT_REG(N) ((N) * 8)
#define MRT_FLAGS 128
#define MRT_RET 136		/* of struct mrt_context */

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
#define MRT_FRAME_AROUND 0x4000	/* of MEMLB_NEST_OUTER */
#define MRT_FRAME_WHOLE 0x8000	/* of MEMLB_NEST_PROCEDURE */
#define MRT_FRAME_SHUT 0x10000	/* of a function whose gate is shut for that */
#define MRT_FRAME_WEIGHED 0x40000 /* its bound run depends on its length */
#define MRT_FRAME_PARTS 0x200000 /* has a part of a bound run, if that is cheaper */
#define MRT_FRAME_AUXILIARY 0x80000 /* like a sample, but without a bound run */
#define MRT_FRAME_DRAWN 0x100000 /* looked at for others like it */
#define MRT_FRAME_LOOKED 0x20000 /* which nests are inside is looked at */
#define MRT_FRAME_TRIAL 0x2000	/* has a bound run only if it was long */
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
#define MRT_NEST_TABLE 424
#define MRT_NEST_COUNTING 500
#define MRT_NEST_GATE 280

/* Offsets of struct memlb_gates in thread-local storage.  */
#define MRT_GATES_FIRST 0
#define MRT_GATES_BEGUN 8
#define MRT_GATES_COUNTS 16

/* Offsets of words beside a thread's counters of a nest.  */
#define MRT_COUNT_SAVE 8
#define MRT_COUNT_ENTRIES 16
#define MRT_COUNT_SP 24
#define MRT_COUNT_LOOK 48

#define MRT_CHAIN 64		/* additions in a round of mrt_chain */
#define MRT_ROUND 32		/* accesses in a round of mrt_store_along_16 */

/* From where the call of an observation point returns to the byte with its number.  */
#define MRT_TESTED_POINT -8

/* The call at a gate of entries that may be counted has a jump behind it, whose second
   byte this is, and no NOP; the gate's word was added by an instruction that ends
   so far from where the call returns to.  */
#define MRT_SITE_JUMP 0x85
#define MRT_GATE_ADDED -11

/* What mrt_enter and mrt_observe want done after the registers are back.  */
#define MRT_GO_ON 0		/* return */
#define MRT_GO_RED_ZONE 2	/* return and drop the red zone */
#define MRT_GO_TIMED 3		/* return, timed; see mrt_stamp */
				/* more: jump to a landing pad, see
				   mrt_redirect */

/* Cells of the empty nest that calibrates the clock.  */
#define MRT_EMPTY_CELLS 64

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <signal.h>
#include <ucontext.h>

#define MRT_SP 4
#define MRT_FP 5
#define MRT_POINTER 11		/* what mrt_call_pointer is to call */
#define MRT_LANDING 0		/* what a copy is entered by; its landing pad
				   loads it from MEMLB_CELL_SCRATCH */
#define MRT_GPRS 16

/* General registers in the order of their encoding, then flags.  */
struct mrt_regs
{
  uint64_t gpr[MRT_GPRS];
  uint64_t flags;
};

/* What the stubs push, and the return address that was there.  */
struct mrt_context
{
  struct mrt_regs regs;		/* gpr[MRT_SP]: mrt_redirect, mrt_stamp */
  uint64_t ret;
};

/* Slots keep the index of an address, where a register is free for it.  */
#define MRT_SLOTS_INDEXED true

/* The stubs deal with quick entries themselves.  */
#define MRT_QUICK_STUBS 1

/* Bytes of one save area for the extended state: mask 0xe7 needs 2,696.  */
#define MRT_XSTATE_SIZE 4096

struct mrt_xstate
{
  unsigned char bytes[MRT_XSTATE_SIZE];
} __attribute__ ((aligned (64)));

/* The user's stack pointer at the call of a stub in CTX when the caller
   stepped over RED_ZONE bytes.  */
static inline uint64_t
mrt_user_sp (const struct mrt_context *ctx, unsigned red_zone)
{
  return (uint64_t) (ctx + 1) + red_zone;
}

/* The 32-bit number in the NOP after the call that returns to RET.  */
static inline int32_t
mrt_site_number (uint64_t ret)
{
  return *(const int32_t *) (ret + 3);
}

/* The number of the observation point whose call returns to RET.  If it was TESTED, one more
   is the last byte of the test in front of the branch over the call; else the NOP
   behind it has 8 bits, unsigned, or 32.  */
static inline uint32_t
mrt_site_point (uint64_t ret, bool tested)
{
  const uint8_t *nop = (const uint8_t *) ret;
  if (tested)
    return nop[MRT_TESTED_POINT] - 1u;
  return nop[2] == 0x40 ? nop[3] : (uint32_t) mrt_site_number (ret);
}

/* The descriptor that the entry call returning to RET names.  As
   find_site_nest in macros.h, the only places that know how the distance is
   encoded.  */
static inline struct memlb_nest *
mrt_site_nest (uint64_t ret)
{
  if (((const uint8_t *) ret)[1] == MRT_SITE_JUMP)
    return (struct memlb_nest *)
      (ret + MRT_GATE_ADDED - MRT_NEST_GATE
       + *(const int32_t *) (ret + MRT_GATE_ADDED - 4));
  return (struct memlb_nest *) (ret + 3 + (int64_t) mrt_site_number (ret));
}

/* Let the call of an observation point at CTX go on at ORIGINAL, the place in
   the original, with RED_ZONE bytes to step over: what mrt_observe returns.  */
static inline int
mrt_leave_copy (struct mrt_context *ctx, uint64_t original, unsigned red_zone)
{
  ctx->ret = original;
  return red_zone ? MRT_GO_RED_ZONE : MRT_GO_ON;
}

/* The counter of mrt_clock as profiles call it.  */
#define MRT_CLOCK_NAME "tsc"

/* Time stamp: everything before it has been executed, nothing after it has
   begun.  */
static inline uint64_t
mrt_clock (void)
{
  uint32_t lo, hi;
  __asm__ volatile ("lfence\n\trdtsc\n\tlfence"
		    : "=a" (lo), "=d" (hi) : : "memory");
  return (uint64_t) hi << 32 | lo;
}

/* The event counter INDEX of the processor, where the kernel lets user code
   read it.  */
#define MRT_USER_COUNTERS 1
static inline uint64_t
mrt_read_counter (uint32_t index)
{
  uint32_t lo, hi;
  __asm__ volatile ("lfence\n\trdpmc"
		    : "=a" (lo), "=d" (hi) : "c" (index) : "memory");
  return (uint64_t) hi << 32 | lo;
}

/* Add N to *P, in one instruction, so that a signal handler on the same
   thread may do so too.  */
static inline void
mrt_bump (uint64_t *p, uint64_t n)
{
  __asm__ ("addq %1, %0" : "+m" (*p) : "er" (n) : "cc");
}

/* The same for a gate.  */
static inline void
mrt_bump_gate (int32_t *p, int32_t n)
{
  __asm__ ("addl %1, %0" : "+m" (*p) : "er" (n) : "cc");
}

static inline void
mrt_fence (void)
{
  __asm__ volatile ("mfence\n\tlfence" : : : "memory");
}

static inline void
mrt_pause (void)
{
  __asm__ volatile ("pause");
}

/* Copy N bytes from SRC to DST without a library call.  */
static inline void
mrt_copy (void *dst, const void *src, size_t n)
{
  __asm__ volatile ("rep movsb"
		    : "+D" (dst), "+S" (src), "+c" (n) : : "memory");
}

static inline void
mrt_fill (void *dst, unsigned char value, size_t n)
{
  __asm__ volatile ("rep stosb"
		    : "+D" (dst), "+c" (n) : "a" (value) : "memory");
}

/* A system call; errno is not touched, errors are returned negative.  */
static inline long
mrt_syscall6 (long nr, long a, long b, long c, long d, long e, long f)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  long ret;
  __asm__ volatile ("syscall"
		    : "=a" (ret)
		    : "0" (nr), "D" (a), "S" (b), "d" (c),
		      "r" (r10), "r" (r8), "r" (r9)
		    : "rcx", "r11", "memory");
  return ret;
}

#define mrt_syscall3(NR, A, B, C) \
  mrt_syscall6 ((NR), (long) (A), (long) (B), (long) (C), 0, 0, 0)
#define mrt_syscall4(NR, A, B, C, D) \
  mrt_syscall6 ((NR), (long) (A), (long) (B), (long) (C), (long) (D), 0, 0)

/* True where the base of the segment that mirror copies use can be set, and where
   that may be a negative number.  Nothing on this system uses that segment, but a
   program may.  */
extern bool mrt_segment_free, mrt_segment_signed
  __attribute__ ((visibility ("hidden")));
void mrt_segment_init (void);

/* The base, modulo 2^64, and setting it.  Context: any, where that is free.  */
uint64_t mrt_segment_base (void);
void mrt_set_segment_base (uint64_t base);

/* The base that the segment has for counters, and setting it, which must not be
   negative then.  False if the system does not do that.  Context: any.  */
bool mrt_ask_segment_base (uint64_t *base);
bool mrt_put_segment_base (uint64_t base);

/* True when the thread runs with a shadow stack.  */
static inline bool
mrt_shadow_stack_p (void)
{
  uint64_t ssp = 0;
  __asm__ volatile ("rdsspq %0" : "+r" (ssp));
  return ssp != 0;
}

/* Find out how to save the extended state.  Context: start only.  */
void mrt_xstate_init (void);

/* Save and load vector, mask, x87 state and MXCSR.  The C code between two
   of these is built without vector instructions and leaves the state as it
   is.  Context: any.  */
void mrt_xstate_save (struct mrt_xstate *to);
void mrt_xstate_load (const struct mrt_xstate *from);

/* Read and set the sticky exception flags in a saved state.  */
uint32_t mrt_xstate_exceptions (const struct mrt_xstate *state);
void mrt_xstate_set_exceptions (struct mrt_xstate *state, uint32_t flags);

/* Those that tell of subnormal operands and results.  */
#define MRT_SUBNORMAL_EXCEPTIONS 0x12

/* And of values outside the normal range: invalid, denormal, divide by zero,
   overflow, underflow.  */
#define MRT_RANGE_EXCEPTIONS 0x1f

/* Let arithmetic in STATE take subnormal numbers for zero as BITS say; returns
   those before.  */
#define MRT_FLUSH 0x8040
uint32_t mrt_xstate_set_flush (struct mrt_xstate *state, uint32_t bits);

/* Add X to the low 8 bytes of vector register REG in STATE.  */
void mrt_xstate_add (struct mrt_xstate *state, unsigned reg, uint64_t x);

/* True when the vector registers VECS and the mask registers MASKS (sets by
   bit) are equal in A and B.  */
bool mrt_xstate_equal_p (const struct mrt_xstate *a,
			 const struct mrt_xstate *b, uint32_t vecs,
			 uint32_t masks);

/* Flags that a program can see the control flow in: CF PF ZF SF OF.  */
#define MRT_CONDITION_FLAGS 0x8c5

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
  return (uint64_t) uc->uc_mcontext.gregs[REG_RIP];
}

static inline uint64_t
mrt_uc_sp (const ucontext_t *uc)
{
  return (uint64_t) uc->uc_mcontext.gregs[REG_RSP];
}

/* True if the fault was one of writing.  */

static inline bool
mrt_uc_wrote_p (const ucontext_t *uc)
{
  return uc->uc_mcontext.gregs[REG_ERR] & 2;
}

/* True if an instruction had a subnormal operand since the last call; then that is
   forgotten, and said by MRT_SUBNORMAL_OPERAND in MXCSR no more.  C has no name for
   that flag.  */
#define MRT_SUBNORMAL_OPERAND 0x2

static inline bool
mrt_take_subnormal (void)
{
  uint32_t state;
  __asm__ volatile ("stmxcsr %0" : "=m" (state));
  if (!(state & MRT_SUBNORMAL_OPERAND))
    return false;
  state &= ~(uint32_t) MRT_SUBNORMAL_OPERAND;
  __asm__ volatile ("ldmxcsr %0" : : "m" (state));
  return true;
}

static inline void
mrt_give_subnormal (void)
{
  uint32_t state;
  __asm__ volatile ("stmxcsr %0" : "=m" (state));
  state |= MRT_SUBNORMAL_OPERAND;
  __asm__ volatile ("ldmxcsr %0" : : "m" (state));
}

/* True if the instruction at INSN, which accesses memory, takes what is there for
   integers; access.c.  */
bool mrt_integer_access_p (const unsigned char *insn);

/* General register REG, and the lowest eight bytes of vector register REG < 16,
   there.  */
static inline uint64_t
mrt_uc_gpr (const ucontext_t *uc, unsigned reg)
{
  static const signed char at[MRT_GPRS]
    = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI,
	REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
	REG_R15 };
  return reg < MRT_GPRS ? (uint64_t) uc->uc_mcontext.gregs[at[reg]] : 0;
}

static inline uint64_t
mrt_uc_vector (const ucontext_t *uc, unsigned reg)
{
  if (reg >= 16 || !uc->uc_mcontext.fpregs)
    return 0;
  const struct _libc_xmmreg *v = &uc->uc_mcontext.fpregs->_xmm[reg];
  return (uint64_t) v->element[1] << 32 | v->element[0];
}

static inline void
mrt_uc_guarded_fail (ucontext_t *uc)
{
  uc->uc_mcontext.gregs[REG_RIP] = (greg_t) mrt_guarded_failed;
}

/* Make UC, interrupted in what mrt_aside called, go on behind that call.  */
static inline void
mrt_uc_aside_fail (ucontext_t *uc)
{
  uc->uc_mcontext.gregs[REG_RIP] = (greg_t) mrt_aside_failed;
  uc->uc_mcontext.gregs[REG_EFL] &= ~(greg_t) 0x40500;
}

/* Make UC go on in mrt_launch_abandoned on the host stack of SELF.  Flags:
   direction, trap and alignment check are cleared.  */
static inline void
mrt_uc_abandon (ucontext_t *uc, struct mrt_thread *self, uint64_t host_sp)
{
  uc->uc_mcontext.gregs[REG_RIP] = (greg_t) mrt_launch_abandoned;
  uc->uc_mcontext.gregs[REG_RSP] = (greg_t) host_sp;
  uc->uc_mcontext.gregs[REG_RDI] = (greg_t) self;
  uc->uc_mcontext.gregs[REG_EFL] &= ~(greg_t) 0x40500;
}

/* Make the stub that pushed CTX go on at LANDING when mrt_enter returns the
   address of counters: the landing pad finds the program's first register
   where the return address was, and that address in this place.  The
   stub makes that exchange at the last moment, so that until then unwinders
   find a return address there.  */
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
  ctx->regs.gpr[MRT_SP] = (uint64_t) start - MRT_FRAME_START;
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

/* CPU name and number of TSC ticks a second if the processor says so, else
   0.  MODEL has room for 49 bytes.  */
void mrt_cpu_model (char *model);
uint64_t mrt_clock_nominal_hz (void);
bool mrt_clock_invariant_p (void);

#endif /* !__ASSEMBLER__ */
#endif /* MRT_ARCH_H */
