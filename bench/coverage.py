#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of a program's time is spent in loops that have a bound copy.

    coverage.py ABI-DEF REASONS-DEF PROGRAM=SAMPLES...

PROGRAM was built with memlb and ran with MEMLB_MODE=off; SAMPLES is what
`perf script --show-mmap-events -F ip' printed of the run.  The machine code
says which loop a sample lies in: natural loops of the disassembled function.
Its nest is that of the call before its entry (or an outer loop's), since the
no-operation behind this call holds the distance to the nest's descriptor.
So nothing depends on source lines; only a nest that has no entry call, which
a nest with copies always has, is looked for by line.

Weakness: code behind an indirect jump is not followed (jump tables), loops
there count as no loops.
"""

import re
import struct
import subprocess
import sys
from collections import Counter, defaultdict

BRANCH = re.compile(r"^(?:bnd |notrack )?(j[a-z]+)\s+(?:\w+,)?([0-9a-f]+)\b")
LOOP_INSN = re.compile(r"^(?:loop|j[er]?cxz)\S*\s+([0-9a-f]+)\b")
CALL = re.compile(r"^(?:bnd |notrack |data16 |rex\.W )*call\S*\s+([0-9a-f]+\b)?")
NOP = re.compile(r"^nopl?\s+(-?)0x([0-9a-f]+)\(")
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(.*?)\s*(?:#.*)?$")
MMAP = re.compile(r"PERF_RECORD_MMAP2? \S+ \[0x([0-9a-f]+)\(0x([0-9a-f]+)\)"
                  r" @ (0x[0-9a-f]+|0) .*: r-xp (\S+)$")


def run(*command):
    return subprocess.run(command, check=True, text=True, errors="replace",
                          stdout=subprocess.PIPE).stdout


# ---- what the plugin wrote ----------------------------------------------

def nest_layout(abi_def):
    """Names of struct memlb_nest's fields -> (offset, format)."""
    text = open(abi_def).read()
    text = text[text.index("RECORD (nest)"):text.index("END_RECORD (nest)")]
    sizes = {"U32": (4, "<I"), "S32": (4, "<i"), "U64": (8, "<Q"),
             "REL": (8, "<q"), "ABS": (8, "<Q")}
    layout, offset = {}, 0
    for kind, name in re.findall(r"^([A-Z]+\d*) \((\w+),", text, re.M):
        size, code = sizes[kind]
        offset = (offset + size - 1) // size * size
        layout[name] = offset, code
        offset += size
    return layout


def slugs(reasons_def):
    """Reasons by number."""
    text = open(reasons_def).read()
    return re.findall(r'^REASON \(\w+,\s*"([^"]*)"', text, re.M)


class Nest:
    def __init__(self, image, address, layout, reasons):
        for name in ("flags", "reason", "line", "end_line", "column"):
            offset, code = layout[name]
            value, = struct.unpack_from(code, image.at(address + offset, 8))
            setattr(self, name, value)
        for name in ("asm_name", "file"):
            place = address + layout[name][0]
            distance, = struct.unpack("<q", image.at(place, 8))
            setattr(self, name, image.string(place + distance)
                    if distance else "")
        self.copied = bool(self.flags & 1)
        self.slug = "copied" if self.copied else reasons[self.reason]


class Image:
    """A program as it lies in memory, and its nests."""

    def __init__(self, path, layout, reasons):
        self.path = path
        self.bytes = open(path, "rb").read()
        self.segments = []
        for line in run("readelf", "-lW", path).splitlines():
            words = line.split()
            if words[:1] == ["LOAD"]:
                offset, address, _, size = [int(w, 16) for w in words[1:5]]
                self.segments.append((offset, address, size))
        self.stubs = {int(address, 16): name for address, name in re.findall(
            r"^([0-9a-f]+) [tT] (__memlb_\w+)$", run("nm", path), re.M)}
        self.nests = {}
        sections = run("readelf", "-SW", path)
        match = re.search(r"\bmemlb_nests\s+PROGBITS\s+([0-9a-f]+)\s+"
                          r"[0-9a-f]+\s+([0-9a-f]+)", sections)
        if match:
            start, size = (int(g, 16) for g in match.groups())
            place = start
            while place < start + size:
                step, = struct.unpack("<I", self.at(place + 4, 4))
                self.nests[place] = Nest(self, place, layout, reasons)
                place += step

    def at(self, address, n):
        for offset, start, size in self.segments:
            if start <= address < start + size:
                offset += address - start
                return self.bytes[offset:offset + n]
        raise KeyError(hex(address))

    def string(self, address):
        data = self.at(address, 4096)
        return data[:data.index(0)].decode(errors="replace")

    def address_of(self, file_offset):
        for offset, start, size in self.segments:
            if offset <= file_offset < offset + size:
                return start + file_offset - offset
        return None


# ---- samples -------------------------------------------------------------

def read_samples(path, image):
    """Samples by address of the program; and how many were elsewhere."""
    maps, inside, outside = [], Counter(), 0
    for line in open(path, errors="replace"):
        match = MMAP.search(line)
        if match:
            start, size, offset = (int(g, 16) for g in match.groups()[:3])
            if match.group(4).endswith(image.path.lstrip("./")):
                maps.append((start, size, offset))
            continue
        try:
            ip = int(line.split()[0], 16)
        except (IndexError, ValueError):
            continue
        for start, size, offset in maps:
            if start <= ip < start + size:
                inside[image.address_of(ip - start + offset)] += 1
                break
        else:
            outside += 1
    return inside, outside


# ---- machine code --------------------------------------------------------

class Function:
    """One function: its instructions, blocks, natural loops."""

    def __init__(self, name, lines, image):
        self.name = name
        self.insns = lines              # (address, text)
        self.start = lines[0][0]
        self.sites = {}                 # address of an entry call -> nest
        self.calls = set()              # addresses of the program's calls
        self.find_calls(image)
        self.find_blocks()
        self.find_loops()

    def find_calls(self, image):
        for i, (address, text) in enumerate(self.insns):
            match = CALL.match(text)
            if not match:
                continue
            stub = image.stubs.get(int(match.group(1) or "0", 16))
            if not stub:
                self.calls.add(address)
            elif stub.startswith("__memlb_enter"):
                after, nop = self.insns[i + 1]
                nop = NOP.match(nop)
                if nop:
                    distance = int(nop.group(1) + nop.group(2), 16)
                    nest = image.nests.get(after + 3 + distance)
                    if nest:
                        self.sites[address] = nest

    def find_blocks(self):
        end = self.insns[-1][0]
        jumps, leaders = {}, {self.start}
        for i, (address, text) in enumerate(self.insns):
            follows = self.insns[i + 1][0] if address != end else None
            match = BRANCH.match(text) or LOOP_INSN.match(text)
            op = text.split()[0] if text.split() else ""
            if match:
                target = int(match.groups()[-1], 16)
                targets = [target] if self.start <= target <= end else []
                if match.group(1) != "jmp" and follows:
                    targets.append(follows)
            elif op in ("ret", "ud2", "hlt", "jmp", "repz") \
                    or re.match(r"(notrack|bnd) jmp", text):
                targets = []
            else:
                continue
            jumps[address] = targets
            leaders.update(targets)
            if follows:
                leaders.add(follows)
        self.blocks, self.block_of, last = {}, {}, None
        for i, (address, text) in enumerate(self.insns):
            if address in leaders:
                if last is not None and self.blocks[last] is None:
                    self.blocks[last] = [address]
                last = address
                self.blocks[last] = None
            self.block_of[address] = last
            if address in jumps:
                self.blocks[last] = jumps[address]
        for block, targets in self.blocks.items():
            if targets is None:
                self.blocks[block] = []

    def order(self):
        """Reverse post order from the function's start."""
        seen, out, stack = {self.start}, [], [(self.start, 0)]
        while stack:
            block, i = stack.pop()
            targets = self.blocks[block]
            if i < len(targets):
                stack.append((block, i + 1))
                if targets[i] not in seen and targets[i] in self.blocks:
                    seen.add(targets[i])
                    stack.append((targets[i], 0))
            else:
                out.append(block)
        return out[::-1]

    def find_loops(self):
        """self.loops: header -> blocks; Cooper, Harvey and Kennedy's
        dominators."""
        order = self.order()
        number = {block: i for i, block in enumerate(order)}
        preds = defaultdict(list)
        for block in order:
            for target in self.blocks[block]:
                if target in number:
                    preds[target].append(block)
        idom, changed = {self.start: self.start}, True

        def meet(a, b):
            while a != b:
                while number[a] > number[b]:
                    a = idom[a]
                while number[b] > number[a]:
                    b = idom[b]
            return a

        while changed:
            changed = False
            for block in order[1:]:
                new = None
                for p in preds[block]:
                    if p in idom:
                        new = p if new is None else meet(p, new)
                if idom.get(block) != new:
                    idom[block], changed = new, True
        self.loops = {}
        for latch in order:
            for header in self.blocks[latch]:
                if header not in number or number[header] > number[latch]:
                    continue
                if meet(header, latch) == header:
                    self.add_loop(header, latch, preds)
        self.find_nests(preds)

    def add_loop(self, header, latch, preds):
        body = self.loops.setdefault(header, {header})
        stack = [latch]
        while stack:
            block = stack.pop()
            if block not in body:
                body.add(block)
                stack += preds[block]

    def find_nests(self, preds):
        """self.nest_of: header of a loop -> the nest entered there."""
        self.nest_of = {}
        for address, nest in self.sites.items():
            block, seen = self.block_of[address], set()
            while block not in seen:
                seen.add(block)
                targets = self.blocks[block]
                if len(targets) != 1 or targets[0] not in self.blocks:
                    break
                block = targets[0]
                if block in self.loops \
                        and self.block_of[address] not in self.loops[block]:
                    self.nest_of[block] = nest
                    break

    def chain(self, block):
        """Headers of the loops around BLOCK, innermost first."""
        around = [h for h, body in self.loops.items() if block in body]
        return sorted(around, key=lambda h: len(self.loops[h]))

    def innermost(self, header):
        body = self.loops[header]
        return not any(h != header and h in body for h in self.loops)

    def calls_in(self, header):
        body = self.loops[header]
        return [c for c in self.calls if self.block_of[c] in body]


def functions(image, wanted):
    """The functions of IMAGE that hold one of the addresses WANTED.  Copies
    have symbols of their own, which end no function."""
    starts = []
    for line in run("nm", "--defined-only", image.path).splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tTwW" \
                and ".memlb_" not in words[2]:
            starts.append((int(words[0], 16), words[2]))
    starts.sort()
    wanted = sorted(wanted)
    bounds = [(s, starts[i + 1][0] if i + 1 < len(starts) else 1 << 62, n)
              for i, (s, n) in enumerate(starts)
              if i + 1 == len(starts) or starts[i + 1][0] > s]
    needed, i = [], 0
    for start, end, name in bounds:
        while i < len(wanted) and wanted[i] < start:
            i += 1
        if i < len(wanted) and wanted[i] < end:
            needed.append((start, end, name))
    lines, at = [], 0
    for line in run("objdump", "-d", "--no-show-raw-insn",
                    image.path).splitlines():
        match = LINE.match(line)
        if not match:
            continue
        address = int(match.group(1), 16)
        while at < len(needed) and address >= needed[at][1]:
            if lines:
                yield Function(needed[at][2], lines, image)
            lines, at = [], at + 1
        if at == len(needed):
            return
        if address >= needed[at][0]:
            lines.append((address, match.group(2)))
    if lines:
        yield Function(needed[at][2], lines, image)


# ---- the account ---------------------------------------------------------

class Account:
    def __init__(self):
        self.time = Counter()           # kind of place -> samples
        self.copied = 0                 # samples in nests with a copy
        self.by_reason = Counter()      # of call-free innermost loops
        self.loops = defaultdict(set)
        self.worst = Counter()
        self.seen = {}                  # nests by place, of all programs

    def add(self, image, samples, outside):
        for nest in image.nests.values():
            key = nest.asm_name, nest.file, nest.line, nest.column, nest.slug
            self.seen.setdefault(key, nest.slug)
        self.time["libraries, system"] += outside
        named = {nest.asm_name for nest in image.nests.values()}
        left = dict(samples)
        for f in functions(image, samples):
            for address, _ in f.insns:
                n = left.pop(address, 0)
                if n:
                    self.place(image, named, f, address, n)
        self.time["elsewhere in the program"] += sum(left.values())

    def place(self, image, named, f, address, n):
        if re.match(r"_*(memlb|mrt)_", f.name):
            self.time["memlb's calls"] += n
            return
        chain = f.chain(f.block_of[address])
        self.copied += n * any(h in f.nest_of and f.nest_of[h].copied
                               for h in chain)
        if not chain:
            self.time["outside of loops"] += n
        elif not f.innermost(chain[0]):
            self.time["loops around others, outside of these"] += n
        elif f.calls_in(chain[0]):
            self.time["innermost loops that make a call"] += n
        elif f.name not in named:
            self.time["innermost loops, code without memlb"] += n
        else:
            slug = self.slug(image, f, chain)
            self.time["innermost loops that make no call"] += n
            self.by_reason[slug] += n
            self.loops[slug].add((f.name, chain[0] - f.start))
            if slug != "copied":
                self.worst[slug, f.name, hex(chain[0])] += n

    @staticmethod
    def slug(image, f, chain):
        for header in chain:
            if header in f.nest_of:
                return f.nest_of[header].slug
        line = source_line(image.path, chain[0])
        for nest in sorted((x for x in image.nests.values()
                            if x.asm_name == f.name),
                           key=lambda x: x.end_line - x.line):
            if nest.line <= line <= nest.end_line and not nest.copied:
                return nest.slug
        return "no nest found"

    def report(self):
        total = sum(self.time.values())
        inner = self.time["innermost loops that make no call"]
        print(f"{total} samples.\n")
        print("| where | share of the time |\n|---|---|")
        for what, n in self.time.most_common():
            print(f"| {what} | {100 * n / total:.1f} % |")
        print("\n| nest | loops | share of the time in innermost loops "
              "without calls | share of all |\n|---|---|---|---|")
        for slug, n in self.by_reason.most_common():
            print(f"| {slug} | {len(self.loops[slug])} "
                  f"| {100 * n / inner:.2f} % | {100 * n / total:.2f} % |")
        kinds = Counter(self.seen.values())
        print("\nNests in these programs: " + ", ".join(
            f"{n} {slug}" for slug, n in kinds.most_common()) + ".")
        if self.worst:
            print("\nMost time without a copy: " + "; ".join(
                f"{name} {slug} {100 * n / inner:.2f} %"
                for (slug, name, _), n in self.worst.most_common(12)) + ".")
        copied = self.by_reason["copied"]
        optimized = inner - self.by_reason["not-optimized"]
        print(f"\ncoverage: samples={total} in-copied-nests="
              f"{percent(self.copied, total)} inner={inner} "
              f"copied={percent(copied, inner)} "
              f"copied-of-optimized={percent(copied, optimized)}")


def percent(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "-"


def source_line(program, address):
    out = run("addr2line", "-e", program, hex(address)).strip()
    match = re.search(r":(\d+)", out)
    return int(match.group(1)) if match else 0


def main(abi_def, reasons_def, *runs):
    layout, reasons = nest_layout(abi_def), slugs(reasons_def)
    account, images = Account(), {}
    for item in runs:
        path, samples = item.rsplit("=", 1)
        if path not in images:
            images[path] = Image(path, layout, reasons), Counter(), [0]
        image, inside, outside = images[path]
        more, n = read_samples(samples, image)
        inside.update(more)
        outside[0] += n
    for image, inside, outside in images.values():
        account.add(image, inside, outside[0])
    account.report()


main(*sys.argv[1:])
