// SPDX-License-Identifier: GPL-3.0-or-later
// Derived metrics on every scope of a tree, as tools/lib/metric.c computes
// them: a scope's operands are taken together, from the scope itself if it
// has all of them, else from those scopes inside that do.

import { FormulaError, parseExpression, parseFormula, plainName }
  from './formula.js';
import { formulaKind, formulaKnown, formulaUnit, formulaValue }
  from './formula-value.js';
import { parseUnit } from './unit.js';
import { FILE, LOOP, MODULE, PROCEDURE, metricKey } from './tree.js';

const MOST_DEPTH = 20, MOST_OPERANDS = 40;
const selected = { module: MODULE, file: FILE, procedure: PROCEDURE,
                   loop: LOOP };

/** Values of the parts of a scope into one, by kind; two numbers for each of
    N: the value, and what a mean is weighted by or an interval is around.  */
class Amounts {
  constructor(n) {
    this.value = new Float64Array(n).fill(NaN);
    this.weight = new Float64Array(n).fill(NaN);
  }

  /** Add VALUE with WEIGHT, of KIND, to number I.  */
  add(i, kind, value, weight) {
    if (Number.isNaN(value) || kind === 'none' || kind === 'ratio') return;
    if (kind === 'mean' || kind === 'low' || kind === 'high') {
      if (Number.isNaN(weight)) return;
      value = kind === 'mean' ? value * weight : (value - weight) ** 2;
    }
    if (Number.isNaN(this.value[i])) {
      this.value[i] = value;
      this.weight[i] = weight;
    } else if (kind === 'min') this.value[i] = Math.min(this.value[i], value);
    else if (kind === 'max') this.value[i] = Math.max(this.value[i], value);
    else {
      this.value[i] += value;
      this.weight[i] += weight;
    }
  }

  /** What number I comes to for KIND.  */
  end(i, kind) {
    const value = this.value[i], weight = this.weight[i];
    if (Number.isNaN(value)) return NaN;
    if (kind === 'mean') return weight > 0 ? value / weight : NaN;
    if (kind === 'low') return Math.max(0, weight - Math.sqrt(value));
    if (kind === 'high') return weight + Math.sqrt(value);
    return value;
  }
}

/** Values of METRIC in the scopes of TREE with everything inside them, and
    their weights.  */
function whole(tree, metric, depth = 0) {
  const key = metricKey(metric.name), cached = tree.caches.get(key);
  if (cached) return cached;
  const kind = metric.kind;
  const value = Float64Array.from(tree.stored(metric));
  const weight = new Float64Array(tree.n).fill(NaN);
  let weights = null;
  if (metric.weight && depth < MOST_DEPTH) {
    const other = tree.metric(metric.weight);
    weights = other ? whole(tree, other, depth + 1).value : null;
  }
  const sums = new Amounts(tree.n);
  for (let i = tree.n - 1; i >= 0; i--) {
    if (Number.isNaN(value[i])) {
      value[i] = sums.end(i, kind);
      weight[i] = Number.isNaN(value[i]) ? NaN : sums.weight[i];
    } else weight[i] = metric.weight ? weights?.[i] ?? NaN : 1;
    if (tree.parents[i] >= 0)
      sums.add(tree.parents[i], kind, value[i], weight[i]);
  }
  const result = { value, weight };
  tree.caches.set(key, result);
  return result;
}

/** The values of METRIC in the scopes of TREE, all inside included.  */
export function inclusive(tree, metric) {
  return whole(tree, metric).value;
}

/** Those of the scopes without the scopes inside.  */
export function exclusive(tree, metric) {
  if (metric.kind !== 'sum') return tree.stored(metric);
  const all = inclusive(tree, metric), values = Float64Array.from(all);
  for (let i = 0; i < tree.n; i++)
    if (!Number.isNaN(all[i]) && tree.parents[i] >= 0)
      values[tree.parents[i]] -= all[i];
  for (let i = 0; i < tree.n; i++)
    if (Math.abs(values[i]) < 1e-12 * Math.abs(all[i])) values[i] = 0;
  return values;
}

/** VALUES of the scope that WHERE selects as seen from each of TREE.  */
function chosen(tree, where, values) {
  const found = new Float64Array(tree.n);
  for (let i = 0; i < tree.n; i++) {
    const from = where === 'total' ? 0
      : where === 'parent' ? tree.parents[i] : tree.inside(i, selected[where]);
    found[i] = from >= 0 ? values[from] : NaN;
  }
  return found;
}

/** STORED without what says no more than the scopes inside do.  */
function sources(tree, stored) {
  const kept = Float64Array.from(stored);
  const inside = new Float64Array(tree.n), any = new Uint8Array(tree.n);
  for (let i = tree.n - 1; i >= 0; i--) {
    const value = stored[i], parent = tree.parents[i];
    if (any[i] && Math.abs(value - inside[i]) <= 1e-9 * Math.abs(value))
      kept[i] = NaN;
    if (!Number.isNaN(value) && parent >= 0) {
      inside[parent] += value;
      any[parent] = 1;
    }
  }
  return kept;
}

/** One operand O of a formula in all scopes of TREE.  */
function fill(tree, o, metric) {
  if (o.where === 'self') {
    const stored = tree.stored(metric);
    return { kind: metric.kind, whole: whole(tree, metric),
             stored: metric.formula && metric.kind === 'sum'
               ? sources(tree, stored) : stored,
             parts: new Amounts(tree.n) };
  }
  return { kind: metric.kind, chosen: o.where === 'own'
    ? exclusive(tree, metric) : chosen(tree, o.where, inclusive(tree, metric)) };
}

