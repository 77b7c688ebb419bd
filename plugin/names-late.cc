/* The pass memlb_late_names: which source reference each reference is that
   goes to RTL.
   SPDX-License-Identifier: GPL-3.0-or-later

   A location is not enough: the Fortran front end gives all references of a
   statement the same one, and combining instructions loses that of a load.
   So behind "optimized", the last pass before "expand" and the last moment at
   which addresses can be traced to where they come from, the references in
   loops are matched with what the early pass saw at their location:

   - by the direction and the size of the access;
   - by the variable at the bottom of the address, where no other variable
     can lead to the same memory;
   - by distance: if at one place the source reads p(i,j), p(i+1,j) and
     p(i,j+1), at distances 0, 8 and 4104, then references at distances 16
     and 24 from something are the first two.

   The last is taken only if it fits in one way, and if an iteration steps
   as far as in the source, so that unrolling cannot mislead it.  Where
   several source references remain, the name is the array's alone.

   RTL finds the names by the operands of MEM_EXPR, which expand copies from
   the references seen here.  */

#include "gcc-compat.h"
#include "names-gimple.h"
#include "names-map.h"
#include "names-text.h"
#include "names-affine.h"
#include "names-late.h"
#include "names-lto.h"
#include "plugin-options.h"
#include "names.h"

/* A memory reference by its operands.  */
struct ref_key
{
  tree_code code;
  const_tree operands[5];
};

struct ref_key_hash : typed_noop_remove<ref_key>
{
  typedef ref_key value_type;
  typedef ref_key compare_type;
  static const bool empty_zero_p = true;

  static hashval_t hash (const ref_key &key)
  {
    inchash::hash h;
    h.add_int (key.code);
    for (const_tree t : key.operands)
      h.add_ptr (t);
    return h.end ();
  }
  static bool equal (const ref_key &a, const ref_key &b)
  {
    return (a.code == b.code
	    && !memcmp (a.operands, b.operands, sizeof a.operands));
  }
  static void mark_deleted (ref_key &key) { key.code = MAX_TREE_CODES; }
  static void mark_empty (ref_key &key) { key.code = ERROR_MARK; }
  static bool is_deleted (const ref_key &key)
  {
    return key.code == MAX_TREE_CODES;
  }
  static bool is_empty (const ref_key &key) { return key.code == ERROR_MARK; }
};

/* A reference of the current function, in a loop.  */
struct late_ref
{
  tree ref;
  gimple *stmt;
  location_t location;
  bool store;
  unsigned bytes, element;	/* accessed; of one element */
  affine address;
  address_root root;
  reference_name name;
};

/* What the map says of a key.  */
struct named_ref
{
  location_t location;
  bool store;
  reference_name name;
};

/* The references of the current function, by their operands.  */
static hash_map<ref_key_hash, vec<named_ref> > *late_names;

/* The key of REF; false if it has none.  */

static bool
make_key (tree ref, ref_key *key)
{
  int n = TREE_OPERAND_LENGTH (ref);

  memset (key, 0, sizeof *key);
  if (!handled_component_p (ref) && TREE_CODE (ref) != MEM_REF
      && TREE_CODE (ref) != TARGET_MEM_REF)
    return false;
  key->code = TREE_CODE (ref);
  for (int i = 0; i < n && i < 5; i++)
    key->operands[i] = TREE_OPERAND (ref, i);
  return true;
}

/* Forget the names of the function before.  */

static void
forget_late_names (void)
{
  if (!late_names)
    return;
  for (auto entry : *late_names)
    entry.second.release ();
  delete late_names;
  late_names = NULL;
}

/* Enter R into the map.  */

static void
enter_late_name (const late_ref *r)
{
  ref_key key;

  if (!make_key (r->ref, &key))
    return;
  bool existed;
  vec<named_ref> &list = late_names->get_or_insert (key, &existed);
  if (!existed)
    list = vNULL;
  list.safe_push ({ r->location, r->store, r->name });
}

/* Collect REF of STMT in LIST.  */

