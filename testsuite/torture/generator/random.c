/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.c: splitmix64.  */

#include "random.h"

static uint64_t
next (struct random *r)
{
  uint64_t z = r->state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

void
random_begin (struct random *r, uint64_t seed, uint64_t stream)
{
  r->state = seed;
  r->state = next (r) ^ stream * 0xd1342543de82ef95;
  next (r);
}

long
random_between (struct random *r, long low, long high)
{
  return low + (long) (next (r) % (uint64_t) (high - low + 1));
}

bool
random_chance (struct random *r, int percent)
{
  return random_between (r, 0, 99) < percent;
}
