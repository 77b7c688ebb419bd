/* asm statements that copies may contain, for x86-64.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "nest.h"
#include "memlb-target.h"

/* How instructions begin that compute from their operands alone, and cannot trap on
   any integer; those that begin with one of the others are not meant.  */
static const char *const computing[] =
{
  "adc", "add", "adox", "aes", "and", "blend", "bsf", "bsr", "bswap",
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
  "cmpxchg", "movdir", "movnt", "setssbsy", "vmovnt", "vpmaskmov"
};

static bool
begins_p (const char *text, const char *const *names, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (!strncmp (text, names[i], strlen (names[i])))
      return true;
  return false;
}

/* Behind the operand at TEXT, if that is one of the asm's in one of its sizes, a number, or
   the register that counts shifts; else NULL.  By other letters, names and numbers an
   instruction reaches memory that is no operand, or what no register of the
   loop is.  */

static const char *
skip_operand (const char *text)
{
  static const char digits[] = "0123456789", count[] = "%%cl";

  if (!strncmp (text, count, strlen (count)))
    return text + strlen (count);
  if (*text == '$')
    {
      text += 1 + (text[1] == '-');
      return ISDIGIT (*text) ? text + strspn (text, "0123456789abcdefABCDEFx")
			     : NULL;
    }
  if (*text++ != '%')
    return NULL;
  text += *text && strchr ("bhkqwx", *text);
  return ISDIGIT (*text) ? text + strspn (text, digits) : NULL;
}

/* Behind the instruction at TEXT if it only computes from its operands, of which it has
   some; else NULL.  */

static const char *
skip_computing (const char *text)
{
  if (!begins_p (text, computing, ARRAY_SIZE (computing))
      || begins_p (text, others, ARRAY_SIZE (others)))
    return NULL;
  while (ISALNUM (*text))
    text++;
  /* A suffix that other dialects do not have.  */
  if (*text == '{')
    {
      do
	text++;
      while (ISLOWER (*text));
      if (*text++ != '}')
	return NULL;
    }
  for (;; text++)
    {
      text = skip_operand (text + strspn (text, " \t"));
      if (text)
	text += strspn (text, " \t");
      if (!text || *text != ',')
	return text;
    }
}

bool
target_copied_asm_p (const char *text)
{
  static const char blank[] = " \t\n;";

  for (text += strspn (text, blank); *text; text += strspn (text, blank))
    {
      text = skip_computing (text);
      if (!text || !strchr (blank, *text))
	return false;
    }
  return true;
}