static void
collect_ref (gimple *stmt, tree ref, bool store, vec<late_ref> *list)
{
  late_ref r;

  if (is_gimple_reg (ref) || TREE_CODE (ref) == SSA_NAME
      || gimple_bb (stmt)->loop_father->num == 0)
    return;
  tree type = TREE_TYPE (ref);
  HOST_WIDE_INT bytes = int_size_in_bytes (type);
  r.ref = ref;
  r.stmt = stmt;
  r.location = gimple_location (stmt);
  r.store = store;
  r.bytes = bytes > 0 ? bytes : 0;
  r.element = element_bytes (type);
  r.address = ref_affine (ref, AFFINE_SSA);
  r.root = affine_root (&r.address, AFFINE_SSA);
  r.name.text = r.name.array = NULL;
  list->safe_push (r);
}

/* Callbacks of walk_stmt_load_store_ops.  */

static bool
collect_load (gimple *stmt, tree, tree ref, void *list)
{
  collect_ref (stmt, ref, false, (vec<late_ref> *) list);
  return false;
}

static bool
collect_store (gimple *stmt, tree, tree ref, void *list)
{
  collect_ref (stmt, ref, true, (vec<late_ref> *) list);
  return false;
}

/* The function whose source LOCATION is in, before inlining.  */

static tree
source_function (location_t location)
{
  for (tree block = LOCATION_BLOCK (location);
       block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      return DECL_ORIGIN (block_ultimate_origin (block));
  return DECL_ORIGIN (current_function_decl);
}

/* True if DECL is a variable of FUNCTION's source.  */

static bool
variable_of_p (tree decl, tree function)
{
  tree context = DECL_CONTEXT (DECL_ORIGIN (decl));

  return (context && TREE_CODE (context) == FUNCTION_DECL
	  && DECL_ORIGIN (context) == function);
}

/* True if R cannot be the source reference S, since their addresses begin
   with different variables.  */

static bool
other_root_p (const late_ref *r, const source_ref *s)
{
  tree decl = r->root.decl;

  if (!decl || !r->root.firm || !s->root || !s->root_firm
      || !DECL_NAME (decl))
    return false;
  bool global = is_global_var (decl);
  /* An argument of an inlined function says nothing of its caller's
     variables.  */
  tree function = source_function (r->location);
  if (r->root.shared || (global && !s->root_global)
      ? function != DECL_ORIGIN (current_function_decl)
      : !global && !variable_of_p (decl, function))
    return false;
  return (global != s->root_global
	  || strcmp (IDENTIFIER_POINTER (DECL_NAME (decl)), s->root));
}

/* True if R can be S.  */

static bool
possible_p (const late_ref *r, const source_ref *s)
{
  return (r->store == s->store
	  && s->internal == internal_ref_p (r->ref)
	  && (!r->element || !s->size || r->element == s->size)
	  && !other_root_p (r, s));
}

/* Collect in LIST what R can be.  */

static void
find_candidates (const late_ref *r, vec<const source_ref *> *list)
{
  source_place *place = find_place (r->location);

  if (place)
    for (unsigned i = 0; i < place->refs.length (); i++)
      if (possible_p (r, &place->refs[i]))
	list->safe_push (&place->refs[i]);
}

/* Name R by what all of its CANDIDATES agree on.  */

static void
name_by_agreement (late_ref *r, const vec<const source_ref *> &candidates)
{
  bool texts = true, arrays = true;

  for (const source_ref *s : candidates)
    {
      texts &= s->text == candidates[0]->text;
      arrays &= s->array == candidates[0]->array;
    }
  if (candidates.is_empty ())
    texts = arrays = false;
  r->name.text = texts ? candidates[0]->text : NULL;
  r->name.array = arrays ? candidates[0]->array : NULL;
}

/* How far R moves with each iteration of its loop; false if that is not
   constant.  */

static bool
late_step (const late_ref *r, HOST_WIDE_INT *step)
{
  const void *counter = counter_leaf (gimple_bb (r->stmt)->loop_father);
  const affine *a = &r->address;

  *step = affine_coefficient (a, counter);
  for (unsigned i = 0; i < a->n; i++)
    {
      if (a->terms[i].leaf2
	  && (a->terms[i].leaf == counter || a->terms[i].leaf2 == counter))
	return false;
      if (counter_leaf_p (a->terms[i].leaf))
	continue;
      /* A value that changes in the loop in an unknown way.  */
      const_tree leaf = (const_tree) a->terms[i].leaf;
      if (TREE_CODE (leaf) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (leaf))
	{
	  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (leaf));
	  if (bb && flow_bb_inside_loop_p (gimple_bb (r->stmt)->loop_father,
					   bb))
	    return false;
	}
    }
  return true;
}

