# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the plain build's functions with those that carry copies.

The original part of an instrumented function must have the plain build's
instructions in the same order, with branches that lead to the same places
once memlb's pads and calls are followed through.
"""

import re

# Patterns of instructions that GCC makes after the copies, so that their
# numbers say nothing.
LATE = {"nop", "nop_endbr", "nops", "pad", "patchable_area"}
# What copies begin with.
COPIES = ("bound", "steps", "replay", "mirror", "observe-entry", "function")
LOCAL = re.compile(r"\.L[A-Z]*\d+(?:\.\w+)?")


class Difference(Exception):
    """What differs, and where."""


class Pair:
    """A function of both builds."""

    def __init__(self, plain, memlb, tables, labels):
        self.plain = plain
        self.memlb = memlb
        self.tables = tables            # (plain's, memlb's)
        self.labels = labels            # plain data label -> memlb's
        known = {(i.uid, i.name) for i in plain.insns if i.uid is not None}
        self.order = []                 # positions of the original's insns
        self.index = {}                 # position -> index in plain
        in_copy = False                 # asm statements have no number
        for position, insn in enumerate(memlb.insns):
            in_copy = insn.kind in COPIES or (in_copy and not (
                insn.name not in LATE and (insn.uid, insn.name) in known))
            if not (in_copy and insn.uid is None) \
                    and self.original_p(insn, known):
                self.index[position] = len(self.order)
                self.order.append(position)

    @staticmethod
    def original_p(insn, known):
        if insn.kind:
            return False
        return (insn.uid is None or insn.name in LATE
                or (insn.uid, insn.name) in known)

    def follow(self, position):
        """The original instruction that control at POSITION of the
        instrumented function reaches, as an index into the plain one."""
        insns = self.memlb.insns
        for _ in range(len(insns) + 1):
            if position is None or position >= len(insns):
                return "end"
            if position in self.index:
                return self.index[position]
            insn = insns[position]
            jump = insn.jump()
            if jump and jump[0] == "jmp":
                position = self.memlb.at(jump[1])
            elif insn.kind in ("procedure", "enter", "exit"):
                position += 1
            else:
                return "copy at line %d" % insn.line
        return "endless"

    def plain_target(self, label):
        position = self.plain.at(label)
        if position is None or position >= len(self.plain.insns):
            return "end"
        return position

    def same_text(self, plain, memlb, where):
        """PLAIN and MEMLB are the same but for the names of labels."""
        a, b = LOCAL.findall(plain), LOCAL.findall(memlb)
        if LOCAL.sub("@", plain) != LOCAL.sub("@", memlb) or len(a) != len(b):
            raise Difference("%s: %r, not %r" % (where, memlb, plain))
        for x, y in zip(a, b):
            self.same_label(x, y, where)

    def same_label(self, x, y, where):
        if self.plain.at(x) is not None:
            a, b = self.plain_target(x), self.follow(self.memlb.at(y))
            if a != b:
                raise Difference("%s: %s leads to %s, not %s"
                                 % (where, y, b, a))
        elif x not in self.labels:
            self.labels[x] = y
            self.same_table(x, y, where)
        elif self.labels[x] != y:
            raise Difference("%s: %s is %s elsewhere"
                             % (where, x, self.labels[x]))

    def same_table(self, x, y, where):
        a = self.tables[0].get(x, [])
        b = self.tables[1].get(y, [])
        if len(a) != len(b):
            raise Difference("%s: table %s has %d entries, not %d"
                             % (where, y, len(b), len(a)))
        for entry_a, entry_b in zip(a, b):
            self.same_text(entry_a, entry_b, where + ", table")

    def compare_original(self):
        plain, memlb = self.plain.insns, self.memlb.insns
        for index, insn in enumerate(plain):
            if index >= len(self.order):
                raise Difference("%r is missing" % insn.text)
            position = self.order[index]
            other = memlb[position]
            where = "line %d" % other.line
            if insn.name != other.name or len(insn.text) != len(other.text):
                raise Difference("%s: %s %r, not %s %r"
                                 % (where, other.name, other.text,
                                    insn.name, insn.text))
            for a, b in zip(insn.text, other.text):
                self.same_text(a, b, where)
            self.compare_next(index, position, where)
        if len(self.order) > len(plain):
            extra = memlb[self.order[len(plain)]]
            raise Difference("line %d: %r is more" % (extra.line, extra.text))

    def compare_next(self, index, position, where):
        insn = self.plain.insns[index]
        if insn.ends_block() or insn.text[0].startswith("call"):
            return
        following = self.follow(position + 1)
        wanted = index + 1 if index + 1 < len(self.plain.insns) else "end"
        if following != wanted:
            raise Difference("%s: runs on to %s, not %s"
                             % (where, following, wanted))

    def moved_alignments(self):
        """Original instructions whose alignment directives differ."""
        count = 0
        for index, position in enumerate(self.order):
            if index < len(self.plain.insns):
                count += (self.plain.insns[index].aligns
                          != self.memlb.insns[position].aligns)
        return count
