// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nests of a profile and what is derived from their figures; the
// rules of tools/lib/profile.c, rank.c and write-text.c.

import { FILE, LOOP, PROCEDURE } from './tree.js';

const figures = ['line', 'end-line', 'depth', 'entries', 'iterations',
  'sampled', 'time', 'time-low', 'time-high', 'bound', 'bound-low',
  'bound-high', 'bound-placed', 'bound-replayed', 'attainable', 'refs',
  'refs-redirected', 'refs-control', 'refs-real', 'threads', 'insns',
  'form-changed'];

// How they are called here: boundLow for `bound-low'.
const properties = figures.map((f) => f.replace(/-(.)/g, (_, c) => (
  c.toUpperCase())));

/** One loop nest of TREE: VALUES are its figures in the order of the
    list above, NaN where unknown.  */
export class Loop {
  constructor(tree, scope, values) {
    this.scope = scope;
    this.number = 0;
    for (let i = 0; i < properties.length; i++)
      this[properties[i]] = values[i];
    this.id = String(tree.get(scope, 'id') ?? `loop ${scope}`);
    this.verdict = tree.get(scope, 'verdict') ?? 'unsampled';
    this.reason = tree.get(scope, 'reason') ?? null;
    this.flags = tree.get(scope, 'flags') ?? null;
    this.variable = tree.get(scope, 'variable') ?? null;
    const procedure = tree.inside(scope, PROCEDURE);
    this.procedure = procedure;
    this.function = procedure >= 0 ? tree.name(procedure) : '?';
    this.fileScope = tree.inside(scope, FILE);
    this.file = this.fileScope >= 0 ? tree.name(this.fileScope) : '?';
    this.path = this.fileScope >= 0
      ? tree.get(this.fileScope, 'path') ?? this.file : this.file;
    this.believed = this.verdict === 'ok' || this.verdict === 'partial';
    this.refused = this.verdict === 'refused';
    this.measured = !this.refused && (this.time > 0 || this.entries > 0);
    const b = this.believed ? this.bound : NaN;
    /** Figures of the bound where it is believed, else NaN.  */
    this.goodBound = b;
    this.speedup = b > 0 ? this.time / b : NaN;
    const half = (this.boundHigh - this.boundLow) / 2;
    this.speedupError = b > 0 ? this.speedup * half / b : NaN;
    this.recoverable = this.time - b < 0 ? 0 : this.time - b;
    const above = this.time - this.attainable;
    this.promise = Number.isNaN(above) || !this.believed ? this.recoverable
      : Math.max(0, above);
    const placed = this.believed ? this.boundPlaced - b : NaN;
    this.misaligned = placed > 0 ? placed : Number.isNaN(placed) ? NaN : 0;
    const replayed = this.believed ? this.boundReplayed : NaN;
    this.goodReplayed = replayed;
    this.sign = this.verdict === 'partial' ? '≥' : '≤';
  }

  /** FILE:LINE-LINE, as far as known.  */
  get place() {
    if (!(this.line > 0)) return this.file;
    return this.endLine > this.line
      ? `${this.file}:${this.line}-${this.endLine}`
      : `${this.file}:${this.line}`;
  }

  get title() {
    return `${this.function} ${this.place}`;
  }
}

/** True when VALUE is a number that is known.  */
export function known(value) {
  return value !== undefined && value !== null && !Number.isNaN(value);
}

/** Larger first, unknown last.  */
function descending(a, b) {
  const x = Number.isNaN(a), y = Number.isNaN(b);
  return x || y ? Number(x) - Number(y) : b - a;
}

/** A profile P of the page's DATA with its TREE: loops, most to be recovered
    first, and sums.  */
export class Profile {
  constructor(p, tree) {
    this.head = p;
    this.tree = tree;
    this.program = p.program ?? 'program';
    this.time = p.time ?? NaN;
    const scopes = [];
    for (let i = 0; i < tree.n; i++)
      if (tree.kinds[i] === LOOP && tree.get(i, 'verdict') !== undefined)
        scopes.push(i);
    const all = figures.map((f) => tree.numbersOf(f, scopes));
    this.loops = scopes.map((scope, k) => (
      new Loop(tree, scope, all.map((values) => values[k]))));
    for (const loop of this.loops)
      loop.share = this.time > 0 ? Math.min(1, loop.time / this.time) : NaN;
    this.loops.sort((a, b) => descending(a.recoverable, b.recoverable)
      || descending(a.time, b.time) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    this.measured = this.loops.filter((l) => l.measured);
    this.measured.forEach((l, i) => { l.number = i + 1; });
    this.refused = this.loops.filter((l) => l.refused)
      .sort((a, b) => descending(a.time, b.time));
    this.idle = this.loops.length - this.measured.length
      - this.refused.length;
    this.byId = new Map(this.loops.map((l) => [l.id, l]));
    this.byScope = new Map(this.loops.map((l) => [l.scope, l]));
  }

  /** Seconds of the program by what is known of them.  */
  totals() {
    const t = { bound: 0, attainable: 0, rest: 0, covered: 0, recoverable: 0,
                refused: 0, placed: 0 };
    for (const loop of this.loops) {
      if (loop.refused && known(loop.time)) t.refused += loop.time;
      if (!known(loop.goodBound) || !known(loop.time)) continue;
      const bound = Math.min(loop.goodBound, loop.time);
      const goal = known(loop.attainable)
        ? Math.min(Math.max(loop.attainable, bound), loop.time) : bound;
      t.covered += loop.time;
      t.recoverable += loop.recoverable;
      t.bound += bound;
      t.attainable += goal - bound;
      t.rest += loop.time - goal;
    }
    t.uncovered = this.time > 0 ? Math.max(0, this.time - t.covered) : 0;
    return t;
  }

  /** The loop to look at first, null if none promises anything; `worth' says
      whether that is 1 % of the time at least.  */
  first() {
    let best = null;
    for (const loop of this.measured)
      if (loop.promise > (best ? best.promise : 0)) best = loop;
    return best && { loop: best, worth: !(best.promise < 0.01 * this.time) };
  }
}
