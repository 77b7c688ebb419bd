/* Functions that nests call: their bound copies.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_CALLEES_H
#define MEMLB_CALLEES_H

/* Distances of stack and frame pointer from the caller's stack pointer,
   downwards; that of the frame pointer is negative while it is none.  */

struct stack_state
{
  HOST_WIDE_INT sp, fp;
};

/* The bound copy of the current function, for nests to call.  */
struct callee
{
  nest *n;			/* stands for the function; has its references */
  nest *measured;		/* the function as a nest, or NULL */
  hash_map<rtx_insn *, HOST_WIDE_INT> depths; /* nest::depths */
  hash_set<rtx_insn *> given_up; /* nest::given_up */
  hash_set<rtx_insn *> ends;	/* of these, that end their block in the copy, but
				   for a jump: what is behind may be impossible */
  HARD_REG_SET control;		/* registers that at the entry hold what decides
				   the path, an address, or the integer result */
  bool control_stack;		/* so do arguments on the stack */
  unsigned flags;		/* MEMLB_CALLEE_* */
  HOST_WIDE_INT stack_bytes;	/* most that it takes of the stack */
  unsigned n_control_varying;	/* loads in its loops that stay real */
  memlb_reason reason;		/* why there is none, and where */
  location_t culprit;
};

/* What nests that call a function must know of its copy.  */
struct callee_facts
{
  bool copied_p;		/* there is one */
  bool direct_p;		/* nothing can take the function's place */
  HARD_REG_SET control;
  bool control_stack;
};

/* callees.cc */
extern const char *callee_name (tree, const char *);
extern void write_callee_binding (FILE *, tree, const char *);
extern void note_callee (const callee *);
extern bool pointer_call_p (rtx_insn *);
extern void follow_unknown_callees (bool);
extern bool followable_call_p (rtx_insn *);
extern bool followable_string_p (rtx_insn *);
extern tree followed_function (rtx);
extern void expect_callee (FILE *, tree, const char *);
extern void finish_callees (void);
extern unsigned add_call (nest *, rtx_insn *);
extern int call_row (const nest *, rtx_insn *);
extern bool moves_memory_p (const nest *);
extern bool direct_call_p (const nest *, rtx_insn *);
extern void call_control (rtx_insn *, HARD_REG_SET *, bool *);

/* memory-calls.cc */
extern bool wants_return_address_p (void);
extern bool string_insn_p (rtx_insn *);
extern unsigned memory_call_flags (rtx_insn *);
extern unsigned memory_call_kinds (rtx_insn *);
extern bool memory_call_typed_p (rtx_insn *);
extern opt_pass *make_pass_memlb_memory_calls (void);

/* call-memory.cc */
extern bool floating_type_p (tree);
extern unsigned type_kinds (tree);
extern HOST_WIDE_INT pushed_bytes (const_rtx);
extern bool frame_based_p (rtx);
extern bool returns_first_argument_p (rtx_insn *);
extern tree frame_object (const_rtx);
extern bool exposed_mem_p (const_rtx);
extern bool mirrored_frame_p (const_rtx);
extern void note_moved (nest *, const_rtx, HOST_WIDE_INT);
extern unsigned memory_kinds (const_rtx);
extern void find_kinds (nest *);

/* call-floats.cc */
extern bool float_register_p (unsigned);
extern bool computed_p (nest *, df_ref);
extern void find_float_arguments (nest *);

/* decide-callee.cc */
extern bool passed_record_p (void);
extern callee *decide_callee (const vec<nest *> &);

/* function-nest.cc */
extern nest *decide_function_nest (const callee *);
extern basic_block append_function_nest (nest *, block_chain *);

/* argument-pointer.cc */
extern bool argument_load_p (rtx_insn *);
extern bool exposes_argument_pointer_p (rtx_insn *);

/* stack-depths.cc */
extern bool register_plus_p (const_rtx, unsigned, HOST_WIDE_INT *);
extern bool follow_insn (rtx_insn *, stack_state *);
extern bool argument_insn_p (rtx_insn *);
extern bool find_depths (nest *);

/* copy-callee.cc */
extern void make_callee_insn (callee *, rtx_insn *, rtx_insn *);
extern void describe_callee (FILE *, callee *);
extern void free_callee (callee *);

/* copy-procedure.cc */
extern void copy_callee (callee *);
extern bool ends_function_p (void);

#endif /* MEMLB_CALLEES_H */
