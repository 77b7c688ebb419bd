/* Writing the descriptors of nests.
   SPDX-License-Identifier: GPL-3.0-or-later

   A descriptor says where a nest and its copies are and what the bound copy
   needs; include/memlb/abi.def declares its fields, and the expansions
   below are all that lays them out.  The text of a function's descriptors
   is made while its RTL lives and written out behind its code.

   What belongs to a COMDAT function stands in that function's group, so
   that the linker drops both together.  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"
#include "names.h"
#include "records.h"
#include "callees.h"

/* Descriptors of the current function, waiting to be written.  */
static char *pending_text;

/* True once this compilation has written a descriptor.  */
static bool described_any;

/* Number of strings written.  */
static int string_count;

static const char unit_name[] = ".LMEMLB_unit";

const char *
write_string (FILE *f, const char *string)
{
  if (!string)
    return NULL;
  const char *name = target_local_name ("MEMLBS", string_count++);
  fprintf (f, "\t.pushsection\t.rodata.memlb.str1.1,\"aMS\",@progbits,1\n"
	   "%s:\n\t.string\t\"", name);
  for (const unsigned char *s = (const unsigned char *) string; *s; s++)
    if (*s < ' ' || *s >= 127 || *s == '"' || *s == '\\')
      fprintf (f, "\\%03o", *s);
    else
      putc (*s, f);
  fputs ("\"\n\t.popsection\n", f);
  return name;
}

const char *
label_name (rtx_code_label *label)
{
  char name[64];

  if (!label)
    return NULL;
  ASM_GENERATE_INTERNAL_LABEL (name, "L", CODE_LABEL_NUMBER (label));
  return ggc_strdup (name + (*name == '*'));
}

/* Switch to section NAME with FLAGS, of TYPE, in the group of the current function
   if it has one.  */

static void
push_typed_section (FILE *f, const char *name, const char *flags,
		    const char *type)
{
  tree group = DECL_COMDAT_GROUP (current_function_decl);

  if (group && DECL_ONE_ONLY (current_function_decl))
    fprintf (f, "\t.pushsection\t%s,\"%sG\",@%s,%s,comdat\n", name, flags,
	     type, IDENTIFIER_POINTER (group));
  else
    fprintf (f, "\t.pushsection\t%s,\"%s\",@%s\n", name, flags, type);
}

void
push_section (FILE *f, const char *name)
{
  push_typed_section (f, name, "aw", "progbits");
  fputs ("\t.p2align\t3\n", f);
}

/* Write the timer of the function that N stands for: a function of its own,
   behind the code of the one that it calls.  */

static void
write_timer (FILE *f, nest *n)
{
  push_typed_section (f, ".text.memlb", "ax", "progbits");
  target_write_timer (f, n);
  fputs ("\t.popsection\n", f);
}

/* True if N addresses the frame by the frame pointer.  In a function that
   has one, a nest before the prologue does not: the register is still the
   caller's there.  */

static bool
uses_frame_pointer_p (const nest *n)
{
  if (n->frame_arrays_p && frame_pointer_needed)
    return true;
  for (unsigned i = 0; i < n->ranges.length (); i++)
    if (n->ranges[i].from_fp)
      return true;
  for (unsigned i = 0; i < n->fvalues.length (); i++)
    if (n->fvalues[i].from_fp)
      return true;
  return false;
}

/* True if REF is a load outside of inner loops that decides how often these go
   round.  */

static bool
decides_rows_p (const nest_ref *ref)
{
  return (ref->treatment == MEMLB_TREAT_CONTROL && !ref->invariant
	  && !ref->innermost);
}

/* The flags of N's descriptor.  */

