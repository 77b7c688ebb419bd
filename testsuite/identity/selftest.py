#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""selftest.py GCC PLUGIN: the comparison finds what it has to find.

Compiles one small function, damages the assembly in one place at a time,
and expects a difference for each.
"""

import re
import subprocess
import sys
import tempfile

import identity
from asmtext import Function, Insn
from compare import Difference
from frames import compare_frames
from zeros import compare_zeros

SOURCE = """
extern void use (double);
void
f (double *a, const double *b, const int *c, long n)
{
  for (long i = 0; i < n; i++)
    {
      if (c[i] == 7)
	break;
      a[i] += b[i] * 3;
    }
  use (a[0]);
}

void
g (int *a, const int *c, long n)
{
  for (long i = 0; i < n; i++)
    if (c[i] == 7)
      a[i] = i;
}
"""

# Inner loops whose registers are used before and behind them.
SPLITS = """
struct span { double *begin, *end; };

long
f (struct span *to, struct span *from, int n, double s)
{
  long odd = 0;
  for (int r = 0; r < n; r++)
    {
      double *p = to[r].begin, *q = from[r].begin;
      long m = to[r].end - p;
      if (from[r].end - q < m)
	m = from[r].end - q;
      for (long i = 0; i < m; i++)
	p[i] += s * q[i];
      odd += (p - q) * 3;
    }
  return odd;
}
"""

# Registers that the copy keeps where the original moves them.
KEPT = """
void
f (double *a, const double *b, long n, long m, long stride)
{
  for (long r = 0; r < m; r++)
    {
      for (const double *p = b; p < b + n; p++)
	*a += *p * 3;
      a += stride;
      b += stride;
    }
}
"""

# An index that the copy clears where the original computes it.
WALK = """
unsigned
f (const unsigned char *p, const unsigned *table, int n)
{
  unsigned c = 0;
  for (int i = 0; i < n; i++)
    c = table[(c ^ p[i]) & 255] ^ c >> 8;
  return c;
}

unsigned
g (const unsigned *table, int n)
{
  unsigned c = 1;
  for (int i = 0; i < n; i++)
    c = (table[c & 255] ^ c >> 8) + i;
  return c;
}
"""

# What is stored is read again in many ways: a mirror copy.
SOLVE = """
void
f (double *x, const double *restrict a, long n)
{
  for (long i = 1; i < n; i++)
    for (long k = 0; k < i; k++)
      x[i] -= a[i * n + k] * x[i - k - 1];
}
"""

# A list, with a register for the stream and none for corrections.
CHAIN = """
struct node { struct node *next; int at; long key; };

unsigned long
f (const struct node *p, long key, unsigned long *a)
{
  unsigned long r[11];
  for (int k = 0; k < 11; k++)
    r[k] = a[k];
  while (p)
    {
      if (p->key != key)
	{
	  r[0] += r[10], r[1] ^= r[0], r[2] += r[1], r[3] ^= r[2], r[4] += r[3];
	  r[5] ^= r[4], r[6] += r[5], r[7] ^= r[6], r[8] += r[7], r[9] ^= r[8];
	  r[10] += r[9];
	}
      p = p->next;
    }
  for (int k = 0; k < 11; k++)
    a[k] = r[k];
  return r[10];
}
"""

# Functions that pointers lead to: one in a register, one in memory.
POINTERS = """
double
f (double (*f) (int), const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f (i) * p[i];
  return s;
}

