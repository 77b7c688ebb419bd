#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare-ir.py PROFILE CALLGRIND BINARY: equal instructions of all functions?

PROFILE is of a count run of a program with copies of whole functions,
CALLGRIND's file of a run of BINARY, the plain build of the same sources, with
--skip-plt=no --dump-instr=yes and neither strings nor positions compressed.  A
function's `instructions' must be what callgrind's Ir says of all its addresses
in BINARY, but for:

  - no-operations that align what follows: code falls into them, but how many
    there are follows from addresses, which the compiler does not know;
  - string instructions that are repeated, of which Ir has the repetitions.

Names that several functions have are left out.  Exits with 1 if a function
differs, or if none was compared.
"""

import importlib
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

sys.dont_write_bytecode = True
blocks = importlib.import_module("compare-counts")


def functions(path):
    """Name -> (address, text) of the instructions of PATH's functions, cold
    parts included; None where several have that name."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path],
                          check=True, stdout=subprocess.PIPE).stdout.decode()
    found, parts, body = {}, set(), []
    for line in text.splitlines():
        match = re.match(r"[0-9a-f]+ <(.*)>:", line)
        if match:
            name = re.sub(r"\.cold$", "", match.group(1))
            if match.group(1) in parts:
                found[name] = None
            parts.add(match.group(1))
            body = found.setdefault(name, [])
            continue
        match = re.match(r" *([0-9a-f]+):\s+(.*)", line)
        if match and body is not None:
            body.append((int(match.group(1), 16), match.group(2)))
    return found


def main():
    counts = blocks.executions(sys.argv[2])
    bodies = functions(sys.argv[3])
    same = wrong = total = idle = 0
    for procedure in tree.parse(sys.argv[1]).iter("procedure"):
        name = procedure.get("asm-name")
        values = {m.get("n"): int(float(m.get("v")))
                  for m in procedure.findall("m")}
        if not bodies.get(name) or "instructions" not in values:
            continue
        ir = sum(counts.get(address, 0) for address, text in bodies[name]
                 if not blocks.IDLE.match(text) and not text.startswith("rep"))
        repeated = sum(counts.get(address, 0) for address, text in bodies[name]
                       if text.startswith("rep"))
        total += sum(counts.get(address, 0) for address, _ in bodies[name])
        idle += sum(counts.get(address, 0) for address, text in bodies[name]
                    if blocks.IDLE.match(text))
        if ir <= values["instructions"] <= ir + repeated:
            same += 1
        else:
            wrong += 1
            print("%s: %d instructions, Ir %d"
                  % (name, values["instructions"], ir))
    print("%d functions equal, %d differ; %.3f %% of Ir are alignment"
          % (same, wrong, 100 * idle / max(total, 1)))
    return 1 if wrong or not same else 0


if __name__ == "__main__":
    sys.exit(main())
