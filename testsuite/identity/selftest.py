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


def original(text):
    """The part before the copies begin, and the rest."""
    cut = text.index(".memlb_bound.")
    return text[:cut], text[cut:]


def in_original(pattern, replacement):
    def damage(text):
        first, rest = original(text)
        return re.sub(pattern, replacement, first, count=1) + rest
    return damage


def in_bound(pattern, replacement):
    def damage(text):
        first, rest = original(text)
        bound, observe = rest.split(".memlb_observe.", 1)
        return first + re.sub(pattern, replacement, bound, count=1) \
            + ".memlb_observe." + observe
    return damage


def in_steps(pattern, replacement):
    def damage(text):
        first, rest = text.split(".memlb_steps.", 1)
        return first + ".memlb_steps." \
            + re.sub(pattern, replacement, rest, count=1)
    return damage


def in_observe(pattern, replacement):
    def damage(text):
        first, rest = text.split(".memlb_observe.", 1)
        return first + ".memlb_observe." \
            + re.sub(pattern, replacement, rest, count=1)
    return damage


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
    "a branch of the bound copy is another":
        in_bound(r"\tjne\t", r"\tje\t"),
    "the exits of the bound copy are swapped":
        lambda text: re.sub(r"movl\t\$([01]), (\d+\(%rsp\))", lambda m:
                            "movl\t$%d, %s" % (1 - int(m.group(1)),
                                               m.group(2)), text),
    "an instruction of the observe copy is lost":
        in_observe(r"\tmulsd\t.*\n", ""),
    "a reference of the observe copy is another":
        in_observe(r"(mulsd\t.*|addsd\t|movsd\t)\(%", r"\g<1>8(%"),
    "a counter of the observe copy stands where flags are in use":
        in_observe(r"(\n#APP\n(?:#.*\n)*\taddq\t\$1, [^\n]*\n(?:#.*\n)*"
                   r"#NO_APP)((?:\n(?!\tj).*)*?)(\n\tj(?!mp))",
                   r"\2\1\3"),
    "the observe copy uses the register of its counters":
        lambda text: re.sub(r"-104\(%rsp\), %r\w+", "-104(%rsp), %" + re.search(
            r"movsd\t-?\d*\(%(r\w+)", text).group(1), text),
    "the observe copy misses a branch over a counter":
        in_observe(r"\tj(n?)e\t(\.L\d+)", r"\tj\1p\t\2"),
    "an instruction of the copy that counts is lost":
        in_steps(r"\tcmpl\t.*\n", ""),
    "a branch of the copy that counts is another":
        in_steps(r"\tj(n?)e\t(\.L\d+)", r"\tj\1p\t\2"),
    "a counter of that copy stands where flags are in use":
        in_steps(r"(\n#APP\n(?:#.*\n)*\taddq\t\$1, [^\n]*\n(?:#.*\n)*"
                 r"#NO_APP)((?:\n(?!\tj).*)*?)(\n\tj(?!mp))",
                 r"\2\1\3"),
    "an instruction of the original is encoded otherwise":
        in_original(r"(\tmulsd\t)", "\t{disp32}"
                    r"\1"),
}


def main():
    gcc, plugin = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        names = [folder + "/f.c", folder + "/plain.s", folder + "/memlb.s"]
        with open(names[0], "w", encoding="ascii") as out:
            out.write(SOURCE)
        command = [gcc, "-O2", "-fno-tree-vectorize", "-dp", "-S", names[0]]
        subprocess.run(command + ["-o", names[1]], check=True)
        subprocess.run(command + ["-fplugin=" + plugin, "-o", names[2]],
                       check=True)
        result = identity.check_assembly("f.c", names[1], names[2])
        if result.differ or result.copies != 5:
            print("FAIL: undamaged:", result.messages, result.copies)
            return 1
        with open(names[2], encoding="ascii") as text:
            memlb = text.read()
        for what, damage in DAMAGES.items():
            damaged = damage(memlb)
            with open(names[2], "w", encoding="ascii") as out:
                out.write(damaged)
            result = identity.check_assembly("f.c", names[1], names[2])
            if damaged == memlb or not result.differ:
                print("FAIL: not found:", what, damaged == memlb)
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