double
g (double (**f) (int), const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f[i] (i) * p[i];
  return s;
}
"""


def original(text):
    """The part before the copies begin, and the rest."""
    cut = text.index(".memlb_bound.")
    return text[:cut], text[cut:]


def in_original(pattern, replacement):
    def damage(text):
        first, rest = original(text)
        return re.sub(pattern, replacement, first, count=1) + rest
    return damage


def in_second(pattern, replacement):
    """Damage the bound copy of the second function."""
    def damage(text):
        cut = text.index(".memlb_bound.", text.index(".globl\tg\n"))
        return text[:cut] + re.sub(pattern, replacement, text[cut:], count=1)
    return damage


def in_bound(pattern, replacement):
    def damage(text):
        first, rest = original(text)
        bound, observe = rest.split(".memlb_observe.", 1)
        return first + re.sub(pattern, replacement, bound, count=1) \
            + ".memlb_observe." + observe
    return damage


def in_copy(kind):
    """A function that damages the first copy of KIND."""
    def damage_there(pattern, replacement):
        def damage(text):
            first, rest = text.split(".memlb_%s." % kind, 1)
            return first + ".memlb_%s." % kind \
                + re.sub(pattern, replacement, rest, count=1)
        return damage
    return damage_there


in_steps = in_copy("steps")
in_replay = in_copy("replay")
in_mirror = in_copy("mirror")
in_observe = in_copy("observe")


DAMAGES = {
    "an instruction of the original is lost":
        in_original(r"\tmulsd\t.*\n", ""),
    "an instruction of the original has another register":
        in_original(r"(mulsd\t.*)%xmm0", r"\1%xmm9"),
    "an instruction is more":
        in_original(r"(\tmulsd\t.*\n)", r"\1\1"),
    "a branch of the original is turned around":
        in_original(r"\tjne\t", r"\tje\t"),
    "a branch of the original leads elsewhere":
        lambda text: in_original(r"\tjne\t\.L\d+", "\tjne\t" + re.search(
            r"\tjle\t(\.L\d+)", text).group(1))(text),
    "an instruction of the bound copy is lost":
        in_bound(r"\tmulsd\t.*\n", ""),
    "an instruction of the bound copy is another":
        in_bound(r"\tmulsd\t", r"\tdivsd\t"),
    "a register of the bound copy differs":
        in_bound(r"(mulsd\t.*)%xmm0", r"\1%xmm9"),
    "a slot is elsewhere":
        in_bound(r"(movsd\t%xmm0, -?\d*)\(.*?\)", r"\1(%rip)"),
    "an index of the bound copy is not zero":
        in_bound(r"(movsd\t%xmm0, -?\d*)\((%r\w+)(?:,%r\w+(?:,\d)?)?\)",
                 r"\1(\2,%rcx,8)"),
    "the zero index of the bound copy begins with something else":
        in_bound(r"\txorl\t(%\w+), \1", r"\txorl\t%ebp, \1"),
    "a branch of the bound copy is another":
        in_bound(r"\tjne\t", r"\tje\t"),
    "an exit of the bound copy passes for the first":
        lambda text: re.sub(r"\tmovb\t\$1, \d+\(%rsp\)\n(?=\tjmp)", "", text),
    "an instruction of the observe copy is lost":
        in_observe(r"\tmulsd\t.*\n", ""),
    "a reference of the observe copy is another":
        in_observe(r"(mulsd\t.*|addsd\t|movsd\t)\(%", r"\g<1>8(%"),
    "a counter of the observe copy stands where flags are in use":
        in_observe(r"(\n#APP\n(?:#.*\n)*\tincq\t[^\n]*\n(?:#.*\n)*"
                   r"#NO_APP)((?:\n(?!\tj).*)*?)(\n\tj(?!mp))",
                   r"\2\1\3"),
    "the observe copy uses the register of its counters":
        lambda text: re.sub(r"-112\(%rsp\), %r\w+", "-112(%rsp), %" + re.search(
            r"movsd\t-?\d*\(%(r\w+)", text).group(1), text),
    "the observe copy misses a branch over a counter":
        in_observe(r"\tj(n?)e\t(\.L\d+)", r"\tj\1p\t\2"),
    "an instruction of the copy that counts is lost":
        in_steps(r"\tcmpl\t.*\n", ""),
    "a branch of the copy that counts is another":
        in_steps(r"\tj(n?)e\t(\.L\d+)", r"\tj\1p\t\2"),
    "a counter of that copy stands where flags are in use":
        in_steps(r"(\n#APP\n(?:#.*\n)*\tincq\t[^\n]*\n(?:#.*\n)*"
                 r"#NO_APP)((?:\n(?!\tj).*)*?)(\n\tj(?!mp))",
                 r"\2\1\3"),
    "an instruction of the replay copy is lost":
        in_replay(r"\tmulsd\t.*\n", ""),
    "a load of the replay copy reads neither slot nor stream":
        in_replay(r"(cmpl\t\$7, \d*)\(.*?\)", r"\1(%rip)"),
    "a branch of the replay copy is another":
        in_replay(r"\tj(n?)e\t(\.L\d+)", r"\tj\1p\t\2"),
    "an instruction of the original is encoded otherwise":
        in_original(r"(\tmulsd\t)", "\t{disp32}"
                    r"\1"),
}


SPLIT_DAMAGES = {
    "a register is not given back":
        in_bound(r"\tmovq\t.*# memlb returns\n", ""),
    "a register is given back from another cell":
        in_bound(r"\tmovq\t(\d+)(\(%rsp\), %\w+\t# memlb returns)",
                 lambda m: "\tmovq\t%d%s" % (int(m.group(1)) + 8, m.group(2))),
    "another register borrows":
        in_bound(r"(\tmovq\t\d+\(%rsp\), )%\w+(\t# memlb borrows)",
                 r"\1%rbp\2"),
    "a borrowed register is used":
        in_bound(r"(# memlb borrows\n(?:.*\n)*?)\tv(\w+pd)\t.*\((%r\w+)\)",
                 r"\1\taddq\t\3, %rbp\n\tv\2\t(\3)"),
}

KEPT_DAMAGES = {
    "a register is not kept":
        in_bound(r"\tandq\t%(r\w+), %\1", r"\tandq\t%rbp, %\1"),
    "another register is kept":
        in_bound(r"\tandq\t%(r\w+), %\1", r"\tandq\t%rbp, %rbp"),
    "a register is kept that holds no address":
        in_bound(r"\taddq\t\$1, %(r\w+)", r"\tandq\t%\1, %\1"),
    "an instruction that keeps a register is lost":
        in_bound(r"\tandq\t%(r\w+), %\1.*\n", ""),
}

WALK_DAMAGES = {
    "an index is cleared before it has its value":
        in_bound(r"\tandl\t\$0, (%\w+)", r"\txorl\t\1, \1"),
    "an index is not cleared":
        in_bound(r"\tandl\t\$0, (%\w+)", r"\tandl\t$1, \1"),
    "another register is cleared":
        in_bound(r"\tandl\t\$0, %\w+", r"\tandl\t$0, %r11d"),
    "an index waits for another register":
        in_second(r"\tmovl\t%\w+, (%\w+.*\n)(?=\tandl\t\$0)",
                  r"\tmovl\t%r11d, \1"),
    "an index waits for nothing":
        in_second(r"\tmovl\t%\w+, %\w+.*\n(?=\tandl\t\$0)", ""),
    "a register is cleared that two are computed of":
        in_bound(r"\txorl\t%\w+, (%\w+)", r"\tandl\t$0, \1"),
    "flags are lost where an index is cleared":
        in_bound(r"(\tandl\t\$0, %\w+.*\n)((?:.*\n)*?)(\tcmpq\t.*\n)",
                 r"\3\1\2"),
}

MIRROR_DAMAGES = {
    "a store of the mirror copy is the program's":
        in_mirror(r"(movsd\t%xmm\d, )%gs:", r"\1"),
    "a load of the mirror copy has another address":
        in_mirror(r"(movsd\t%gs:)-?\d*\(", r"\g<1>48("),
    "an instruction of the mirror copy is lost":
        in_mirror(r"\tmulsd\t.*\n", ""),
    "a branch of the mirror copy is another":
        in_mirror(r"\tj(n?)e\t(\.L\d+)", r"\tj\1p\t\2"),
}

CHAIN_DAMAGES = {
    "a correction's register is not given back":
        in_replay(r"(# memlb keeps\n(?:.*\n)*?)\tmovq\t\d+\(%rsp\), %\w+"
                  r"\t# memlb stream\n", r"\1"),
    "another register is kept":
        in_replay(r"\tmovq\t%\w+(, \d+\(%rsp\)\t# memlb keeps\n)",
                  r"\tmovq\t%rbp\1"),
    "a load has no correction":
        in_replay(r"\tmovq\t%\w+, \d+\(%rsp\)\t# memlb keeps\n.*\n", ""),
    "a load adds another register than its correction's":
        in_replay(r"(# memlb keeps\n(?:.*\n)*?\tcmpq\t.*\(%\w+,)%\w+",
                  r"\1%r12"),
}

# A function that is measured as a nest, with two words of arguments on the stack.
FUNCTION = """
double h (double, double);

