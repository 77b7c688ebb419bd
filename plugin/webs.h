/* The webs of a nest while they are found.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_WEBS_H
#define MEMLB_WEBS_H

/* An instruction that uses a web, or defines one.  */

struct web_insn
{
  int web;
  rtx_insn *insn;
};

/* The webs of a nest while they are found, as a forest over definitions.
   All definitions outside of the nest of one register are one.  */

struct web_finder
{
  nest *n;
  hash_map<df_ref, int> element;
  int outside[FIRST_PSEUDO_REGISTER];
  int sole[FIRST_PSEUDO_REGISTER]; /* a register's only web, or negative */
  auto_vec<int> parent;
  auto_vec<nest_web> webs;	/* by element; those of roots count */
  auto_vec<int> splits;		/* by split of the nest: its element */
  auto_vec<web_insn> zeros;	/* definitions that may compute zeros, */
  hash_set<rtx_insn *> nulls;	/* and those that do not */
  hash_set<rtx_insn *> cycles;	/* definitions of addresses in table walks */
};

/* webs.cc */
extern int root_of (web_finder *, int);
extern bool uses_web_p (web_finder *, rtx_insn *, int);
extern int web_of_def (web_finder *, df_ref);
extern int web_of_use (web_finder *, df_ref);
extern bool free_register_p (const nest *, const nest_web *);

/* kept-webs.cc */
extern void find_sole_webs (web_finder *);
extern bool keeps_value_p (web_finder *, rtx_insn *, df_ref);
extern rtx kept_pattern (rtx_insn *);

/* web-zeros.cc */
extern void find_waits (web_finder *);
extern void find_cycles (web_finder *);
extern web_def_kind zero_kind (web_finder *, rtx_insn *);
extern bool check_zeros (web_finder *);
extern void add_sources (web_finder *, vec<bool> &);

#endif /* MEMLB_WEBS_H */
