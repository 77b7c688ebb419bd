// SPDX-License-Identifier: GPL-3.0-or-later
// Functions without loops, and calls that do not come back.

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static jmp_buf out;

struct guard
{
  int &n;
  guard (int &m) : n (m) { n++; }
  ~guard () { n--; }
};

__attribute__ ((noipa)) int
thrower (int k)
{
  if (k % 5 == 0)
    throw k;
  if (k % 7 == 0)
    throw std::string ("seven");
  return k;
}

__attribute__ ((noipa)) int
middle (int k, int &n)
{
  guard g (n);
  return thrower (k) + thrower (k + 1);
}

__attribute__ ((noipa)) int
catcher (int k)
{
  int n = 0;
  try
    {
      return middle (k, n);
    }
  catch (int v)
    {
      return v + n;
    }
  catch (std::string &s)
    {
      return s.size ();
    }
}

__attribute__ ((noipa)) void
jumper (int k)
{
  if (k == 3)
    longjmp (out, k);
  puts ("no jump");
}

__attribute__ ((noipa)) int
loop (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      jumper (i);
      s += i;
    }
  return s;
}

/* Has no copy: setjmp.  */
__attribute__ ((noipa)) int
setter ()
{
  if (!setjmp (out))
    return loop (10);
  return -1;
}

__attribute__ ((noipa)) int
choose (int k)
{
  switch (k % 9)
    {
    case 0: return 5;
    case 1: puts ("one"); return k;
    case 2: return k * 3;
    case 3: return 4 - k;
    case 4: return k ^ 3;
    case 5: printf ("%d\n", k); return 4;
    case 6: return k & 2;
    case 7: abort ();
    default: return 1;
    }
}

__attribute__ ((noipa)) int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

// Ways of a jump table that meet others behind it: edges of the table have
// counters.
[[gnu::noipa]] static int
parsed (const char *mode)
{
  int level = 0, kind = 0, flags = 0;
  while (*mode)
    {
      if (*mode >= '0' && *mode <= '9')
	level = *mode - '0';
      else
	switch (*mode)
	  {
	  case 'r': kind = 1; break;
	  case 'w': kind = 2; break;
	  case 'a': kind = 3; break;
	  case '+': return -1;
	  case 'b': break;
	  case 'e': flags |= 1; break;
	  case 'x': flags |= 2; break;
	  case 'f': level += 16; break;
	  case 'h': level += 32; break;
	  case 'R': level += 64; break;
	  case 'F': level += 128; break;
	  case 'T': flags |= 4; break;
	  }
      mode++;
    }
  return level + 256 * kind + 1024 * flags;
}

int
main ()
{
  int s = fib (12);
  for (int i = 0; i < 100; i++)
    s += catcher (i) + (i % 9 == 7 ? 0 : choose (i));
  std::vector<std::string> v;
  for (int i = 0; i < 50; i++)
    v.push_back (std::to_string (i));
  for (auto &x : v)
    s += x.size ();
  s += setter () + setter ();
  for (const char *mode : { "rb", "wb6f", "a+", "weT9", "", "r?", "xhRF" })
    s += parsed (mode);
  printf ("%d\n", s);
  loop (2);
  exit (2);
}
