# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly that GCC writes, as lists of instructions per function.

GCC's -dp puts the number and the name of its instruction pattern behind
every instruction; copies and pads that memlb makes have numbers that the
plain build does not have.  What stands between #APP and #NO_APP is an asm
statement: memlb's if it names one of memlb's symbols, the program's if not.
"""

import re

UID = re.compile(r"\t# (\d+)\t\[c=-?\d+(?: l=-?\d+)?\]\s+(\S+)\s*$")
LABEL = re.compile(r"^([^\s:#]+):")
TYPE = re.compile(r"^\t\.type\t([^,]+), @function")
NUMERIC = re.compile(r"^\d+:")
MOVED = re.compile(r"\.Lmemlb_moved(\d+):$")
TO_MOVED = re.compile(r"jmp\t\.Lmemlb_moved(\d+)$")


class Insn:
    """One instruction, or one asm statement of several lines."""

    def __init__(self, text, line, uid=None, name=None):
        self.text = text        # list of lines, comments taken off
        self.line = line        # number of the first line in the file
        self.lines = [line]     # numbers of all lines
        self.uid = uid
        self.name = name
        self.labels = []        # labels right before it
        self.aligns = []        # alignment directives right before it
        self.kind = None        # of memlb's asm: enter, exit, observe, ...

    def jump(self):
        """(mnemonic, label) of a direct jump to a local label."""
        if self.kind or len(self.text) != 1:
            return None
        match = re.match(r"(?:bnd |notrack )?(j[a-z]+)\t(\.L[\w.]+)$",
                         self.text[0])
        return match.groups() if match else None

    def ends_block(self):
        """Control does not run on behind it."""
        first = self.text[0].split("\t")[0].split(" ")[-1]
        if self.kind:
            return self.kind == "bound-exit"
        return first in ("jmp", "ret", "ud2", "hlt")


class Function:
    """The instructions of one function, in the order of the file."""

    def __init__(self, name):
        self.name = name
        self.insns = []
        self.position = {}      # label -> index of the next instruction

    def at(self, label):
        return self.position.get(label)

    def put_back(self):
        """Gates that were moved behind a barrier stand where the jumps to
        them are."""
        moved = {}
        for index, insn in enumerate(self.insns):
            match = MOVED.match(insn.text[0])
            if match:
                number = match.group(1)
                if not self.insns[index - 1].ends_block() \
                        or insn.text[-1] != "jmp\t.Lmemlb_back" + number:
                    raise ValueError("line %d: a gate that does not return"
                                     % insn.line)
                moved[number] = index
        for insn in self.insns:
            match = TO_MOVED.match(insn.text[0])
            if match:
                number = match.group(1)
                gate = self.insns[moved.pop(number)]
                if insn.text[1:] != [".Lmemlb_back%s:" % number]:
                    raise ValueError("line %d: no way back" % insn.line)
                insn.text, insn.kind = gate.text[1:-1], gate.kind
                gate.kind = MOVED
        if moved:
            raise ValueError("%s: a gate that nothing leads to" % self.name)
        rest = [insn for insn in self.insns if insn.kind is not MOVED]
        if len(rest) == len(self.insns):
            return
        number = [0]
        for insn in self.insns:
            number.append(number[-1] + (insn.kind is not MOVED))
        for label, index in self.position.items():
            self.position[label] = number[index]
        self.insns = rest


MEMLB = (
    ("callee-entry", re.compile(r"^[\w.$]+\.memlb:", re.M)),
    ("procedure", re.compile(r"# memlb procedure")),
    ("function", re.compile(r"# memlb function")),
    ("procedure-entry", re.compile(r"\.memlb_count\.\d+:")),
    ("enter", re.compile(r"__memlb_enter")),
    ("exit", re.compile(r"__memlb_exit")),
    ("observe", re.compile(r"__memlb_observe")),
    ("count", re.compile(r"__memlb_count|# memlb counter")),
    ("tell", re.compile(r"__memlb_pointer|# memlb tells")),
    ("stream", re.compile(r"# memlb stream")),
    ("step", re.compile(r"# memlb step")),
    ("give-up", re.compile(r"# memlb gives up")),
    ("split", re.compile(r"# memlb (borrows|returns)")),
    ("bound-exit", re.compile(r"__memlb_bound_exit")),
    ("bound", re.compile(r"\.memlb_bound\.\d+:")),
    ("steps", re.compile(r"\.memlb_steps\.\d+:")),
    ("replay", re.compile(r"\.memlb_replay\.\d+:")),
    ("mirror", re.compile(r"\.memlb_mirror\.\d+:")),
    ("observe-entry", re.compile(r"\.memlb_observe\.\d+:")),
)


def kind_of_asm(lines):
    text = "\n".join(lines)
    for kind, regex in MEMLB:
        if regex.search(text):
            return kind
    return None


class Reader:
    """Reads one assembler file."""

    def __init__(self, lines):
        self.functions = {}
        self.tables = {}        # label -> entries of a table of labels
        self.current = None
        self.labels = []
        self.aligns = []
        self.statement = None   # (line, text) of an asm statement
        self.in_text = True
        self.table_labels = []
        self.pushed = 0
        self.ranges = None      # the table of ranges of the frame that is read
        for number, line in enumerate(lines, 1):
            self.take(number, line.rstrip("\n"))

    def take(self, number, line):
        if line in ("#APP", "#NO_APP"):
            self.statement = None
        elif re.match(r'# 0 "" 2', line):
            self.end_statement()
        elif re.match(r'# \d+ "', line):
            self.statement = (number, [])
        elif self.statement:
            self.statement[1].append(line.strip())
        elif line.startswith("\t.pushsection"):
            self.pushed += 1
        elif line.startswith("\t.popsection"):
            self.pushed -= 1
            self.ranges = None
        elif not self.pushed:
            self.plain_line(number, line)
        elif line.startswith(".LMEMLBF"):
            self.ranges = self.tables.setdefault(line[:-1], [])
        elif line.startswith("\t.long\t") and self.ranges is not None:
            self.ranges.append(line.split()[1])

    def end_statement(self):
        number, lines = self.statement or (0, [])
        self.statement = None
        real = [line for line in lines
                if line and not line.startswith((".cfi", "#"))]
        if self.current and real:
            insn = Insn(real, number)
            insn.kind = kind_of_asm(real)
            if not insn.kind:
                insn.text = [re.sub(r"^(\S+) +", r"\1\t", line)
                             for line in real]
            self.add(insn)

    def add(self, insn):
        function = self.current
        for label in self.labels:
            function.position[label] = len(function.insns)
        insn.labels, self.labels = self.labels, []
        insn.aligns, self.aligns = self.aligns, []
        function.insns.append(insn)

    def plain_line(self, number, line):
        if not line or line.startswith("#"):
            return
        match = LABEL.match(line)
        if match and not NUMERIC.match(line):
            self.at_label(match.group(1))
            return
        if line.startswith("\t."):
            self.directive(line)
            return
        if not self.current:
            return
        match = UID.search(line)
        if match:
            text = line[:match.start()].strip()
            self.add(Insn([text], number, int(match.group(1)),
                          match.group(2)))
        elif self.current.insns and self.current.insns[-1].uid is not None \
                and not self.labels:
            insn = self.current.insns[-1]
            insn.text.append(line.strip())
            insn.lines.append(number)
        else:
            self.add(Insn([line.strip()], number))

    def at_label(self, label):
        function = self.functions.get(label)
        if function:
            self.current = function
            self.labels = []
            self.aligns = []
        if self.in_text:
            self.labels.append(label)
        else:
            self.table_labels = [label]

    def directive(self, line):
        words = line.split(None, 1)
        if words[0] == ".type":
            match = TYPE.match(line)
            if match and not match.group(1).endswith(".cold"):
                name = match.group(1)
                self.functions.setdefault(name, Function(name))
        elif words[0] == ".size" and self.current \
                and words[1].startswith(self.current.name + ","):
            self.end_function()
        elif words[0] in (".text", ".data", ".bss", ".section"):
            name = words[1] if words[0] == ".section" else words[0]
            self.in_text = name.startswith((".text", ".init", ".fini")) \
                or re.match(r'[^,]*,"[a-zA-Z]*x', name) is not None
        elif not self.in_text:
            self.data_directive(words)
        elif words[0] in (".p2align", ".balign", ".align"):
            self.aligns.append(line.strip())

    def data_directive(self, words):
        if words[0] in (".long", ".quad") and len(words) > 1 \
                and ".L" in words[1]:
            for label in self.table_labels:
                self.tables.setdefault(label, []).append(words[1])

    def end_function(self):
        function = self.current
        for label in self.labels:
            function.position[label] = len(function.insns)
        self.labels = []
        function.put_back()
        self.current = None


def read(path):
    with open(path, encoding="latin-1") as lines:
        return Reader(lines)
