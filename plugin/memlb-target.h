/* What the plugin must know of the target machine.
   SPDX-License-Identifier: GPL-3.0-or-later

   The files target-MACHINE*.cc implement this; no other file of the plugin
   names a register or writes an instruction.  doc/porting.md says what a new
   machine needs.  The register and stack
   contract of each text stands in the runtime's stubs.  */
#ifndef MEMLB_TARGET_H
#define MEMLB_TARGET_H

struct callee;
struct nest;
struct nest_gate;
struct nest_split;

/* The parts of a memory address.  Registers are GCC's numbers, or -1.  */
struct address_parts
{
  int base, index, scale;
  HOST_WIDE_INT disp;
  rtx symbol;			/* SYMBOL_REF or LABEL_REF, or NULL */
};

/* True if this compilation's target is one the plugin has code for; else
   the reason why not goes to *WHY.  */
extern bool target_supported_p (const char **why);

/* Why the current function's code does not keep to the registers that copies
   and stubs know; REASON_NONE if it does.  */
extern memlb_reason target_decide_function (void);

/* True if there are copies of kind KIND.  */
extern bool target_copies_p (copy_kind kind);

/* The machine's own number of general register REGNO, or -1.  */
extern int target_encoding (unsigned regno);

/* Bit of vector register REGNO in a set, or -1; likewise mask register.  */
extern int target_vector_bit (unsigned regno);
extern int target_mask_bit (unsigned regno);

/* True if REGNO belongs to the state that needs a full save (vector, mask,
   floating point).  */
extern bool target_vector_state_p (unsigned regno);

/* True if CALL_INSN INSN is no call but an instruction that GCC describes
   as one.  */
extern bool target_pseudo_call_p (rtx_insn *insn);

/* The symbol that a call of address ADDR reaches, be it through the linkage
   table, or NULL.  */
extern rtx target_called_symbol (rtx addr);

/* True if the volatile instruction INSN only changes registers that every
   stub saves.  */
extern bool target_harmless_volatile_p (rtx_insn *insn);

/* True if INSN calls a function, though it is no CALL_INSN.  */
extern bool target_hidden_call_p (rtx_insn *insn);

/* True if an asm statement of TEXT only computes from its operands.  */
extern bool target_copied_asm_p (const char *text);

/* True if PATTERN contains a nontemporal store.  */
extern bool target_nontemporal_p (const_rtx pattern);

/* True if ADDR is the address of a load whose value is itself an address
   made by the linker (a GOT entry): such loads stay real.  */
extern bool target_linker_load_p (const_rtx addr);

/* True if INSN is such a load, and its address does not tell.  */
extern bool target_linker_insn_p (rtx_insn *insn);

/* True if ADDR is constant, be a part of it in a register.  */
extern bool target_constant_address_p (const_rtx addr);

/* True if an instruction may access two neighbouring places, with a MEM for
   each.  */
extern bool target_pairs_p (void);

/* True if what an address is made of decides how long its instruction is.  */
extern bool target_lengths_vary_p (void);

/* True if register REGNO as a base makes an instruction longer than others do.  */
extern bool target_longer_base_p (int regno);

/* True if an address can have both an index and a displacement.  */
extern bool target_index_fits_p (void);

/* True if ADDR is a vector of addresses (a gather's).  */
extern bool target_vector_address_p (const_rtx addr);

/* Floating-point operations for each element that UNSPEC X stands for.  */
extern unsigned target_unspec_operations (const_rtx x);

/* True if INSN's pattern may stand for several of the machine's instructions.  */
extern unsigned target_thunk_insns (rtx_insn *insn);
extern bool target_several_insns_p (rtx_insn *insn);

/* True if X moves between a register and memory what a mask selects.  */
extern bool target_masked_move_p (const_rtx x);

/* The machine that the compiler's model describes.  */
extern const char *target_model_name (void);

/* True if GCC's descriptions can be asked about INSN.  */
extern bool target_modelled_p (rtx_insn *insn);

/* What no machine is known to beat, in cycles: instructions issued in one,
   the latency of a load, and that of what INSN computes.  */
extern unsigned target_most_issued (void);
extern int target_least_load (void);
extern int target_least_latency (rtx_insn *insn);

