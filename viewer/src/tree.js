// SPDX-License-Identifier: GPL-3.0-or-later
// The scope tree of one profile: arrays by scope number, parents first, and
// the metrics on it.  The same as tools/lib/tree.c, in columns.

export const NONE = 0, PROGRAM = 1, MODULE = 2, FILE = 3, PROCEDURE = 4,
  INLINED = 5, LOOP = 6, BLOCK = 7, LINE = 8, REF = 9;
export const kindNames = ['', 'program', 'module', 'file', 'procedure',
  'inlined', 'loop', 'block', 'line', 'ref'];

/** The kind that TEXT names, as a metric's `kind' has it, with what it refers
    to: `mean(W)', `low(T)', `high(T)'.  */
export function parseKind(text) {
  const m = /^(sum|min|max|mean|ratio|low|high)(?:\((.+)\))?$/.exec(text ?? '');
  if (!m || (!m[2] && (m[1] === 'low' || m[1] === 'high')))
    return { kind: 'none', weight: null };
  return { kind: m[1], weight: m[2] ?? null };
}

/** NAME as formulas know it: profiles have dashes, formulas underscores.  */
export function metricKey(name) {
  return name.replaceAll('-', '_');
}

/** A tree of N scopes; KINDS and PARENTS by scope, the parent -1 at the top.
    BUILTIN are the metrics that stand in attributes.  */
export class Tree {
  constructor(kinds, parents, builtin = []) {
    this.n = kinds.length;
    this.kinds = kinds;
    this.parents = parents;
    this.builtin = builtin;
    this.attributes = new Map();
    this.metrics = new Map();
    this.caches = new Map();
    this.links = null;
  }

  /** Attribute NAME has VALUES, numbers or texts, in the scopes AT.  */
  addAttribute(name, at, values) {
    this.attributes.set(name, { at, values, index: null });
  }

  /** The value of attribute NAME in SCOPE, undefined if there is none.  */
  get(scope, name) {
    const a = this.attributes.get(name);
    if (!a) return undefined;
    if (!a.index) {
      a.index = new Int32Array(this.n).fill(-1);
      for (let i = 0; i < a.at.length; i++) a.index[a.at[i]] = i;
    }
    const i = a.index[scope];
    return i < 0 ? undefined : a.values[i];
  }

  /** The same as a number, NaN if it is none.  */
  number(scope, name) {
    const value = this.get(scope, name);
    return value === undefined ? NaN : Number(value);
  }

  /** The numbers of attribute NAME in SCOPES, which rise; NaN where none.  */
  numbersOf(name, scopes) {
    const found = new Float64Array(scopes.length).fill(NaN);
    const a = this.attributes.get(name);
    for (let i = 0, k = 0; a && i < a.at.length && k < scopes.length;)
      if (a.at[i] < scopes[k]) i++;
      else {
        if (a.at[i] === scopes[k]) found[k] = Number(a.values[i]);
        k++;
      }
    return found;
  }

  /** The texts of attribute NAME in SCOPES, which rise; undefined where
      none.  Cheaper than get for many of them.  */
  textsOf(name, scopes) {
    const found = new Array(scopes.length).fill(undefined);
    const a = this.attributes.get(name);
    for (let i = 0, k = 0; a && i < a.at.length && k < scopes.length;)
      if (a.at[i] < scopes[k]) i++;
      else {
        if (a.at[i] === scopes[k]) found[k] = a.values[i];
        k++;
      }
    return found;
  }

  /** What SCOPE is called.  */
  name(scope) {
    const shown = this.get(scope, 'shown') ?? this.get(scope, 'name')
      ?? this.get(scope, 'id');
    if (shown !== undefined && shown !== null) return String(shown);
    return this.kinds[scope] === LINE
      ? `line ${this.number(scope, 'line')}` : kindNames[this.kinds[scope]];
  }

  /** The innermost scope of KIND around SCOPE, itself included; -1 if none. */
  inside(scope, kind) {
    while (scope >= 0 && this.kinds[scope] !== kind)
      scope = this.parents[scope];
    return scope;
  }

