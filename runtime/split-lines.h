/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What accesses across lines take.  Context: any.  */
#ifndef MRT_SPLIT_LINES_H
#define MRT_SPLIT_LINES_H

#include "base.h"

/* Of accesses of SIZE bytes along an array that is not aligned, loads or, if STORE,
   stores, some lie across lines.  Returns how many per cent of those must do so in one
   place to take as long.  */
typedef unsigned mrt_split_share (uint32_t size, bool store);

/* As measured on this processor, the first time for each: some 20 microseconds.  Of
   stores SIZE must be what the program has, too: the processor must know them.  100
   where no memory is to be had.  */
mrt_split_share mrt_measured_split_share;

#endif