static unsigned
nest_flags (const nest *n)
{
  unsigned flags = 0;

  if (n->procedure_p)
    return (MEMLB_NEST_PROCEDURE
	    | (n->timer_words < 0 ? 0 : MEMLB_NEST_TIMED | MEMLB_NEST_OUTER));
  if (n->function_p)
    return (MEMLB_NEST_FUNCTION | MEMLB_NEST_COPIED | MEMLB_NEST_TIMED
	    | MEMLB_NEST_VECTOR);
  if (n->copied_p)
    flags |= MEMLB_NEST_COPIED;
  if (n->timed_p)
    flags |= MEMLB_NEST_TIMED;
  if (n->outer_p)
    flags |= MEMLB_NEST_OUTER;
  if (target_red_zone ())
    flags |= MEMLB_NEST_RED_ZONE;
  if (uses_frame_pointer_p (n))
    flags |= MEMLB_NEST_FRAME;
  if (n->slot_reg < 0 && n->common_bytes > 0)
    flags |= MEMLB_NEST_SLOTS_IN_FRAME;
  if (n->vector_p)
    flags |= MEMLB_NEST_VECTOR;
  if (n->scattered_p)
    flags |= MEMLB_NEST_SCATTERED;
  if (n->divides_loaded_p)
    flags |= MEMLB_NEST_DIVIDES;
  if (n->computed_branches_p)
    flags |= MEMLB_NEST_COMPUTED_BRANCHES;
  if (n->address_waits_p)
    flags |= MEMLB_NEST_ADDRESS_WAITS;
  if (n->may_alias_p)
    flags |= MEMLB_NEST_MAY_ALIAS;
  if (n->calls_p)
    flags |= MEMLB_NEST_CALLS;
  if (n->apart_p)
    flags |= MEMLB_NEST_APART;
  if (n->cold_calls_p)
    flags |= MEMLB_NEST_COLD_CALLS;
  if (n->conditional_calls_p)
    flags |= MEMLB_NEST_CONDITIONAL_CALLS;
  if (!n->ctl_gprs && !n->ctl_vecs && !n->ctl_masks)
    flags |= MEMLB_NEST_NO_CONTROL;
  if (n->frame_arrays_p && n->depth > 1)
    flags |= MEMLB_NEST_FRAME_ROWS;
  for (unsigned i = 0; i < n->refs.length (); i++)
    {
      if (n->refs[i].kind & MEMLB_REF_STORE)
	flags |= MEMLB_NEST_HAS_STORES;
      if (decides_rows_p (&n->refs[i]))
	flags |= MEMLB_NEST_ROWS;
    }
  return flags;
}

/* Fill V with what says where N is.  */

static void
fill_place (FILE *f, nest *n, nest_fields *v)
{
  tree decl = current_function_decl;

  v->line = n->line;
  v->end_line = n->end_line;
  v->column = n->column;
  v->depth = n->depth;
  v->level = n->level;
  v->insns = n->n_insns;
  v->blocks = n->blocks.length ();
  v->function = write_string (f, DECL_NAME (decl)
				 ? IDENTIFIER_POINTER (DECL_NAME (decl))
				 : "?");
  v->asm_name
    = write_string (f, targetm.strip_name_encoding
			 (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl))));
  v->file = write_string (f, n->file);
  if (!n->procedure_p && !n->function_p)
    v->variable = write_string (f, loop_variable_name (n));
  v->unit = unit_name;
  v->blocker = write_string (f, n->blocker);
}

/* An expression for the assembler: the length of N's blocks, of each row of them
   that lie behind one another from the first one's begin to that of the block that
   follows, which is none of N's; NULL if the end of one is not known.  */

static const char *
length_text (nest *n)
{
  basic_block exit = EXIT_BLOCK_PTR_FOR_FN (cfun), bb, first = NULL;
  char *text = xstrdup ("0");
  unsigned i;

  FOR_EACH_VEC_ELT (n->blocks, i, bb)
    {
      basic_block next = bb->next_bb;
      if (!first)
	first = bb;
      if (i + 1 < n->blocks.length () && next == n->blocks[i + 1]
	  && BB_PARTITION (next) == BB_PARTITION (bb))
	continue;
      if (next == exit || BB_PARTITION (next) != BB_PARTITION (bb))
	{
	  free (text);
	  return NULL;
	}
      int begin
	= CODE_LABEL_NUMBER (as_a <rtx_code_label *> (block_label (first)));
      int end
	= CODE_LABEL_NUMBER (as_a <rtx_code_label *> (block_label (next)));
      char *longer = xasprintf ("%s+(.L%d-.L%d)", text, end, begin);
      free (text);
      text = longer;
      first = NULL;
    }
  const char *result = ggc_strdup (text);
  free (text);
  return result;
}

/* Fill V with what the runtime needs to run the copies of N.  */