/* The latency of INSN on most machines, without that of its load; if it does
   nothing but load, that of the load, and *LOAD_P.  */
extern int target_usual_latency (rtx_insn *insn, bool *load_p);

/* True if ADDR reaches thread-local storage.  */
extern bool target_tls_address_p (const_rtx addr);

/* Take ADDR apart; false if it has a form that cannot be described.  */
extern bool target_decompose (rtx addr, address_parts *parts);

/* An address on the stack, to see whether an instruction takes a slot's.  */
extern rtx target_probe_address (void);

/* The most that a cell may lie above the stack pointer.  */
extern HOST_WIDE_INT target_cell_reach (void);

/* The address space of the mirror: addresses there are moved by what the
   runtime chooses.  */
extern addr_space_t target_mirror_space (void);

/* Registers fit for the slot register, best first; -1 ends the list.  */
extern const int *target_slot_regs (void);

/* True if what the flags hold before INSN, with BEFORE_P, or behind it is not
   used.  */
extern bool target_flags_free_p (rtx_insn *insn, bool before_p);

/* Emit behind INSN an instruction that lets register ZERO, which holds zero,
   wait for register REGNO; it changes the flags.  Returns it.  */
extern rtx_insn *target_emit_wait (unsigned zero, unsigned regno,
				   rtx_insn *insn);

/* The pattern of an instruction that sets general register REG to zero, but not
   before it has its value, and takes a cycle; it changes the flags.  */
extern rtx target_null_pattern (rtx reg);

/* Bytes below the stack pointer that this function may use.  */
extern unsigned target_red_zone (void);

/* The DWARF number of the register that calls of stubs change, so that
   inserted code keeps it on the stack, or -1.  */
extern int target_link_register (void);

/* The most that the frame pointer can lie above the stack pointer in a
   function without variable-sized objects.  */
extern HOST_WIDE_INT target_frame_distance (void);

/* The register of a function's first argument, if that is a pointer.  */
extern unsigned target_first_argument (void);

/* All of the current function's frame, which has a constant size.  */
extern frame_range target_frame_range (void);

/* Distance from the stack pointer to an address aligned like the frame,
   modulo its alignment; the alignment goes to *ALIGN.  */
extern unsigned target_sp_residue (unsigned *align);

/* The gate for a place where the registers DEAD may be changed, and those of
   the set LIVE are live; at an exit if EXIT_P.  */
extern nest_gate target_gate (const HARD_REG_SET &dead, bitmap live,
			      bool exit_p);

/* Append to PARTS the clobbers of GATE.  */
extern void target_gate_clobbers (const nest_gate *gate, vec<rtx> *parts);

/* Assembly texts, in GC memory.  DESC names the descriptor.  GOTO_P: for an
   asm goto, with `%' doubled, as it is in those with a gate.  FREE_P: the
   flags may be changed, so that an observation point is passed over when
   nobody looks, and a counter keeps nothing; REG is dead there, or -1.
   RARE_P: it counts less than most, so that it should be short.  COUNTED: the
   text is that of an asm goto whose label 0 is the observe copy of this nest, where
   entries go on that are counted and need no more; or NULL.  */
extern const char *target_enter_text (const char *desc,
				      const nest_gate *gate,
				      const nest *counted);
extern const char *target_exit_text (const char *desc, unsigned exit,
				     const nest_gate *gate);
extern const char *target_observe_text (const nest *n, unsigned point,
					bool free_p, bool goto_p);
extern const char *target_count_text (const nest *n, unsigned counter,
				      bool free_p, int reg, bool rare_p);
/* What leaves N's counters; DEAD_P: nobody needs what was in count_reg.  */
extern const char *target_count_end (const nest *n, bool dead_p);

/* True if entries that are counted can go on in the observe copy from GATE.  */
extern bool target_counts_at_gate_p (const nest_gate *gate);

/* Likewise, of N's copy of a whole function: its gate; the start of the
   copy, with SYMBOL; and what notes that the function whose address is in
   target_pointer_register is called, or passed, at number SITE of N's sites.  */
extern const char *target_procedure_gate (const nest *n);
extern const char *target_procedure_landing (const nest *n,
					     const char *symbol);
extern const char *target_pointer_text (const nest *n, unsigned site);

