/* Placing the loops of a bound copy like the original's.
   SPDX-License-Identifier: GPL-3.0-or-later

   A small loop that crosses a line of the decoded-instruction cache can take
   twice as long as one that does not (measured: doc/fidelity.md).  The bound
   must not differ from the original by that, so every loop header of a
   bound copy gets an address that is congruent to that of the original's
   header modulo 64.  The assembler works it out, since it alone knows both:

     .L12:	# the original's header, .L13 behind its loop
	...
	.p2align 6,,1
	.set .LMEMLBL30, .text
     .L30:	# the landing pad of the function's first copy
	...
     .LMEMLBH34:
	.set .LMEMLBN34, MOVE
	.nops	(PLACE-.LMEMLBN34-(.LMEMLBH34-.LMEMLBL30))&63
     .L34:	# the copy's header, .L35 behind its loop
	.skip	MISSING, 0x3e
     .LMEMLBZ34:

   where PLACE is (.L12-.LMEMLBL30)&63.  A section begins a line once anything in it
   has asked for that, be it without effect where it stands; so its begin is where all copies
   count from, and a label of their own, 30 bytes of nops, is needed only where
   another section may have its name.  The branches that close loops are to lie as
   the original's, too: where they lie decides on some processors whether the end
   of a short row is predicted (doc/fidelity.md, Back edges).  So a loop that is one or
   two bytes shorter than the original's gets prefixes without meaning, MISSING, and
   one that is longer is moved back, MOVE, if it lies in no more lines then.  Else it
   is moved back where a block of it, or its end, lies
   before the line's end in the original, and would lie behind it in the copy (a
   filter whose second block begins a
   line: 0.85 of the time when the instruction before it lay across).  Of
   several that is asked of the last one that is in the original's first line.
   A header with nothing but instructions up to one inside is moved back so that
   that one needs no more nops than the original has in front of it, which would
   be executed for each row and lengthen the outer loop's branch; but not to the line
   before (three bytes of it in front of a line: 0.87 of the time, Zen 5), unless the
   inner one would reach into one more.  It lies some bytes late then.

   Blocks that nothing falls into, as the other side of a condition behind the
   loop, are placed in the same way: where more branches are in one line than in
   the original's the processor predicts them more slowly (a binary search: 1.12
   times).  Only such that lie nearer to the nest's first block than the original's
   do, since the code behind a nest's inner loops is no part of the copy; where
   the copy has grown, nops would spread it over more lines.

   All of this may depend only on what stands before it, and on the lengths of
   loops without alignment inside: an expression whose value changes with the
   nops that it asks for can keep the assembler from ever coming to an end,
   which it takes for an error.

   The nops must stand right before the label, where no instruction can be; so
   the target's hook that writes labels does it.  GCC's own alignment, ".p2align
   4,,10", would be written before them.  Control falls into headers through
   both, which is more than a line of nops where the copy alone would have come
   out right (a Fourier transform, whose inner loops turn once to a few times:
   1.09 times).  So headers have no alignment of their own; see
   drop_alignments.  */

#include "gcc-compat.h"
#include "output.h"
#include "nest.h"
#include "memlb-target.h"

/* A header of a copy, or a block that nothing falls into, by label numbers.  */

struct placed_header
{
  int anchor;			/* the label before, which begins a line */
  int original;			/* the original's header */
  rtx_code_label *copy;		/* its label; of a loop */
  rtx_code_label *outer, *inner; /* headers of copies, and nothing but
				   instructions between them and this one: of
				   the loop around this one, of one inside; or
				   NULL */
  unsigned n_points;		/* places in its loop, in order */
  bool whole_p;			/* the last of them is its end */
  bool prefix_p;		/* its first instruction can have prefixes */
  int original_point[MOST_PLACED_POINTS];
  rtx_code_label *copy_point[MOST_PLACED_POINTS];
  int copy_first, original_first; /* of a block: those of the nest; 0: header */
  int former;			/* the label's number before its alignment was
				   dropped, which texts may know it by; or 0 */
};

/* A loop that is longer than the original's by fewer bytes than these is moved
   back by them.  */
static const int most_moved = 16;

/* Processors decode instructions with so many more prefixes as quickly.  */
static const int most_prefixes = 2;