static void
fill_copies (FILE *f, nest *n, nest_fields *v)
{
  v->n_refs = n->refs.length ();
  v->n_points = n->points.length ();
  v->n_addrs = n->addrs.length ();
  v->n_ranges = (n->ranges.length () + n->moved.length ()
		 + n->frame_pointers.length ());
  v->n_fvalues = n->fvalues.length ();
  v->refs_redirected = n->n_redirected;
  v->refs_control = n->n_control;
  v->refs_real = n->n_real;
  v->form_changed = n->n_form_changed;
  v->slot_bytes = n->slot_bytes;
  v->slot_bias = n->slot_bias;
  v->slot_off = n->slot_off;
  v->cell_off = n->cell_off;
  v->sp_align = n->sp_align;
  v->sp_mod = n->sp_mod;
  v->ctl_gprs = n->ctl_gprs;
  v->ctl_vecs = n->ctl_vecs;
  v->ctl_masks = n->ctl_masks;
  if (n->slot_reg >= 0)
    v->slot_reg = target_encoding (n->slot_reg);
  v->bound_entry = v->bound_begin = label_name (n->bound_label);
  v->bound_end = target_local_name ("MEMLBE", n->id);
  if (!n->function_p)
    v->observe_entry = label_name (n->observe_label);
  v->refs = write_refs (f, n);
  v->points = write_points (f, n);
  v->addrs = write_addrs (f, n);
  v->ranges = write_ranges (f, n);
  v->fvalues = write_fvalues (f, n);
  v->n_webs = n->webs.length ();
  v->n_saves = n->n_saves;
  v->address_cycles = n->n_address_cycles;
  v->control_varying = n->n_control_varying;
  v->wide_unplaced = count_wide_unplaced (n);
  v->webs = write_webs (f, n);
  v->n_counters = n->n_counters;
  v->n_edges = n->count_edges.length ();
  if (n->count_reg >= 0)
    v->count_reg = target_encoding (n->count_reg);
  v->block_table = write_block_table (f, n);
  v->edges = write_edges (f, n);
  if (n->steps_p)
    {
      v->steps_entry = label_name (n->steps_label);
      v->steps_off = n->steps_off;
      v->steps_bytes = 8 * n->n_counters;
    }
  v->n_progress = n->progress.length ();
  v->n_spans = n->block_rows.length ();
  v->progress = write_progress_rows (f, n);
  v->spans = write_spans (f, n);
  v->model = write_string (f, target_model_name ());
  if (n->mirror_p)
    {
      v->mirror_entry = label_name (n->mirror_label);
      v->mirror_end = target_local_name ("MEMLBM", n->id);
    }
  if (n->replay_p)
    {
      v->replay_entry = label_name (n->replay_label);
      v->stream_reg = target_encoding (n->stream_reg);
      v->fix_gprs = fix_registers (n);
      v->n_reads = n->reads.length ();
      v->reads = write_reads (f, n);
    }
  v->n_callees = n->callees.length ();
  v->callees = write_callees (f, n);
  v->n_calls = n->calls.length ();
  v->calls = write_calls (f, n);
  v->store_kinds = n->store_kinds;
  v->control_kinds = n->control_kinds;
  v->cramped = n->cramped;
  if (n->bound_code_bytes)
    {
      v->code_bytes = length_text (n);
      v->bound_code_bytes = n->bound_code_bytes;
    }
}

/* Give the counters of the function that N stands for addresses, on lines of their
   own; nothing is ever there.  Returns their name.  */

static const char *
write_words (FILE *f, nest *n)
{
  const char *name = target_local_name ("MEMLBCW", n->id);

  push_typed_section (f, ".bss.memlb", "aw", "nobits");
  fprintf (f, "\t.p2align\t6\n%s:\n\t.zero\t%u\n\t.popsection\n", name,
	   8 * (MEMLB_COUNT_FIRST + n->n_counters
		+ MEMLB_SITE_WORDS * n->sites.length ()));
  return name;
}

/* Write the calls that the copy of N notes; returns the table's name.  */

static const char *
write_sites (FILE *f, nest *n)
{
  const char *name = begin_table (f, n, "MEMLBCS", n->sites.length ());

  for (unsigned i = 0; i < n->sites.length (); i++)
    fprintf (f, "\t.long\t%u\n", n->sites[i]);
  if (name)
    fputs ("\t.popsection\n", f);
  return name;
}

/* Write N's descriptor and what belongs to it.  */

static void
describe_nest (FILE *f, nest *n)
{
  nest_fields v = nest_fields ();

  v.abi_version = MEMLB_ABI_VERSION;
  v.struct_size = sizeof (struct memlb_nest);
  v.flags = nest_flags (n);
  v.reason = n->reason;
  v.slot_reg = v.count_reg = v.stream_reg = MEMLB_NO_REG;
  v.n_exits = n->n_exits;
  fill_place (f, n, &v);
  if (n->copied_p)
    fill_copies (f, n, &v);
  if (n->procedure_p || (n->procedure && !n->copied_p))
    {
      v.n_counters = n->n_counters;
      v.n_edges = n->count_edges.length ();
      v.block_table = write_block_table (f, n);
      v.edges = write_edges (f, n);
      v.model = write_string (f, target_model_name ());
    }
  if (n->procedure)
    {
      v.procedure = target_local_name ("MEMLBD", n->procedure->id);
      v.rows = write_row_table (f, n);
    }
  if (n->procedure_p)
    {
      v.words = write_words (f, n);
      v.n_sites = n->sites.length ();
      v.sites = write_sites (f, n);
    }
  if ((n->procedure_p || n->function_p) && n->timer_words >= 0)
    write_timer (f, n);
  push_section (f, "memlb_nests");
  fprintf (f, "%s:\n", target_local_name ("MEMLBD", n->id));
  write_nest (f, &v);
  fputs ("\t.popsection\n", f);
}

