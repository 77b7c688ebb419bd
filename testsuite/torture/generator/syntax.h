/* SPDX-License-Identifier: GPL-3.0-or-later */
/* syntax.h: what C and Fortran write differently.  */

#ifndef GENERATOR_SYNTAX_H
#define GENERATOR_SYNTAX_H

#include "nest.h"

/* Append a line at the indentation of NEST.  */
void line (struct nest *nest, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Constants and conversions in a domain.  */
char *constant_in (const struct domain *d, long n);
char *real_in (const struct domain *d, double x);
char *convert_to (const struct domain *d, const char *text);
char *function_in (const struct domain *d, const char *name, const char *arg);
char *choose (const char *condition, const char *yes, const char *no);
char *remainder_in (const struct domain *d, const char *text, long divisor);

/* Statements.  */
void open_if (struct nest *nest, const char *condition, bool unlikely);
void open_else (struct nest *nest);
void close_if (struct nest *nest);
void open_switch (struct nest *nest, const char *value);
void open_case (struct nest *nest, int value);
void open_default (struct nest *nest);
void close_case (struct nest *nest, bool falls_through);
void close_switch (struct nest *nest);
void assign (struct nest *nest, const char *to, const char *value);

/* write-c.c, write-fortran.c: what is around the loops, to standard
   output.  */
void write_c_nest (struct nest *nest);
void write_c_end (const int *numbers, int n);
void write_fortran_nest (struct nest *nest);
void write_fortran_end (const int *numbers, int n);

/* shapes.c: a nest of a shape that is written down in a file.  */
void read_shapes (const char *folder, const char *name);
bool write_shape (uint64_t seed, int number, bool again);

#endif