/* A header is moved back by fewer bytes than these for the sake of one inside.  */
static const int most_pulled = 48;

/* Headers that lie to one another as the original's do.  The assembler works out the
   expressions of each anew for all that hang on it, so that the time doubles and
   more with every header (ten of them: minutes).  */
static const unsigned most_chained = 6;

typedef hash_map<int_hash<int, -1, -2>, placed_header> header_map;
static header_map *headers;
static hash_set<int_hash<int, -1, -2>> *anchors;

/* Bytes of nops in front of labels, by label numbers.  */
static hash_map<int_hash<int, -1, -2>, int> *paddings;

/* The target's own way to write a label.  */
static void (*write_label) (FILE *, const char *, unsigned long);

/* Let the label COPY get nops as HEADER says.  */

static void
note_header (rtx_code_label *copy, const placed_header &header)
{
  if (optimize_function_for_size_p (cfun))
    return;
  if (!headers)
    {
      headers = new header_map;
      anchors = new hash_set<int_hash<int, -1, -2>>;
    }
  headers->put (CODE_LABEL_NUMBER (copy), header);
  anchors->add (header.anchor);
}

/* Let the copy's header COPY get an address like ORIGINAL's.  ANCHOR is a
   label before it that begins a line; POINTS are places of the loop at fixed
   distances, in the code's order, MOST_PLACED_POINTS at most, if WHOLE_P up to
   its end.  PREFIX_P: its first instruction can have prefixes.  */

void
place_like_original (rtx_code_label *copy, rtx_code_label *original,
		     rtx_code_label *anchor, const vec<placed_point> &points,
		     bool whole_p, bool prefix_p)
{
  placed_header header = placed_header ();

  header.copy = copy;
  header.anchor = CODE_LABEL_NUMBER (anchor);
  header.original = CODE_LABEL_NUMBER (original);
  header.n_points = points.length ();
  header.whole_p = whole_p;
  header.prefix_p = prefix_p;
  for (unsigned i = 0; i < points.length (); i++)
    {
      header.original_point[i] = CODE_LABEL_NUMBER (points[i].original);
      header.copy_point[i] = points[i].copy;
    }
  note_header (copy, header);
}

/* How many headers are chained to HEADER, inwards if INNER_P, else outwards, itself
   included.  */

static unsigned
chain_length (const placed_header *header, bool inner_p)
{
  unsigned n = 0;

  while (header)
    {
      rtx_code_label *next = inner_p ? header->inner : header->outer;
      header = next ? headers->get (CODE_LABEL_NUMBER (next)) : NULL;
      n++;
    }
  return n;
}

/* Let the copy's headers OUTER and INNER, which have places and nothing but
   instructions between them, lie to one another as the original's do, unless
   there will be an alignment, or too many hang on one another.  */

void
chain_headers (rtx_code_label *outer, rtx_code_label *inner)
{
  placed_header *o = headers ? headers->get (CODE_LABEL_NUMBER (outer)) : NULL;
  placed_header *i = headers ? headers->get (CODE_LABEL_NUMBER (inner)) : NULL;

  if (o && i
      && chain_length (o, false) + chain_length (i, true) <= most_chained)
    {
      i->outer = outer;
      o->inner = inner;
    }
}

/* Let the copy's block COPY, which nothing falls into, get an address like
   ORIGINAL's.  ANCHOR is a label before it that begins a line; COPY_FIRST and
   ORIGINAL_FIRST are those of the nest's first block in the code.  */

void
place_block_like_original (rtx_code_label *copy, rtx_code_label *original,
			   rtx_code_label *anchor, rtx_code_label *copy_first,
			   rtx_code_label *original_first)
{
  placed_header header = placed_header ();

  header.anchor = CODE_LABEL_NUMBER (anchor);
  header.original = CODE_LABEL_NUMBER (original);
  header.copy_first = CODE_LABEL_NUMBER (copy_first);
  header.original_first = CODE_LABEL_NUMBER (original_first);
  note_header (copy, header);
}

/* Let LABEL, which nothing falls into, come behind BYTES bytes of nops.  */

