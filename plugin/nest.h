/* Loop nests: what the analysis finds and the transformation uses.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NEST_H
#define MEMLB_NEST_H

#include "memlb/abi.h"

struct callee;

enum memlb_reason
{
#define REASON(ID, SLUG, TEXT) REASON_##ID,
#include "memlb/reasons.def"
#undef REASON
  REASON_COUNT
};

enum copy_kind
{
  COPY_BOUND,
  COPY_STEPS,			/* a bound copy with counters */
  COPY_REPLAY,			/* one whose control loads read a stream */
  COPY_MIRROR,			/* one with all addresses moved */
  COPY_OBSERVE,
  COPY_PROCEDURE,		/* of a whole function, which counts */
  COPY_CALLEE			/* of one, a bound copy */
};

extern const char *const reason_slug[REASON_COUNT];
extern const char *const reason_text[REASON_COUNT];

/* The memory reference of one instruction: on the targets we know, an
   instruction accesses one address at most.  */
struct nest_ref
{
  rtx_insn *insn;
  rtx mem;			/* the MEM, or the PREFETCH */
  rtx addr;			/* its address */
  unsigned kind;		/* MEMLB_REF_* */
  unsigned treatment;		/* MEMLB_TREAT_* */
  unsigned size;		/* bytes */
  bool invariant;		/* same address throughout the inner loop */
  bool innermost;		/* in a loop without loops inside */
  bool no_carry;		/* its loop carries counters and addresses only */
  int slot;			/* index into nest::slots, or -1 */
  int base_web, index_web;	/* webs of the address's registers, or -1 */
  int value_web;		/* web whose value this loads, or -1 */
  int zero;			/* register that holds zero here, or -1 */
};

/* One slot of the bound copy.  */
struct nest_slot
{
  bool stored;			/* a store uses it */
  bool value_p;			/* holds the value of a web */
  bool aligned_p;		/* an instruction may want it aligned */
  unsigned size;		/* bytes */
  unsigned offset;		/* in the slot area */
  int web;			/* that is its base, or -1 */
  int base;			/* register of its first reference, if not the
				   web's own */
  int other, scale;		/* that one's other register, scale, */
  rtx symbol;			/* symbol or null */
  HOST_WIDE_INT disp;		/* and displacement */
};

enum web_role { WEB_NONE, WEB_BASE, WEB_INDEX };

/* An address web: definitions of a register and the uses that they reach,
   all in addresses of redirected references.  */
struct nest_web
{
  unsigned regno;
  web_role role;		/* base: points at slots; index: is zero */
  bool live_in;			/* defined before the nest, too */
  bool addresses_p;		/* used in an address */
  bool idle_p;			/* its value has no meaning */
  bool known_p;			/* all its definitions can be changed */
  bool narrow;			/* a definition cannot be an address */
  bool replaced_p, loaded_p;	/* kinds of definitions it has */
  bool wide_p;			/* wide references use it */
  bool spare_p;			/* a register that the nest does not use */
  bool zero_p;			/* an index for others (zero-webs.cc) */
  bool null_p;			/* arithmetic defines it, so it is zero */
  bool waits_p;			/* what defines it waits for a load */
  unsigned root;		/* its number in find_webs */
  HOST_WIDE_INT offset;		/* a base's value, from the slot area */
  int lead;			/* reference whose address places it, or -1 */
};

/* What the bound copy makes of a definition of a web: nothing that could be
   known, a step of zero, a load of the web's value from a slot or from a
   cell, one of as many bytes that keeps the value, arithmetic with zeros, an
   instruction that yields zero.  */
enum web_def_kind
{
  DEF_OTHER, DEF_STEP, DEF_LOADED, DEF_REPLACED, DEF_KEPT, DEF_ZERO, DEF_NULL
};

struct nest_web_def
{
  int web;			/* index into nest::webs */
  web_def_kind kind;
};

/* A register that an innermost loop borrows for an address web.  */
struct nest_split
{
  basic_block header;		/* of the loop */
  bitmap inside;		/* indices of its blocks */
  unsigned regno;
  int web;			/* inside the loop, or -1 if not kept */
  int save;			/* cell of the value outside, or -1 */
};

