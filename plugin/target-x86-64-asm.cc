/* asm statements that copies may contain, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* How instructions begin that compute from their operands alone, and cannot trap on
   any integer; those that begin with one of the others are not meant.  */
static const char *const computing[] =
{
  "adc", "add", "adox", "aes", "and", "blend", "bsf", "bsr", "bswap", "bt",
  "cmov", "cmp", "comis", "crc32", "cvt", "divp", "divs", "dpp", "extract",
  "hadd", "hsub", "imul", "insert", "lddqu", "lzcnt", "max", "min", "mov",
  "mul", "neg", "not", "or", "pabs", "pack", "padd", "palign", "pand", "pavg",
  "pblend", "pclmul", "pcmp", "pdep", "pext", "phadd", "phsub", "pins",
  "pmadd", "pmax", "pmin", "pmov", "pmul", "popcnt", "por", "psad", "pshuf",
  "psign", "psll", "psra", "psrl", "psub", "ptest", "punpck", "pxor", "rcl",
  "rcp", "rcr", "rol", "ror", "round", "rsqrt", "sal", "sar", "sbb", "set",
  "sha", "shl", "shr", "shuf", "sqrt", "sub", "test", "tzcnt", "ucomis",
  "unpck", "vadd", "vaes", "vand", "vblend", "vbroadcast", "vcmp", "vcomis",
  "vcvt", "vdiv", "vdp", "vextract", "vfm", "vfn", "vhadd", "vhsub", "vinsert",
  "vlddqu", "vmax", "vmin", "vmov", "vmul", "vor", "vp", "vrcp", "vround",
  "vrsqrt", "vshuf", "vsqrt", "vsub", "vtest", "vucomis", "vunpck", "vxor",
  "xor"
};
static const char *const others[] =
{
  "btc", "btr", "bts", "cmpxchg", "movdir", "movnt", "setssbsy", "vmovnt",
  "vpmaskmov"
};

static bool
begins_p (const char *text, const char *const *names, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (!strncmp (text, names[i], strlen (names[i])))
      return true;
  return false;
}

/* True if the statement of LENGTH bytes at TEXT is one of these, with operands that
   are the asm's, registers or numbers.  Strings have no operands.  */

static bool
computes_p (const char *text, size_t length)
{
  /* Addresses, labels, prefixes and comments, other dialects.  */
  return (begins_p (text, computing, ARRAY_SIZE (computing))
	  && !begins_p (text, others, ARRAY_SIZE (others))
	  && memchr (text, '%', length) != NULL
	  && strcspn (text, "([:#/*|.") >= length);
}

/* True if TEXT names the stack pointer.  */

static bool
names_stack_p (const char *text)
{
  while ((text = strstr (text, "%%")))
    {
      text += 2;
      if (!strncmp (text + (*text == 'r' || *text == 'e'), "sp", 2))
	return true;
    }
  return false;
}

bool
target_copied_asm_p (const char *text)
{
  if (names_stack_p (text))
    return false;
  for (size_t length; *text; text += length)
    {
      text += strspn (text, " \t\n;");
      length = strcspn (text, "\n;");
      if (length && !computes_p (text, length))
	return false;
    }
  return true;
}
