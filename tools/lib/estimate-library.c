/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C and mathematical libraries, in cycles of the processor.

   The figures are those of glibc 2.36 on Zen 5, what lies in the first-level cache,
   arguments from the middle of the range, one call after the other, none waiting for
   the one before (bench/library.c; `make bench-library' prints them for any machine).
   Other machines of the last ten years take up to twice as long.  */

#include "estimate-library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct function
{
  const char *name;
  double cycles;
};

/* By name.  */
static const struct function functions[] =
  {
    { "acos", 13 }, { "acosf", 15 }, { "acosh", 37 }, { "asin", 12 },
    { "asinf", 13 }, { "asinh", 39 }, { "atan", 31 }, { "atan2", 45 },
    { "atan2f", 35 }, { "atanf", 17 }, { "atanh", 32 }, { "cbrt", 39 },
    { "cbrtf", 32 }, { "ceil", 12 }, { "ceilf", 12 }, { "cos", 32 },
    { "cosf", 12 }, { "cosh", 22 }, { "coshf", 26 }, { "erf", 12 },
    { "erfc", 12 }, { "erff", 12 }, { "exp", 14 }, { "exp2", 16 },
    { "exp2f", 12 }, { "expf", 12 }, { "expm1", 19 }, { "fabs", 12 },
    { "floor", 12 }, { "floorf", 12 }, { "fmax", 12 }, { "fmin", 12 },
    { "fmod", 12 }, { "fmodf", 12 }, { "hypot", 18 }, { "hypotf", 12 },
    { "lgamma", 30 }, { "log", 15 }, { "log10", 22 }, { "log10f", 15 },
    { "log1p", 20 }, { "log2", 17 }, { "log2f", 12 }, { "logf", 12 },
    { "nearbyint", 13 }, { "pow", 39 }, { "powf", 14 }, { "remainder", 43 },
    { "rint", 13 }, { "round", 16 }, { "roundf", 12 }, { "sin", 41 },
    { "sincos", 39 }, { "sinf", 13 }, { "sinh", 32 }, { "sinhf", 35 },
    { "sqrt", 13 }, { "tan", 34 }, { "tanf", 25 }, { "tanh", 34 },
    { "tanhf", 35 }, { "tgamma", 82 }, { "trunc", 12 },
  };

/* A call of one that works on bytes, and how many of these a cycle, and a load or
   store, takes: a vector of AVX2.  */
static const double bytes_call = 8, bytes_vector = 32;

/* Those functions, and how often they go through the bytes.  */
static const struct
{
  const char *name;
  int passes;
} bytes_functions[] =
  {
    { "memcmp", 2 }, { "memcpy", 2 }, { "memmove", 2 }, { "mempcpy", 2 },
    { "memset", 1 },
  };

static int
compare_functions (const void *name, const void *function)
{
  return strcmp (name, ((const struct function *) function)->name);
}

bool
library_work (const char *name, double calls, double bytes,
	      struct work *work, bool *alike)
{
  const struct function *f
    = bsearch (name, functions, sizeof functions / sizeof *functions,
	       sizeof *functions, compare_functions);
  double cycles = f ? calls * f->cycles : NAN, accesses = 0;

  *alike = f != NULL;
  for (size_t i = 0; !f && i < sizeof bytes_functions / sizeof *bytes_functions; i++)
    if (strcmp (name, bytes_functions[i].name) == 0)
      {
	cycles = calls * bytes_call + bytes / bytes_vector;
	accesses = bytes_functions[i].passes * bytes / bytes_vector;
      }
  *work = (struct work) { .ideal = cycles, .mca = cycles, .accesses = accesses };
  return cycles >= 0;
}