/* True if R moves as S does: the loop has not been unrolled.  */

static bool
same_step_p (const late_ref *r, const source_ref *s)
{
  HOST_WIDE_INT step, n = 1;

  if (VECTOR_TYPE_P (TREE_TYPE (r->ref)) && r->element)
    n = r->bytes / r->element;
  return s->step_known && late_step (r, &step) && step == s->step * n;
}

/* The candidate at OFFSET of SHAPE, or NULL.  */

static const source_ref *
candidate_at (const vec<const source_ref *> &candidates, unsigned shape,
	      HOST_WIDE_INT offset)
{
  for (const source_ref *s : candidates)
    if (s->shape == shape && s->offset == offset)
      return s;
  return NULL;
}

/* True if the references FAMILY, moved by SHIFT, are all among those of
   CANDIDATES with SHAPE.  */

static bool
fits_p (const vec<late_ref *> &family,
	const vec<const source_ref *> &candidates, unsigned shape,
	HOST_WIDE_INT shift)
{
  for (const late_ref *r : family)
    {
      const source_ref *s = candidate_at (candidates, shape,
					  r->address.constant + shift);
      if (!s || !same_step_p (r, s))
	return false;
    }
  return true;
}

/* Name the references FAMILY after the candidates with SHAPE that they are
   when moved by SHIFT; false if they have other names already.  */

static bool
name_family_after (const vec<late_ref *> &family,
		   const vec<const source_ref *> &candidates, unsigned shape,
		   HOST_WIDE_INT shift)
{
  for (late_ref *r : family)
    {
      const source_ref *s = candidate_at (candidates, shape,
					  r->address.constant + shift);
      if (r->name.text && r->name.text != s->text)
	return false;
      r->name.text = s->text;
      r->name.array = s->array;
    }
  return true;
}

/* Name the references FAMILY, whose addresses differ by constants, by their
   distances, if these fit those of CANDIDATES in one way.  */

static void
name_by_distance (const vec<late_ref *> &family,
		  const vec<const source_ref *> &candidates)
{
  auto_vec<reference_name> before;
  bool unique = true;

  for (const late_ref *r : family)
    before.safe_push (r->name);
  for (const source_ref *s : candidates)
    {
      HOST_WIDE_INT shift = s->offset - family[0]->address.constant;
      if (s->shape && fits_p (family, candidates, s->shape, shift))
	unique &= name_family_after (family, candidates, s->shape, shift);
    }
  if (!unique)
    for (unsigned i = 0; i < family.length (); i++)
      family[i]->name = before[i];
}

/* True if R and S stand at one place and do the same.  */

static bool
same_place_p (const late_ref *r, const late_ref *s)
{
  return (LOCATION_LOCUS (r->location) == LOCATION_LOCUS (s->location)
	  && LOCATION_BLOCK (r->location) == LOCATION_BLOCK (s->location)
	  && r->store == s->store && r->element == s->element
	  && gimple_bb (r->stmt)->loop_father
	     == gimple_bb (s->stmt)->loop_father);
}

/* Name REFS[FIRST] and those that differ from it by a constant, which is at
   least one.  */

static void
name_family (vec<late_ref> *refs, unsigned first,
	     const vec<const source_ref *> &candidates)
{
  auto_vec<late_ref *> family;
  bool several = false;

  for (late_ref &r : *refs)
    if (same_place_p (&r, &(*refs)[first])
	&& same_terms_p (&r.address, &(*refs)[first].address))
      {
	several |= r.address.constant != (*refs)[first].address.constant;
	family.safe_push (&r);
      }
  if (several)
    name_by_distance (family, candidates);
}

/* REFS[FIRST] can be several of CANDIDATES: find out which.  */

