/* Placing the loops of a bound copy like the original's.
   SPDX-License-Identifier: GPL-3.0-or-later

   A small loop that crosses a line of the decoded-instruction cache can take
   twice as long as one that does not (measured: doc/fidelity.md).  The bound
   must not differ from the original by that, so every loop header of a
   bound copy gets an address that is congruent to that of the original's
   header modulo 64.  The assembler works it out, since it alone knows both:

     .L12:	# the original's header
	...
	.p2align 4,,10
     .LMEMLBH34:
	.nops	(.L12-.LMEMLBH34)&63
     .L34:	# the copy's

   The nops must stand between GCC's own alignment and the label, where no
   instruction can be; so the target's hook that writes labels does it.  */

#include "gcc-compat.h"
#include "nest.h"

/* From the label number of a copy's header to the original's.  */
static hash_map<int_hash<int, -1, -2>, int> *originals;

/* The target's own way to write a label.  */
static void (*write_label) (FILE *, const char *, unsigned long);

/* Let the label COPY get an address like ORIGINAL's.  */

void
place_like_original (rtx_code_label *copy, rtx_code_label *original)
{
  if (optimize_function_for_size_p (cfun))
    return;
  if (!originals)
    originals = new hash_map<int_hash<int, -1, -2>, int>;
  originals->put (CODE_LABEL_NUMBER (copy), CODE_LABEL_NUMBER (original));
}

/* Write label NUMBER of kind PREFIX to F, after nops if it is a copy's
   header.  */

static void
write_placed_label (FILE *f, const char *prefix, unsigned long number)
{
  int *original = NULL;
  char name[64];

  if (originals && !strcmp (prefix, "L"))
    original = originals->get (number);
  if (original)
    {
      ASM_GENERATE_INTERNAL_LABEL (name, "L", *original);
      fprintf (f, ".LMEMLBH%lu:\n\t.nops\t(%s-.LMEMLBH%lu)&63\n", number,
	       name + (*name == '*'), number);
    }
  write_label (f, prefix, number);
}

/* Take part in the writing of labels.  */

void
watch_labels (void)
{
  write_label = targetm.asm_out.internal_label;
  targetm.asm_out.internal_label = write_placed_label;
}
