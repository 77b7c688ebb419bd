/* How fast the blocks of a nest could be: the compiler's model of the machine.
   SPDX-License-Identifier: GPL-3.0-or-later

   GCC's scheduler describes the machine of -mtune by an automaton, which says
   when the units are free that an instruction needs, and by latencies, in
   which every load hits the first-level cache.  Of this there are here

   - the throughput of a block: cycles of an execution when the same ones come
     before and after it, instructions start in order, no more in a cycle than
     the machine issues, and none waits for a result, as where a core looks
     far ahead;
   - the chain of an innermost loop: cycles of an iteration that dependences
     from one to the next take, through registers, and through memory where
     load and store share a slot, if there were units for everything.

   The loop's ideal time is the larger of the two.  Both are made again from
   what no machine is known to beat: how many instructions one can issue in a
   cycle, and the least latencies (target-x86-64-ideal.cc).

   Weakness: what happens in some iterations only is in no chain, so that a
   chain through a branch is cut; calls have the throughput and latency of
   their one instruction.  Nothing here changes the IL, and the automaton's
   tables, which the scheduler has freed, are freed again.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* Iterations after which a chain has its pace, and in which it is taken; many
   small numbers divide it, which patterns over several iterations have.  */
static const unsigned settled = 60;

/* A block is run over and over for about so many instructions.  */
static const unsigned trial_insns = 4000;

/* No instruction waits longer for its units.  */
static const unsigned longest_wait = 400;

/* INSN FROM's result is used by TO, in the next iteration if CARRIED_P; it
   can begin MODEL, or at the least LEAST, cycles after FROM did.  */

struct dependence
{
  unsigned from, to;
  bool carried_p;
  int model, least;
};

/* An innermost loop: the instructions of each iteration, in order.  */

struct chain
{
  nest *n;
  auto_vec<rtx_insn *> insns;
  auto_vec<dependence> dependences;
  HARD_REG_SET unsure;		/* also set in some iterations only */
  auto_bitmap unsure_slots;
};

/* True if INSN is one that the machine executes.  */

static bool
executed_p (rtx_insn *insn)
{
  return (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	  && GET_CODE (PATTERN (insn)) != CLOBBER);
}

/* Add the instructions of BB to INSNS.  */

static void
add_insns (basic_block bb, vec<rtx_insn *> *insns)
{
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    if (executed_p (insn))
      insns->safe_push (insn);
}

/* Let INSN start in STATE, where ISSUED have started in this cycle; advance
   by cycles until it can.  Returns these.  */

static unsigned
start_insn (state_t state, state_t trial, rtx_insn *insn, unsigned *issued)
{
  unsigned rate = MAX (targetm.sched.issue_rate (), 1), cycles = 0;
  size_t size = state_size ();

  for (;; cycles++)
    {
      memcpy (trial, state, size);
      if (*issued < rate && state_transition (trial, insn) < 0)
	{
	  memcpy (state, trial, size);
	  ++*issued;
	  return cycles;
	}
      if (cycles == longest_wait)
	return cycles;
      state_transition (state, NULL_RTX);
      *issued = 0;
    }
}

/* Hundredths of cycles that an execution of INSNS takes, one after the
   other.  */

static unsigned
model_throughput (const vec<rtx_insn *> &insns)
{
  state_t state = xmalloc (state_size ()), trial = xmalloc (state_size ());
  unsigned runs = 2 + trial_insns / (insns.length () + 100);
  unsigned issued = 0, half = 0, i, cycles = 0;
  rtx_insn *insn;

  state_reset (state);
  for (unsigned run = 0; run < 2 * runs; run++)
    {
      if (run == runs)
	half = cycles;
      FOR_EACH_VEC_ELT (insns, i, insn)
	if (target_modelled_p (insn))
	  cycles += start_insn (state, trial, insn, &issued);
    }
  free (state);
  free (trial);
  return ((cycles - half) * 100 + runs / 2) / runs;
}

/* Hundredths of cycles in which INSNS can be issued at the least: a
   conditional jump may go together with what sets the flags.  */

static unsigned
least_throughput (const vec<rtx_insn *> &insns)
{
  unsigned i, slots = 0;
  rtx_insn *insn;

  FOR_EACH_VEC_ELT (insns, i, insn)
    slots += !any_condjump_p (insn);
  return slots * 100 / target_most_issued ();
}

/* Cycles after which CONSUMER can begin when PRODUCER has, by the model.

   Where CONSUMER loads beside what it computes, its own latency has the load
   in it, which does not wait for PRODUCER, so the hook takes it off here; but
   not all of GCC's descriptions have it there, and some let a load take less
   than it does where it hits: nothing is faster than usual.  */

