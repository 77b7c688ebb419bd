/* Carrying names through link-time optimisation.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_LTO_H
#define MEMLB_NAMES_LTO_H

struct source_ref;
struct source_loop;

/* What the early pass learns of a function is noted down as it goes, if the
   compilation writes bytecode; else these do nothing.  */
extern void note_lto_function (tree decl);
extern void note_lto_ref (location_t, const source_ref *);
extern void note_lto_loop (int index, const source_loop *);
extern void note_lto_place (location_t, int index, bool exit);

/* Enter what was noted of the current function, and of what was inlined into
   it, into the map.  */
extern void read_lto_names (void);

#endif /* MEMLB_NAMES_LTO_H */