void
pad_label (rtx_code_label *label, int bytes)
{
  if (!paddings)
    paddings = new hash_map<int_hash<int, -1, -2>, int>;
  paddings->put (CODE_LABEL_NUMBER (label), bytes);
}

/* TEXT and MORE in one, all of them malloc'ed.  */

static char *
longer (char *text, char *more)
{
  char *both = concat (text, more, NULL);

  free (text);
  free (more);
  return both;
}

/* True if something is aligned behind FROM and before TO, which GCC decides after
   the copies are made.  */

static bool
aligned_between_p (rtx_insn *from, rtx_insn *to)
{
  for (rtx_insn *insn = NEXT_INSN (from); insn != to; insn = NEXT_INSN (insn))
    if (!insn || target_alignment_p (insn)
	|| (LABEL_P (insn) && label_to_alignment (insn).levels[0].log))
      return true;
  return false;
}

/* How many of HEADER's points come before any alignment in its loop.  */

static unsigned
fixed_points (const placed_header *header)
{
  unsigned i = 0;
  rtx_insn *from = header->copy;

  while (i < header->n_points
	 && !label_to_alignment (header->copy_point[i]).levels[0].log
	 && !aligned_between_p (from, header->copy_point[i]))
    from = header->copy_point[i++];
  return i;
}

/* Append to malloc'ed TEXT how far HEADER, whose label is NUMBER and which lies
   at PLACE in its line, must be moved back for point I of N.  */

static char *
add_move (char *text, const placed_header *header, int number,
	  const char *place, unsigned i, unsigned n)
{
  char length[64], original_length[64];

  sprintf (length, "(.L%d-.L%d)",
	   CODE_LABEL_NUMBER (header->copy_point[i]), number);
  sprintf (original_length, "(.L%d-.L%d)", header->original_point[i],
	   header->original);
  /* A relation's value is all ones where it holds.  */
  text = longer (text,
		 xasprintf ("-((%s+%s<=64)&(%s+%s>64)&(%s<=64)&(%s+%s-64)",
			    place, original_length, place, length, length,
			    place, length));
  if (i + 1 < n)
    text = longer (text, xasprintf ("&(%s+(.L%d-.L%d)>64)", place,
				    header->original_point[i + 1],
				    header->original));
  return longer (text, xstrdup (")"));
}

/* How far HEADER, whose label is NUMBER and which would lie at PLACE in its line, is
   moved back so that its loop, which the last of N points ends and which is a few
   bytes longer than the original's, ends where that does, if no line is added to
   those that it lies in; else what MOVES, negative, say.  Malloc'ed.  */

static char *
end_move (const placed_header *header, int number, const char *place,
	  unsigned n, const char *moves)
{
  char longer_by[128], good[640];

  sprintf (longer_by, "((.L%d-.L%d)-(.L%d-.L%d))",
	   CODE_LABEL_NUMBER (header->copy_point[n - 1]), number,
	   header->original_point[n - 1], header->original);
  sprintf (good, "((%s>0)&(%s<%d)&(%s>=%s))", longer_by, longer_by,
	   most_moved, place, longer_by);
  return xasprintf ("(%s&%s)-(~%s&(0%s))", good, longer_by, good, moves);
}

/* True if there are headers OUTER and INNER with no alignment between them.  */

static bool
chained_p (rtx_code_label *outer, rtx_code_label *inner)
{
  return outer && inner && !aligned_between_p (outer, inner);
}

/* For the assembler: with the header around it, OUTER, at PLACE in its line, as the
   original's, ORIGINAL, is, the loop of INNER, whose label is NUMBER, would reach into
   one line more than the original's.  Where no distance tells its end: it is to be
   moved back.  Malloc'ed.  */

static char *
reaches_text (const placed_header *inner, int number, int outer, int original,
	      const char *place)
{
  unsigned n = fixed_points (inner);

  if (!n || n < inner->n_points || !inner->whole_p)
    return xasprintf ("(.LMEMLBN%d>0)", number);
  return xasprintf ("((((%s+(.LMEMLBH%d-.L%d))&63)+(.L%d-.L%d)+63)>>6"
		    ">(((%s+(.L%d-.L%d))&63)+(.L%d-.L%d)+63)>>6)",
		    place, number, outer,
		    CODE_LABEL_NUMBER (inner->copy_point[n - 1]), number,
		    place, inner->original, original,
		    inner->original_point[n - 1], inner->original);
}