static int
model_latency (rtx_insn *producer, rtx_insn *consumer)
{
  bool load_p;
  int usual = target_usual_latency (producer, &load_p);

  if (!target_modelled_p (producer) || !target_modelled_p (consumer))
    return usual;
  int cost = insn_latency (producer, consumer), adjusted = cost;
  if (targetm.sched.adjust_cost)
    adjusted = targetm.sched.adjust_cost (consumer, 0, producer, cost, 0);
  if (adjusted < cost || load_p)
    adjusted = MAX (adjusted, usual);
  return MAX (adjusted, 0);
}

/* The instruction that sets a register last, -1 for none, -2 for one that only
   spoils it; STEP_P if that is the step of an address, which waits for the
   address and not for what is loaded from there.  */

struct setter
{
  int insn;
  bool step_p;
};

/* Add to C the dependence of instruction TO on what FROM sets through register
   use USE.  */

static void
add_register_dependence (chain *c, const setter &from, unsigned to, df_ref use,
			 bool carried_p)
{
  rtx_insn *producer = c->insns[from.insn], *consumer = c->insns[to];
  dependence d = { (unsigned) from.insn, to, carried_p,
		   model_latency (producer, consumer),
		   target_least_latency (producer) };

  if (from.step_p)
    {
      /* A load begins, as LEAST has it, when it has its value.  */
      bool load_p;
      target_usual_latency (producer, &load_p);
      d.model = 1;
      d.least = load_p ? -target_least_load () : 0;
    }
  if (DF_REF_TYPE (use) == DF_REF_REG_MEM_LOAD)
    d.least += target_least_load ();
  c->dependences.safe_push (d);
}

/* Find the dependences through registers.  END: what has set each at the end of
   an iteration.  With FIND they are found; without, END.  */

static void
walk_registers (chain *c, setter *end, bool find)
{
  setter now[FIRST_PSEUDO_REGISTER];
  unsigned i;
  rtx_insn *insn;
  df_ref ref;

  for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    now[r] = { -1, false };
  FOR_EACH_VEC_ELT (c->insns, i, insn)
    {
      if (find)
	FOR_EACH_INSN_USE (ref, insn)
	  {
	    unsigned r = DF_REF_REGNO (ref);
	    bool carried_p = now[r].insn == -1;
	    const setter &from = carried_p ? end[r] : now[r];
	    if (from.insn >= 0 && !TEST_HARD_REG_BIT (c->unsure, r))
	      add_register_dependence (c, from, i, ref, carried_p);
	  }
      FOR_EACH_INSN_DEF (ref, insn)
	now[DF_REF_REGNO (ref)]
	  = { DF_REF_FLAGS (ref) & (DF_REF_MUST_CLOBBER | DF_REF_MAY_CLOBBER)
	      ? -2 : (int) i,
	      DF_REF_FLAGS_IS_SET (ref, DF_REF_PRE_POST_MODIFY) != 0 };
    }
  if (!find)
    for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
      end[r] = now[r];
}

/* The reference of INSN in N if it has a slot, else NULL.  */

static const nest_ref *
slot_ref (nest *n, rtx_insn *insn)
{
  int *index = n->ref_of.get (insn);

  return index && n->refs[*index].slot >= 0 ? &n->refs[*index] : NULL;
}

/* Find the dependences of loads on stores with the same slot; an instruction
   that does both has one slot whether its address varies or not.  What a core
   stores and loads again soon may cost it nothing.  */

static void
find_memory_dependences (chain *c)
{
  hash_map<int_hash<int, -1, -2>, unsigned> stores;
  unsigned length = c->insns.length ();

  /* Twice, so that the last store of an iteration is known in the next.  */
  for (unsigned i = 0; i < 2 * length; i++)
    {
      unsigned at = i % length;
      const nest_ref *ref = slot_ref (c->n, c->insns[at]);
      if (!ref || bitmap_bit_p (c->unsure_slots, ref->slot))
	continue;
      unsigned *store = stores.get (ref->slot);
      if (i >= length && store && (ref->kind & MEMLB_REF_LOAD)
	  && (*store != at || ref->invariant))
	{
	  rtx_insn *insn = c->insns[*store];
	  dependence d = { *store, at, *store >= at, 1, 0 };
	  if (*store == at && target_modelled_p (insn))
	    d.model = insn_default_latency (insn);
	  if (*store == at)
	    d.least = target_least_latency (insn);
	  c->dependences.safe_push (d);
	}
      if (ref->kind & MEMLB_REF_STORE)
	stores.put (ref->slot, at);
    }
}

