#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A table and a summary of bounds from runs with several budgets.

    agreement.py LAST ROWS

ROWS has lines
    PROGRAM|BUDGET|RUN|LOOP|SHARE|BOUND|LOW|HIGH|RATIO|VERDICT|REASON
and LAST is the budget that the others are compared with.  Two bounds with
standard errors of a 1.96th of their half widths agree if they are no more than
1.96 times the root of the sum of squares apart; 95 of 100 should.

What else the machine does makes all loops of a run slower, by more than what an
interval is about.  So bounds are compared a second time, over the speed of their
runs: how much higher, by their weighted mean, the logarithms of the bounds of all
other nests were than in other runs (a nest's own is left out, and the error of that
mean is added to the interval's).
"""

import math
import sys
from collections import defaultdict
from statistics import median

Z95 = 1.96
NARROW = 3          # per cent
LARGE = 0.05        # of the program's time
ROUNDS = 30         # until means of rows and of columns settle


class Bound:
    def __init__(self, text):
        share, bound, low, high = map(float, text)
        self.share = share
        self.bound = bound
        self.error = (high - low) / 2 / Z95
        self.log = math.log(bound)
        # Of the logarithm.
        self.variance = (self.error / bound) ** 2

    def half_width(self):
        return 100 * Z95 * self.error / self.bound


def read(path):
    """{program: {loop: {(budget, run): Bound}}}"""
    programs = defaultdict(lambda: defaultdict(dict))
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, budget, run, loop, *rest = line.rstrip("\n").split("|")
            bound = Bound(rest[:4])
            if bound.error > 0:
                programs[name][loop][budget, run] = bound
    return programs


def speeds(loops, left_out):
    """The mean excess of LOOPS but LEFT_OUT in each run, as a logarithm, and
    its variance: {run: (mean, variance)}."""
    others = {loop: bounds for loop, bounds in loops.items()
              if loop != left_out}
    weights = defaultdict(float)
    for bounds in others.values():
        for run, b in bounds.items():
            weights[run] += 1 / b.variance
    means = dict.fromkeys(weights, 0.0)
    for _ in range(ROUNDS):
        sums = defaultdict(float)
        for bounds in others.values():
            level = sum((b.log - means[run]) / b.variance
                        for run, b in bounds.items()) \
                / sum(1 / b.variance for b in bounds.values())
            for run, b in bounds.items():
                sums[run] += (b.log - level) / b.variance
        means = {run: sums[run] / weights[run] for run in weights}
    return {run: (means[run], 1 / weights[run]) for run in weights}


def distances(loops, budget, last):
    """How many standard errors the bounds with BUDGET are higher than those with
    LAST, as they are and over the speed of their runs (or None)."""
    for loop, bounds in loops.items():
        speed = speeds(loops, loop)
        for run, a in bounds.items():
            for other, b in bounds.items():
                if run[0] != budget or other[0] != last:
                    continue
                plain = (a.bound - b.bound) / math.hypot(a.error, b.error)
                if run not in speed or other not in speed:
                    yield plain, None
                    continue
                (s, s_variance), (t, t_variance) = speed[run], speed[other]
                yield plain, ((a.log - s) - (b.log - t)) / math.sqrt(
                    a.variance + b.variance + s_variance + t_variance)


def share(values):
    """Of VALUES, how many agree, as a text, and a per cent."""
    values = [v for v in values if v is not None]
    agreeing = sum(abs(v) <= Z95 for v in values)
    return len(values), (100 * agreeing / len(values) if values else math.nan)


def row(name, loops, budget, apart):
    cells = [name, budget, "", "", "", "", "", "", ""]
    if apart:
        cells[2] = str(len(apart))
        cells[3] = "%.0f %%" % share(p for p, _ in apart)[1]
        cells[4] = "%+.2f" % median(p for p, _ in apart)
        if share(s for _, s in apart)[0]:
            cells[5] = "%.0f %%" % share(s for _, s in apart)[1]
    widths = [b.half_width() for bounds in loops.values()
              for (own, _), b in bounds.items()
              if own == budget and b.share >= LARGE]
    if widths:
        cells[6] = "%d of %d" % (sum(w <= NARROW for w in widths), len(widths))
        cells[7] = "%.1f" % median(widths)
        cells[8] = "%.1f" % max(widths)
    return "| " + " | ".join(cells) + " |"


def main(last, path):
    programs = read(path)
    print("| program | budget | pairs | agree | higher by (standard errors, "
          "median) | agree over the speed of runs | nests of 5 % within 3 % | "
          "half width, median, % | most |")
    print("|---|---|---|---|---|---|---|---|---|")
    everything = defaultdict(list)
    for name, loops in programs.items():
        budgets = sorted({run[0] for bounds in loops.values()
                          for run in bounds})
        for budget in budgets:
            apart = [] if budget == last \
                else list(distances(loops, budget, last))
            everything[budget] += apart
            print(row(name, loops, budget, apart))
    print()
    for budget, apart in everything.items():
        if apart:
            print("agreement: budget=%s pairs=%d agree=%.1f%% "
                  "over-speed: pairs=%d agree=%.1f%%"
                  % ((budget,) + share(p for p, _ in apart)
                     + share(s for _, s in apart)))


if __name__ == "__main__":
    main(*sys.argv[1:])