/** The evaluation of formula F with OPERANDS in all scopes of TREE.  */
class Pass {
  constructor(tree, f, operands) {
    Object.assign(this, { tree, f, operands });
    this.given = new Uint8Array(tree.n);
    this.sums = new Float64Array(tree.n).fill(NaN);
    this.results = new Float64Array(tree.n).fill(NaN);
  }

  hasAll(i) {
    const own = this.operands.filter((o) => o.stored);
    return own.length > 0 && own.every((o) => !Number.isNaN(o.stored[i]));
  }

  /** The operands in scope I, all together.  */
  together(i) {
    const own = !this.given[i] || this.hasAll(i);
    return this.operands.map((o) => {
      if (!o.stored) return { value: NaN, weight: NaN };
      if (own) return { value: o.whole.value[i], weight: o.whole.weight[i] };
      const value = o.parts.end(i, o.kind);
      return { value, weight: Number.isNaN(value) ? NaN : o.parts.weight[i] };
    });
  }

  values(i, amounts) {
    return this.operands.map((o, k) => (o.stored ? amounts[k].value
      : o.chosen[i]));
  }

  handOn(i, amounts) {
    const parent = this.tree.parents[i];
    if (parent < 0) return;
    this.operands.forEach((o, k) => {
      if (o.stored)
        o.parts.add(parent, o.kind, amounts[k].value, amounts[k].weight);
    });
    this.given[parent] = 1;
    const value = this.results[i];
    if (!Number.isNaN(value))
      this.sums[parent] = Number.isNaN(this.sums[parent]) ? value
        : this.sums[parent] + value;
  }

  /** The sum over the parts of scope I, and what it has outside of them.  */
  sumOfParts(i, amounts) {
    let some = false;
    const rest = this.operands.map((o, k) => {
      if (!o.stored || Number.isNaN(o.stored[i])) return { value: NaN };
      let value = amounts[k].value;
      if (o.kind === 'sum') {
        const inside = o.parts.value[i];
        value = o.stored[i] - (Number.isNaN(inside) ? 0 : inside);
        if (Math.abs(value) < 1e-12 * Math.abs(o.stored[i])) value = 0;
      }
      some ||= !Number.isNaN(value);
      return { value };
    });
    const outside = some ? formulaValue(this.f, this.values(i, rest)) : NaN;
    return Number.isNaN(outside) ? this.sums[i] : this.sums[i] + outside;
  }

  run(byParts) {
    for (let i = this.tree.n - 1; i >= 0; i--) {
      const amounts = this.together(i), values = this.values(i, amounts);
      this.results[i] = byParts && !Number.isNaN(this.sums[i])
        ? this.sumOfParts(i, amounts) : formulaValue(this.f, values);
      if (formulaKnown(this.f, values)) this.handOn(i, amounts);
    }
    return this.results;
  }
}

function resolve(tree, name, ready, depth) {
  const metric = tree.metric(name);
  if (metric) return metric;
  const r = ready.findLast((x) => metricKey(x.name) === metricKey(name));
  if (!r)
    throw new FormulaError(`no metric \`${name}' in this profile; the list `
                           + 'beside shows those there are');
  if (depth >= MOST_DEPTH)
    throw new FormulaError(`metric \`${name}' refers to itself`);
  return derive(tree, parseFormula(r.definition), ready, depth + 1);
}

function derive(tree, f, ready, depth) {
  const there = tree.metrics.get(metricKey(f.name)) ?? tree.metric(f.name);
  if (there && !there.formula)
    throw new FormulaError(`metric \`${f.name}' is in the profile already; `
                           + 'choose another name');
  if (f.operands.some((o) => metricKey(o.name) === metricKey(f.name)))
    throw new FormulaError(`metric \`${f.name}' refers to itself`);
  if (f.operands.length > MOST_OPERANDS)
    throw new FormulaError(`formula of \`${f.name}' names more than 40 `
                           + 'metrics; divide it into several');
  const metrics = f.operands.map((o) => resolve(tree, o.name, ready, depth));
  const unit = formulaUnit(f, metrics.map((m) => parseUnit(m.unit)));
  const operands = f.operands.map((o, k) => fill(tree, o, metrics[k]));
  const { kind, linear } = formulaKind(f, operands.map((o) => o.kind));
  const values = new Pass(tree, f, operands).run(kind === 'sum' && !linear);
  return tree.addMetric({ name: f.name, unit: f.unit ?? unit, kind,
                          formula: f.text, values });
}

/** Add the metric that DEFINITION defines to TREE: `NAME = EXPRESSION', the
    name of one of READY or of the tree, or an expression, which is then its
    own name.  */
export function deriveMetric(tree, definition, ready = []) {
  if (!/[=(]/.test(definition))
    return resolve(tree, plainName(definition) ?? definition, ready, 0);
  return derive(tree, parseFormula(definition), ready, 0);
}

/** As deriveMetric, but DEFINITION may be an EXPRESSION alone.  */
export function deriveAny(tree, definition, ready = []) {
  const named = /^\s*(?:[A-Za-z_][\w.]*|"[^"]+")\s*(?:\[[^\]]*\]\s*)?=(?!=)/
    .test(definition);
  if (named || plainName(definition) !== null)
    return deriveMetric(tree, definition, ready);
  const name = definition.trim();
  const f = parseExpression(name, name);
  return derive(tree, f, ready, 0);
}