/* How far HEADER, whose label is NUMBER and which would lie at PLACE in its line, is
   moved back: so that what is inside needs no nops to lie as in the original, be
   it a few bytes longer in the copy.  It stays in its line unless a loop inside would
   reach into one more, which that one pays for at each iteration (vector_axpy in
   bench/kernels at -O2: 1.95 times the original's time).  Malloc'ed.  */

static char *
header_move (const placed_header *header, int number, const char *place)
{
  unsigned n = fixed_points (header);

  if (chained_p (header->copy, header->inner))
    {
      int inner = CODE_LABEL_NUMBER (header->inner);
      const placed_header *inside = headers->get (inner);
      char longer_by[160];
      sprintf (longer_by, "((.LMEMLBH%d-.L%d)-(.L%d-.L%d)+.LMEMLBN%d)", inner,
	       number, inside->original, header->original, inner);
      char *reaches = reaches_text (inside, inner, number, header->original,
				    place);
      char *move
	= xasprintf ("((%s>0)&(%s<%d)&((%s>=%s)|(%s&(%s<%d)))&%s)", longer_by,
		     longer_by, most_pulled, place, longer_by, reaches,
		     longer_by, most_moved, longer_by);
      free (reaches);
      return move;
    }
  char *moves = xstrdup ("");
  for (unsigned i = 0; i < n; i++)
    moves = add_move (moves, header, number, place, i, n);
  if (!n || n < header->n_points || !header->whole_p)
    return longer (xstrdup ("-(0"), longer (moves, xstrdup (")")));
  char *move = end_move (header, number, place, n, moves);
  free (moves);
  return move;
}

/* An expression for the assembler, in memory of GCC's collector: not 0 if the
   loop of COPY, behind the label ANCHOR, which begins a line, that POINT ends
   does not fit into its line where that of ORIGINAL does.  */

const char *
cramped_text (rtx_code_label *copy, rtx_code_label *original,
	      rtx_code_label *anchor, const placed_point &point)
{
  int place = CODE_LABEL_NUMBER (original);
  char *text
    = xasprintf ("((((.L%d-.LMEMLBL%d)&63)+(.L%d-.L%d)<=64)"
		 "&(((.L%d-.LMEMLBL%d)&63)+(.L%d-.L%d)>64)&1)",
		 place, CODE_LABEL_NUMBER (anchor),
		 CODE_LABEL_NUMBER (point.original), place, place,
		 CODE_LABEL_NUMBER (anchor), CODE_LABEL_NUMBER (point.copy),
		 CODE_LABEL_NUMBER (copy));
  const char *result = ggc_strdup (text);
  free (text);
  return result;
}

/* Write to F the nops in front of HEADER, whose label is NUMBER: those that the
   original has behind the header around it, or those that lead to its place in
   its line.  */

static void
write_nops (FILE *f, const placed_header *header, int number)
{
  char place[64];
  char *bytes, *move;

  sprintf (place, "((.L%d-.LMEMLBL%d)&63)", header->original,
	   header->anchor);
  move = header_move (header, number, place);
  fprintf (f, ".LMEMLBH%d:\n\t.set\t.LMEMLBN%d, %s\n", number, number, move);
  free (move);
  bytes = xasprintf ("(%s-.LMEMLBN%d-(.LMEMLBH%d-.LMEMLBL%d))&63", place, number,
		     number, header->anchor);
  if (chained_p (header->outer, header->copy))
    {
      int outer = CODE_LABEL_NUMBER (header->outer);
      char missing[160];
      sprintf (missing, "((.L%d-.L%d)-(.LMEMLBH%d-.L%d)-.LMEMLBN%d)",
	       header->original, headers->get (outer)->original, number, outer,
	       number);
      char *anchored = bytes;
      bytes = xasprintf ("((%s>0)&%s&63)|((%s<=-%d)&%s)", missing, missing,
			 missing, most_pulled, anchored);
      free (anchored);
    }
  if (header->copy_first)
    bytes = longer (bytes,
		    xasprintf ("&((.LMEMLBH%d-.L%d)<=(.L%d-.L%d))", number,
			       header->copy_first, header->original,
			       header->original_first));
  target_write_nops (f, bytes);
  free (bytes);
}