/* What decides in place whether a call is made.  */
struct nest_gate
{
  bool open_p;			/* there is one */
  bool flags_p;			/* it may change the flags */
  bool calls_p;			/* of a nest whose copy calls others */
  int regno;			/* the register that it may change, or -1 */
};

/* What the instructions of a block do, at each execution.  */
enum fact_precision { FACT_HALF, FACT_SINGLE, FACT_DOUBLE, FACT_EXTENDED };
enum fact_width { FACT_128, FACT_256, FACT_512 };

struct block_facts
{
  unsigned insns, loads, stores, bytes_read, bytes_written;
  unsigned bytes_masked;	/* of these */
  unsigned branches, divisions, calls;
  unsigned flops;		/* all, and of them: */
  unsigned precision[4];	/* by fact_precision */
  unsigned width[3];		/* by fact_width, the rest are scalar */
  unsigned flops_masked;
};

/* What is known of a block of the nest, by its number, to count it.  */
struct nest_count_block
{
  int counter;			/* or -1: its count follows from others */
  rtx_insn *before;		/* where the counter goes; NULL: first */
  bool direct_p;		/* the flags are not in use there */
  bool gate_p;			/* nor at the start */
  int reg;			/* dead there, or -1 */
  bool header_p;		/* of a loop */
  bool top_tested_p;		/* which is left from here alone */
  unsigned depth;		/* in the nest, from 1 on */
  unsigned head;		/* block that heads its innermost loop */
  rtx_insn *call;		/* whole functions: that ends it, or NULL */
  block_facts facts;
  /* Hundredths of cycles: of an execution; of an iteration of the innermost
     loop that it heads, by the chain of dependences; and the least of both
     that is possible.  */
  unsigned ideal, ideal_chain, least, least_chain;
};

/* An edge of the nest.  Blocks are numbers; -1 is outside.  */
struct nest_count_edge
{
  edge e;			/* NULL: all entries */
  int src, dst;
  int counter;			/* or -1 */
  bool back_p;
  bool cold_p;			/* to a block of the loop that is not copied */
  bool direct_p;		/* the flags are not in use on it */
  int reg;			/* dead there, or -1 */
  bool base_dead_p;		/* it leaves N, which has count_reg; that is dead */
};

/* Where the bound copy makes its zero index of a register: before or behind
   an instruction.  */
struct nest_wait
{
  unsigned regno;
  bool before_p;
};

/* A loop of the nest, and where the number of its iteration shows.  */
struct nest_progress
{
  int parent;			/* index of the loop around it, or -1 */
  unsigned kind;		/* MEMLB_PROGRESS_* */
  int reg;			/* the machine's number */
  unsigned width;		/* bytes */
  HOST_WIDE_INT offset;
  HOST_WIDE_INT step;		/* 0: not known */
};

/* A control load that the replay copy reads from the stream.  */
struct nest_read
{
  unsigned ref;			/* index into nest::refs */
  unsigned block;		/* number of its block */
  bool last_p;			/* of its block */
  unsigned offset;		/* in the block's record */
  int wait_reg;			/* register that its address waits for, or -1, */
  int scale;			/* and is multiplied by; */
  HOST_WIDE_INT disp;
  unsigned fix;			/* offset of what is added to these */
  int fix_reg;			/* register for that, or -1; */
  bool borrowed_p;		/* gets its value back behind */
};

/* A range of the frame, from the stack pointer or the frame pointer.  */
struct frame_range
{
  HOST_WIDE_INT start, end;
  bool from_fp;
};

/* A register, or a place in the frame, that holds an address in the frame.  */
struct frame_pointer
{
  unsigned kind;		/* MEMLB_MOVED_REGISTER, _WORD or _VECTOR */
  HOST_WIDE_INT place;		/* the machine's number; or the offset */
  bool from_fp;
};

