#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""model.py row OPTIONS KERNEL BOUND CALLS COUNT CALLS LOOP: a line
OPTIONS|KERNEL|VERDICT|HZ|BOUND|IDEAL|LEAST|INSTRUCTIONS|MCA of LOOP, the bound in
seconds, what follows in cycles of a call, from the profiles BOUND and COUNT of
runs of so many calls.

model.py table FILE: what such lines say, for doc/model.md.  Of several for one
kernel and the same options the median bound counts.  The processor's clock is
the median of those that were measured.
"""

import statistics
import sys
import xml.etree.ElementTree as tree


def find(path, name):
    """The loop NAME of the profile PATH, and the clock."""
    root = tree.parse(path)
    for loop in root.iter("loop"):
        if loop.get("id") == name:
            return loop, root.find("environment/clock")
    return None, None


def row(options, kernel, bound_path, bound_calls, count_path, count_calls,
        name):
    """Print the line of KERNEL, or nothing where there is no bound."""
    measured, clock = find(bound_path, name)
    counted, _ = find(count_path, name)
    if measured is None or counted is None or not measured.get("bound"):
        return
    seconds = float(measured.get("bound")) / int(bound_calls)
    sums = {m.get("n"): float(m.get("v")) / int(count_calls)
            for m in counted.findall("m")}
    print("|".join([options, kernel, measured.get("verdict"),
                    clock.get("core-hz"), "%.9g" % seconds]
                   + ["%.0f" % sums.get(key, 0) for key in
                      ("ideal-cycles", "least-cycles", "instructions",
                       "mca-cycles")]))


def read_rows(path):
    """The lines of PATH, one for each kernel and options."""
    groups = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("|")
            groups.setdefault(tuple(fields[:2]), []).append(fields)
    for group in groups.values():
        group.sort(key=lambda fields: float(fields[4]))
    return [group[len(group) // 2] for group in groups.values()]


def summary(name, ratios):
    """What RATIOS, of NAME to bound, say, or nothing if there are few."""
    if len(ratios) < 2:
        return ""
    tenths = statistics.quantiles(ratios, n=10)
    errors = [abs(ratio - 1) for ratio in ratios]
    return ("%s / bound, %d nests: median %.2f, least %.2f, most %.2f, eight of "
            "ten between %.2f and %.2f, median error %.2f. "
            % (name, len(ratios), statistics.median(ratios), min(ratios),
               max(ratios), tenths[0], tenths[8], statistics.median(errors)))


def write_group(name, rows, clock):
    """Print what ROWS, with a bound to believe, say together."""
    ideal, least, mca, both, above = [], [], [], [], []
    for options, kernel, verdict, _, *numbers in rows:
        seconds, by_model, at_least, _, by_mca = map(float, numbers)
        bound = seconds * clock
        if verdict not in ("ok", "partial"):
            continue
        ideal.append(by_model / bound)
        least.append(at_least / bound)
        if by_mca > 0:
            mca.append(by_mca / bound)
            both.append(by_model / bound)
        if at_least > bound:
            above.append("%s (%s)" % (kernel, options))
    if not ideal:
        return
    print("\n%s: %d nests with a bound to believe. " % (name, len(ideal))
          + summary("Ideal", ideal) + summary("Llvm-mca", mca)
          + (summary("Ideal of these", both) if len(both) < len(ideal) else "")
          + "Least / bound: median %.2f, most %.2f. Violations (least > bound): "
          "%d%s." % (statistics.median(least), max(least), len(above),
                     ": " + ", ".join(above) if above else ""))


def table(path):
    """Print the lines of PATH as a table, and what they say together."""
    rows = read_rows(path)
    print("| options | kernel | verdict | instructions | bound | ideal | "
          "llvm-mca | least | ideal / bound | llvm-mca / bound | least / bound "
          "|")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    clock = statistics.median(float(row[3]) for row in rows)
    for options, kernel, verdict, _, *numbers in rows:
        seconds, by_model, at_least, insns, by_mca = map(float, numbers)
        bound = seconds * clock
        print("| %s | %s | %s | %.0f | %.0f | %.0f | %s | %.0f | %.2f | %s | "
              "%.2f |"
              % (options, kernel, verdict, insns, bound, by_model,
                 "%.0f" % by_mca if by_mca > 0 else "", at_least,
                 by_model / bound,
                 "%.2f" % (by_mca / bound) if by_mca > 0 else "",
                 at_least / bound))
    for options in dict.fromkeys(row[0] for row in rows):
        write_group(options, [row for row in rows if row[0] == options], clock)
    write_group("All", rows, clock)


if __name__ == "__main__":
    if sys.argv[1] == "row":
        row(*sys.argv[2:])
    else:
        table(sys.argv[2])
