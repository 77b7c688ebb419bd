# SPDX-License-Identifier: GPL-3.0-or-later
"""Where registers of a bound copy hold zero because of what it computes."""

import re

from compare import Difference
from operands import IMPLICIT, low_half, operands, register_names

KEPT_BY_CALLS = {"rbx", "rbp", "r12", "r13", "r14", "r15"}


def changed_by(mnemonic, parts):
    """The operands that an instruction of PARTS changes, those that it does not name
    included."""
    changed = set(parts[-1:])
    if mnemonic.startswith(("xchg", "xadd")):
        changed = set(parts)
    elif re.match(r"(cmp|test|bt)[bwlq]?$|j", mnemonic):
        changed = set()
    elif re.match(r"i?(mul|div)[bwlq]$", mnemonic) and len(parts) == 1:
        changed = {"%rax", "%rdx"}
    changed |= IMPLICIT.get(mnemonic, set())
    if mnemonic in ("cltd", "cqto"):
        changed |= {"%rdx"}
    if mnemonic.startswith("rep"):
        changed |= {"%rcx", "%rsi", "%rdi"}
    return changed


def zero_after(zero, text, register):
    """REGISTER holds zero behind the instruction TEXT, before which it does if
    ZERO."""
    names = {"%" + name for name in register_names(register)}
    wide = {"%" + register, "%" + low_half(register)}
    mnemonic, parts = operands(text)
    if mnemonic.startswith("call"):
        return zero and register in KEPT_BY_CALLS
    if mnemonic in ("xorl", "xorq") and parts[0] == parts[1] and parts[0] in wide:
        return True
    if mnemonic in ("andl", "andq", "movl", "movq") and parts[0] == "$0" \
            and parts[1] in wide:
        return True
    if not changed_by(mnemonic, parts) & names:
        return zero
    # It holds what it held.
    return zero and (re.fullmatch(r"(and|mov)q\t(%r\w+), \2", text) is not None
                     or re.match(r"addq\t\$0,", text) is not None)


def compare_zeros(copy, wanted):
    """Each of WANTED, pairs of a position in COPY and a register, is such that the
    register holds zero there on every way."""
    by_register = {}
    for position, register in wanted:
        by_register.setdefault(register, set()).add(position)
    for register, places in by_register.items():
        work = [(copy.landing + 1, False)]
        seen = set()
        while work:
            position, zero = work.pop()
            if (position, zero) in seen or position is None \
                    or position >= len(copy.insns) or position in copy.pair.index:
                continue
            seen.add((position, zero))
            insn = copy.insns[position]
            if insn.kind in ("exit", "bound-exit"):
                continue
            if position in places and not zero:
                raise Difference("nest %s: line %d: %s is not zero"
                                 % (copy.number, insn.line, register))
            jump = insn.jump()
            for text in insn.text:
                zero = zero_after(zero, text.split("\t#")[0], register)
            if jump:
                work.append((copy.pair.memlb.at(jump[1]), zero))
            if not jump or jump[0] != "jmp":
                work.append((position + 1, zero))
