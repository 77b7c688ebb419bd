/* Memory of bound copies that call one another.
   SPDX-License-Identifier: GPL-3.0-or-later

   The bound copy of a nest that calls those of functions is a mirror copy
   (mirror.cc), and so are these: a reference keeps its address but for a constant
   distance, so that what one function writes the next one reads, as in the
   original.

   Loads that decide a path, an address, or an integer result read the program's
   memory.  It is read when the original has run, so that nothing that the copies
   store may be of a kind that such a load reads: then they go where the original
   went, and none of their stores can reach the program's memory.

   The frames of the copies are private.  What a function keeps there, and others
   know the address of, is in one of two places, which its type decides: floating
   point in the mirror, where the functions look for data; all else in the
   private frame, where they look for what decides.  Addresses of a nest's own
   such objects are made to point into the copy's frame by the runtime.

   Weakness: an address of an object in the nest's frame that was stored in
   memory before leads to the original's frame.  */

#include "gcc-compat.h"
#include "tree-dfa.h"
#include "nest.h"
#include "callees.h"
#include "memlb-target.h"

/* How far a store to MEM moves the stack pointer down before, if it pushes; else
   0.  */

HOST_WIDE_INT
pushed_bytes (const_rtx mem)
{
  rtx addr = XEXP (mem, 0);

  if (GET_RTX_CLASS (GET_CODE (addr)) != RTX_AUTOINC
      || XEXP (addr, 0) != stack_pointer_rtx)
    return 0;
  if (GET_CODE (addr) == PRE_DEC)
    return GET_MODE_SIZE (GET_MODE (mem)).to_constant ();
  if (GET_CODE (addr) != PRE_MODIFY || GET_CODE (XEXP (addr, 1)) != PLUS
      || XEXP (XEXP (addr, 1), 0) != stack_pointer_rtx
      || !CONST_INT_P (XEXP (XEXP (addr, 1), 1)))
    return 0;
  return MAX (-INTVAL (XEXP (XEXP (addr, 1), 1)), 0);
}

/* True if ADDR is in the frame, at a constant place or not.  */

bool
frame_based_p (rtx addr)
{
  HOST_WIDE_INT offset;
  bool from_fp;
  address_parts parts;

  return (frame_address_p (addr, &offset, &from_fp)
	  || (target_decompose (addr, &parts)
	      && (frame_p (parts.base) || frame_p (parts.index))));
}

/* The declaration of which MEM, a place in the frame, is a part, or NULL.  */

tree
frame_object (const_rtx mem)
{
  tree expr = MEM_EXPR (mem);
  tree base = expr ? get_base_address (expr) : NULL_TREE;

  return (base && DECL_P (base) && base != get_spill_slot_decl (false)
	  ? base : NULL_TREE);
}

/* True if others than the current function may read and write MEM, a place
   in its frame.  */

bool
exposed_mem_p (const_rtx mem)
{
  HOST_WIDE_INT offset;
  bool from_fp;
  tree base = frame_object (mem);

  /* A pointer may lead to an array that has no address otherwise.  */
  if (base)
    return may_be_aliased (base) || AGGREGATE_TYPE_P (TREE_TYPE (base));
  /* There may be no such declaration yet.  */
  if (MEM_EXPR (mem) && MEM_EXPR (mem) == get_spill_slot_decl (false))
    return false;
  /* What is passed on the stack.  */
  return !(!MEM_EXPR (mem)
	   && frame_address_p (XEXP (mem, 0), &offset, &from_fp)
	   && !from_fp && offset >= 0
	   && offset < (HOST_WIDE_INT) crtl->outgoing_args_size.to_constant ());
}

/* True if all that TYPE holds is floating point.  */

bool
floating_type_p (tree type)
{
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (TREE_CODE (type) != RECORD_TYPE)
    return FLOAT_TYPE_P (type);
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && !floating_type_p (TREE_TYPE (field)))
      return false;
  return true;
}

/* True if MEM, a place in the frame, is in the mirror in copies that call
   others.  */

bool
mirrored_frame_p (const_rtx mem)
{
  tree base = frame_object (mem);

  return (exposed_mem_p (mem)
	  && (base ? floating_type_p (TREE_TYPE (base))
	      : FLOAT_MODE_P (GET_MODE (mem))));
}

/* MEM, of N, is a constant place in the frame, where the stack pointer is DEPTH
   below the header's.  Remember the object that it belongs to, if others know
   it.  */

void
note_moved (nest *n, const_rtx mem, HOST_WIDE_INT depth)
{
  frame_range range;
  poly_int64 part = 0;
  tree base = frame_object (mem);
  HOST_WIDE_INT size = GET_MODE_SIZE (GET_MODE (mem)).to_constant ();

  if (!exposed_mem_p (mem)
      || !frame_address_p (XEXP (mem, 0), &range.start, &range.from_fp))
    return;
  range.start -= range.from_fp ? 0 : depth;
  if (base && get_addr_base_and_unit_offset (MEM_EXPR (mem), &part) == base
      && MEM_OFFSET_KNOWN_P (mem) && DECL_SIZE_UNIT (base)
      && tree_fits_shwi_p (DECL_SIZE_UNIT (base)))
    {
      range.start -= part.to_constant () + MEM_OFFSET (mem).to_constant ();
      size = tree_to_shwi (DECL_SIZE_UNIT (base));
    }
  range.end = range.start + size;
  for (unsigned i = 0; i < n->moved.length (); i++)
    if (n->moved[i].start == range.start && n->moved[i].end == range.end
	&& n->moved[i].from_fp == range.from_fp)
      return;
  n->moved.safe_push (range);
}

