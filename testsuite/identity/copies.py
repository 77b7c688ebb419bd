# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares copies with their originals.

A bound copy must have its original's instructions but for memory operands that
point to slots, frame values that are loaded, indices that are cleared where
the original computes them, and jumps to its own exit pads, whether it counts
its steps or not; in a replay copy control loads may read the stream, and
nothing else may change the register of that; a mirror copy's memory operands
have a segment and are the original's otherwise, and all that it stores into
has, but for what leads into its own frame on every way, as other copies' stores do
where they are the original's; an observe copy must have them unchanged.
"""

import re

from compare import Difference, LOCAL
from frames import PLACE, compare_frames
from operands import (CARRY_KEPT, CARRY_USED, FLAGS_SET, FLAGS_USED, MEMORY,
                      MOVE, READS, READS_ONE, SHIFT, TOLD, low_half, mask_of, memory_p,
                      null_p, operands, register_names, same_register,
                      use_of)
from zeros import compare_zeros

COLD_EXIT = {"-2", "4294967294"}
# Distance of the first cell that can hold a web's value from the cells'
# beginning (MEMLB_CELL_FVALUES).
FIRST_VALUE_CELL = 8 * 6

# A move on an edge that enters or leaves an inner loop of a bound copy.
SPLIT = re.compile(r"(?:movq\t%(\w+), (\d+)\(%rsp\)\n)?"
                   r"movq\t(\d+)\(%rsp\), %(\w+)\t# memlb (borrows|returns)")


class Copy:
    """One copy of a nest, compared with its original."""

    def __init__(self, pair, landing):
        self.pair = pair
        self.insns = pair.memlb.insns
        self.landing = landing
        text = "\n".join(self.insns[landing].text)
        match = re.search(r"\.memlb_(bound|steps|replay|mirror|observe)\.(\d+):",
                          text)
        self.bound = match.group(1) != "observe"
        self.mirror = match.group(1) == "mirror" \
            or (match.group(1) == "bound" and self.calls_p())
        self.inserted = {"bound": ("split",), "steps": ("step", "split"),
                         "replay": ("stream",), "mirror": (),
                         "observe": ("observe", "count")}[match.group(1)]
        self.end = ".LMEMLB%s%s:" % (
            {"bound": "E", "steps": "T", "mirror": "M"}.get(match.group(1),
                                                            "Y"),
            match.group(2))
        self.number = match.group(2)
        self.stream, self.fix = None, None
        self.fixes = {}                 # position -> correction's register
        if match.group(1) == "replay":
            self.find_stream()
        self.bases = set(re.findall(r", %(r\w+)$", text, re.M)) | {"rsp"}
        if self.bound:
            self.cells = self.first_cell()
            self.bases |= self.loaded_bases()
        self.borrowed = {}              # position -> registers, maybe
        self.zeros = {same_register(name)[0] for _, name in re.findall(
            r"(?:movl\t\$0, |xorl\t(?=(%\w+), \1$)%\w+, )%(\w+)$", text, re.M)}
        self.bases |= self.zeros
        self.waits = set()
        self.passed = []                # inserted instructions
        self.now = set()                # registers that are borrowed
        self.place = None               # position of what is compared
        self.cleared = set()            # positions, and their zero indices
        self.framed = set()             # positions, and what leads to the frame
        self.seen = {}

    def calls_p(self):
        """It calls bound copies of functions: then it is a mirror copy."""
        for insn in self.insns[self.landing + 1:]:
            if insn.kind in ("bound-exit", "bound"):
                break
            if re.match(r"call\t(\.LMEMLBX|[\w.$]+\.memlb$|\*.*\.LMEMLBK)",
                        insn.text[0]):
                return True
        return False

    def find_stream(self):
        """The register of a replay copy's stream, and those of corrections,
        each of which the next instruction alone may use."""
        for position, insn in enumerate(self.insns[self.landing + 1:],
                                        self.landing + 1):
            step = re.match(r"leaq\t\d+\(%(r\w+)\), %\1\t", insn.text[0])
            fix = re.match(r"movq\t\d+\(%(?!rsp)r\w+\), %(r\w+)\t",
                           insn.text[-1])
            if insn.kind == "bound-exit":
                return
            if insn.kind == "stream" and step:
                self.stream = step.group(1)
            elif insn.kind == "stream" and fix:
                self.fixes[position + 1] = fix.group(1)
                self.check_given_back(insn, position + 2)

    def check_given_back(self, insn, position):
        """A register that INSN keeps is given back at POSITION."""
        kept = re.match(r"movq\t%(r\w+), (\d+\(%rsp\))\t# memlb keeps",
                        insn.text[0])
        if kept and (kept.group(1) != self.fixes[position - 1]
                     or not self.insns[position].text[0].startswith(
                         "movq\t%s, %%%s\t# memlb stream"
                         % (kept.group(2), kept.group(1)))):
            raise Difference("nest %s: line %d: a register is not given back"
                             % (self.number, insn.line))

    def wait_p(self, insn):
        """INSN lets a register of the bound copy's that holds zero wait."""
        match = re.fullmatch(r"andq\t%r\w+, %(r\w+)", insn.text[0])
        return self.bound and match and match.group(1) in self.zeros

    def first_cell(self):
        """Offset of the cells from the stack pointer, as an exit pad says."""
        for insn in self.insns[self.landing:]:
            if insn.kind == "bound-exit":
                text = "\n".join(insn.text)
                return int(re.search(r"# memlb cells at (-?\d+)",
                                     text).group(1))
        raise Difference("nest %s: no exit" % self.number)

    def cell_load(self, text):
        """The register that TEXT loads from a cell of a web's value, or
        None."""
        match = re.fullmatch(r"movq\t(-?\d+)\(%rsp\), %(r\w+)", text)
        if match and int(match.group(1)) >= self.cells + FIRST_VALUE_CELL:
            return match.group(2)
        return None

    def loaded_bases(self):
        """The registers that the copy loads from cells."""
        found = set()
        for insn in self.insns[self.landing + 1:]:
            if insn.kind in ("bound-exit", "bound"):
                break
            for text in insn.text:
                found.add(self.cell_load(text))
        return found - {None}

    def header(self):
        """Position of the first instruction behind the entry call; not that
        in the copy of the whole function."""
        label = re.compile(r"\.LMEMLBD%s\b" % self.number)
        for position, insn in enumerate(self.insns):
            if insn.kind == "enter" and any(map(label.search, insn.text)):
                index = self.pair.follow(position + 1)
                if isinstance(index, int):
                    return self.pair.order[index]
        raise Difference("nest %s has no entry call" % self.number)

    def split(self, insn, borrowed):
        """What registers hold slots' addresses behind INSN, a move on an edge
        of an inner loop, if BORROWED do before, pairs of register and the
        cell that saves it."""
        match = SPLIT.fullmatch("\n".join(insn.text))
        where = "nest %s: line %d" % (self.number, insn.line)
        if not match:
            raise Difference("%s: %r" % (where, insn.text))
        saved, to, cell, register, what = match.groups()
        first = self.cells + FIRST_VALUE_CELL
        if int(cell) < first or (saved and int(to) < first):
            raise Difference("%s: no cell" % where)
        mine = {pair for pair in borrowed if pair[0] == register}
        if what == "borrows":
            if saved not in (None, register) or to == cell:
                raise Difference("%s: %r" % (where, insn.text))
            return borrowed - mine | {(register, to)}
        if saved or mine != {(register, cell)}:
            raise Difference("%s: returns %s" % (where, register))
        return borrowed - mine

    def after(self, insn, borrowed, where):
        """What of BORROWED is left behind INSN of the copy, which may use
        such registers in addresses only."""
        left = borrowed
        for pair in borrowed:
            names = {"%" + name for name in register_names(pair[0])}
            for text in insn.text:
                use = use_of(names, *operands(text))
                if use == "value":
                    raise Difference("%s: %r uses %s" % (where, text, pair[0]))
                if use == "set":
                    left = left - {pair}
        return left

    def state(self, position):
        """What control at POSITION reaches: an instruction, or an exit."""
        for _ in range(len(self.insns) + 1):
            if position is None or position >= len(self.insns):
                return ("end", None)
            insn = self.insns[position]
            jump = insn.jump()
            if jump and jump[0] == "jmp":
                position = self.pair.memlb.at(jump[1])
            elif insn.kind in self.inserted:
                self.passed.append(insn)
                position += 1
            elif self.wait_p(insn):
                self.waits.add(position)
                position += 1
            elif insn.kind == "exit":
                numbers = [line.split()[1] for line in insn.text
                           if re.match(r"\.long\t\d+$", line)]
                if len(numbers) != 1:
                    raise Difference("line %d: no exit number" % insn.line)
                return ("exit", numbers[0])
            elif insn.kind == "bound-exit":
                stored = re.search(r"\$(-?\d+)", insn.text[0])
                number = stored.group(1) if stored else "0"
                return ("exit", number)
            elif insn.kind:
                return (insn.kind, position)
            else:
                return ("insn", position)
        return ("endless", None)

    def compare_counters(self):
        """The register of the counters is nobody else's."""
        match = re.search(r"-112\(%rsp\), %(r\w+)",
                          "\n".join(self.insns[self.landing].text))
        names = match and re.compile(r"%%%s\b" % "\\b|%".join(
            register_names(match.group(1))))
        for position in self.seen:
            insn = self.insns[position]
            if names and names.search("\n".join(insn.text)):
                raise Difference("nest %s: line %d: the counters' register"
                                 % (self.number, insn.line))

    def compare_inserted(self):
        """No flag is lost to a counter, to a gate or where an index is zeroed."""
        if any(line.startswith("xorl") for line in self.insns[self.landing].text):
            self.compare_flags(self.landing + 1)
        for position in range(self.landing + 1, len(self.insns)):
            insn = self.insns[position]
            if insn.kind not in self.inserted:
                if insn.kind or position in self.pair.index:
                    break
            elif "lahf" not in insn.text \
                    and any(line.startswith(("addq", "incq", "testb"))
                            or "# testb" in line for line in insn.text):
                self.compare_flags(position + 1)

    def compare_flags(self, position):
        """No instruction wants the flags that were there at POSITION."""
        work, seen = [(position, FLAGS_USED)], set()
        while work:
            position, used = work.pop()
            kind, position = self.state(position)
            if kind != "insn" or (position, used) in seen \
                    or position in self.pair.index:
                continue
            seen.add((position, used))
            insn = self.insns[position]
            name = insn.text[0].split("\t")[0].split(" ")[-1]
            if used.fullmatch(name):
                raise Difference("nest %s: line %d: flags are lost"
                                 % (self.number, insn.line))
            if FLAGS_SET.match(name) or SHIFT.match(insn.text[0]):
                continue
            if CARRY_KEPT.match(name):
                used = CARRY_USED
            work.append((position + 1, used))

    def compare(self):
        work = [(self.header(), self.landing + 1, frozenset())]
        while work:
            original, copy, borrowed = work.pop()
            original = self.state(original)
            self.passed = []
            copy = self.state(copy)
            for insn in self.passed:
                if insn.kind == "split":
                    borrowed = self.split(insn, borrowed)
            work += self.compare_at(original, copy, borrowed)
        if not self.bound:
            self.compare_counters()
        compare_zeros(self, self.cleared)
        compare_frames(self, self.framed)
        self.compare_inserted()
        self.compare_coverage()

    def compare_at(self, original, copy, borrowed):
        """Compare two places; returns the pairs that follow."""
        if self.bound and copy[0] == "exit" and copy[1] in COLD_EXIT:
            return []
        if original[0] != copy[0]:
            raise Difference("nest %s: %s for %s"
                             % (self.number, copy, original))
        if original[0] != "insn":
            if original != copy:
                raise Difference("nest %s: %s for %s"
                                 % (self.number, copy, original))
            return []
        a, b = original[1], copy[1]
        if not self.bound and a == b:
            return []
        if b in self.seen:
            if self.seen[b] != a:
                raise Difference("nest %s: line %d copies two places"
                                 % (self.number, self.insns[b].line))
            if not self.bound or borrowed <= self.borrowed[b]:
                return []
            borrowed |= self.borrowed[b]
        self.seen[b] = a
        if self.bound:
            self.borrowed[b] = borrowed
            self.now = {register for register, _ in borrowed}
            borrowed = self.after(self.insns[b], borrowed, "nest %s: line %d"
                                  % (self.number, self.insns[b].line))
        return [pair + (borrowed,) for pair in self.compare_insns(a, b)]

    def compare_insns(self, a, b):
        original, copy = self.insns[a], self.insns[b]
        where = "nest %s: line %d" % (self.number, copy.line)
        jump_a, jump_b = original.jump(), copy.jump()
        if bool(jump_a) != bool(jump_b) or b in self.pair.index:
            raise Difference("%s: %r for %r" % (where, copy.text,
                                                original.text))
        if self.moved_p(original, b) or self.pointer_p(original, b):
            self.waits.add(b)
            return [(a, b + 1)]
        if jump_a:
            if jump_a[0] != jump_b[0]:
                raise Difference("%s: %s for %s" % (where, jump_b[0],
                                                    jump_a[0]))
            at = self.pair.memlb.at
            return [(a + 1, b + 1), (at(jump_a[1]), at(jump_b[1]))]
        if self.bound and (self.mirror or original.text == copy.text):
            self.find_stores(copy, b)
        if original.text != copy.text:
            self.fix, self.place = self.fixes.get(b), b
            before = self.insns[b - 1].text[0] if b - 1 in self.waits else ""
            self.compare_text(original, copy, where, before)
            if null_p(original.text[0], copy.text[0], before):
                self.compare_flags(b + 1)
        return [(a + 1, b + 1)]

    def moved_p(self, original, position):
        """At POSITION is a move of what ORIGINAL computes an index from, which
        the next instruction clears."""
        move = MOVE.fullmatch(self.insns[position].text[0])
        return (self.bound and bool(move)
                and position + 1 < len(self.insns)
                and original.text != self.insns[position].text
                and null_p(original.text[0], self.insns[position + 1].text[0],
                           self.insns[position].text[0]))

    def pointer_p(self, original, position):
        """At POSITION is a move of the pointer that ORIGINAL calls through, or of the
        address of a function that works on memory, and a call of what looks it up, or
        calls it."""
        if not self.bound or position + 1 >= len(self.insns):
            return False
        target = re.match(r"call\t\*(.*)", original.text[0])
        move = self.insns[position].text[0]
        return (bool(target) and move == "movq\t%s, %%r11" % target.group(1)
                or MEMORY.match(original.text[0]) is not None
                and TOLD.fullmatch(move) is not None) \
            and re.match(r"call\t\.LMEMLBX\d+_\d+$",
                         self.insns[position + 1].text[0]) is not None

    def compare_text(self, original, copy, where, before):
        if not self.bound or len(original.text) != len(copy.text):
            raise Difference("%s: %r for %r" % (where, copy.text,
                                                original.text))
        if before and (TOLD.fullmatch(before)
                       or before == "movq\t%s, %%r11"
                       % original.text[0].removeprefix("call\t*")):
            return
        if self.frame_value_p(original.text[0], copy.text[0]) \
                or self.library_call_p(original.text[0], copy.text[0]):
            return
        if not self.mirror and (
                self.web_value_p(original.text[0], copy.text[0]) \
                or self.step_p(original.text[0], copy.text[0]) \
                or self.kept_p(original.text[0], copy.text[0]) \
                or null_p(original.text[0], copy.text[0], before) \
                or self.stream_p(original.text[0], copy.text[0])):
            return
        if original.name != copy.name:
            raise Difference("%s: pattern %s for %s"
                             % (where, copy.name, original.name))
        for line_a, line_b in zip(original.text, copy.text):
            name_a, list_a = operands(line_a)
            name_b, list_b = operands(line_b)
            if name_a != name_b or len(list_a) != len(list_b) \
                    or not all(map(self.same_operand, list_a, list_b)):
                raise Difference("%s: %r for %r" % (where, line_b, line_a))

    def same_operand(self, a, b):
        if a == b:
            return True
        if not (memory_p(a) and memory_p(b) and mask_of(a) == mask_of(b)):
            return False
        if self.mirror:
            return b == "%gs:" + a
        if set(re.findall(r"%(\w+)", b)) & {self.stream, self.fix}:
            return True
        base = re.search(r"\(%(\w+)(?:,%(\w+))?", b)
        if not base or base.group(1) not in self.bases | self.now:
            return False
        if base.group(2) and "%" + base.group(2) not in a:
            self.must_be_zero(base.group(2), self.zeros | self.bases | self.now)
        return True

    def must_be_zero(self, register, preset):
        """REGISTER is one of PRESET, or holds zero at this place."""
        if register not in preset:
            self.cleared.add((self.place, register))

    def find_stores(self, copy, position):
        """What COPY, at POSITION, stores without a segment goes into the frame, or
        into slots."""
        for line in copy.text:
            name, parts = operands(line)
            if name.startswith("rep") and "sto" in line:
                self.framed.add((position, "(%rdi)"))
            if not parts or not memory_p(parts[-1]) or READS.match(name) \
                    or len(parts) == 1 and READS_ONE.match(name) \
                    or parts[-1].startswith("%gs:") or PLACE.match(parts[-1]):
                continue
            base = re.search(r"\(%(\w+)", parts[-1])
            if self.mirror or not base \
                    or base.group(1) not in self.bases | self.now:
                self.framed.add((position, parts[-1]))

    @staticmethod
    def frame_value_p(original, copy):
        """COPY loads what ORIGINAL computes from the stack or frame
        pointer."""
        a, b = operands(original), operands(copy)
        return (len(a[1]) == len(b[1]) == 2 and a[1][1] == b[1][1]
                and a[0] in ("leaq", "movq", "addq", "subq")
                and re.search(r"%r[sb]p", a[1][0]) is not None
                and b[0] == "movq"
                and re.fullmatch(r"-?\d+\(%rsp\)", b[1][0]) is not None)

    def web_value_p(self, original, copy):
        """COPY loads from a cell the value of an address web that ORIGINAL
        computes."""
        loaded = self.cell_load(copy)
        operand = ["%rax"] if original == "cltq" else operands(original)[1]
        return (loaded is not None and bool(operand)
                and operand[-1] in ("%" + loaded, "%" + low_half(loaded)))

    def step_p(self, original, copy):
        """COPY adds zero to the address web to which ORIGINAL adds a
        constant."""
        match = (re.fullmatch(r"addq\t\$0, %(r\w+)", copy)
                 or re.fullmatch(r"leaq\t0?\(%(r\w+)\), %\1", copy))
        if not match or match.group(1) not in self.bases | self.now:
            return False
        reg = match.group(1)
        return re.fullmatch(r"(add|sub)q\t\$-?\d+, %%%s|(inc|dec)q\t%%%s|"
                            r"leaq\t-?\d+\(%%%s\), %%%s"
                            % ((reg,) * 4), original) is not None

    def kept_p(self, original, copy):
        """COPY leaves the address web as it is that ORIGINAL computes, and
        changes the flags only if that does."""
        match = re.fullmatch(r"(and|mov)q\t%(r\w+), %\2", copy)
        operand = ["%rax"] if original == "cltq" else operands(original)[1]
        if not match or operand[-1:] != ["%" + match.group(2)] \
                or (match.group(1) == "and"
                    and not FLAGS_SET.match(operands(original)[0])
                    and not SHIFT.match(original)):
            return False
        self.must_be_zero(match.group(2), self.bases | self.zeros)
        return True

    def stream_p(self, original, copy):
        """COPY adds zero to the stream's register, to which ORIGINAL adds
        something."""
        match = (re.fullmatch(r"addq\t\$0, %(r\w+)", copy)
                 or re.fullmatch(r"leaq\t0?\(%(r\w+)\), %\1", copy))
        if not match or match.group(1) != self.stream:
            return False
        reg = match.group(1)
        return re.fullmatch(r"(add|sub)q\t(\$-?\d+|%%r\w+), %%%s|"
                            r"(inc|dec)q\t%%%s|leaq\t.*\(.*%%%s.*\), %%%s"
                            % ((reg,) * 4), original) is not None

    @staticmethod
    def library_call_p(original, copy):
        """COPY calls through an address that memlb keeps for the copies."""
        if re.match(r"call\t\*[\w.@]+(\(%rip\))?$", original):
            return re.match(r"call\t\*(\d+\+)?\.LMEMLB[CK]\d+",
                            copy) is not None
        return (re.match(r"call\t[\w.@]+$", original) is not None
                and re.match(r"call\t(\.LMEMLB[JX]\d+_\d+|[\w.$]+\.memlb)$",
                             copy) is not None)

    def compare_coverage(self):
        """Every instruction of the copy was reached."""
        for position in range(self.landing + 1, len(self.insns)):
            insn = self.insns[position]
            if self.bound and insn.kind == "bound-exit" \
                    and self.end in insn.text:
                return
            if insn.kind in ("bound", "steps", "replay", "mirror", "observe-entry",
                             "enter", "exit") \
                    or position in self.pair.index:
                break
            jump = insn.jump()
            if insn.kind or (jump and jump[0] == "jmp"):
                continue
            if position not in self.seen and position not in self.waits:
                raise Difference("nest %s: line %d is not in the original"
                                 % (self.number, insn.line))
        if self.bound:
            raise Difference("nest %s: no end" % self.number)


