/* The plugin: passes and their places.
   SPDX-License-Identifier: GPL-3.0-or-later

   memlb_copies stands before "alignments": code is final but for what
   changes no instruction (alignment, variable tracking, machine reorg), and
   the control-flow graph still exists.  From then on the stack frame, the
   registers and the order of blocks are the original's.

   memlb_unwind stands behind "dwarf2", whose notes it follows.

   memlb_descriptors stands behind "final", when the function's code has
   been written and its labels have got their names.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "plugin-options.h"
#include "names.h"
#include "callees.h"
#include "unwind.h"

int plugin_is_GPL_compatible;

/* Number of nests seen in this compilation.  */
static int nest_count;

/* " at FILE:LINE" of what refused N, or "", in BUFFER of SIZE bytes.  */

static const char *
culprit_text (const nest *n, char *buffer, size_t size)
{
  expanded_location where = expand_location (n->culprit);

  *buffer = 0;
  if (where.file && where.line > 0)
    snprintf (buffer, size, ", at %s:%d", where.file, where.line);
  return buffer;
}

/* Tell what became of N: a note with explain, and an optimisation record.  */

static void
tell (nest *n)
{
  char text[512], place[256];

  if (n->copied_p)
    snprintf (text, sizeof text, "nest of depth %u copied, %u references "
	      "redirected, %u control, %u real", n->depth, n->n_redirected,
	      n->n_control, n->n_real);
  else
    snprintf (text, sizeof text, "nest not copied: %s (%s%s)",
	      reason_slug[n->reason], reason_text[n->reason],
	      culprit_text (n, place, sizeof place));
  if (plugin_options.explain)
    inform (n->where, "memlb: %s", text);
  if (dump_enabled_p ())
    dump_printf_loc (n->copied_p ? MSG_OPTIMIZED_LOCATIONS
				 : MSG_MISSED_OPTIMIZATION,
		     dump_user_location_t::from_location_t (n->where),
		     "memlb: %s\n", text);
}

/* Copy and instrument the nests of the current function, and all of it if
   WHOLE.  */

static void
process_function (bool whole)
{
  auto_vec<nest *> nests;
  unsigned i;
  nest *n, *procedure = NULL;
  callee *to_call = NULL;

  mark_dfs_back_edges ();
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  if (current_loops)
    {
      mark_irreducible_loops ();
      select_nests (&nests);
      if (whole)
	procedure = decide_procedure (nests);
      if (!procedure)
	to_call = decide_callee (nests);
    }
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
  df_remove_problem (df_chain);
  decide_gates (nests);
  if (procedure || to_call || !nests.is_empty ())
    note_used_registers ();
  note_callee (to_call);

  if (to_call)
    {
      to_call->n->id = nest_count++;
      if (to_call->measured)
	to_call->measured->id = nest_count++;
      copy_callee (to_call);
    }
  if (procedure)
    {
      procedure->id = nest_count++;
      FOR_EACH_VEC_ELT (nests, i, n)
	n->id = nest_count + i;
      copy_procedure (procedure);
    }
  FOR_EACH_VEC_ELT (nests, i, n)
    {
      n->id = nest_count++;
      tell (n);
      instrument_nest (n);
    }
  if (procedure)
    nests.safe_push (procedure);
  if (to_call && to_call->measured)
    {
      tell (to_call->measured);
      nests.safe_push (to_call->measured);
    }
  if (to_call || !nests.is_empty ())
    describe_function (&nests, to_call);
  FOR_EACH_VEC_ELT (nests, i, n)
    free_nest (n);
  if (to_call)
    free_callee (to_call);
}

namespace {

const pass_data copies_data =
{
  RTL_PASS, "memlb_copies", OPTGROUP_LOOP, TV_NONE, 0, 0, 0, 0, 0
};

class pass_memlb_copies : public rtl_opt_pass
{
public:
  pass_memlb_copies (gcc::context *context)
    : rtl_opt_pass (copies_data, context)
  {}

  bool gate (function *) final override
  {
    return !plugin_options.disable && !seen_error ();
  }

