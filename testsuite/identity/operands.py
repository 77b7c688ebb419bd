# SPDX-License-Identifier: GPL-3.0-or-later
"""What the text of an x86-64 instruction says: operands, registers, flags."""

import re

# What does not write its last operand.
READS = re.compile(r"cmp[bwlq]?$|test[bwlq]?$|bt[bwlq]?$|v?u?comis[sd]$|"
                   r"j|call|prefetch|vp?test")

# Nor do these what is their only one.
READS_ONE = re.compile(r"i?mul|i?div|push|nop|f(?!n?i?st)")

# Instructions that use the flags, and that set all of them.
FLAGS_USED = re.compile(r"j(?!mp)\w+|set(?!ssbsy)\w+|cmov\w+|adc\w*|sbb\w*|"
                        r"rc[lr]\w*|lahf|pushf\w*|fcmov\w+")
FLAGS_SET = re.compile(r"cmp[bwlq]?$|test|add[bwlq]?$|sub[bwlq]?$|and[bwlq]?$|"
                       r"or[bwlq]?$|xor[bwlq]?$|neg|v?u?comis|v?ptest|"
                       r"k(or)?test|bt[bwlq]?$|imul|mul[bwlq]?$|call|"
                       r"popcnt|[lt]zcnt|bs[fr]")
# Those that do where they are by a constant.
SHIFT = re.compile(r"s[ah][lr][bwlq]\t(\$|[^,]*(\([^)]*\))?$)")
# What inc and dec leave alone.
CARRY_KEPT = re.compile(r"(inc|dec)[bwlq]?$")
CARRY_USED = re.compile(r"(j|set|cmov)n?([abc]|[ab]e)[wlq]?|adc\w*|sbb\w*|"
                        r"rc[lr]\w*|lahf|pushf\w*")


def register_names(register):
    """All names of general REGISTER."""
    if not register[1].isalpha():
        return [register + suffix for suffix in ("", "d", "w", "b")]
    short = register[1:]
    byte = short[0] + "l" if short.endswith("x") else short + "l"
    return [register, "e" + short, short, byte, byte[0] + "h"]


def same_register(name):
    """All names of the register that has NAME."""
    for names in map(register_names, REGISTERS):
        if name in names:
            return names
    return []


def low_half(register):
    """The name of the lower 32 bits of general REGISTER: a register is
    cleared by them."""
    return ("e" + register[1:] if register[1].isalpha()
            else register + "d")


# What can be a `and $0' in a bound copy: it has one register, which it
# changes.
ONE_REGISTER = re.compile(r"(and|sal|shl|sar|shr|add|lea)[lq]|movl|"
                          r"mov[zs][bwl][lq]|cltq")
MOVE = re.compile(r"movl\t%(\w+), %(\w+)")
# Calls of what works on memory, and what tells its address to what is called
# instead.
MEMORY = re.compile(r"call\t\*?(memcpy|memmove|mempcpy|memset|sincos[fl]?"
                    r"|__\w+_chk)\b")
TOLD = re.compile(r"movq\t\d+\+\.LMEMLBK\d+\(%rip\), %r11")
REGISTERS = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp",
             "r8", "r9"] + ["r%d" % n for n in range(10, 16)]


# Instructions that use what they set, and those that only use.
CHANGES = re.compile(r"(add|sub|and|or|xor|adc|sbb|inc|dec|neg|not|sh[lr]d?|"
                     r"sa[lr]|ro[lr]|rc[lr]|xadd|bt[src]|cmp|test|bt)[bwlq]?|"
                     r"cmov\w+|xchg\w*|set\w+|push\w*|u?comis\w+")
IMPLICIT = {"cltq": {"%rax"}, "cwtl": {"%rax"}, "cltd": {"%rax"},
            "cqto": {"%rax"}}


def use_of(names, mnemonic, parts):
    """What an instruction does with the register of NAMES: it uses its value
    other than in an address, or sets it, or neither."""
    if IMPLICIT.get(mnemonic, set()) & names or \
            (re.match(r"i?(mul|div)[bwlq]$", mnemonic) and len(parts) == 1
             and {"%rax", "%rdx"} & names):
        return "value"
    if (mnemonic, parts[:1]) == ("addq", ["$0"]) \
            or (mnemonic == "leaq" and parts[0].lstrip("0")
                == "(%s)" % parts[1]):
        return None
    if mnemonic.startswith("xor") and len(parts) == 2 \
            and parts[0] == parts[1] and parts[0] in names:
        return "set"
    for part in parts[:-1] if not CHANGES.fullmatch(mnemonic) else parts:
        found = set(re.findall(r"%\w+", part))
        if found & names and (not memory_p(part)
                              or mnemonic.startswith("lea")):
            return "value"
    return "set" if parts and parts[-1] in names else None


def operands(text):
    """Mnemonic and operands of an instruction."""
    words = text.split("\t", 1)
    if len(words) == 1:
        return words[0], []
    parts, depth, part = [], 0, ""
    for c in words[1]:
        depth += (c in "({") - (c in ")}")
        if c == "," and not depth:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return words[0], parts + [part.strip()]


def memory_p(operand):
    plain = operand.split("{")[0].lstrip("*")
    if plain.startswith("$"):
        return False
    return not (plain.startswith("%") and ":" not in plain)


def mask_of(operand):
    return operand[operand.index("{"):] if "{" in operand else ""


def null_p(original, copy, before):
    """COPY clears, but not before it has its value, the register that
    ORIGINAL changes, or to which BEFORE moves what that uses."""
    match = re.fullmatch(r"and[lq]\t\$0, %(\w+)", copy)
    move = MOVE.fullmatch(before)
    mnemonic = original.split("\t")[0]
    if not match or not ONE_REGISTER.fullmatch(mnemonic):
        return False
    used = {"rax"} if mnemonic == "cltq" \
        else set(re.findall(r"%(\w+)", original))
    names = set(same_register(match.group(1)))
    if not move:
        return used <= names
    last = re.findall(r"%(\w+)", original)[-1:]
    return (move.group(2) in names and used - names != set()
            and names.issuperset(last)
            and used - names <= set(same_register(move.group(1))))