struct nest
{
  basic_block header;
  auto_vec<basic_block> blocks;	/* to be copied, in layout order */
  bitmap in_loop;		/* indices of the natural loop's blocks */
  bitmap copied;		/* indices of BLOCKS */
  memlb_reason reason;
  location_t where;		/* for notes */
  location_t culprit;		/* of what refused the nest, if known */
  const char *blocker;		/* assembler name of the function called that
				   did, or NULL */
  bool copied_p;		/* has copies */
  bool procedure_p;		/* the whole function, see procedure.cc */
  bool function_p;		/* a call of it, see function-nest.cc */
  int timer_words;		/* of a function that can be timed: words of
				   arguments on the stack; else -1 */
  bool timed_p;			/* has entry and exit calls */
  bool outer_p;			/* calls, or holds nests that are timed */
  unsigned level;		/* such nests around it */
  bool cold_calls_p;
  bool conditional_calls_p;	/* some may be made by any iteration */
  bool calls_p;			/* makes a call that is not cold */
  bool may_alias_p;
  bool vector_p;
  bool scattered_p;		/* an inner loop stores by loaded indices */
  bool divides_loaded_p;	/* integers, which take as long as they say */
  bool computed_branches_p;	/* what it computes decides branches in it */
  const char *cramped;		/* for the assembler: not 0 if a tight loop lies
				   otherwise than in the original, or NULL */
  const char *bound_code_bytes; /* likewise: the length of its blocks in the
				   bound copy */
  unsigned depth;
  unsigned n_insns;
  unsigned ctl_gprs, ctl_vecs, ctl_masks;
  unsigned n_control, n_real, n_redirected, n_form_changed;
  unsigned n_control_varying;	/* of the control loads */
  unsigned n_address_cycles;	/* loads whose address waits for themselves,
				   but not in the bound copy */
  bool address_waits_p;		/* such loads wait there, too */

  hash_set<rtx_insn *> control;	/* the control slice */
  hash_set<rtx_insn *> steps_in_slice; /* what it uses of these is an address
				   after a step */
  hash_map<rtx_insn *, int> ref_of; /* instruction -> index into refs */
  auto_vec<nest_ref> refs;
  auto_vec<nest_slot> slots;
  auto_vec<nest_web> webs;
  auto_vec<nest_split> splits;
  unsigned n_saves;		/* their cells, behind those of webs */
  hash_map<rtx_insn *, nest_web_def> web_defs;
  hash_map<rtx_insn *, nest_wait> waits;
  auto_vec<frame_range> ranges;
  auto_vec<frame_range> fvalues; /* start is the offset */

  bool frame_arrays_p;		/* its bound copies have all of the frame, */
  hash_set<rtx_insn *> in_frame; /* and leave these references there; */
  hash_map<rtx_insn *, bool> frame_mems; /* whose addresses are in it? */
  auto_vec<frame_pointer> frame_pointers; /* what leads there at the entry */
  auto_vec<rtx_insn *> frame_uses; /* what wants that, and is refused else */

  int slot_reg;			/* GCC's register number, or -1 */
  int zero_reg;			/* likewise: index of value zero */
  unsigned slot_bytes, slot_bias;
  unsigned common_bytes;	/* of slots that no web is the base of */
  HOST_WIDE_INT slot_off, cell_off;
  unsigned sp_align, sp_mod;

  nest_gate gate;		/* at the entry */
  hash_map<edge, nest_gate> exit_gates;
  int count_reg;		/* holds the counters' address, or -1 */
  unsigned n_counters;
  auto_vec<nest_count_block> count_blocks;
  auto_vec<nest_count_edge> count_edges;
  nest *procedure;		/* whose copy counts this, too, or NULL; */
  auto_vec<nest *> inside;	/* of a whole function: nests whose entries
				   its copy tells */
  auto_vec<unsigned> sites;	/* and the calls that it notes, as memlb_nest's */
  auto_vec<int> rows;		/* its blocks, then edges, or -1 */
  hash_set<rtx_insn *> flags_live; /* instructions that find them in use */

  bool steps_p;			/* its bound copy has one that counts */
  HOST_WIDE_INT steps_off;	/* whose counters are so far above P */
  auto_vec<nest_progress> progress; /* outer loops first */
  auto_vec<int> block_rows;	/* by block: index of its innermost loop */

  bool mirror_p;		/* it has a mirror copy */

  bool replay_p;		/* it has a replay copy */
  int stream_reg;		/* register of that, or -1 */
  auto_vec<nest_read> reads;
  hash_map<rtx_insn *, int> read_of; /* instruction -> index into reads */
  auto_vec<unsigned> record_bytes; /* by number of block */

