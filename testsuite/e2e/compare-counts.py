#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare-counts.py PROFILE CALLGRIND: equal counts of all blocks?

PROFILE is of a count run; CALLGRIND's file, of a run of the originals, has a
line per instruction and neither strings nor positions compressed.  Exits with 1
if a block differs, if no block was executed, or if no loop was counted.
"""

import sys
import xml.etree.ElementTree as tree


def instructions(path):
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


def main():
    counts = instructions(sys.argv[2])
    loops = blocks = executed = wrong = 0
    for loop in tree.parse(sys.argv[1]).iter("loop"):
        values = {m.get("n"): int(m.get("v")) for m in loop.iter("m")}
        if "counts-cold" in values:
            print("%s: left for cold blocks %d times"
                  % (loop.get("id"), values["counts-cold"]))
            continue
        found = loop.findall("block")
        loops += bool(found)
        for block in found:
            if block.get("insns") == "0":
                continue
            blocks += 1
            got = int(block.get("executions"))
            executed += got > 0
            wanted = counts.get(int(block.get("address"), 16), 0)
            if got != wanted:
                wrong += 1
                print("%s: block %s at %s: %d executions, not %d"
                      % (loop.get("id"), block.get("id"),
                         block.get("address"), got, wanted))
    print("%d loops, %d blocks, %d executed, %d differ"
          % (loops, blocks, executed, wrong))
    return 1 if wrong or not executed else 0


if __name__ == "__main__":
    sys.exit(main())