double
f (double *p, long a, long b, long c, long d, long e, long g, long i)
{
  p[a] = h (p[b], p[c]) + h (p[d], p[e]) * p[g];
  p[g] = p[i] - p[a] * h (p[a], p[i]) + p[b];
  return p[e] * p[g] + p[d] / p[i];
}
"""

FUNCTION_DAMAGES = {
    "another function is called":
        lambda text: re.sub(r"call\t\.LMEMLBX\d+(_0\t# memlb function)",
                            r"call\t.LMEMLBX99\1", text),
    "the program's function is called":
        lambda text: re.sub(r"call\t\.LMEMLBX\w+(\t# memlb function)",
                            r"call\tf\1", text),
    "an argument is left out":
        lambda text: re.sub(r"\tpushq\t24\(%rsp\)\n(?=(.*\n)*?.*# memlb function)",
                            "", text, count=1),
    "another word is passed":
        lambda text: re.sub(r"(\tpushq\t)24(?=\(%rsp\)\n(.*\n)?.*# memlb function)",
                            r"\g<1>32", text),
    "the stack is left deeper":
        lambda text: re.sub(r"(# memlb function\n(?:.*\n)?\tleaq\t)24", r"\g<1>16",
                            text),
}

POINTER_DAMAGES = {
    "no function is told":
        in_bound(r"\tmovq\t%\w+, %r11.*\n", ""),
    "another function is told":
        in_bound(r"\tmovq\t%\w+(, %r11.*\n)", r"\tmovq\t%rbx\1"),
    "nothing is called":
        in_bound(r"\tcall\t\.LMEMLBX.*\n", ""),
    "the program's function is called":
        in_bound(r"\tmovq\t(%\w+), %r11.*\n\tcall\t\.LMEMLBX\w*",
                 r"\tcall\t*\1"),
    "another function is told from memory":
        in_second(r"\tmovq\t-?\d*\((.*), %r11", r"\tmovq\t24(\1, %r11"),
}


# An index that holds zero: what comes before it, and whether it does.
ZEROS = (
    ("xorl %ebx, %ebx|.L1:|USE|andq %rbx, %rbx|jne .L1", True),
    ("xorl %ebx, %ebx|.L1:|USE|addq %rax, %rbx|jne .L1", False),
    ("xorl %ebx, %ebx|.L1:|USE|leaq 8(%rbx), %rax|cmpq %rax, %rbx|jne .L1", True),
    ("xorl %ebx, %ecx|USE", False),
    ("jne .L1|xorl %ebx, %ebx|.L1:|USE", False),
    ("movl $0, %ebx|call f|USE", True),
    ("movl $0, %eax|call f|USE %rax", False),
    ("movl $0, %edx|USE %rdx|imulq %rcx|jne .L1|ret|.L1:|addq $0, %rdx|USE %rdx", False),
    ("movl $0, %edx|imulq %rcx, %rsi|USE %rdx", True),
    ("movq $0, %rcx|xchgq %rcx, %rax|USE %rcx", False),
    ("movq $0, %rcx|movb $1, %cl|USE %rcx", False),
    ("movq $0, %rdi|rep stosq|USE %rdi", False),
    ("movl $0, %edx|cqto|USE %rdx", False),
)


# r11 and the word at 8(%rsp) lead to the frame at the entry.
FRAMES = (
    ("USE -4(%rsp,%rcx,4)", True),
    ("USE (%r11,%rcx,4)", True),
    ("USE (%rcx,%r11)", True),
    ("USE (%rcx,%r11,4)", False),
    ("USE (%rcx)", False),
    ("movq 8(%rsp), %rax|USE 4(%rax)", True),
    ("movq 16(%rsp), %rax|USE 4(%rax)", False),
    ("movl $0, 8(%rsp)|movq 8(%rsp), %rax|USE 4(%rax)", False),
    ("leaq 4(%r11,%rdx,4), %rdi|movq %rdi, 16(%rsp)|movq 16(%rsp), %rsi|USE (%rsi)",
     True),
    ("leaq 8(%rsp), %rax|.L1:|USE (%rax)|addq $4, %rax|jne .L1", True),
    ("leaq 8(%rsp), %rax|.L1:|USE (%rax)|movq (%rax), %rax|jne .L1", False),
    ("jne .L1|leaq 8(%rsp), %rax|.L1:|USE (%rax)", False),
    ("movq %r11, %rax|call f|USE (%rax)", False),
    ("movq %r11, %rdi|rep stosl|USE (%rdi)", False),
)


class Stub:
    """What compare_zeros and compare_frames look at in a copy, of TEXT with an
    instruction between bars."""

    tables = ({}, {".LMEMLBF0": ["11", "0", "0", "2", "8", "0", "0", "3"]})

    def __init__(self, text):
        self.landing, self.number, self.uses = -1, "0", []
        self.pair = self
        self.memlb, self.index = Function("f"), {}
        self.insns = self.memlb.insns
        for line, part in enumerate(text.split("|")):
            if part.endswith(":"):
                self.memlb.position[part[:-1]] = len(self.insns)
                continue
            if part.startswith("USE"):
                self.uses.append((len(self.insns),
                                  (part + " %rbx").split()[1].removeprefix("%")))
                part = "nop"
            self.insns.append(Insn([part.replace(" ", "\t", 1)], line))
            if part == "ret":
                self.insns[-1].kind = "bound-exit"


def find_ways(cases, compare_ways):
    """How many of CASES are told wrongly by COMPARE_WAYS."""
    failed = 0
    for text, holds in cases:
        copy = Stub(text)
        try:
            compare_ways(copy, copy.uses)
            found = True
        except Difference:
            found = False
        if found != holds:
            print("FAIL:", text)
            failed += 1
    return failed


def compare(folder, source, command, plugin, options):
    """Compile SOURCE in FOLDER, with the plugin's OPTIONS; the comparison's result, the names of the
    plain build's assembly and of the other one."""
    names = [folder + "/f.c", folder + "/plain.s", folder + "/memlb.s"]
    with open(names[0], "w", encoding="ascii") as out:
        out.write(source)
    command = command + ["-dp", "-S", names[0]]
    subprocess.run(command + ["-o", names[1]], check=True)
    subprocess.run(command + ["-fplugin=" + plugin, "-o", names[2]] + options,
                   check=True)
    return identity.check_assembly("f.c", *names[1:]), names[1:]