/* Make the text of the descriptors of NESTS, the nests of the current
   function, and of C, its copy for others to call, unless that is NULL.  */

void
describe_function (vec<nest *> *nests, callee *c)
{
  size_t size;
  unsigned i;
  nest *n;

  FILE *f = open_memstream (&pending_text, &size);
  FOR_EACH_VEC_ELT (*nests, i, n)
    describe_nest (f, n);
  if (c)
    describe_callee (f, c);
  fclose (f);
}

/* Write the current function's descriptors to the assembler file.  */

void
emit_function_descriptors (void)
{
  if (!pending_text)
    return;
  described_any = true;
  fputs (pending_text, asm_out_file);
  free (pending_text);
  pending_text = NULL;
}

/* The options of this compilation that matter to its code, in malloc'ed
   memory.  */

static char *
options_text (void)
{
  char *text = xstrdup ("");

  for (unsigned i = 1; i < save_decoded_options_count; i++)
    {
      const cl_decoded_option *option = &save_decoded_options[i];
      const char *word = option->orig_option_with_args_text;
      if (!word || word[0] != '-' || !strchr ("Ofmgs", word[1])
	  || !strncmp (word, "-fplugin", 8)
	  || option->opt_index == OPT_fdebug_prefix_map_
	  || option->opt_index == OPT_ffile_prefix_map_
	  || option->opt_index == OPT_fmacro_prefix_map_
	  || option->opt_index == OPT_fpre_include_
	  || option->opt_index == OPT_fresolution_
	  || option->opt_index == OPT_fintrinsic_modules_path)
	continue;
      char *longer = concat (text, *text ? " " : "", word, NULL);
      free (text);
      text = longer;
    }
  return text;
}

/* Write the ELF note that `memlb status' reads, with TEXT.  */

static void
emit_note (const char *text)
{
  fprintf (asm_out_file,
	   "\t.pushsection\t.note.memlb,\"\",@note\n\t.p2align\t2\n"
	   "\t.long\t6\n\t.long\t%u\n\t.long\t1\n\t.string\t\"memlb\"\n"
	   "\t.p2align\t2\n\t.string\t\"",
	   (unsigned) strlen (text) + 1);
  for (const char *s = text; *s; s++)
    if (*s == '\n' || *s == '"' || *s == '\\' || (unsigned char) *s >= 127)
      fprintf (asm_out_file, "\\%03o", (unsigned char) *s);
    else
      putc (*s, asm_out_file);
  fputs ("\"\n\t.p2align\t2\n\t.popsection\n", asm_out_file);
}

/* Refer to the symbol that only the stubs define, so that a link without
   the runtime fails with a line that says what to do.  */

static void
emit_reference_to_runtime (void)
{
  static const char symbol[] = "\"memlb: link with memlb-gcc or add -lmemlb\"";

  fprintf (asm_out_file,
	   "\t.hidden\t%s\n\t.quad\t%s-.\n\t.hidden\t__memlb_enter\n"
	   "\t.hidden\t__memlb_enter_due\n\t.hidden\t__memlb_exit\n"
	   "\t.hidden\t__memlb_observe\n"
	   "\t.hidden\t__memlb_bound_exit\n",
	   symbol, symbol);
}

/* Write the record of this compilation, if it has descriptors, and the
   note.  */

void
emit_unit_record (void)
{
  unit_fields v = unit_fields ();

  if (!described_any)
    return;
  char *options = options_text ();
  char *compiler = concat (lang_hooks.name, " ", version_string, NULL);
  v.abi_version = MEMLB_ABI_VERSION;
  v.struct_size = sizeof (struct memlb_unit);
  v.compiler = write_string (asm_out_file, compiler);
  v.options = write_string (asm_out_file, options);
  v.source = write_string (asm_out_file, main_input_filename);
  v.directory = write_string (asm_out_file, get_src_pwd ());
  fprintf (asm_out_file, "\t.pushsection\tmemlb_units,\"aw\",@progbits\n"
	   "\t.p2align\t3\n%s:\n", unit_name);
  write_unit (asm_out_file, &v);
  emit_reference_to_runtime ();
  fputs ("\t.popsection\n", asm_out_file);

  char *note = xasprintf ("version=%s\ncompiler=%s\noptions=%s\n",
			  MEMLB_VERSION, compiler, options);
  emit_note (note);
  free (note);
  free (compiler);
  free (options);
}
