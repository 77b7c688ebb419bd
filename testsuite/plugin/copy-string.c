/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nests, and functions that they call, that copy and fill memory by string
   instructions, those of copy-memory-calls.c by calls.  */
/* memlb-plugin: -fplugin-arg-memlb-copies=bound,count,calls */
/* memlb-options: -fno-inline -fno-ipa-cp -mstringop-strategy=rep_8byte -minline-all-stringops */
/* memlb-levels: -O1 -O2 -O3 -Os */
/* memlb-asm: ^(row|shift|exchange|twice)[.]memlb: */
/* memlb-asm: call	[.]LMEMLBX[0-9]+_[0-9]+ */
/* memlb-note: memory-calls.h:[0-9]+:.*nest of depth 1 copied */
/* memlb-not: string-insn */
/* memlb-run: - */
/* memlb-executed: 5 */
#include "memory-calls.h"