  /* Filled by the transformation.  */
  int id;			/* number in this compilation */
  rtx_code_label *bound_label, *observe_label;
  rtx_code_label *observe_start; /* of the observe copy's header */
  rtx_code_label *steps_label, *replay_label, *mirror_label; /* or NULL */
  auto_vec<rtx_code_label *> bound_labels, mirror_labels; /* by block */
  unsigned n_exits;
  auto_vec<struct memlb_point> points;
  auto_vec<rtx_code_label *> point_labels;
  auto_vec<struct memlb_addr> addrs;
  auto_vec<rtx> addr_symbols;
  auto_vec<rtx> callees;	/* SYMBOL_REFs of the pure functions */
  auto_vec<rtx> calls;		/* of those whose bound copies it calls */
  hash_set<rtx> results;	/* those of which an integer result decides
				   something */
  hash_set<rtx> loose, passing; /* those with floating-point arguments that are
				   not the original's; that the function was
				   passed itself (call-floats.cc) */
  bool call_result_p;		/* the result of one that is no integer does */
  unsigned store_kinds, control_kinds; /* of what it stores, and loads for
				   real, see memory_kinds */
  bool apart_p;			/* it stores where what it calls finds nothing */
  auto_vec<frame_range> moved;	/* objects in the frame that others know */
  hash_map<rtx_insn *, HOST_WIDE_INT> *depths; /* how far the stack pointer is
				   below the header's, or the caller's of a
				   whole function, in front of an instruction;
				   or NULL: it does not move */
  hash_map<rtx_insn *, HOST_WIDE_INT> own_depths; /* those, of a loop nest */
  bool pushes_p;		/* a loop nest passes arguments on the stack */
  hash_set<rtx_insn *> *given_up; /* of a whole function: instructions, calls
				   mostly, where its bound copy is given up; or
				   NULL */
  const char *file;
  int line, end_line, column;
};

inline bool
in_loop_p (const nest *n, const_basic_block bb)
{
  return bitmap_bit_p (n->in_loop, bb->index);
}

/* True if N's bound copy calls those of functions.  Then it is a mirror copy.  */

inline bool
calls_copies_p (const nest *n)
{
  return !n->calls.is_empty ();
}

/* How far the stack pointer is below where it is at N's header in front of
   INSN.  */

inline HOST_WIDE_INT
depth_of (const nest *n, rtx_insn *insn)
{
  HOST_WIDE_INT *depth = n->depths ? n->depths->get (insn) : NULL;

  return depth ? *depth : 0;
}

inline bool
copied_p (const nest *n, const_basic_block bb)
{
  return bitmap_bit_p (n->copied, bb->index);
}

/* select.cc */
extern void select_nests (vec<nest *> *);
extern void free_nest (nest *);

/* growth.cc */
extern void limit_growth (vec<nest *> *);

/* insns.cc */
extern memlb_reason decide_insn (rtx_insn *);
extern bool frame_address_p (const_rtx, HOST_WIDE_INT *, bool *);
extern bool frame_value_set_p (rtx_insn *, HOST_WIDE_INT *, bool *);
extern bool real_call_p (rtx_insn *);
extern bool pure_call_p (rtx_insn *);
extern bool pure_sibling_call_p (rtx_insn *);
extern rtx called_symbol (rtx_insn *);

/* address-steps.cc */
extern bool address_step_p (df_ref);
extern void add_reaching (df_ref, vec<df_ref> *, hash_set<rtx_insn *> *);
extern bool same_place_p (const_rtx, const_rtx, HOST_WIDE_INT *);
extern rtx_insn *emit_address_step (nest *, rtx_insn *, rtx_insn *);

/* control.cc */
extern void find_control_slice (nest *);
extern void find_callee_slice (nest *, bool);
extern void find_control_registers (nest *);
extern void find_aliases (nest *);
extern void add_addresses_to_slice (nest *, rtx_insn *, vec<rtx_insn *> *);

/* frame-arrays.cc */
extern bool frame_mem_p (nest *, rtx_insn *, const_rtx);
extern bool frame_derived_p (const nest *, df_ref);
extern void try_frame_arrays (nest *);
extern void add_frame_arrays (nest *, vec<rtx_insn *> *);
extern bool decide_frame_arrays (nest *);
extern memlb_reason decide_frame_uses (nest *);

