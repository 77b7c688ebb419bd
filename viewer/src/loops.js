// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nests of a profile and what is derived from their figures; the
// rules of tools/lib/profile.c, rank.c and write-text.c.

import { FILE, LOOP, PROCEDURE, metricKey } from './tree.js';

const figures = ['line', 'end-line', 'depth', 'entries', 'iterations',
  'sampled', 'time', 'time-low', 'time-high', 'bound', 'bound-low',
  'bound-high', 'bound-placed', 'bound-replayed', 'attainable', 'refs',
  'refs-redirected', 'refs-control', 'refs-real', 'threads', 'insns',
  'form-changed'];

// How they are called here: boundLow for `bound-low'.
const properties = figures.map((f) => f.replace(/-(.)/g, (_, c) => (
  c.toUpperCase())));

const words = ['id', 'verdict', 'reason', 'flags', 'variable'];

// Reasons of `partial' whose bounds are off either way, not just too high.
const about = new Set(['short-rows', 'short-entries', 'placement',
                       'library-calls', 'callee-gates',
                       'integer-divisions']);

// Those whose bounds may be too low.
const low = new Set(['memory-recurrence', 'address-forms']);

/** One loop nest of a profile: what its scope says, and what follows from it.
    Of many loops few are ever shown, so that a loop keeps where its figures
    are, number K in each of COLUMNS, and not the figures.  */
export class Loop {
  constructor(tree, scope, columns, k, texts) {
    this.tree = tree;
    this.scope = scope;
    this.columns = columns;
    this.k = k;
    this.number = 0;
    const [id, verdict, reason, flags, variable] = texts;
    this.id = String(id[k] ?? `loop ${scope}`);
    this.verdict = verdict[k] ?? 'unsampled';
    this.reason = reason[k] ?? null;
    this.flags = flags[k] ?? null;
    this.variable = variable[k] ?? null;
    this.believed = this.verdict === 'ok' || this.verdict === 'partial';
    this.refused = this.verdict === 'refused';
  }

  get procedure() {
    return this.tree.inside(this.scope, PROCEDURE);
  }

  get function() {
    const { procedure } = this;
    return procedure >= 0 ? this.tree.name(procedure) : '?';
  }

  get fileScope() {
    return this.tree.inside(this.scope, FILE);
  }

  get file() {
    const { fileScope } = this;
    return fileScope >= 0 ? this.tree.name(fileScope) : '?';
  }

  get path() {
    const { fileScope } = this;
    return fileScope >= 0
      ? this.tree.get(fileScope, 'path') ?? this.file : this.file;
  }

  get measured() {
    return !this.refused && (this.time > 0 || this.entries > 0);
  }

  /** The bound where it is believed, else NaN; likewise what follows.  */
  get goodBound() {
    return this.believed ? this.bound : NaN;
  }

  get goodReplayed() {
    return this.believed ? this.boundReplayed : NaN;
  }

  get speedup() {
    return this.goodBound > 0 ? this.time / this.bound : NaN;
  }

  get speedupError() {
    const ofTime = (this.timeHigh - this.timeLow) / 2 / this.time;
    const ofBound = (this.boundHigh - this.boundLow) / 2 / this.bound;
    return this.speedup
      * Math.hypot(Number.isNaN(ofTime) ? 0 : ofTime, ofBound);
  }

  get recoverable() {
    const won = this.time - this.goodBound;
    return won < 0 ? 0 : won;
  }

  get promise() {
    const above = this.time - this.attainable;
    return Number.isNaN(above) || !this.believed ? this.recoverable
      : Math.max(0, above);
  }

  /** What vectors across two cache lines cost, no more than what can be won:
      the two bounds have errors of their own.  */
  get misaligned() {
    const more = Math.min(this.boundPlaced, this.time) - this.goodBound;
    return more > 0 ? more : Number.isNaN(more) ? NaN : 0;
  }

  get sign() {
    return this.verdict !== 'partial' || low.has(this.reason) ? '≤'
      : about.has(this.reason) ? '≈' : '≥';
  }

  /** That in words, before a figure.  */
  get most() {
    return { '≤': 'up to', '≥': 'at least', '≈': 'about' }[this.sign];
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

properties.forEach((name, i) => Object.defineProperty(Loop.prototype, name, {
  get() {
    return this.columns[i][this.k];
  },
}));

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
    const judged = tree.attributes.get('verdict')?.at ?? [];
    const scopes = Array.from(judged.filter((i) => tree.kinds[i] === LOOP));
    const columns = figures.map((f) => tree.numbersOf(f, scopes));
    const texts = words.map((w) => tree.textsOf(w, scopes));
    const loops = scopes.map((scope, k) => (
      new Loop(tree, scope, columns, k, texts)));
    for (const loop of loops)
      loop.share = this.time > 0 ? Math.min(1, loop.time / this.time) : NaN;
    const won = Float64Array.from(loops, (l) => l.recoverable);
    const time = columns[figures.indexOf('time')];
    this.loops = loops.map((_, i) => i).sort((a, b) => (
      descending(won[a], won[b]) || descending(time[a], time[b])
        || (loops[a].id < loops[b].id ? -1 : 1))).map((i) => loops[i]);
    // Figures of other tools alone are shown without times.
    this.untimed = !(this.time > 0) && !this.loops.some((l) => l.measured);
    this.measured = this.loops.filter((l) => (
      l.measured || (this.untimed && !l.refused)));
    this.measured.forEach((l, i) => { l.number = i + 1; });
    this.refused = this.loops.filter((l) => l.refused)
      .sort((a, b) => descending(a.time, b.time));
    this.idle = this.loops.length - this.measured.length
      - this.refused.length;
    this.byId = new Map(this.loops.map((l) => [l.id, l]));
    this.byScope = new Map(this.loops.map((l) => [l.scope, l]));
  }

  /** Names of the amounts that other tools counted, the first ones.  */
  counted() {
    return [...this.tree.metrics.values()].filter((m) => (
      !m.formula && m.kind === 'sum'
      && !this.tree.builtin.some((b) => b.name === metricKey(m.name))))
      .slice(0, 3).map((m) => m.name);
  }

  /** Seconds of the program by what is known of them.  */
  totals() {
    return (this.sums ??= this.sumUp());
  }

  sumUp() {
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
    if (this.best !== undefined) return this.best;
    let best = null;
    for (const loop of this.measured)
      if (loop.promise > (best ? best.promise : 0)) best = loop;
    this.best = best && { loop: best,
                          worth: !(best.promise < 0.01 * this.time) };
    return this.best;
  }
}