/* True if EXPR is a part of a C++ pointer to a member function.  The front end lets
   such alias everything, since they are compared by their parts; but a program that
   stores another type there has no such pointer any more.  */

static bool
member_pointer_part_p (tree expr)
{
  if (!expr || TREE_CODE (expr) != COMPONENT_REF)
    return false;
  tree field = TYPE_FIELDS (TREE_TYPE (TREE_OPERAND (expr, 0)));
  tree next = field ? DECL_CHAIN (field) : NULL_TREE;
  return (next && TREE_CODE (field) == FIELD_DECL && DECL_NAME (field)
	  && TREE_CODE (next) == FIELD_DECL && DECL_NAME (next)
	  && !strcmp (IDENTIFIER_POINTER (DECL_NAME (field)), "__pfn")
	  && !strcmp (IDENTIFIER_POINTER (DECL_NAME (next)), "__delta"));
}

/* What kinds of objects accesses of SET may be of, by bit: those that have none in
   common are of different objects, as the language's rules of aliasing say.  They
   are the same in all files; the last bit stands for all that has no other.  */

static unsigned
set_kinds (alias_set_type set)
{
  tree types[] = { short_integer_type_node, integer_type_node,
		   long_integer_type_node, long_long_integer_type_node,
		   float_type_node, double_type_node, long_double_type_node,
		   ptr_type_node };
  const unsigned all = ~0u, other = 1u << 31;
  unsigned kinds = 0;

  if (!flag_strict_aliasing || !set)
    return all;
  for (unsigned i = 0; i < ARRAY_SIZE (types); i++)
    if (alias_sets_conflict_p (set, get_alias_set (types[i])))
      kinds |= 1u << i;
  return kinds ? kinds : other;
}

/* Those of objects of TYPE.  The set of a record knows those of its members.  */

unsigned
type_kinds (tree type)
{
  return set_kinds (get_alias_set (type));
}

/* Those that MEM may be.  Merged blocks leave a place without expression, but with
   its set.  */

unsigned
memory_kinds (const_rtx mem)
{
  if (GET_MODE (mem) == BLKmode)
    return ~0u;
  return set_kinds (member_pointer_part_p (MEM_EXPR (mem))
		    ? get_alias_set (TREE_TYPE (MEM_EXPR (mem)))
		    : MEM_ALIAS_SET (mem));
}

/* True if INSN stores floating point where what N calls finds nothing: in a place
   of the private frame that others know.  */

static bool
apart_p (rtx_insn *insn)
{
  bool apart = false;

  note_stores (insn, [] (rtx dest, const_rtx, void *data)
    {
      if (MEM_P (dest)
	  && frame_based_p (XEXP (dest, 0))
	  && FLOAT_MODE_P (GET_MODE (dest)) && exposed_mem_p (dest)
	  && !mirrored_frame_p (dest))
	*(bool *) data = true;
    }, &apart);
  return apart;
}

/* Find what kinds of objects N stores to, and what kinds its loads read that stay
   real: those of references, parts of the frame that others know, and pointers that
   calls load themselves.  */

void
find_kinds (nest *n)
{
  subrtx_iterator::array_type array;
  unsigned i;
  basic_block bb;
  rtx_insn *insn;
  nest_ref *ref;
  unsigned moved = 0;

  FOR_EACH_VEC_ELT (n->refs, i, ref)
    {
      if (!MEM_P (ref->mem))
	continue;
      if (ref->kind & MEMLB_REF_STORE)
	n->store_kinds |= memory_kinds (ref->mem);
      else if (ref->treatment != MEMLB_TREAT_SLOT)
	n->control_kinds |= memory_kinds (ref->mem);
    }
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    FOR_BB_INSNS (bb, insn)
      if (NONDEBUG_INSN_P (insn) && memory_call_flags (insn)
	  && call_row (n, insn) >= 0)
	{
	  moved |= memory_call_kinds (insn);
	  /* It may be meant for an array of numbers in a caller's frame.  */
	  n->apart_p |= n->given_up && !memory_call_typed_p (insn);
	}
      else if (NONDEBUG_INSN_P (insn) && !CALL_P (insn))
	{
	  n->apart_p |= calls_copies_p (n) && apart_p (insn);
	  if (n->control.contains (insn))
	    FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	      if (MEM_P (*iter) && frame_based_p (XEXP (*iter, 0))
		  && exposed_mem_p (*iter))
		n->control_kinds |= memory_kinds (*iter);
	}
      else if (NONDEBUG_INSN_P (insn) && CALL_P (insn)
	       && pointer_call_p (insn) && call_row (n, insn) >= 0)
	{
	  rtx target = XEXP (XEXP (get_call_rtx_from (insn), 0), 0);
	  if (MEM_P (target))
	    n->control_kinds |= memory_kinds (target);
	}
  n->store_kinds |= moved;
  /* What else the nest's own stores change is known better than by kinds.  */
  n->may_alias_p |= (moved & n->control_kinds) != 0;
}