/* Hundredths of cycles of C's iterations by the latencies of the model, or
   the least ones.  */

static unsigned
pace (const chain *c, bool least_p)
{
  unsigned length = c->insns.length (), i;
  auto_vec<HOST_WIDE_INT> before, now, then;
  HOST_WIDE_INT growth = 0;
  dependence *d;

  before.safe_grow_cleared (length);
  now.safe_grow_cleared (length);
  for (unsigned run = 0; run < 2 * settled; run++)
    {
      for (i = 0; i < length; i++)
	now[i] = 0;
      /* They are in the order of their users.  */
      FOR_EACH_VEC_ELT (c->dependences, i, d)
	now[d->to] = MAX (now[d->to], (d->carried_p ? before : now)[d->from]
				      + (least_p ? d->least : d->model));
      for (i = 0; i < length; i++)
	before[i] = now[i];
      if (run == settled - 1)
	then.safe_splice (now);
    }
  for (i = 0; i < length; i++)
    growth = MAX (growth, now[i] - then[i]);
  return growth * 100 / settled;
}

/* Compare dependences by user.  */

static int
by_user (const void *a, const void *b)
{
  const dependence *x = (const dependence *) a, *y = (const dependence *) b;

  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->carried_p - y->carried_p) * 4 + (x->model > y->model)
	 - (x->model < y->model);
}

/* True if every iteration of LOOP executes BB.  */

static bool
always_p (class loop *loop, basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (flow_bb_inside_loop_p (loop, e->src)
	&& !dominated_by_p (CDI_DOMINATORS, e->src, bb))
      return false;
  return true;
}

/* Remember what BB sets, since not every iteration does.  */

static void
note_unsure (chain *c, basic_block bb)
{
  rtx_insn *insn;
  df_ref def;

  FOR_BB_INSNS (bb, insn)
    if (executed_p (insn))
      {
	FOR_EACH_INSN_DEF (def, insn)
	  SET_HARD_REG_BIT (c->unsure, DF_REF_REGNO (def));
	if (const nest_ref *ref = slot_ref (c->n, insn))
	  bitmap_set_bit (c->unsure_slots, ref->slot);
      }
}

/* Compare blocks that all dominate a latch: a dominator comes first.  */

static int
by_dominance (const void *a, const void *b)
{
  basic_block x = *(const basic_block *) a, y = *(const basic_block *) b;

  if (x == y)
    return 0;
  return dominated_by_p (CDI_DOMINATORS, y, x) ? -1 : 1;
}

/* Collect the instructions of LOOP's iterations in C.  */

static void
collect_iteration (chain *c, class loop *loop)
{
  auto_vec<basic_block> always;
  basic_block *body = get_loop_body (loop), bb;
  unsigned i;

  for (i = 0; i < loop->num_nodes; i++)
    if (copied_p (c->n, body[i]) && always_p (loop, body[i]))
      always.safe_push (body[i]);
    else
      note_unsure (c, body[i]);
  free (body);
  always.qsort (by_dominance);
  FOR_EACH_VEC_ELT (always, i, bb)
    add_insns (bb, &c->insns);
}

/* Find the chain of innermost loop LOOP, whose head is BLOCK of N.  */

static void
find_chain (nest *n, class loop *loop, nest_count_block *block)
{
  chain c;
  setter end[FIRST_PSEUDO_REGISTER];

  c.n = n;
  CLEAR_HARD_REG_SET (c.unsure);
  collect_iteration (&c, loop);
  walk_registers (&c, end, false);
  walk_registers (&c, end, true);
  find_memory_dependences (&c);
  c.dependences.qsort (by_user);
  block->ideal_chain = pace (&c, false);
  block->least_chain = pace (&c, true);
}

/* Find what the blocks of N take.  Needs dataflow, loops and dominators.  */

void
find_ideal (nest *n)
{
  unsigned i;
  basic_block bb;

  dfa_start ();
  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      nest_count_block *block = &n->count_blocks[i];
      auto_vec<rtx_insn *> insns;
      add_insns (bb, &insns);
      block->ideal = model_throughput (insns);
      block->least = least_throughput (insns);
      if (block->header_p && !bb->loop_father->inner)
	find_chain (n, bb->loop_father, block);
      if (dump_file)
	fprintf (dump_file, "memlb ideal: %s:%d block %u insns %u ideal %u "
		 "chain %u least %u chain %u\n", n->file, n->line, i + 1,
		 insns.length (), block->ideal, block->ideal_chain,
		 block->least, block->least_chain);
    }
  dfa_finish ();
}
