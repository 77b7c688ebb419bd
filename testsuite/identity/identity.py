#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""identity.py [OPTIONS] SOURCE...: is the original still the original?

Compiles every SOURCE plainly and with the plugin, and compares function by
function: the instructions of the original part, their encoded bytes (jumps
aside, whose size follows from distances), and every copy with its original.
The last line is `identity: N functions, M with copies, D differ'; the exit
status is 1 if one differs, or if nothing was compared.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

import asmtext
import compare
from copies import CalleeCopy, Copy
from functions import check_function_call, function_call_p


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=0,
                        help="stop beginning new files after so long")
    parser.add_argument("--options", default="", help="the plugin's")
    parser.add_argument("--keep", help="folder for the assembly")
    parser.add_argument("--child", action="store_true",
                        help="one process of several: counts as numbers")
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    return parser.parse_args()


def driver(gcc, source):
    """The compiler of GCC's installation for SOURCE."""
    suffix = os.path.splitext(source)[1]
    other = {".cc": "g++", ".cpp": "g++", ".C": "g++", ".f": "gfortran",
             ".f90": "gfortran", ".F90": "gfortran"}.get(suffix, "gcc")
    return re.sub(r"gcc([^/]*)$", other + r"\1", gcc)


def own_options(source):
    """What a program of GCC's test suite asks for."""
    with open(source, encoding="latin-1") as text:
        found = re.findall(r'dg-(?:additional-)?options "([^"]*)"',
                           text.read())
    return " ".join(found[:1]).split()


def compile_one(args, source, output, extra):
    command = [driver(args.gcc, source)] + args.flags.split() \
        + own_options(source) + ["-w", "-dp", "-S", "-o", output] + extra \
        + [os.path.abspath(source)]
    return subprocess.run(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          cwd=os.path.dirname(output), text=True,
                          errors="replace", check=False)


def encoded(path):
    """Line number -> bytes, from the assembler's listing."""
    with open(path, encoding="latin-1") as lines:
        text = re.sub(r'^# \d+ ".*$', "#", lines.read(), flags=re.M)
    with open(path + ".as", "w", encoding="latin-1") as out:
        out.write(text)
    done = subprocess.run(["as", "--64", "-al", "-an",
                           "--listing-lhs-width=16", "-o", os.devnull,
                           path + ".as"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True,
                          errors="replace", check=False)
    found = {}
    for line in done.stdout.splitlines():
        match = re.match(r" *(\d+) [0-9a-f?]{4,} ([0-9A-F ]+)\t", line)
        if match:
            number = int(match.group(1))
            found[number] = found.get(number, "") \
                + match.group(2).replace(" ", "")
    return found


def compare_bytes(pair, plain, memlb):
    """The originals' instructions are encoded alike."""
    for index, position in enumerate(pair.order):
        a, b = pair.plain.insns[index], pair.memlb.insns[position]
        if a.jump() or a.uid is None:
            continue
        for line_a, line_b, text in zip(a.lines, b.lines, a.text):
            x, y = plain.get(line_a), memlb.get(line_b)
            # A distance to a label may differ, its size not.
            if x != y and not (x and y and len(x) == len(y)
                               and (".L" in text or "(%rip)" in text
                                    or text.startswith("call"))) \
                    and not re.match(r"(bnd )?jmp\t[^*]", text):
                raise compare.Difference(
                    "line %d: %r is encoded as %s, not %s"
                    % (b.line, text, y, x))


def check_function(pair, plain_bytes, memlb_bytes):
    """Number of copies of a function that is as it should be."""
    copies = [position for position, insn in enumerate(pair.memlb.insns)
              if insn.kind in ("bound", "steps", "replay", "mirror",
                               "observe-entry")]
    pair.compare_original()
    compare_bytes(pair, plain_bytes, memlb_bytes)
    for position in copies:
        if function_call_p(pair, position):
            check_function_call(pair, position)
        else:
            Copy(pair, position).compare()
    callees = [position for position, insn in enumerate(pair.memlb.insns)
               if insn.kind == "callee-entry"]
    for position in callees:
        CalleeCopy(pair, position).compare()
    return len(copies) + len(callees)


class Result:
    """What was found in one file, or in all."""

    FIELDS = ("files", "functions", "with_copies", "copies", "differ",
              "moved", "skipped", "left")

    def __init__(self, counts=None):
        for field, count in zip(self.FIELDS, counts or [0] * 8):
            setattr(self, field, count)
        self.messages = []

    def counts(self):
        return [getattr(self, field) for field in self.FIELDS]

    def add(self, other):
        sums = [a + b for a, b in zip(self.counts(), other.counts())]
        messages = self.messages + other.messages
        self.__init__(sums)
        self.messages = messages


def check_assembly(source, plain_path, memlb_path):
    result = Result()
    plain, memlb = asmtext.read(plain_path), asmtext.read(memlb_path)
    plain_bytes, memlb_bytes = encoded(plain_path), encoded(memlb_path)
    labels = {}
    result.files = 1
    for name in sorted(set(plain.functions) | set(memlb.functions)):
        result.functions += 1
        try:
            if name not in plain.functions or name not in memlb.functions:
                raise compare.Difference("is in one build only")
            pair = compare.Pair(plain.functions[name],
                                memlb.functions[name],
                                (plain.tables, memlb.tables), labels)
            copies = check_function(pair, plain_bytes, memlb_bytes)
            result.copies += copies
            result.with_copies += copies > 0
            result.moved += pair.moved_alignments()
        except compare.Difference as difference:
            result.differ += 1
            result.messages.append("DIFFER %s: %s: %s"
                                   % (source, name, difference))
    return result


def check_source(args, source):
    result = Result()
    with tempfile.TemporaryDirectory() as folder:
        if args.keep:
            folder = os.path.join(os.path.abspath(args.keep),
                                  os.path.basename(source))
            os.makedirs(folder, exist_ok=True)
        plain = os.path.join(folder, "plain.s")
        memlb = os.path.join(folder, "memlb.s")
        if compile_one(args, source, plain, []).returncode \
                or not os.path.exists(plain):
            result.skipped = 1
            return result
        done = compile_one(args, source, memlb, ["-fplugin=" + args.plugin]
                           + args.options.split())
        if done.returncode:
            result.differ = 1
            result.messages.append("DIFFER %s: does not compile: %s"
                                   % (source, done.stdout[:400].replace("\n", " | ")))
            return result
        return check_assembly(source, plain, memlb)


def check_all(args):
    """All sources of one process."""
    total, begin = Result(), time.monotonic()
    for source in args.sources:
        if args.seconds and time.monotonic() - begin > args.seconds:
            total.left += 1
        else:
            total.add(check_source(args, source))
    return total


def check_in_parallel(args):
    """The sources, dealt out to processes of their own."""
    options = ["--gcc", args.gcc, "--plugin", args.plugin,
               "--flags=" + args.flags,
               "--options=" + args.options, "--seconds", str(args.seconds)]
    if args.keep:
        options += ["--keep", args.keep]
    shares = [args.sources[i::args.jobs] for i in range(args.jobs)]
    children = [subprocess.Popen([sys.executable, __file__, "--child"]
                                 + options + share,
                                 stdout=subprocess.PIPE, text=True)
                for share in shares if share]
    total = Result()
    for child in children:
        lines = child.communicate()[0].splitlines()
        if child.returncode or not lines:
            sys.exit("identity.py: a process failed")
        result = Result([int(n) for n in lines[-1].split()])
        result.messages = lines[:-1]
        total.add(result)
    return total


def main():
    args = arguments()
    if args.child:
        total = check_all(args)
        print("\n".join(total.messages + [""]) if total.messages else "",
              end="")
        print(*total.counts())
        return 0
    total = check_in_parallel(args)
    for message in total.messages:
        print(message)
    print("%s %s: %d files, %d not compilable, %d not reached; %d copies; "
          "%d alignments moved"
          % (args.gcc, args.flags, total.files, total.skipped, total.left,
             total.copies, total.moved))
    print("identity: %d functions, %d with copies, %d differ"
          % (total.functions, total.with_copies, total.differ))
    return 1 if total.differ or not total.functions else 0


if __name__ == "__main__":
    sys.exit(main())