/* frame-origins.cc */
extern bool spill_p (const_rtx, HOST_WIDE_INT *);
extern bool find_spills (rtx_insn *, const_rtx, vec<rtx_insn *> *);
extern bool frame_address_expr_p (rtx_insn *, const_rtx);
extern bool frame_valued_use_p (rtx_insn *, unsigned);
extern bool integer_set_p (rtx_insn *);
extern bool frame_sum_p (rtx_insn *);
extern bool frame_fill_p (rtx_insn *);

/* refs.cc */
extern bool find_reference (rtx_insn *, nest_ref *);
extern bool fixed_load_p (const_rtx);
extern bool varies_in_loop_p (nest *, rtx, basic_block);
extern memlb_reason decide_refs (nest *);
extern rtx redirected_pattern (rtx_insn *, const nest_ref *, rtx,
			       addr_space_t = ADDR_SPACE_GENERIC);

/* constants.cc */
extern void find_constant_gathers (nest *);
extern bool stored_control_p (nest *);

/* webs.cc */
extern void find_webs (nest *, bool, const vec<unsigned> &);
extern void drop_webs (nest *);
extern rtx web_definition (nest *, rtx_insn *);
extern rtx_insn *emit_before_web (nest *, rtx_insn *, rtx_insn *);
extern unsigned web_cell (const nest *, int);
extern bool wide_p (const nest_ref *);

/* web-insns.cc */
typedef bool (*zero_predicate) (void *, rtx_insn *, unsigned);
extern const nest_ref *redirected_ref (nest *, rtx_insn *);
extern bool only_addresses_p (nest *, rtx_insn *, unsigned);
extern bool constant_step_p (rtx_insn *);
extern bool plain_p (rtx_insn *);
extern bool yields_zero_p (rtx_insn *, zero_predicate, void *);
extern int nullable_register (rtx_insn *);

/* split-webs.cc */
extern int split_at (const nest *, const_basic_block, unsigned);
extern bool find_splits (nest *);
extern void drop_splits (nest *);
extern unsigned number_saves (nest *);
extern int web_on_edge (const nest *, const_edge, unsigned);

/* spare-webs.cc */
extern void add_mentioned (nest *, rtx_insn *, bool, HARD_REG_SET *);
extern void add_own_registers (nest *, HARD_REG_SET *);
extern void mentioned_registers (nest *, HARD_REG_SET *);
extern int next_free_register (const HARD_REG_SET &, bool);
extern void add_spare_webs (nest *);

/* zero-webs.cc */
extern void adopt_references (nest *);
extern void assign_zeros (nest *);
extern void choose_zero_webs (nest *, vec<unsigned> *);

/* slot-places.cc */
extern unsigned place_web_slots (nest *);
extern unsigned place_common_slots (nest *, unsigned);

/* waits.cc */
extern bool address_cycle_p (nest *, const nest_ref *, int);
extern void keep_near_loads (nest *);
extern void decide_waits (nest *);

/* slots.cc */
extern int base_of (const nest *, const nest_ref *);
extern bool wants_zero_p (const nest *, const nest_ref *);
extern memlb_reason decide_slots (nest *);
extern void place_cells (nest *);
extern rtx slot_address (const nest *, const nest_ref *);

/* emit.cc */
struct block_chain
{
  basic_block last;		/* block after which the next one goes */
  rtx_insn *pos;		/* instruction after which it goes */
};
extern basic_block append_block (block_chain *, rtx_insn *, rtx_insn *,
				 profile_count);
extern rtx_insn *emit_jump_to_after (rtx_code_label *, rtx_insn *);
extern rtx_insn *emit_text_after (const char *, rtx_insn *);
extern rtx_insn *emit_gate_after (const char *, const nest_gate *,
				  const vec<rtx_code_label *> &, rtx_insn *);
extern rtx_insn *emit_asm_goto_after (const char *, const vec<rtx_code_label *> &,
				      rtx_insn *);
extern edge connect (basic_block, basic_block, int, profile_probability);
extern bool end_of_partition (unsigned, block_chain *);

/* bound-insns.cc */
extern void set_copy_pattern (rtx_insn *, rtx);
extern void set_redirected (rtx_insn *, rtx_insn *, rtx);
extern void call_through_table (nest *, rtx_insn *);
extern void call_copy (nest *, rtx_insn *, rtx_insn *);
extern void make_bound_insn (nest *, rtx_insn *, rtx_insn *, bool);
extern rtx_insn *emit_string_call (nest *, rtx_insn *, rtx_insn *);

