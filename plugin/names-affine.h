/* Addresses as sums of products.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_AFFINE_H
#define MEMLB_NAMES_AFFINE_H

enum { AFFINE_TERMS_MAX = 12 };

/* COEF * LEAF [* LEAF2].  A leaf is a tree, or counter_leaf of a loop: the
   number of its iterations so far.  */
struct affine_term
{
  const void *leaf, *leaf2;
  HOST_WIDE_INT coef;
};

/* A sum of terms, sorted, and a constant.  */
struct affine
{
  affine_term terms[AFFINE_TERMS_MAX];
  unsigned n;
  HOST_WIDE_INT constant;
  bool failed;			/* too large or not known */
};

/* What is at the bottom of an address.  */
struct address_root
{
  tree decl;			/* the variable, or NULL */
  bool firm;			/* no other name leads to the same root */
  bool shared;			/* an OpenMP function was given it */
};

/* Which form the function is in.  */
enum affine_form { AFFINE_EARLY, AFFINE_SSA };

/* The leaf that counts LOOP's iterations: no tree has an odd address.  */

inline const void *
counter_leaf (const class loop *loop)
{
  return (const char *) loop + 1;
}

/* True if LEAF is such a leaf.  */

inline bool
counter_leaf_p (const void *leaf)
{
  return (uintptr_t) leaf & 1;
}

extern affine ref_affine (tree ref, affine_form);
extern HOST_WIDE_INT affine_coefficient (const affine *, const void *leaf);
extern bool same_terms_p (const affine *, const affine *);
extern address_root affine_root (const affine *, affine_form);

#endif /* MEMLB_NAMES_AFFINE_H */
