#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""dejagnu.py FOLDER SUITE...: what GCC's tests in FOLDER/SUITE ask for.

One line of six fields, separated by tabs, for each test that is to be run:
its name, `run', options, other sources, settings of the environment, and
sources of modules that it needs; or its name, `skip' and the reason.  The order is a random one that
never changes, so that the first tests are a sample of all.

Of DejaGnu's directives those are understood that say how to compile and run:
dg-do, dg-options, dg-additional-options, dg-add-options,
dg-additional-sources, dg-compile-aux-modules, dg-set-target-env-var,
dg-require-effective-target, dg-skip-if, and those of link-time optimisation,
whose tests NAME_0 have more sources NAME_1, NAME_2.  Those that look at
messages or dumps do not matter here.  A test that is run, but with others or
with a condition that is not understood, is skipped; one that is not run on
x86-64 Linux is passed over."""

import fnmatch
import glob
import hashlib
import os
import re
import sys

SOURCES = re.compile(r"\.(c|C|cc|cpp|[fF]|[fF](90|95|03|08))$")

# Directives about messages, dumps and what is expected to fail: the plain
# build is the yardstick.
IGNORED = {
    "dg-error", "dg-warning", "dg-message", "dg-bogus", "dg-note", "dg-output",
    "dg-excess-errors", "dg-prune-output", "dg-shouldfail", "dg-final",
    "dg-xfail-if", "dg-xfail-run-if", "dg-timeout", "dg-timeout-factor",
    "dg-line", "dg-regexp", "dg-allow-blank-lines-in-output",
    "dg-warn-at", "dg-require-visibility", "dg-require-weak",
    "dg-require-alias", "dg-require-profiling", "dg-require-fork",
    "dg-require-cxa-atexit", "dg-begin-multiline-output",
    "dg-end-multiline-output", "dg-optimized", "dg-missed", "dg-locus",
    "dg-lto-warning", "dg-lto-message",
}

# What this system is and has.
TRUE = re.compile(
    r"(lp64|tls|tls_runtime|tls_native|pthread|pthread_h|fopenmp|alloca|lto|"
    r"c99_runtime|int32plus|int32|size32plus|size20plus|ptr32plus|int128|"
    r"fortran_large_real|fortran_large_int|fortran_real_(10|16)|"
    r"fortran_integer_16|fortran_real_c_float128|fd_truncate|freorder|"
    r"sync_(char_short|int_long|int_128)|sync_long_long|sse2?|sse2?_runtime|"
    r"vect_(float|double|int|simd_clones|condition)|x86_64-\*-\*|"
    r"x86_64-\*-linux\*|\*-\*-linux\*|\*-\*-linux-gnu|\*-\*-gnu\*|\*-\*-\*|"
    r"nonpic|inf|infnan|hard_float|mmap|fork|exceptions|static|"
    r"c\+\+(11|14|17|11_only)?|c\+\+1[147]|indirect_jumps|label_values|"
    r"global_constructor|wchar|stdint_types|inttypes_types|trampolines|"
    r"x86|native|sizeof_longlong_gt_int|double64(plus)?|large_double|"
    r"__float128|named_sections|large_long_double|cas_int|le|shared|"
    r"static_libgfortran|issignaling|int_eq_float|fgnu_tm|fstack_protector|"
    r"fortran_largest_fp_has_sqrt|supports_stack_clash_protection|"
    r"vect_(intfloat|intdouble)_cvt|vect_cond_mixed|run_expensive_tests)$")
FALSE = re.compile(
    r"(ilp32|ia32|x32|llp64|fpic|cet|offload_\w+|openacc_\w+|fopenacc|"
    r"powerpc\w*|vxworks\w*|freestanding|keeps_null_pointer_checks|"
    r"default_packed|short_enums|skip-all-targets|newlib|"
    r"libatomic_available|c\+\+(98|2[03])(_only|_down)?|c\+\+98_only|"
    r"c\+\+11_down|c\+\+14_down|c\+\+14_only|c\+\+11_only|arm\w*|aarch64\w*|"
    r"avr|spu|hppa\w*|bpf|nvptx|amdgcn|ultrasparc\w*|s390\w*|riscv\w*|"
    r"no_trapping_math|int16|size16)$")
# What programs may use of this processor.
RUNTIME = re.compile(r"(sse4|avx|avx2|avx512f)_runtime$")
TRIPLE = re.compile(r"[\w*?.+\[\]-]+-[\w*?.+-]+(-[\w*?.+-]+)?$")


class Unknown(Exception):
    """Something that this reader does not understand."""


def processor_has(feature):
    """Whether /proc/cpuinfo names FEATURE among the flags."""
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("flags"):
                return feature in line.split() \
                    or feature == "sse4" and "sse4_2" in line.split()
    return False


def words(text):
    """The words of a Tcl list: braced, quoted or plain."""
    found, i = [], 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c == "{":
            depth, j = 1, i + 1
            while j < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[j], 0)
                j += 1
            if depth:
                raise Unknown("unbalanced braces")
            found.append(("{", text[i + 1:j - 1]))
            i = j
        elif c == '"':
            j = i + 1
            while j < len(text) and text[j] != '"':
                j += 2 if text[j] == "\\" else 1
            found.append(('"', text[i + 1:j]))
            i = j + 1
        else:
            j = i
            while j < len(text) and not text[j].isspace() and text[j] not in "{}":
                j += 1
            if j == i:
                raise Unknown("a brace too much")
            found.append(("", text[i:j]))
            i = j
    return found


def one(word):
    """Whether a name of a target or a property holds here."""
    if TRUE.match(word):
        return True
    if FALSE.match(word):
        return False
    match = RUNTIME.match(word)
    if match:
        return processor_has(match.group(1))
    if TRIPLE.match(word):
        cpu = word.split("-")[0]
        system = word.split("-")[-1]
        return cpu in ("*", "x86_64") and system in ("*", "linux*", "gnu*")
    raise Unknown("condition " + word)


def holds(text):
    """The value of a selector: names side by side are alternatives."""
    value, operator, negate, first = False, "||", False, True
    for kind, word in words(text):
        if word in ("target", "xfail") and first:
            first = False
            continue
        first = False
        if word in ("&&", "||"):
            operator = word
            continue
        if word == "!":
            negate = not negate
            continue
        if not kind and word.startswith("!"):
            word, negate = word[1:], not negate
        this = holds(word) if kind else one(word)
        this, negate = this != negate, False
        value = (value and this) if operator == "&&" else (value or this)
        operator = "||"
    return value


class Test:
    """What the directives of one test say."""

    def __init__(self, path, suite):
        self.path = path
        self.does = "run" if suite.startswith("libgomp") else "compile"
        self.options = ""
        self.more = ["-fopenmp"] if suite.startswith("libgomp") else []
        if suite == "gfortran.dg" and "/coarray/" in path:
            self.more.append("-fcoarray=single")
        self.sources = []
        self.environment = []
        self.modules = []
        self.unknown = None
        self.read()
        if self.unknown and self.does == "run":
            raise self.unknown

    def read(self):
        """Go through all directives; what is not understood does not matter
        where the test is not run."""
        with open(self.path, encoding="latin-1") as file:
            for line in file:
                for match in re.finditer(r"\{\s*(dg-[\w-]+)", line):
                    try:
                        self.directive(match.group(1), line[match.start():])
                    except Unknown as why:
                        if match.group(1) == "dg-do":
                            self.does = "run"
                        self.unknown = why

    def directive(self, name, text):
        if name in IGNORED:
            return
        kind, inside = words(text)[0]
        args = words(inside)[1:]
        if name == "dg-do":
            wanted = len(args) < 2 or not args[1][1].lstrip().startswith("target") \
                or holds(args[1][1])
            self.does = args[0][1] if wanted else "nothing"
        elif name in ("dg-options", "dg-additional-options"):
            if len(args) > 1 and not holds(args[1][1]):
                return
            if name == "dg-options":
                self.options = args[0][1] if args else ""
            else:
                self.more.append(args[0][1])
        elif name.startswith(("dg-lto-", "dg-extra-ld-")):
            self.lto(name, args)
        elif name == "dg-additional-sources":
            self.sources += args[0][1].split()
        elif name == "dg-compile-aux-modules":
            self.modules.append(args[0][1])
        elif name == "dg-set-target-env-var":
            self.environment.append(args[0][1] + "=" + args[1][1])
        elif name == "dg-require-effective-target":
            if not holds(" ".join("{%s}" % w if k else w for k, w in args[:1])):
                self.does = "nothing"
        elif name == "dg-skip-if":
            self.skip_if(args)
        elif name == "dg-add-options":
            self.add_options(args[0][1])
        else:
            raise Unknown(name)

    def lto(self, name, args):
        """Tests of several sources, compiled with the first set of options
        and linked with some more."""
        if name == "dg-lto-do":
            first = re.search(r"_0(\.\w+)$", self.path)
            if not first:
                return
            self.does = args[0][1]
            for more in sorted(glob.glob(glob.escape(self.path[:first.start()])
                                         + "_[1-9].*")):
                self.sources.append(os.path.basename(more))
        elif name == "dg-lto-options":
            if len(args) < 2 or holds(args[1][1]):
                self.options = words(args[0][1])[0][1]
        elif name == "dg-extra-ld-options":
            self.more.append(args[0][1])
        else:
            raise Unknown(name)

    def add_options(self, name):
        """Options that depend on the target."""
        if name == "bind_pic_locally":
            self.more.append("-fPIE")
        elif name not in ("ieee", "__float128"):
            raise Unknown("options " + name)

    def skip_if(self, args):
        """A test is skipped for a target, perhaps only with options that one
        of a list of patterns fits and none of another.  Levels of
        optimisation, and what else a run of all tests would choose, do not
        count: there it is to save time."""
        if not holds(args[1][1]):
            return
        own = " ".join([self.options] + self.more).split()
        fits = [p for _, p in words(args[2][1])] if len(args) > 2 else ["*"]
        fits_not = [p for _, p in words(args[3][1])] if len(args) > 3 else []
        if any(re.match("-O", p) for p in fits_not):
            return
        if "-fcompare-debug" in fits:
            raise Unknown("prints its options")
        if any(p == "*" or fnmatch.filter(own, p) for p in fits or ["*"]) \
                and not any(fnmatch.filter(own, p) for p in fits_not if p):
            self.does = "nothing"


def describe(folder, suite, name):
    """The line for one test."""
    path = os.path.join(folder, suite, name)
    title = suite + "/" + name
    try:
        test = Test(path, suite)
    except (Unknown, IndexError) as why:
        return "\t".join([title, "skip", str(why) or "malformed"])
    if test.does != "run":
        return None
    here = os.path.dirname(path)
    sources = " ".join(os.path.join(here, s) for s in test.sources)
    modules = " ".join(os.path.join(here, m) for m in test.modules)
    options = " ".join([test.options] + test.more).strip()
    return "\t".join([title, "run", options, sources,
                      ";".join(test.environment), modules])


def main():
    folder = sys.argv[1]
    lines = []
    for suite in sys.argv[2:]:
        for at, _, names in os.walk(os.path.join(folder, suite)):
            inner = os.path.relpath(at, os.path.join(folder, suite))
            for name in names:
                if not SOURCES.search(name):
                    continue
                line = describe(folder, suite,
                                os.path.normpath(os.path.join(inner, name)))
                if line:
                    lines.append(line)
    lines.sort(key=lambda l: hashlib.md5(l.split("\t")[0].encode()).digest())
    print("\n".join(lines))


if __name__ == "__main__":
    main()