# A bound copy is called by one in the place of a return.
TAIL_CALL = re.compile(r"(notrack )?jmp\t(\.LMEMLB[JX]\d+_\d+|[\w.$]+\.memlb"
                       r"|\*\d+\+\.LMEMLBK\d+.*)")


class CalleeCopy(Copy):
    """The bound copy of a whole function, for those of nests, and of other
    functions, to call: a mirror copy without the entries and exits of nests.  It
    faults in the place of some calls."""

    def __init__(self, pair, landing):
        self.pair = pair
        self.insns = pair.memlb.insns
        self.landing = landing
        self.number = pair.memlb.name
        self.bound, self.mirror = True, True
        self.inserted = ("enter", "exit")
        self.bases = {"rsp"}
        self.zeros, self.waits, self.now = set(), set(), set()
        self.stream = self.fix = None
        self.fixes = {}
        self.borrowed, self.passed, self.seen = {}, [], {}
        self.cleared, self.framed = set(), set()

    def header(self):
        """The first instruction behind a landing mark."""
        order = self.pair.order
        return order[self.insns[order[0]].name == "nop_endbr"]

    def cell_load(self, text):
        return None

    @staticmethod
    def frame_value_p(original, copy):
        return False

    def state(self, position):
        if position is not None and position < len(self.insns) \
                and (self.insns[position].kind == "give-up"
                     or TAIL_CALL.fullmatch(self.insns[position].text[0])):
            return ("insn", position)
        return super().state(position)

    def compare_inserted(self):
        pass

    def behind_given_up(self, a):
        """Where the original goes on behind a call at A, or if it comes to one in
        its block, at the jump that ends that; else None."""
        if self.insns[a].text[0].startswith("call"):
            return a + 1
        called, end = False, a
        while end < len(self.insns) and not self.insns[end].jump() \
                and not (end > a and self.insns[end].labels):
            called |= self.insns[end].text[0].startswith("call")
            end += 1
        return end if called else None

    def compare_insns(self, a, b):
        original, copy = self.insns[a], self.insns[b]
        if copy.kind == "give-up":
            behind = self.behind_given_up(a)
            if not behind:
                raise Difference("%s: line %d: given up" % (self.number,
                                                            copy.line))
            # The call may be one that does not come back.
            labels = b + 1 >= len(self.insns) or self.insns[b + 1].labels
            return [] if labels else [(behind, b + 1)]
        if TAIL_CALL.fullmatch(copy.text[0]) \
                and re.match(r"jmp\t(\*?)[\w.@]+", original.text[0]):
            return []
        if original.jump() or not original.ends_block():
            if LOCAL.sub("@", original.text[0]) \
                    == LOCAL.sub("@", copy.text[0]) and not original.jump():
                return [(a + 1, b + 1)]
            return super().compare_insns(a, b)
        if LOCAL.sub("@", original.text[0]) != LOCAL.sub("@", copy.text[0]) \
                or b in self.pair.index:
            raise Difference("%s: line %d: %r for %r"
                             % (self.number, copy.line, copy.text,
                                original.text))
        return []

    def compare_coverage(self):
        """Every instruction of the copy was reached, if no table of jumps
        stands in the way."""
        copied = self.insns[self.landing + 1:]
        if any(re.match(r"(notrack )?jmp\t\*", insn.text[0])
               for insn in copied):
            return
        for position in range(self.landing + 1, len(self.insns)):
            insn = self.insns[position]
            jump = insn.jump()
            if insn.kind in ("bound", "steps", "replay", "mirror",
                             "observe-entry", "enter", "exit") \
                    or position in self.pair.index:
                break
            if position not in self.seen and not (jump and jump[0] == "jmp"):
                raise Difference("%s: line %d is not in the original"
                                 % (self.number, self.insns[position].line))
