/* Names of the references that reach RTL.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#ifndef MEMLB_NAMES_LATE_H
#define MEMLB_NAMES_LATE_H

/* What a reference is called; either may be NULL.  */
struct reference_name
{
  const char *text, *array;
};

extern bool find_late_name (tree expr, bool store, reference_name *);

#endif /* MEMLB_NAMES_LATE_H */
