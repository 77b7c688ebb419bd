#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare-counts.py PROFILE CALLGRIND BINARY: equal counts of all blocks?

Those of loops, and of whole functions.  PROFILE is of a count run of BINARY; CALLGRIND's file, of a run of the
originals, has a line per instruction and neither strings nor positions
compressed.  Each block must have as many instructions as the profile says, and
each of these its executions; what only aligns the code is not counted, and of an
instruction that is repeated callgrind counts the repetitions.  The loop's or
function's `instructions' are their sum.  Exits with 1 if a block differs, or if
no block was executed.
"""

import bisect
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

IDLE = re.compile(r"(data16 |cs )*(nop[wl]?|xchg +%ax,%ax)\b")
# Callgrind adds what happens in a linkage table to calls and last jumps.
UNCERTAIN = re.compile(r"((data16|rex\.W|addr32|notrack|bnd) )*"
                       r"(call|jmp .*@plt|jmp +\*.*rip|rep)")


def executions(path):
    """Address -> executions, from callgrind's file PATH."""
    counts = {}
    skip = False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("calls="):
                skip = True             # the next line is the callees' cost
            elif line.startswith("0x"):
                words = line.split()
                if not skip and len(words) > 2:
                    address = int(words[0], 16)
                    counts[address] = counts.get(address, 0) + int(words[2])
                skip = False
    return counts


def instructions(path):
    """The addresses of PATH's instructions in order, and which of these end
    a block for certain, and which are counted otherwise."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path],
                          check=True, stdout=subprocess.PIPE).stdout.decode()
    addresses, jumps, calls = [], set(), set()
    for line in text.splitlines():
        match = re.match(r" *([0-9a-f]+):\s+(.*)", line)
        if match and not IDLE.match(match.group(2)):
            addresses.append(int(match.group(1), 16))
            if re.match(r"(notrack |bnd )?(j|ret)", match.group(2)):
                jumps.add(addresses[-1])
            if UNCERTAIN.match(match.group(2)):
                calls.add(addresses[-1])
    return addresses, jumps, calls


class Comparison:
    """What was compared, and what differed."""

    def __init__(self, counts, addresses, jumps, calls):
        self.counts, self.addresses = counts, addresses
        self.jumps, self.calls = jumps, calls
        self.functions = self.loops = 0
        self.blocks = self.executed = self.wrong = 0

    def differs(self, loop, block, text):
        """BLOCK of LOOP differs as TEXT says."""
        self.wrong += 1
        print("%s: block %s at %s: %s" % (loop.get("id"), block.get("id"),
                                          block.get("address"), text))

    def block(self, loop, block, heads):
        """Compare BLOCK of LOOP; HEADS are all blocks' addresses.  Returns
        its instructions, as often as they were executed."""
        size, times = int(block.get("insns")), int(block.get("executions"))
        if not size:
            return 0
        self.blocks += 1
        self.executed += times > 0
        start = int(block.get("address"), 16)
        first = bisect.bisect_left(self.addresses, start)
        body = self.addresses[first:first + size]
        counts = {self.counts.get(address, 0) for address in body
                  if address not in self.calls}
        if counts and counts != {times}:
            self.differs(loop, block, "%d executions, not %s"
                         % (times, sorted(counts)))
        elif any(address in heads or last in self.jumps
                 for last, address in zip(body, body[1:])):
            self.differs(loop, block, "has fewer than %d instructions" % size)
        elif (body[-1] not in self.jumps and times
              and int(block.get("branches", "0"))):
            self.differs(loop, block, "has more than %d instructions" % size)
        return size * times

    def loop(self, loop, heads):
        """Compare the blocks of LOOP."""
        values = {m.get("n"): int(m.get("v")) for m in loop.findall("m")}
        if "counts-cold" in values:
            print("%s: left for cold blocks %d times"
                  % (loop.get("id"), values["counts-cold"]))
            return
        blocks = loop.findall("block")
        if loop.tag == "loop":
            self.loops += bool(blocks)
        else:
            self.functions += bool(blocks)
        total = sum(self.block(loop, block, heads) for block in blocks)
        if blocks and total != values.get("instructions", 0):
            self.wrong += 1
            print("%s: %d instructions, not %d"
                  % (loop.get("id"), values.get("instructions", 0), total))


def main():
    c = Comparison(executions(sys.argv[2]), *instructions(sys.argv[3]))
    root = tree.parse(sys.argv[1])
    loops = list(root.iter("procedure")) + list(root.iter("loop"))
    heads = {int(block.get("address"), 16) for loop in loops
             for block in loop.findall("block") if block.get("insns") != "0"}
    for loop in loops:
        c.loop(loop, heads)
    print("%d functions, %d loops, %d blocks, %d executed, %d differ"
          % (c.functions, c.loops, c.blocks, c.executed, c.wrong))
    return 1 if c.wrong or not c.executed else 0


if __name__ == "__main__":
    sys.exit(main())