static void
decide_late_name (vec<late_ref> *refs, unsigned first,
		  const vec<const source_ref *> &candidates)
{
  late_ref *r = &(*refs)[first];
  char text[NAME_TEXT_MAX + 8];

  if (!r->address.failed)
    name_family (refs, first, candidates);
  if (r->name.text || !r->name.array)
    return;
  bool round = candidates[0]->text[strlen (r->name.array)] == '(';
  snprintf (text, sizeof text, "%s%s", r->name.array,
	    round ? "(...)" : "[...]");
  r->name.text = intern_name (text);
}

/* Name REFS.  */

static void
name_refs (vec<late_ref> *refs)
{
  for (unsigned i = 0; i < refs->length (); i++)
    {
      late_ref *r = &(*refs)[i];
      auto_vec<const source_ref *> candidates;
      if (r->name.text)
	continue;
      find_candidates (r, &candidates);
      name_by_agreement (r, candidates);
      if (!r->name.text && !candidates.is_empty ())
	decide_late_name (refs, i, candidates);
      if (!r->name.array && r->root.firm && user_name (r->root.decl)
	  && !RECORD_OR_UNION_TYPE_P (TREE_TYPE (r->root.decl)))
	r->name.array = intern_name (user_name (r->root.decl));
    }
}

/* Tell the dump what R is called.  */

static void
dump_late_ref (const late_ref *r)
{
  expanded_location where = expand_location (r->location);

  fprintf (dump_file, "%d:%d %s ", where.line, where.column,
	   r->store ? "store" : "load");
  print_generic_expr (dump_file, r->ref, TDF_NONE);
  fprintf (dump_file, " -> %s [%s]\n", r->name.text ? r->name.text : "?",
	   r->name.array ? r->name.array : "?");
}

/* Name the references in loops of the current function.  */

static void
name_function (void)
{
  auto_vec<late_ref> refs;
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (!is_gimple_debug (gsi_stmt (gsi))
	  && !gimple_clobber_p (gsi_stmt (gsi)))
	walk_stmt_load_store_ops (gsi_stmt (gsi), &refs, collect_load,
				  collect_store);
  name_refs (&refs);
  for (const late_ref &r : refs)
    {
      enter_late_name (&r);
      if (dump_file)
	dump_late_ref (&r);
    }
}

/* The name that those of LIST agree on which STORE or not, and stand at
   LOCATION unless that is not known; false if there are none.  */

static bool
agreed_late_name (const vec<named_ref> &list, bool store, location_t location,
		  reference_name *name)
{
  bool found = false;

  for (const named_ref &r : list)
    {
      if (r.store != store
	  || (location != UNKNOWN_LOCATION
	      && LOCATION_LOCUS (location) != LOCATION_LOCUS (r.location)))
	continue;
      if (!found)
	*name = r.name;
      if (name->text != r.name.text)
	name->text = NULL;
      if (name->array != r.name.array)
	name->array = NULL;
      found = true;
    }
  return found;
}

/* Find what the MEM with MEM_EXPR EXPR is called, which is a STORE or not;
   false if nothing is known.  */

bool
find_late_name (tree expr, bool store, reference_name *name)
{
  ref_key key;

  if (!late_names || !make_key (expr, &key))
    return false;
  vec<named_ref> *list = late_names->get (key);
  if (!list)
    return false;
  return ((EXPR_HAS_LOCATION (expr)
	   && agreed_late_name (*list, store, EXPR_LOCATION (expr), name))
	  || agreed_late_name (*list, store, UNKNOWN_LOCATION, name));
}

namespace {

const pass_data late_names_data =
{
  GIMPLE_PASS, "memlb_late_names", OPTGROUP_NONE, TV_NONE,
  PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

class pass_memlb_late_names : public gimple_opt_pass
{
public:
  pass_memlb_late_names (gcc::context *context)
    : gimple_opt_pass (late_names_data, context)
  {}

  bool gate (function *) final override
  {
    return optimize && !plugin_options.disable && !seen_error ();
  }

  unsigned execute (function *f) final override
  {
    forget_late_names ();
    if (!current_loops || number_of_loops (f) < 2)
      return 0;
    read_lto_names ();
    late_names = new hash_map<ref_key_hash, vec<named_ref> >;
    name_function ();
    return 0;
  }
};

} /* anonymous namespace */

opt_pass *
make_pass_memlb_late_names (void)
{
  return new pass_memlb_late_names (g);
}