/* Write to F, behind the label NUMBER of HEADER, prefixes that make its loop as long
   as the original's, if it is shorter by few bytes.  */

static void
write_prefixes (FILE *f, const placed_header *header, int number)
{
  unsigned n = fixed_points (header);
  char missing[160], bytes[640];

  if (!header->prefix_p || !header->whole_p || !n || n < header->n_points)
    return;
  sprintf (missing, "((.L%d-.L%d)-(.L%d-.LMEMLBZ%d))",
	   header->original_point[n - 1], header->original,
	   CODE_LABEL_NUMBER (header->copy_point[n - 1]), number);
  sprintf (bytes, "(%s>0)&(%s<=%d)&%s", missing, missing, most_prefixes,
	   missing);
  target_write_prefixes (f, bytes);
  fprintf (f, ".LMEMLBZ%d:\n", number);
}

/* Let GCC write no alignment in front of the current function's copies' headers.
   It keeps alignments by labels' numbers, and has none for labels that are newer
   than the pass "shorten"; so they get new numbers.  Those of tight loops are
   instructions (GCC 15).  To be called behind that pass, when nothing asks for
   alignments any more.  */

void
drop_alignments (void)
{
  if (!headers)
    return;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (rtx_code_label *label = dyn_cast<rtx_code_label *> (insn))
      {
	int number = CODE_LABEL_NUMBER (label);
	placed_header *found = headers->get (number);
	if (!found || found->copy_first)
	  continue;
	rtx_insn *before = prev_nonnote_insn (label);
	if (before && target_alignment_p (before))
	  delete_insn (before);
	if (!label_to_alignment (label).levels[0].log)
	  continue;
	placed_header header = *found;
	header.former = number;
	headers->remove (number);
	CODE_LABEL_NUMBER (label) = CODE_LABEL_NUMBER (gen_label_rtx ());
	headers->put (CODE_LABEL_NUMBER (label), header);
      }
}

/* The symbol of the section that is being written, which stands for its begin; NULL
   if there may be another of its name, which GCC makes by itself for one function
   alone, or its name is none without quotes.  */

static const char *
section_symbol (void)
{
  static const char text[] = ".text";

  if (in_section == text_section)
    return text;
  if (!in_section || SECTION_STYLE (in_section) != SECTION_NAMED
      || !symtab_node::get (current_function_decl)->implicit_section)
    return NULL;
  const char *name = in_section->named.name;
  for (const char *c = name; *c; c++)
    if (!ISALNUM (*c) && !strchr ("._$", *c))
      return NULL;
  return strncmp (name, text, strlen (text)) ? NULL : name;
}

/* Write to F the label that begins a line for the copies behind the label
   NUMBER.  */

static void
write_anchor (FILE *f, unsigned long number)
{
  const char *symbol = section_symbol ();

  if (symbol)
    fprintf (f, "\t.p2align\t6,,1\n\t.set\t.LMEMLBL%lu, %s\n", number, symbol);
  else
    fprintf (f, "\t.p2align\t6\n.LMEMLBL%lu:\n", number);
}

/* Write label NUMBER of kind PREFIX to F, after nops if it is a copy's header or
   has padding.  */

static void
write_placed_label (FILE *f, const char *prefix, unsigned long number)
{
  placed_header *header = NULL;

  if (headers && !strcmp (prefix, "L"))
    {
      header = headers->get (number);
      if (header)
	write_nops (f, header, number);
      if (anchors->contains (number))
	write_anchor (f, number);
    }
  int *padding = (paddings && !strcmp (prefix, "L") ? paddings->get (number)
		  : NULL);
  if (padding)
    {
      char bytes[16];
      sprintf (bytes, "%d", *padding);
      target_write_nops (f, bytes);
    }
  write_label (f, prefix, number);
  if (header && header->former)
    write_label (f, prefix, header->former);
  if (header)
    write_prefixes (f, header, number);
}

/* Take part in the writing of labels.  */

void
watch_labels (void)
{
  write_label = targetm.asm_out.internal_label;
  targetm.asm_out.internal_label = write_placed_label;
}
