/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests, and functions that they call, that copy and fill memory by calls of
   the C library.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -mstringop-strategy=libcall */
/* memlb-levels: -O1 -O2 -O3 -Os */
/* memlb-asm: ^(row|shift|exchange|twice)[.]memlb: */
/* memlb-asm: movq	[0-9]+[+][.]LMEMLBK[0-9]+[(]%rip[)], %r11 */
/* memlb-note: memory-calls.h:[0-9]+:.*nest of depth 1 copied */
/* memlb-not: callee-not-pure */
/* memlb-run: - */
/* memlb-executed: 5 */
#include "memory-calls.h"