  /** First children and next siblings by scope.  */
  linked() {
    if (this.links) return this.links;
    const first = new Int32Array(this.n).fill(-1);
    const next = new Int32Array(this.n).fill(-1);
    for (let i = this.n - 1; i > 0; i--) {
      const parent = this.parents[i];
      if (parent < 0) continue;
      next[i] = first[parent];
      first[parent] = i;
    }
    return (this.links = { first, next });
  }

  /** The scopes directly inside SCOPE.  */
  children(scope) {
    const { first, next } = this.linked(), list = [];
    for (let i = first[scope]; i >= 0; i = next[i]) list.push(i);
    return list;
  }

  /** Whether the bound of SCOPE can be believed.  */
  believed(scope) {
    const verdict = this.get(scope, 'verdict');
    return verdict === undefined || verdict === 'ok' || verdict === 'partial';
  }

  /** Metric NAME stands in <m>: VALUES in the scopes AT.  KIND as a profile
      has it.  */
  addMetric({ name, unit = null, kind = null, formula = null, weight = null,
              values, parts = null }) {
    const parsed = parseKind(kind);
    const key = metricKey(name);
    this.metrics.set(key, { name, unit, formula, kind: parsed.kind,
                            weight: weight ?? parsed.weight, values, parts });
    this.caches.delete(key);
    return this.metrics.get(key);
  }

  /** The metric called NAME, built-in ones included; undefined if none.  */
  metric(name) {
    const key = metricKey(name), found = this.metrics.get(key);
    if (found) return found;
    const b = this.builtin.find((x) => x.name === key);
    return b && this.addMetric({ name: b.name, unit: b.unit, kind: b.kind,
                                 values: () => this.builtinValues(b) });
  }

  builtinValues(b) {
    const values = new Float64Array(this.n).fill(NaN);
    const a = this.attributes.get(b.attribute);
    for (let i = 0; a && i < a.at.length; i++)
      if (!b.believed || this.believed(a.at[i]))
        values[a.at[i]] = Number(a.values[i]);
    return values;
  }

  /** The values that METRIC has in the scopes by itself, NaN where none.  */
  stored(metric) {
    if (typeof metric.values === 'function') metric.values = metric.values();
    return metric.values;
  }

  /** The value that METRIC has in SCOPE by itself; cheaper than all of
      them.  */
  storedAt(metric, scope) {
    if (typeof metric.values !== 'function' || !metric.parts)
      return this.stored(metric)[scope];
    const { at, numbers } = metric.parts(this.kinds[scope] === LINE);
    let low = 0, high = at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at[middle] < scope) low = middle + 1;
      else high = middle;
    }
    return at[low] === scope ? numbers[low] : NaN;
  }

  /** Metrics that some scope has a value of, built-in ones first.  */
  metricNames() {
    const names = [];
    for (const b of this.builtin)
      if (this.attributes.get(b.attribute)?.at.length) names.push(b.name);
    for (const [key, m] of this.metrics)
      if (!this.builtin.some((b) => b.name === key)) names.push(m.name);
    return names;
  }
}

/** The tree of profile P in DATA.  */
export function treeOf(data, p) {
  const s = p.scopes;
  const kinds = data.column(s.kinds);
  const parents = new Int32Array(data.column(s.parents));
  for (let i = 0; i < parents.length; i++) parents[i]--;
  const tree = new Tree(kinds, parents, data.head.builtin);
  for (const a of s.attributes) {
    const at = data.column(a.at);
    if (!at.length) continue;
    tree.addAttribute(a.name, at, a.numbers ? data.column(a.numbers)
      : Array.from(data.column(a.texts), (n) => data.texts[n]));
  }
  for (const m of s.metrics) {
    const decoded = {};
    const parts = (lines) => {
      const name = lines ? 'lines' : 'scopes', part = m[name];
      decoded[name] ??= { at: data.column(part.at),
                          numbers: data.column(part.numbers) };
      return decoded[name];
    };
    tree.addMetric({ ...m, parts, values: () => {
      const values = new Float64Array(tree.n).fill(NaN);
      for (const lines of [false, true]) {
        const { at, numbers } = parts(lines);
        for (let i = 0; i < at.length; i++) values[at[i]] = numbers[i];
      }
      return values;
    } });
  }
  return tree;
}