  unsigned execute (function *) final override
  {
    /* The analysis must not let dataflow delete what the plain build
       keeps.  */
    int dce = df->changeable_flags & DF_LR_RUN_DCE;
    df_clear_flags (DF_LR_RUN_DCE);
    bool whole = plugin_options.procedures && prepare_procedure ();
    df_chain_add_problem (DF_UD_CHAIN);
    df_analyze ();
    int first = get_max_uid ();
    process_function (whole);
    target_note_inserted (first, get_max_uid ());
    df_set_flags (dce);
    return 0;
  }
};

const pass_data unwind_data =
{
  RTL_PASS, "memlb_unwind", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class pass_memlb_unwind : public rtl_opt_pass
{
public:
  pass_memlb_unwind (gcc::context *context)
    : rtl_opt_pass (unwind_data, context)
  {}

  unsigned execute (function *) final override
  {
    complete_unwind_info ();
    target_pad_gates ();
    drop_alignments ();
    return 0;
  }
};

const pass_data descriptors_data =
{
  RTL_PASS, "memlb_descriptors", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class pass_memlb_descriptors : public rtl_opt_pass
{
public:
  pass_memlb_descriptors (gcc::context *context)
    : rtl_opt_pass (descriptors_data, context)
  {}

  unsigned execute (function *) final override
  {
    restore_used_registers ();
    emit_function_descriptors ();
    return 0;
  }
};

} /* anonymous namespace */

/* Register PASS relative to REFERENCE, as POSITION says.  */

static void
register_pass (const char *plugin, opt_pass *pass, const char *reference,
	       pass_positioning_ops position)
{
  register_pass_info info = { pass, reference, 1, position };

  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* Write what belongs to the whole object file.  */

static void
finish_unit (void *, void *)
{
  if (seen_error ())
    return;
  finish_callees ();
  emit_unit_record ();
}

/* True if this GCC is the one the plugin was built for; names the field that
   differs.  */

static bool
right_gcc_p (plugin_gcc_version *running)
{
  const struct { const char *name, *running, *built; } fields[] =
  {
    { "version", running->basever, gcc_version.basever },
    { "datestamp", running->datestamp, gcc_version.datestamp },
    { "development phase", running->devphase, gcc_version.devphase },
    { "revision", running->revision, gcc_version.revision },
    { "configure line", running->configuration_arguments,
      gcc_version.configuration_arguments }
  };
  const char *disable = getenv ("MEMLB_DISABLE_VERSION_CHECK");

  if (disable && !strcmp (disable, "1"))
    return true;
  for (unsigned i = 0; i < ARRAY_SIZE (fields); i++)
    if (strcmp (fields[i].running, fields[i].built))
      {
	error ("memlb: this plugin was built for another GCC: its %s is "
	       "%qs, not %qs; run %<memlb plugin build --gcc=GCC%>",
	       fields[i].name, fields[i].running, fields[i].built);
	return false;
      }
  return true;
}

static plugin_info information =
{
  MEMLB_VERSION,
  "copies=bound,count,procedures,calls  loops=FILE  min-depth=N  max-depth=N  max-refs=N  "
  "max-growth=N  explain  disable"
};

int
plugin_init (plugin_name_args *args, plugin_gcc_version *version)
{
  const char *name = args->base_name, *why;

  if (!right_gcc_p (version))
    return 1;
  if (!parse_plugin_options (args->argc, args->argv))
    return 1;
  register_callback (name, PLUGIN_INFO, NULL, &information);
  if (!target_supported_p (&why))
    {
      warning (0, "memlb: no copies are made: %s", why);
      return 0;
    }
  register_pass (name, make_pass_memlb_names (), "ompexp",
		 PASS_POS_INSERT_AFTER);
  register_pass (name, make_pass_memlb_names (), "ssa",
		 PASS_POS_INSERT_AFTER);
  register_pass (name, make_pass_memlb_lto_names (), "inline",
		 PASS_POS_INSERT_AFTER);
  register_pass (name, make_pass_memlb_late_names (), "optimized",
		 PASS_POS_INSERT_AFTER);
  register_pass (name, make_pass_memlb_memory_calls (), "optimized",
		 PASS_POS_INSERT_AFTER);
  register_pass (name, new pass_memlb_copies (g), "alignments",
		 PASS_POS_INSERT_BEFORE);
  register_pass (name, new pass_memlb_unwind (g), "dwarf2",
		 PASS_POS_INSERT_AFTER);
  register_pass (name, new pass_memlb_descriptors (g), "final",
		 PASS_POS_INSERT_AFTER);
  register_callback (name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
  watch_labels ();
  return 0;
}
