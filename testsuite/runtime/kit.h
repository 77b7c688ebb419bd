/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A nest whose bound copy misbehaves as asked for.  */
#ifndef KIT_H
#define KIT_H

#define KIT_OK 0
#define KIT_SEGV 1
#define KIT_BUS 2
#define KIT_FPE 3
#define KIT_ILL 4
#define KIT_ENDLESS 5
#define KIT_WRONG 6		/* ends with another register value */
#define KIT_EXIT 7		/* leaves by another exit */
#define KIT_COLD 8		/* reaches a cold call */
#define KIT_CALL 9		/* calls kit_call, then as KIT_OK */

#ifndef __ASSEMBLER__

#include "memlb/abi.h"

extern int kit_kind __attribute__ ((visibility ("hidden")));
extern void (*kit_call) (void) __attribute__ ((visibility ("hidden")));
/* Reading it raises SIGBUS.  */
extern void *kit_bus_page __attribute__ ((visibility ("hidden")));
extern struct memlb_nest kit_desc __attribute__ ((visibility ("hidden")));

/* The sum of 1 .. N.  */
long kit (long n);

/* This thread's record of it.  */
struct mrt_record *kit_record (void);

/* Its entries of it.  */
uint64_t kit_entries (void);

/* Run kit (N) ENTRIES times with bound copies of KIND; 0 if the results
   were right.  */
int kit_run (int kind, long n, int entries);

#endif
#endif
