// SPDX-License-Identifier: GPL-3.0-or-later
// Single entries of loops: when they began, how long they took; and how their
// times are distributed.

/** The entries of a profile P of DATA, null if it has none.  */
export function entriesOf(data, p) {
  if (!p.entries) return null;
  const e = {};
  for (const name of ['loops', 'threads', 'start', 'time', 'bound'])
    e[name] = data.column(p.entries[name]);
  // Ranks from 1; 0 where it is not known.
  e.ranks = p.entries.ranks ? data.column(p.entries.ranks) : null;
  e.n = e.loops.length;
  e.byLoop = new Map();
  for (let i = 0; i < e.n; i++) {
    const list = e.byLoop.get(e.loops[i]);
    if (list) list.push(i);
    else e.byLoop.set(e.loops[i], [i]);
  }
  return e;
}

/** The value at the share AT, 0 to 1, of VALUES, which rise.  */
function quantile(values, at) {
  const place = at * (values.length - 1), below = Math.floor(place);
  const above = Math.min(below + 1, values.length - 1);
  return values[below] + (place - below) * (values[above] - values[below]);
}

/** How TIMES are distributed: quantiles, and the numbers in BINS bins that are
    equally wide, or, where the longest is over twenty times the shortest, grow
    by a factor.  Null if there are none.  */
export function distribution(times, bins = 24) {
  const sorted = Float64Array.from(times).sort();
  if (!sorted.length) return null;
  const least = sorted[0], most = sorted.at(-1);
  const grow = least > 0 && most > 20 * least;
  const scale = grow ? Math.log : (x) => x;
  const from = scale(least), width = (scale(most) - from) / bins;
  const counts = new Array(width > 0 ? bins : 1).fill(0);
  for (const t of sorted)
    counts[width > 0
      ? Math.min(bins - 1, Math.floor((scale(t) - from) / width)) : 0]++;
  const edge = (i) => (grow ? Math.exp(from + i * width) : from + i * width);
  return { n: sorted.length, least, most, low: quantile(sorted, 0.1),
    median: quantile(sorted, 0.5), high: quantile(sorted, 0.9), grow,
    bins: counts.map((n, i) => ({ n, from: edge(i), to: edge(i + 1) })) };
}
