/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What an instruction takes memory for, by its opcode (Intel 64 Architectures Software
   Developer's Manual, volume 2, appendix A).  */

#include "base.h"
#include "arch.h"

/* Opcode maps: without an escape, 0F, 0F 38, 0F 3A.  */
enum { MAP_NONE, MAP_0F, MAP_0F38, MAP_0F3A };

/* True if OP of the map 0F works on floating point; of those that only move, if
   compilers move floating point so.  */

static bool
float_0f_p (unsigned char op)
{
  return (op >= 0x10 && op <= 0x17) || (op >= 0x28 && op <= 0x2f && op != 0x2a)
	 || (op >= 0x50 && op <= 0x5f && op != 0x5b) || op == 0x7c || op == 0x7d
	 || op == 0x7e || op == 0xc2 || op == 0xc6 || op == 0xd0 || op == 0xd6;
}

/* Products and sums in one, broadcasts, moves under masks, gathers.  */

static bool
float_0f38_p (unsigned char op)
{
  return (op >= 0x96 && op <= 0xbf) || (op >= 0x18 && op <= 0x1b)
	 || (op >= 0x2c && op <= 0x2f) || op == 0x16 || op == 0x88 || op == 0x8a
	 || op == 0x92 || op == 0x93;
}

/* Permutations, roundings, inserts and extracts of parts.  */

static bool
float_0f3a_p (unsigned char op)
{
  return (op >= 0x04 && op <= 0x0d) || (op >= 0x18 && op <= 0x1b) || op == 0x21
	 || op == 0x23 || op == 0x40 || op == 0x41;
}

bool
mrt_integer_access_p (const unsigned char *insn)
{
  unsigned map = MAP_NONE;
  while (*insn == 0x64 || *insn == 0x65 || *insn == 0x66 || *insn == 0xf2
	 || *insn == 0xf3 || *insn == 0x2e || *insn == 0x3e)
    insn++;
  if ((*insn & 0xf0) == 0x40)
    insn++;
  switch (*insn)
    {
    case 0x0f:
      map = insn[1] == 0x38 ? MAP_0F38 : insn[1] == 0x3a ? MAP_0F3A : MAP_0F;
      insn += map == MAP_0F ? 1 : 2;
      break;
    case 0xc5:
      map = MAP_0F;
      insn += 2;
      break;
    case 0xc4:
      map = insn[1] & 0x1f;
      insn += 3;
      break;
    case 0x62:
      map = insn[1] & 7;
      insn += 4;
      break;
    }
  return map == MAP_0F ? !float_0f_p (*insn)
	 : map == MAP_0F38 ? !float_0f38_p (*insn)
	 : map == MAP_0F3A ? !float_0f3a_p (*insn)
	 /* x87, and half precision.  */
	 : map == MAP_NONE && (*insn & 0xf8) != 0xd8;
}
