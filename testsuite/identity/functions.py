# SPDX-License-Identifier: GPL-3.0-or-later
"""The bound copies of whole functions that are measured as nests: calls."""

import re

from compare import Difference


def function_call_p(pair, landing):
    """At LANDING begins the bound copy of a whole function: a call."""
    insns = pair.memlb.insns
    return landing + 1 < len(insns) and insns[landing + 1].kind == "function"


def check_function_call(pair, landing):
    """That copy passes the words of arguments behind the return address on, calls
    the function's bound copy, and leaves by the exit."""
    insns = pair.memlb.insns
    number = re.search(r"\.memlb_bound\.(\d+):",
                       "\n".join(insns[landing].text)).group(1)
    call = "\n".join(insns[landing + 1].text)
    match = re.fullmatch(
        r"(leaq\t-8\(%rsp\), %rsp\n)?((?:pushq\t\d+\(%rsp\)\n)*)"
        r"(?:\.cfi_\w+ .*\n|\n)*call\t\.LMEMLBX(\d+)_0\t# memlb function\n"
        r"leaq\t(\d+)\(%rsp\), %rsp(?:\n\.cfi_\w+ .*|\n)*", call)
    where = "nest %s: line %d" % (number, insns[landing + 1].line)
    if not match or match.group(3) != number:
        raise Difference("%s: %r calls no bound copy" % (where, call))
    pushes = re.findall(r"pushq\t(\d+)", match.group(2))
    moved = 8 * (len(pushes) + bool(match.group(1)))
    if moved % 16 != 8 or int(match.group(4)) != moved \
            or any(int(push) != moved for push in pushes):
        raise Difference("%s: %r passes other arguments" % (where, call))
    last = insns[landing + 2]
    if last.kind != "bound-exit" or ".LMEMLBE%s:" % number not in last.text:
        raise Difference("%s: no exit behind the call" % where)
