/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names from files that may want to harm, for people to read.  */

#include "safe.h"

#include "xalloc.h"

/* How many bytes at C are a character that is not seen, or that changes what
   is seen of others: control characters, C0 and C1, by which a hostile profile
   could drive the terminal, and those that are empty or turn the direction of
   writing, by which a name could look like another one.  0 if none are.  */

static int
hidden (const unsigned char *c)
{
  if (*c < ' ' || *c == 0x7f)
    return 1;
  if ((c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
      || (c[0] == 0xd8 && c[1] == 0x9c))			/* U+061C */
    return 2;
  if ((c[0] == 0xe2 && c[1] == 0x80
       && ((c[2] >= 0x8b && c[2] <= 0x8f)			/* U+200B */
	   || (c[2] >= 0xa8 && c[2] <= 0xae)))			/* U+2028 */
      || (c[0] == 0xe2 && c[1] == 0x81 && c[2] >= 0xa0
	  && c[2] <= 0xa9)					/* U+2060 */
      || (c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf)		/* U+FEFF */
      || (c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xb9
	  && c[2] <= 0xbb))					/* U+FFF9 */
    return 3;
  return 0;
}

/* TEXT with a `?' for each character that is hidden.  */

char *
text_safe (const char *text)
{
  char *safe = xstrdup (text ? text : "?"), *to = safe;

  for (const char *from = safe; *from;)
    {
      int n = hidden ((const unsigned char *) from);
      *to++ = n ? '?' : *from;
      from += n ? n : 1;
    }
  *to = '\0';
  return safe;
}
