/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that have no bound copy, so that nests that call them have none:
   with asm, volatile accesses, frames of variable size,
   arguments of variable number, string instructions.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-optimize-sibling-calls -fno-ipa-cp */
/* memlb-reason: call */
/* memlb-note: refuse-callees.c:[0-9]+:.*function has no bound copy: asm \(contains an asm statement\) */
/* memlb-note: refuse-callees.c:[0-9]+:.*function has no bound copy: volatile */
/* memlb-note: refuse-callees.c:[0-9]+:.*function has no bound copy: function */
/* memlb-not: function has no bound copy: no- */
/* memlb-copied: 0 */
/* memlb-asm-not: ^(loop|statement|hardware|frame|arguments|string)[.a-z0-9]*[.]memlb: */
/* memlb-asm: ^leaf[.a-z0-9]*[.]memlb: */
/* memlb-asm: ^call[.a-z0-9]*[.]memlb: */
#include <stdarg.h>
extern void use (void *);
static int leaf (int *p) { return p[0]; }
static int call (int *p) { return leaf (p) + 1; }
static int loop (int *p) { int s = 0; for (int i = 0; i < *p; i++) asm volatile ("nop" : "+r" (s)); return s; }
static int statement (int *p) { asm volatile ("nop"); return *p; }
static int hardware (volatile int *p) { return *p; }
static int frame (int *p) { char s[p[0]]; use (s); return s[0]; }
static int
arguments (int n, ...)
{
  va_list list;
  va_start (list, n);
  n += va_arg (list, int);
  va_end (list);
  return n;
}
static void string (int *p) { asm volatile ("cld; rep stosb" : "+D" (p) : "a" (0), "c" (3) : "memory"); }

#define NEST(NAME, CALL) \
int NAME ## _nest (int *p, int n) \
{ int s = 0; for (int i = 0; i < n; i++) s += CALL; return s; }

int call_no_nest (int *p) { return call (p) + leaf (p + 1); }
NEST (loop, loop (p + i))
NEST (statement, statement (p + i))
NEST (hardware, hardware (p + i))
NEST (frame, frame (p + i))
NEST (arguments, arguments (i, p[i]))
NEST (string, (string (p + i), 0))
