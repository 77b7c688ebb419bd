# SPDX-License-Identifier: GPL-3.0-or-later
"""Where registers of a bound copy lead into its own frame."""

import re

from compare import Difference
from operands import operands, register_names
from zeros import KEPT_BY_CALLS, changed_by

REGISTERS = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9",
             "r10", "r11", "r12", "r13", "r14", "r15")
# What memlb_range.moved says of registers and words of the frame.
REGISTER, WORD = 2, 3
# The base, and the index.
ADDRESS = re.compile(r"[^(]*\((?:%(\w+))?(?:,%(\w+)(?:,([1248]))?)?\)$")
PLACE = re.compile(r"-?\d*\(%r[sb]p\)$")


def leads_there(frame, operand):
    """The address of OPERAND is in the frame where the registers FRAME are."""
    match = ADDRESS.match(operand)
    if not match:
        return False
    base, index, scale = match.groups()
    return base in frame or index in frame and scale in (None, "1")


def frame_after(frame, text):
    """The registers and words of the frame that lead there behind the instruction
    TEXT, before which FRAME do."""
    mnemonic, parts = operands(text)
    if mnemonic.startswith("call"):
        return frozenset(x for x in frame if x in KEPT_BY_CALLS | {"rsp"}
                         or x not in REGISTERS)
    last = parts[-1] if parts else ""
    register = last[1:] if last[1:] in REGISTERS else None
    if mnemonic in ("addq", "subq", "incq", "decq") and register in frame:
        return frame
    changed = changed_by(mnemonic, parts)
    after = {x for x in frame
             if not changed & ({"%" + name for name in register_names(x)}
                               if x in REGISTERS else {x})}
    if mnemonic == "leaq" and leads_there(frame, parts[0]) \
            or mnemonic == "movq" and parts[0].removeprefix("%") in frame:
        after.add(register or last)
    return frozenset(after)


def at_entry(copy):
    """What leads to the frame where COPY begins, as its descriptor says."""
    table = copy.pair.tables[1].get(".LMEMLBF" + copy.number, [])
    numbers = [int(x) for x in table]
    frame = {"rsp", "rbp"}
    for offset, _, from_fp, moved in zip(*[iter(numbers)] * 4):
        if moved == REGISTER:
            frame.add(REGISTERS[offset])
        elif moved == WORD:
            offset -= (offset >> 31) << 32
            frame.add("%s(%%r%sp)" % (offset or "", "sb"[from_fp]))
    return frozenset(frame)


def compare_frames(copy, wanted):
    """Each of WANTED, pairs of a position in COPY and an operand, is such that the
    operand's address is in the frame there on every way."""
    places = {}
    for position, operand in wanted:
        places.setdefault(position, set()).add(operand)
    known = {}
    work = [(copy.landing + 1, at_entry(copy))] if wanted else []
    while work:
        position, frame = work.pop()
        if position is None or position >= len(copy.insns) \
                or position in copy.pair.index:
            continue
        frame &= known.get(position, frame)
        if known.get(position) == frame:
            continue
        known[position] = frame
        insn = copy.insns[position]
        if insn.kind in ("exit", "bound-exit"):
            continue
        for operand in places.get(position, ()):
            if not leads_there(frame, operand):
                raise Difference("nest %s: line %d: %s is not in the frame"
                                 % (copy.number, insn.line, operand))
        jump = insn.jump()
        for text in insn.text:
            frame = frame_after(frame, text.split("\t#")[0])
        if jump:
            work.append((copy.pair.memlb.at(jump[1]), frame))
        if not jump or jump[0] != "jmp":
            work.append((position + 1, frame))
