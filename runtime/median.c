/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which of the observed values becomes the preset.  Integer arithmetic only:
   this runs while the program's vector state is in the registers.  */

#include "observe.h"

/* The first element at P as a number that sorts as the element does.  */

static uint64_t
sort_key (const unsigned char *p, uint32_t elem, uint32_t elem_size)
{
  uint64_t v = 0;
  uint32_t n = elem_size && elem_size < 8 ? elem_size : 8;
  mrt_copy (&v, p, n);
  uint64_t sign = (uint64_t) 1 << (8 * n - 1);
  if (elem == MEMLB_ELEM_FLOAT)
    return v & sign ? (sign - 1) & ~v : v | sign;
  return v ^ sign;
}

/* True when the element at P is one that a preset should not be: zero, one,
   subnormal, NaN.  */

static bool
special_p (const unsigned char *p, uint32_t elem, uint32_t elem_size)
{
  uint64_t v = 0;
  uint32_t n = elem_size && elem_size < 8 ? elem_size : 8;
  mrt_copy (&v, p, n);
  if (elem != MEMLB_ELEM_FLOAT || (n != 4 && n != 8))
    return v <= 1;
  unsigned bits = n == 8 ? 52 : 23;
  uint64_t all = n == 8 ? 0x7ff : 0xff;
  uint64_t exponent = v >> bits & all;
  uint64_t fraction = v & (((uint64_t) 1 << bits) - 1);
  return exponent == 0 || exponent == all
	 || (exponent == all >> 1 && !fraction);
}

uint32_t
mrt_median (const unsigned char *samples, uint32_t n, uint32_t size,
	    uint32_t elem, uint32_t elem_size)
{
  uint8_t order[256];
  uint32_t special = 0, used = 0;
  n = MRT_MIN (n, sizeof order);
  if (elem_size > size)
    elem_size = size;
  for (uint32_t i = 0; i < n; i++)
    special += special_p (samples + i * size, elem, elem_size);
  bool keep = 2 * special > n;
  for (uint32_t i = 0; i < n; i++)
    if (keep || !special_p (samples + i * size, elem, elem_size))
      {
	uint64_t k = sort_key (samples + i * size, elem, elem_size);
	uint32_t j = used++;
	for (; j && sort_key (samples + order[j - 1] * size, elem,
			      elem_size) > k; j--)
	  order[j] = order[j - 1];
	order[j] = (uint8_t) i;
      }
  return used ? order[used / 2] : 0;
}
