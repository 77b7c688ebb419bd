/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h: numbers that depend on the seed only, the same on every
   machine.  */

#ifndef GENERATOR_RANDOM_H
#define GENERATOR_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random
{
  uint64_t state;
};

/* Begin the sequence that SEED and STREAM stand for.  */
void random_begin (struct random *r, uint64_t seed, uint64_t stream);

/* A number of LOW to HIGH, both included.  */
long random_between (struct random *r, long low, long high);

/* True in PERCENT of 100 cases.  */
bool random_chance (struct random *r, int percent);

#endif