/* Text that adds the bytes in register REGNO to those of number SITE.  */
extern const char *target_bytes_text (const nest *n, unsigned site, int regno);

/* The register of argument NUMBER among those that are integers or pointers, or
   -1.  */
extern int target_argument_register (unsigned number);

/* True if what calls the current function can stand between it and its callers;
   and the code that does so and times it, N's, as assembler text in F.  */
extern bool target_timable_function_p (void);
extern void target_write_timer (FILE *f, const nest *n);

/* Text of an asm goto where entries of N, a function that is measured as a nest, are
   counted or measured; label 0 is the function.  And of what calls its bound copy
   with a copy of its arguments on the stack.  */
extern const char *target_function_landing (const nest *n);
extern const char *target_function_call (const nest *n);

extern const char *target_borrow_text (const nest *n,
				       const nest_split *split);
extern const char *target_leave_text (const nest *n,
				      const nest_split *split);
extern const char *target_step_text (const nest *n, unsigned counter,
				     bool free_p);
extern const char *target_stream_fix (const nest *n,
				      const nest_read *read);
extern const char *target_stream_return (const nest *n,
					 const nest_read *read);
extern const char *target_stream_step (const nest *n, unsigned bytes);
extern const char *target_bound_landing (const nest *n, const char *symbol,
					 copy_kind kind);
extern const char *target_observe_landing (const nest *n,
					   const char *symbol);
extern const char *target_bound_exit (const nest *n, unsigned exit,
				      const char *end_label);

/* For each callee of nest N a jump to it through N's table, as the linkage
   table of a shared library has them, and the name of the one to CALLEE.  The
   text is malloced, for target_bound_exit.  target_jumps gives the same without
   unwind information.  */
extern char *target_jumps (const nest *n);
extern char *target_linkage_text (const nest *n);
extern const char *target_linkage_name (const nest *n, unsigned callee);

/* Likewise of a jump to the copy of what row CALL of N's calls names.  */
extern const char *target_call_name (const nest *n, unsigned call);

/* What a bound copy has in the place of a call that gives it up.  */
extern const char *target_give_up_text (void);

/* True if a copy may call something else in the place of what INSN calls, through a
   pointer, or of a function that works on memory.  */
extern bool target_pointer_call_p (rtx_insn *);
extern bool target_memory_call_p (rtx_insn *);

/* True if INSN only keeps GCC from moving others, as where the stack is
   realigned.  */
extern bool target_blockage_p (rtx_insn *insn);

/* MEMLB_CALL_* of INSN if it is a string instruction that repeats itself, else 0; and
   what a copy of N has in its place, a call of what row CALL of N's calls names.  */
extern unsigned target_string_flags (rtx_insn *insn);
extern const char *target_string_text (const nest *n, unsigned call);
extern int target_pointer_register (void);
extern const char *target_deep_name (const nest *);

/* The start of C's bound copy, with SYMBOL of binding BINDING.  Its instructions
   lie in their lines as those of the original from LABEL on do.  */
extern const char *target_callee_landing (const callee *c, const char *symbol,
					  const char *binding,
					  const char *label);

/* SIMPLE text, for an asm statement in the dialect of this compilation.  */
extern const char *target_text (const char *simple, bool operands_p);

/* Cells of the bound copy's frame, as a MEM of mode MODE.  */
extern rtx target_cell (const nest *n, unsigned cell);

/* Write to F no-operations of as many bytes as the assembler's expression
   BYTES says.  */
extern void target_write_nops (FILE *f, const char *bytes);

/* True if INSN is none, but aligns what follows.  */
extern bool target_alignment_p (rtx_insn *insn);

/* True if INSN may have prefixes in front of it that mean nothing; and write to F as
   many as BYTES says.  */
extern bool target_prefixable_p (rtx_insn *insn);
extern void target_write_prefixes (FILE *f, const char *bytes);

/* Note that the insns with the numbers FIRST to END - 1 were inserted into the
   current function.  */
extern void target_note_inserted (int first, int end);

/* Complete the current function's gates, so that the original's instructions
   lie as in the plain build, modulo the alignment of loops; after "shorten".  */
extern void target_pad_gates (void);

/* A name for a local symbol of the assembler.  */
extern const char *target_local_name (const char *stem, int number);

#endif /* MEMLB_TARGET_H */
