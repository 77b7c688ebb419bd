/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What accesses across lines take.  Context: any.  */
#ifndef MRT_SPLIT_LINES_H
#define MRT_SPLIT_LINES_H

#include "base.h"

/* Returns how many per cent of the loads or, if STORE, the stores across lines
   that accesses of SIZE bytes along an array have, ones in one place must have to take
   as long.  */
typedef unsigned mrt_split_share (uint32_t size, bool store);

/* As measured on this processor, the first time for each: some microseconds.  Of stores
   SIZE must be what the program has, too: the processor must know them.  */
mrt_split_share mrt_measured_split_share;

#endif