def find_damages(folder, source, command, plugin, copies, damages,
                 options=()):
    """How many of DAMAGES to SOURCE's copies are not found."""
    failed = 0
    result, names = compare(folder, source, command, plugin, list(options))
    if result.differ or result.copies != copies:
        print("FAIL: undamaged:", result.messages, result.copies)
        return 1
    with open(names[1], encoding="ascii") as text:
        memlb = text.read()
    for what, damage in damages.items():
        damaged = damage(memlb)
        with open(names[1], "w", encoding="ascii") as out:
            out.write(damaged)
        result = identity.check_assembly("f.c", *names)
        if damaged == memlb or not result.differ:
            print("FAIL: not found:", what, damaged == memlb)
            failed += 1
    return failed


def main():
    gcc, plugin = sys.argv[1:]
    fixed = ["-ffixed-r%d" % n for n in range(10, 15)]
    with tempfile.TemporaryDirectory() as folder:
        failed = find_damages(folder, SOURCE,
                              [gcc, "-O2", "-fno-tree-vectorize"], plugin, 8,
                              DAMAGES)
        failed += find_damages(folder, SPLITS, [gcc, "-O3", "-mavx2"] + fixed,
                               plugin, 3, SPLIT_DAMAGES)
        failed += find_damages(folder, KEPT,
                               [gcc, "-O2", "-fno-tree-vectorize"], plugin, 3,
                               KEPT_DAMAGES)
        failed += find_damages(folder, WALK, [gcc, "-O2"], plugin, 4,
                               WALK_DAMAGES)
        failed += find_damages(folder, CHAIN, [gcc, "-O2"], plugin, 3,
                               CHAIN_DAMAGES)
        failed += find_damages(
            folder, POINTERS, [gcc, "-O2"], plugin, 6, POINTER_DAMAGES,
            ["-fplugin-arg-memlb-copies=bound,count,calls"])
        failed += find_damages(
            folder, FUNCTION, [gcc, "-O1"], plugin, 2, FUNCTION_DAMAGES,
            ["-fplugin-arg-memlb-copies=bound,count,calls"])
        failed += find_ways(ZEROS, compare_zeros)
        failed += find_ways(FRAMES, compare_frames)
        failed += find_damages(folder, SOLVE, [gcc, "-O2"], plugin, 3,
                               MIRROR_DAMAGES)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