/* counts.cc */
extern bool top_tested_p (class loop *);
extern void decide_counters (nest *);
extern void decide_counts (nest *);
extern void list_without_copy (nest *);
extern void find_counter_place (basic_block, const HARD_REG_SET &,
				nest_count_block *);
extern const nest_count_edge *counted_edge (const nest *, const_edge);

/* facts.cc */
extern void find_facts (nest *);
extern const char *asm_text (const_rtx);

/* progress.cc */
extern void decide_progress (nest *);

/* ideal.cc */
extern void find_ideal (nest *);

/* points.cc */
extern void add_observed_address (nest *, const nest_ref *, unsigned);
extern unsigned new_observation_point (nest *, unsigned, rtx_code_label *);
extern bool uses_any_p (const_rtx, const HARD_REG_SET &);
extern bool observed_p (nest *, const nest_ref *);
extern bool loop_header_p (basic_block);
extern bool point_wanted_p (nest *, basic_block);

/* copy.cc */
extern char *copy_symbol (nest *, const char *);
extern char *bound_end_text (nest *, copy_kind);
extern basic_block make_nest_copy (nest *, copy_kind, block_chain *);

/* replay.cc */
extern void decide_replay (nest *);
extern unsigned fix_registers (const nest *);
extern bool stream_for_zero_p (const nest *);
extern rtx_insn *emit_before_read (nest *, rtx_insn *, rtx_insn *);
extern rtx_insn *emit_behind_read (nest *, rtx_insn *, rtx_insn *);
extern void make_replay_insn (nest *, rtx_insn *, rtx_insn *);

/* carried.cc */
extern void find_carried (nest *);

/* branches.cc */
extern void find_computed_branches (nest *);

/* levels.cc */
extern unsigned nest_depth (class loop *);
extern bool inner_loops_wanted_p (const nest *, class loop *);
extern bool inner_loops_better_p (const nest *, class loop *,
				  const vec<nest *> &, unsigned);
extern void find_levels (vec<nest *> *);

/* mirror.cc */
extern unsigned insns_of (basic_block);
extern void find_scattered (nest *);
extern void decide_mirror (nest *);
extern rtx mirror_pattern (rtx_insn *, const nest_ref *);
extern bool frame_p (int);

/* sources.cc */
extern void find_divisions (nest *);

/* steps.cc */
extern void decide_steps (nest *);

/* placement.cc */
#define MOST_PLACED_POINTS 8
struct placed_point
{
  rtx_code_label *original, *copy;
};
extern void place_like_original (rtx_code_label *, rtx_code_label *,
				 rtx_code_label *, const vec<placed_point> &,
				 bool, bool);
extern void chain_headers (rtx_code_label *, rtx_code_label *);
extern void place_block_like_original (rtx_code_label *, rtx_code_label *,
				       rtx_code_label *, rtx_code_label *,
				       rtx_code_label *);
extern void pad_label (rtx_code_label *, int);
extern void drop_alignments (void);
extern const char *cramped_text (rtx_code_label *, rtx_code_label *,
				 rtx_code_label *, const placed_point &);
extern void watch_labels (void);

/* procedure.cc */
extern bool prepare_procedure (void);
extern bool copiable_function_p (void);
extern nest *whole_function (void);
extern nest *decide_procedure (const vec<nest *> &);

/* copy-procedure.cc */
extern void copy_procedure (nest *);

/* gate.cc */
extern HARD_REG_SET written_registers (void);
extern bool control_register_p (const nest *, unsigned);
extern void note_used_registers (void);
extern void restore_used_registers (void);
extern nest_gate decide_gate (const nest *, bitmap, const HARD_REG_SET &,
			      bool);
extern void decide_gates (const vec<nest *> &);

/* instrument.cc */
extern void find_exits (nest *, vec<edge> *);
extern void instrument_nest (nest *);
extern rtx_insn *emit_enter_inside (nest *, rtx_insn *);

/* describe.cc */
extern void describe_function (vec<nest *> *, callee *);
extern void emit_function_descriptors (void);
extern void emit_unit_record (void);

#endif /* MEMLB_NEST_H */
