// SPDX-License-Identifier: GPL-3.0-or-later
// Two profiles, before and after a change; the rules of tools/lib/diff.c.

import { known } from './loops.js';

/** What times vary by from run to run.  */
export const NOISE = 0.03;

function errorOf(loop, noise) {
  const half = (loop.timeHigh - loop.timeLow) / 2;
  return Math.max(Number.isNaN(half) ? 0 : half, noise * loop.time);
}

function decide(before, after, band, whole) {
  const by = after - before;
  if (Number.isNaN(by)) return 'unknown';
  if (Math.abs(by) <= band || Math.abs(by) < 0.001 * whole) return 'same';
  return by < 0 ? 'faster' : 'slower';
}

/** The differences between profile A and, after it, B; PAIRS are ids of
    loops of A and B in turn.  { whole, loops }, the largest change first.  */
export function difference(a, b, pairs, noise = NOISE) {
  const whole = Math.max(a.time || 0, b.time || 0);
  const seenA = new Set(), seenB = new Set(), loops = [];
  const add = (x, y) => {
    const before = x ? x.time : NaN, after = y ? y.time : NaN;
    const band = x && y
      ? Math.hypot(errorOf(x, noise), errorOf(y, noise)) : NaN;
    loops.push({ a: x, b: y, before, after, band,
      work: x?.entries > 0 && y ? y.entries / x.entries : NaN,
      change: !x ? 'new' : !y ? 'gone' : decide(before, after, band, whole) });
  };
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const x = a.byId.get(pairs[i]), y = b.byId.get(pairs[i + 1]);
    if (!x || !y) continue;
    seenA.add(x);
    seenB.add(y);
    add(x, y);
  }
  for (const x of a.loops) if (!seenA.has(x)) add(x, null);
  for (const y of b.loops) if (!seenB.has(y)) add(null, y);
  const size = (d) => Math.abs((known(d.after) ? d.after : 0)
                               - (known(d.before) ? d.before : 0));
  loops.sort((x, y) => size(y) - size(x));
  const band = noise * Math.hypot(a.time, b.time);
  return { loops, whole: { before: a.time, after: b.time, band,
    change: decide(a.time, b.time, band, whole) } };
}
