#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""identity.py PLAIN.s MEMLB.s: is what memlb adds only added?

Both files are written with -dp, which puts the number of its instruction
pattern behind each instruction.  In each function the instructions of the plain
build must all be there, in their order, with the same operands but for the
labels that jumps lead to.  A bound copy must have the observe copy's
instructions, one by one: the same mnemonic and registers, with another address
where memory is accessed; behind one whose address has a step the step may
follow.  It must store nowhere but where its own registers lead: the stack
pointer, or what its landing pad has loaded.  (What definitions of these become
is not compared.)

Prints the number of functions and copies; exits 1 after a difference."""

import re
import sys

UID = re.compile(r"\t// (\d+)\t\[c=-?\d+(?: l=-?\d+)?\]\s+\S+\s*$")
LABEL = re.compile(r"\.L\w+")
COPY = re.compile(r"memlb_(bound|steps|observe)\.(\d+):")
ADDRESS = re.compile(r"\[([^]]*)\](!|, -?\d+|, x\d+)?")


class Function:
    """Its instructions, (number, text), and those of its copies."""

    def __init__(self, name):
        self.name = name
        self.insns = []
        self.copies = {}
        self.loaded = {}


def read(path):
    """The functions of file PATH by name."""
    functions, function, copy, asm = {}, None, None, None
    for line in open(path, encoding="utf-8", errors="replace"):
        line = line.rstrip("\n")
        if line.startswith("#APP"):
            asm = []
        elif line.startswith("#NO_APP"):
            asm = None
        elif asm is not None:
            if re.match(r"// 0 \"\" 2", line):
                asm = []
                continue
            asm.append(line)
            match = COPY.search(line)
            if match and line.endswith(":"):
                copy = match.groups()
                function.copies[copy] = []
                function.loaded[copy] = {"sp"}
            match = re.match(r"\tldr\t(x\d+), \[sp", line)
            if match and copy:
                function.loaded[copy].add(match.group(1))
        elif re.match(r"\t\.type\t([^,]+), %function", line):
            name = line.split("\t")[2].split(",")[0]
            function = functions.setdefault(name, Function(name))
            copy = None
        elif function and UID.search(line):
            number = int(UID.search(line).group(1))
            text = UID.sub("", line).strip()
            function.insns.append((number, LABEL.sub("L", text)))
            if copy:
                function.copies[copy].append(LABEL.sub("L", text))
    return functions


def missing(plain, memlb):
    """The first instruction of PLAIN that MEMLB has not, in order, or None."""
    rest = iter(memlb.insns)
    for insn in plain.insns:
        if not any(insn == other for other in rest):
            return insn
    return None


def split(text):
    """Mnemonic without the mark of an unscaled address, registers, address."""
    mnemonic, _, operands = text.partition("\t")
    match = ADDRESS.search(operands)
    mnemonic = re.sub(r"^(ld|st)ur", r"\1r", mnemonic)
    return mnemonic, ADDRESS.sub("M", operands), match


def step_of(address):
    """True if ADDRESS, a match, changes its register."""
    return address is not None and address.group(2) is not None


def compare_copies(function, kind, number):
    """What is wrong with a bound copy of FUNCTION, or None."""
    bound = function.copies[kind, number]
    observe = function.copies["observe", number]
    bases = function.loaded[kind, number]
    jumps = ("b\tL",)
    bound = [text for text in bound if text not in jumps]
    observe = [text for text in observe if text not in jumps]
    i = 0
    for text in observe:
        if i == len(bound):
            return "%s is missing" % text
        ours, theirs = split(bound[i]), split(text)
        i += 1
        if ours[0] == "bl" and theirs[0] == "bl":
            continue            # through a table of memlb's
        if ours[0] != theirs[0] or ours[1] != theirs[1]:
            # A definition of an address web, or a constant step of it.
            replaced = re.match(r"ldr\t(x\d+), \[sp", bound[i - 1])
            target = re.match(r"\w+\t(x\d+|w\d+)", text)
            same = target and replaced \
                and target.group(1)[1:] == replaced.group(1)[1:]
            step = re.sub(r"^sub|, #?-?\d+$", lambda m: "add" if m[0] == "sub"
                          else ", 0", text)
            null = re.match(r"eor\t(\w+), \1, \1$", bound[i - 1])
            if not same and bound[i - 1] != step and not null:
                return "%s is %s" % (text, bound[i - 1])
            continue
        if step_of(theirs[2]) and not step_of(ours[2]):
            base = re.match(r"x\d+|sp", theirs[2].group(1)).group()
            if i < len(bound) \
                    and re.match(r"(add|sub)\t%s, %s, " % (base, base),
                                 bound[i]):
                i += 1
            else:
                return "%s has lost its step" % text
        if ours[0].startswith("st") and ours[2]:
            base = re.match(r"x\d+|sp", ours[2].group(1)).group()
            if base not in bases and base not in defined(bound):
                return "%s stores elsewhere" % bound[i - 1]
    return None if i == len(bound) else "%s is too much" % bound[i]


def defined(bound):
    """The registers that BOUND loads from cells."""
    return set(re.findall(r"ldr\t(x\d+), \[sp", "\n".join(bound)))


def main():
    plain, memlb = read(sys.argv[1]), read(sys.argv[2])
    bad = copies = 0
    for name, function in plain.items():
        insn = missing(function, memlb[name])
        if insn:
            print("%s: %d %s is missing or changed" % (name, *insn))
            bad += 1
        for kind, number in memlb[name].copies:
            if kind != "observe":
                copies += 1
                wrong = compare_copies(memlb[name], kind, number)
                if wrong:
                    print("%s, %s %s: %s" % (name, kind, number, wrong))
                    bad += 1
    print("%d functions, %d bound copies" % (len(plain), copies))
    sys.exit(bad > 0)


main()
